import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { allowance } from './networks.ts';
import { type Allowed, assertNotLocal, TargetRefused, targetOf } from './target.ts';

export interface SenderOptions {
  /** Networks that may be called besides the public ones (`10.1.0.0/16`); `anything` where the operator wrote the addresses. */
  readonly allow: readonly string[] | 'anything';
  /** Milliseconds for a whole request, from the connection to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read. `truncated` tells whether there were more. */
  readonly answerLimit: number;
  /** Maximum connections to one target at once; further requests wait. */
  readonly connections?: number;
  /**
   * Whether connections stay open for further requests; the default is true. If the target is about to close a
   * connection, a request on it fails, and it is unknown whether the target has read it.
   */
  readonly keepOpen?: boolean;
  /** Returns all addresses of a name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly truncated: boolean;
}

const systemResolver = promisify(lookup);

/** Sends requests to targets that others name. A name is resolved once, and the connection goes to the checked address. */
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
      // By the documentation of undici, 0 ends each connection after its request.
      pipelining: options.keepOpen === false ? 0 : 1,
      connect: { timeout: Math.min(options.timeoutMs, 5_000), lookup: checkedLookup(resolve, this.#allowed) },
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
  }

  /**
   * Sends one request. Redirects are returned and not followed: they could lead anywhere.
   * @throws TargetRefused where the target must not be called; the signal's reason after an abort; otherwise an error with a
   * sentence about why there is no answer
   */
  async send(url: string, { method, headers, body = null, signal }: OutgoingRequest): Promise<OutgoingAnswer> {
    // A literal address has no lookup: the check of every attempt is here.
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
      if (timeout.aborted)
        throw new NoAnswer((name) => `${name} gave no whole answer within ${timeoutMs / 1000} s`, target.host);
      throw refusalIn(error) ?? unreachable(error, target) ?? error;
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

/** Returns a lookup for `net.connect`, which wants all addresses or one. An address that must not be called refuses all. */
function checkedLookup(resolve: NonNullable<SenderOptions['resolve']>, allowed: Allowed | undefined): LookupFunction {
  const checked = async (host: string) => {
    const addresses = await resolve(host);
    for (const { address } of addresses) assertNotLocal(host, address, allowed);
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

/** Finds the refusal of a lookup in an error. undici wraps it once for every address that it would have tried. */
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
    // Leaving the loop closes the connection without reading the rest.
    if (size > limit) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, limit), truncated: size > limit };
}

/** A target gave no answer. The message names its host; `of` says the same of another name, for people who must not know the host. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly of: (name: string) => string;

  constructor(of: (name: string) => string, host: string, cause?: unknown) {
    super(of(host), { cause });
    this.of = of;
  }
}

const endedEarly = (name: string) => `${name} ended the connection before it had answered`;
const noWay = (name: string) => `No way leads to ${name}`;
const tooSlow = (name: string) => `No connection to ${name} came about in time`;

/** Sentences for the error codes of the system and of undici. */
const sentences: Readonly<Record<string, (name: string) => string>> = {
  ENOTFOUND: (name) => `No name server knows ${name}`,
  EAI_AGAIN: (name) => `No name server answers about ${name}`,
  ECONNREFUSED: (name) => `Nobody takes connections at ${name}`,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  ETIMEDOUT: tooSlow,
  UND_ERR_CONNECT_TIMEOUT: tooSlow,
  ECONNRESET: endedEarly,
  UND_ERR_SOCKET: endedEarly,
};

/** Returns why a target gave no answer, as a sentence; undefined where the error explains itself, as certificate errors do. */
function unreachable(error: unknown, { host }: URL): Error | undefined {
  // Where all addresses of a name fail, the error itself has no message.
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const sentence = sentences[(first as { code?: string } | null)?.code ?? ''];
  if (sentence) return new NoAnswer(sentence, host, error);
  return first !== error && first instanceof Error ? first : undefined;
}
