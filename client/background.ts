import type { Answer } from './connection.ts';
import { endpointFactory } from './endpoint-factory.ts';
import type { BackgroundRecord } from './generated/records.ts';
import { pause } from './pause.ts';
import { ProblemError, problemFrom } from './problem-error.ts';
import type { CallOptions } from './request.ts';
import type { Transport } from './transport.ts';

/** The answer 202: the service runs the request in the background, or issues the order when that is possible. */
export interface Background {
  /** Path of the background request, `/background/12`, or of the progress of a waiting draft, `/salesorder/7/progress`. */
  background: string;
  /** Seconds to wait before the first poll, as the service suggests. */
  retryAfter: number;
}

/** The answer of an operation that the service may run in the background. */
export type MaybeBackground<T> = T | Background;

export function isBackground(answer: unknown): answer is Background {
  return typeof answer === 'object' && answer !== null && 'background' in answer && 'retryAfter' in answer;
}

/** Returns the values of `Location` and `Retry-After` in a 202. @throws ProblemError without a location */
export function backgroundFrom(request: string, answer: Pick<Answer, 'header'>): Background {
  const location = answer.header('location');
  const path = location && /\/(?:background\/\d+|salesorder\/\d+\/progress)/.exec(location)?.[0];
  if (!path)
    throw new ProblemError(
      202,
      'http.202',
      `${request} runs in the background, but the answer has no Location header. Check the proxies between client and service.`,
    );
  return { background: path, retryAfter: Number(answer.header('retry-after') ?? 1) || 1 };
}

/** A background request, with the answer that it would have given; null until it is finished. */
export type BackgroundState = Pick<BackgroundRecord, 'id' | 'state' | 'created_at' | 'finished_at'> & {
  answer: { status: number; body: unknown } | null;
};

/**
 * Returns the answer of a finished background operation, or undefined while it is queued or running.
 * @throws ProblemError if the operation was refused or failed
 */
export function answerOf<T>(record: BackgroundState): { value: T } | undefined {
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

/** Returns the calls of `/background`. */
export function backgrounds(transport: Transport) {
  const get = (background: Background | string | number, options?: CallOptions) =>
    transport.send<BackgroundState>({
      ...options,
      method: 'GET',
      path: pathOf(background),
    }) as Promise<BackgroundState>;
  const { list, each } = endpointFactory(transport).reads<BackgroundRecord>('/background');
  return {
    /** Lists the requests of the caller; with `background.read` those of all users. */
    list,
    each,
    /** Returns the state of a background request, for the answer of the call, its path or its id. */
    get,
    /**
     * Returns the answer itself. For a background request it polls until the request has finished.
     * @throws ProblemError for a waiting draft: it may wait for weeks
     */
    async finished<T>(answer: MaybeBackground<T>, options?: CallOptions): Promise<T> {
      if (!isBackground(answer)) return answer;
      if (!answer.background.startsWith('/background/')) {
        const detail = `The order is issued when that is possible. Its progress is at ${answer.background}.`;
        throw new ProblemError(202, 'http.202', detail);
      }
      for (;;) {
        await pause(answer.retryAfter * 1000, options?.signal);
        const done = answerOf<T>(await get(answer, options));
        if (done) return done.value;
      }
    },
  };
}
