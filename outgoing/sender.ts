import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { allowance } from './networks.ts';
import { type Allowed, refuseLocal, TargetRefused, targetOf } from './target.ts';
import { unreached } from './unreached.ts';

export interface SenderOptions {
  /**
   * Networks that may be called beside the public ones (`10.1.0.0/16`), or `anything` where the operator himself wrote the
   * addresses.
   */
  readonly allow: readonly string[] | 'anything';
  /** For the whole of a request, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read; the rest is left, and `truncated` says so. */
  readonly answerLimit: number;
  /** Connections to one target at once; more requests queue up. */
  readonly connections?: number;
  /** All addresses of a name; the system's resolver unless a test says otherwise. */
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly truncated: boolean;
}

const systemResolver = promisify(lookup);

/** A name is resolved once, and what was checked is what is connected to: between the two nothing can change. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #allowed: Allowed | undefined;
  readonly #agent: Agent;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#allowed = allowedBy(options.allow);
    const resolve = options.resolve ?? ((host) => systemResolver(host, { all: true }));
    this.#agent = new Agent({
      connections: options.connections ?? 16,
      connect: { timeout: Math.min(options.timeoutMs, 5_000), lookup: checkedLookup(resolve, this.#allowed) },
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
  }

  /**
   * Sends one request. Redirects are given back, not followed: they could lead anywhere.
   * @throws TargetRefused where it must not go out; the signal's reason where it was aborted; else why there is no answer, in
   * words where the network said it in a code
   */
  async send(url: string, { method, headers, body = null, signal }: OutgoingRequest): Promise<OutgoingAnswer> {
    // The lookup is never asked about a literal address, and so that is checked here, at every attempt.
    const target = targetOf(url, this.#allowed);
    const { timeoutMs, answerLimit } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await request(target, {
        method,
        headers,
        body,
        dispatcher: this.#agent,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { status: answer.statusCode, headers: answer.headers, ...(await limited(answer.body, answerLimit)) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (timeout.aborted) throw new Error(`${target.host} gave no whole answer within ${timeoutMs / 1000} s`);
      throw refusalIn(error) ?? unreached(error, target) ?? error;
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function allowedBy(allow: SenderOptions['allow']): Allowed | undefined {
  if (allow === 'anything') return () => true;
  return allow.length === 0 ? undefined : allowance(allow);
}

/** For `net.connect`, which asks for all addresses or for one. One that must not be called refuses all of them. */
function checkedLookup(resolve: NonNullable<SenderOptions['resolve']>, allowed: Allowed | undefined): LookupFunction {
  const checked = async (host: string) => {
    const addresses = await resolve(host);
    for (const { address } of addresses) refuseLocal(host, address, allowed);
    const [first] = addresses;
    if (!first) throw new Error(`${host} leads to no address`);
    return { first, addresses };
  };
  return (host, { all }, answer) => {
    checked(host).then(
      ({ first, addresses }) => (all ? answer(null, addresses) : answer(null, first.address, first.family)),
      (error: Error) => answer(error, ''),
    );
  };
}

/** undici wraps what a lookup throws, once for every address it would have tried. */
function refusalIn(error: unknown): TargetRefused | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof TargetRefused) return at;
  }
  return undefined;
}

async function limited(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  limit: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the connection: nobody reads the rest.
    if (size > limit) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, limit), truncated: size > limit };
}
