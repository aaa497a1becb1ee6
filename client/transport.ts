import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { type Background, backgroundFrom } from './background.ts';
import { ProblemError, problemFrom, TransportError } from './problem-error.ts';
import { keepVersion, versionOf } from './versions.ts';

export interface ClientOptions {
  /** Address of the service, with the path it lives under, if any. */
  readonly url: string;
  /** API key or session token; without one only what is open to everybody can be called, such as `login`. */
  readonly apiKey?: string;
  /** Who this program is, for the audit trail (`X-User-Agent`). */
  readonly userAgent?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request is sent again after a fault that passes; 3 unless said, 0 where the caller retries by itself. */
  readonly retries?: number;
  /** Milliseconds that a call may take, all its attempts together; no limit unless said. */
  readonly timeout?: number;
  /** Connections kept open at most; 32 unless said. */
  readonly connections?: number;
}

/** What any single call may be given besides its own parameters. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Breaks the call off; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** In place of the client's. */
  readonly timeout?: number;
  /** In place of the client's. */
  readonly retries?: number;
  /**
   * Under it the service keeps its first answer for 24 hours and gives it again. The client makes keys by itself where it
   * may have to send something twice; one of your own also holds when your program starts again. Null where repeating
   * without one is right.
   */
  readonly idempotencyKey?: string | null;
}

/** What a call that changes something may be given. */
export interface ChangeOptions extends CallOptions {
  /** Do it only if the record is still as it was read: the record that the client gave, or its ETag. Else 412. */
  readonly ifMatch?: object | string;
  /** `always`: queue it, and answer where to ask; `never`: do it now. The service decides unless said. */
  readonly background?: 'always' | 'never';
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Text = string | number | boolean;
/** Several are sent one by one, and what is null or undefined is not. */
export type QueryValue = Text | readonly Text[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface Request extends ChangeOptions {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Sends requests and nothing else; what they mean is the calls' matter. */
export interface Transport {
  /** The parsed body of a 2xx answer, the bytes of a PDF, or where the answer was 202 the background operation to ask for. */
  send<T>(request: Request): Promise<T | Background>;
  close(): Promise<void>;
}

/** A little longer than the service's own limit of 60 s (spec 8), so that its 504 arrives instead of our time-out. */
const patience = 65_000;
const firstPause = 100;
const longestPause = 5_000;
/** Who asks for a longer pause than this is not waited for: the caller gets the refusal, and decides. */
const longestWish = 60_000;

export function transport(options: ClientOptions): Transport {
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 32,
    // A second request behind a slow one would wait for it.
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: patience,
    bodyTimeout: patience,
  });
  const fixed = {
    accept: 'application/json',
    ...(options.apiKey ? { authorization: `Basic ${Buffer.from(`${options.apiKey}:`).toString('base64')}` } : {}),
    ...(options.userAgent ? { 'user-agent': options.userAgent, 'x-user-agent': options.userAgent } : {}),
    ...options.headers,
  };

  async function once(request: Request, signal: AbortSignal | undefined): Promise<unknown> {
    const name = `${request.method} ${request.path}`;
    const headers = { ...fixed, ...headersOf(request) };
    let answer: Dispatcher.ResponseData;
    let bytes: Buffer;
    try {
      answer = await pool.request({
        method: request.method,
        path: prefix + request.path + queryString(request.query),
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal,
      });
      bytes = Buffer.from(await answer.body.arrayBuffer());
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new TransportError(name, error);
    }
    const { statusCode: status, headers: told } = answer;
    if (status === 202) return backgroundFrom(name, told);
    if (status < 200 || status > 299) throw problemFrom(status, name, bytes.toString(), told['retry-after']);
    // Something else listens there, or a proxy wants somebody to log in.
    if (/^text\/html/.test(String(told['content-type'])))
      throw new TransportError(name, Object.assign(new Error('It answered with a web page.'), { code: 'NOT_JSON' }));
    return parsed(bytes, told);
  }

  return {
    async send<T>(given: Request): Promise<T | Background> {
      const attempts = 1 + (given.retries ?? options.retries ?? 3);
      const request = attempts > 1 ? repeatable(given) : given;
      const limit = given.timeout ?? options.timeout;
      const timer = limit === undefined ? undefined : AbortSignal.timeout(limit);
      const signal = timer && given.signal ? AbortSignal.any([timer, given.signal]) : (timer ?? given.signal);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await once(request, signal)) as T | Background;
        } catch (error) {
          if (timer?.aborted && !given.signal?.aborted)
            throw new TransportError(`${given.method} ${given.path}`, timer.reason);
          const wait = pauseBefore(error, attempt);
          if (attempt >= attempts || wait === null) throw error;
          await pause(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
        }
      }
    },
    close: () => pool.close(),
  };
}

/**
 * The request as it may be sent again. What would not do the same twice gets a key, under which the service gives the answer
 * of the first time: a POST would make two records, a DELETE would find its record gone, and a PUT with a version would find
 * the version it made itself.
 */
function repeatable(request: Request): Request {
  const { method, idempotencyKey, ifMatch } = request;
  if (idempotencyKey !== undefined || method === 'GET' || (method === 'PUT' && ifMatch === undefined)) return request;
  return { ...request, idempotencyKey: randomUUID() };
}

function headersOf({ headers, idempotencyKey, ifMatch, background, body }: Request): Record<string, string> {
  const version = typeof ifMatch === 'object' ? versionOf(ifMatch) : ifMatch;
  if (ifMatch !== undefined && version === undefined) {
    throw new TypeError(
      'ifMatch is neither an ETag nor a record as the client gave it. Records of lists have no version, and copies neither: read the record with get.',
    );
  }
  return {
    ...headers,
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    ...(version ? { 'if-match': version } : {}),
    ...(background ? { 'x-background-processing': background } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

function parsed(bytes: Buffer, headers: Dispatcher.ResponseData['headers']): unknown {
  if (headers['content-type'] === 'application/pdf') return new Uint8Array(bytes);
  const text = bytes.toString();
  if (text === '') return undefined;
  if (!/json/.test(String(headers['content-type'] ?? 'json'))) return text;
  const value: unknown = JSON.parse(text);
  if (typeof headers.etag === 'string') keepVersion(value, headers.etag);
  return value;
}

/**
 * Milliseconds to wait before the next attempt; null where the same again does not help. A 500 is a defect; a 409 because
 * the first attempt, whose answer was lost, is still at work ends with its answer.
 */
function pauseBefore(error: unknown, attempt: number): number | null {
  if (error instanceof TransportError) return backOff(attempt);
  if (!(error instanceof ProblemError)) return null;
  const { status, code, retryAfter } = error;
  if (![429, 502, 503, 504].includes(status) && code !== 'idempotency.running') return null;
  if (retryAfter === null) return backOff(attempt);
  return retryAfter * 1000 > longestWish ? null : Math.max(retryAfter * 1000, backOff(attempt));
}

/** Doubled at each attempt, and spread so that many clients do not come back at the same instant. */
function backOff(attempt: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

function queryString(query: Query | undefined): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
