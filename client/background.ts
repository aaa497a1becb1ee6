import { setTimeout as pause } from 'node:timers/promises';
import type { BackgroundRecord } from './generated/calls.ts';
import { ProblemError, problemFrom } from './problem-error.ts';
import type { CallOptions, Transport } from './transport.ts';

/** The service took the request and goes on with it by itself (spec 4.5). */
export interface Background {
  /** Path to ask: `/background/12`. */
  background: string;
  /** Seconds after which the service suggests asking. */
  retryAfter: number;
}

/** Answer of an operation that the service may put into the background. */
export type MaybeBackground<T> = T | Background;

export function isBackground(answer: unknown): answer is Background {
  return typeof answer === 'object' && answer !== null && 'background' in answer && 'retryAfter' in answer;
}

/** Reads `Location` and `Retry-After` of a 202. */
export function backgroundFrom(request: string, headers: Record<string, string | string[] | undefined>): Background {
  const location = [headers.location].flat()[0];
  const path = location && /\/background\/\d+/.exec(location)?.[0];
  if (!path) throw new ProblemError(202, 'http.202', `${request} goes on in the background, but no address was given.`);
  return { background: path, retryAfter: Number([headers['retry-after']].flat()[0] ?? 1) || 1 };
}

/**
 * What a finished background operation answered.
 * @returns undefined while it is still under way
 * @throws ProblemError where the operation was refused or failed
 */
export function answerOf<T>(record: BackgroundRecord): { value: T } | undefined {
  if (record.state === 'queued' || record.state === 'running') return undefined;
  const { status, body } = record.answer ?? { status: 500, body: undefined };
  if (record.state === 'failed' || status >= 400) {
    throw problemFrom(status, `Background operation ${record.id}`, JSON.stringify(body ?? {}));
  }
  return { value: body as T };
}

function pathOf(background: Background | string | number): string {
  if (typeof background === 'number') return `/background/${background}`;
  return typeof background === 'string' ? background : background.background;
}

/** `/background`. */
export function backgrounds(transport: Transport) {
  const get = (background: Background | string | number, options?: CallOptions) =>
    transport.send<BackgroundRecord>({
      ...options,
      method: 'GET',
      path: pathOf(background),
    }) as Promise<BackgroundRecord>;
  return {
    /** How it is getting on: the 202's own answer, its path, or its id. */
    get,
    /** Gives back the answer itself, asking until it is there where the service went on in the background. */
    async finished<T>(answer: MaybeBackground<T>, options?: CallOptions): Promise<T> {
      if (!isBackground(answer)) return answer;
      for (;;) {
        await pause(answer.retryAfter * 1000, undefined, { signal: options?.signal });
        const done = answerOf<T>(await get(answer, options));
        if (done) return done.value;
      }
    },
  };
}
