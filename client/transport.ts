import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { type Background, backgroundFrom } from './background.ts';
import { Breaker, type ObservedCall } from './breaker.ts';
import { breakerOpen, codeOf, ProblemError, problemFrom, TransportError } from './problem-error.ts';
import { keepVersion, versionOf } from './versions.ts';

export interface ClientOptions {
  /** Address of the service, including a path prefix if it has one. */
  readonly url: string;
  /** API key or session token. Without one the client can only call public operations, such as `login`. */
  readonly apiKey?: string;
  /** Name of your program, for the audit trail (`X-User-Agent`). */
  readonly userAgent?: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `strict` has the service refuse a body with unknown fields, which is the default: a mistyped name would be lost otherwise.
   * `lenient` is for a program that may be newer than the service.
   */
  readonly handling?: 'strict' | 'lenient';
  /** How often the client repeats a request after a temporary fault; the default is 3. Use 0 if the caller repeats it. */
  readonly retries?: number;
  /** Milliseconds that a call may take, with all its attempts; the default is no limit. */
  readonly timeout?: number;
  /** Maximum number of open connections; the default is 32. */
  readonly connections?: number;
}

/** The options that every call has. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call, which then throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Replaces the timeout of the client. */
  readonly timeout?: number;
  /** Replaces the retries of the client. */
  readonly retries?: number;
  /**
   * True for a call that fails at once, with the code `BREAKER_OPEN`, while the service gives no answer to the calls of this client.
   * For callers that have something else to do then. One such call at a time is sent all the same, to see whether the service answers.
   */
  readonly failFast?: boolean;
  /**
   * The service stores its first answer under this key for 24 hours and repeats it. The client makes a key for requests that
   * it may have to repeat; your own key also holds after a restart of your program. With null the client repeats without key.
   */
  readonly idempotencyKey?: string | null;
}

/** The options of a call that changes something. */
export interface ChangeOptions extends CallOptions {
  /** The record that the client returned, or its ETag. If the record has changed since, the service refuses with 412. */
  readonly ifMatch?: object | string;
  /** `always` queues the request, and `never` runs it at once. By default the service decides. */
  readonly background?: 'always' | 'never';
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Text = string | number | boolean;
/** A list is sent as several parameters. Null and undefined are not sent. */
export type QueryValue = Text | readonly Text[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface Request extends ChangeOptions {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Sends requests, whatever their meaning. */
export interface Transport {
  /** Returns the parsed body of a 2xx answer, the bytes of a PDF, or the background request of a 202. */
  send<T>(request: Request): Promise<T | Background>;
  close(): Promise<void>;
}

/** Milliseconds. The limit of the service is 60 s; with 5 s more its 504 arrives before the client's own timeout. */
const answerTimeout = 65_000;
/** Milliseconds between the first and the second attempt. The pause doubles with each attempt. */
const firstPause = 100;
const longestPause = 5_000;
/** Milliseconds. If the service asks for a longer pause, the caller gets the refusal at once and decides. */
const longestRetryAfter = 60_000;
/** A call without a connection fails within milliseconds: five in a row are no accident. Two seconds are a short wait for people. */
const breakerSettings = { failures: 5, openFor: 2_000 };

/** Opens the connections to a service. */
export function transport(options: ClientOptions): Transport {
  const base = new URL(options.url);
  const connection: Connection = {
    pool: new Pool(base.origin, {
      connections: options.connections ?? 32,
      // With pipelining a request would wait for a slow one before it on the same connection.
      pipelining: 1,
      keepAliveTimeout: 4_000,
      headersTimeout: answerTimeout,
      bodyTimeout: answerTimeout,
    }),
    prefix: base.pathname.replace(/\/+$/, ''),
    origin: base.origin,
    breaker: new Breaker(breakerSettings),
    headers: {
      accept: 'application/json',
      ...(options.apiKey ? { authorization: `Basic ${Buffer.from(`${options.apiKey}:`).toString('base64')}` } : {}),
      ...(options.handling === 'lenient' ? {} : { prefer: 'handling=strict' }),
      ...(options.userAgent ? { 'user-agent': options.userAgent, 'x-user-agent': options.userAgent } : {}),
      ...options.headers,
    },
  };
  return {
    async send<T>(request: Request): Promise<T | Background> {
      const attempts = 1 + (request.retries ?? options.retries ?? 3);
      const repeated = attempts > 1 ? repeatable(request) : request;
      const deadline = deadlineOf(request, options.timeout);
      return (await sendRepeatedly(connection, repeated, attempts, deadline)) as T | Background;
    },
    close: () => connection.pool.close(),
  };
}

interface Connection {
  readonly pool: Pool;
  /** Path of the service, before the path of each request. */
  readonly prefix: string;
  /** Address of the service without the path. */
  readonly origin: string;
  /** Knows from all calls whether the service answers. */
  readonly breaker: Breaker;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** When a call ends: by the timeout, or by the signal of the caller. */
interface Deadline {
  /** Aborts for either reason. */
  readonly signal: AbortSignal | undefined;
  /** Returns whether the timeout, and not the caller, has ended the call. */
  isOver(): boolean;
  /** Throws if the timeout, and not the caller, has ended the call. */
  throwIfTimedOut(): void;
}

function deadlineOf({ method, path, timeout, signal: caller }: Request, usualTimeout: number | undefined): Deadline {
  const limit = timeout ?? usualTimeout;
  const timer = limit === undefined ? undefined : AbortSignal.timeout(limit);
  const isOver = () => timer?.aborted === true && !caller?.aborted;
  return {
    signal: timer && caller ? AbortSignal.any([timer, caller]) : (timer ?? caller),
    isOver,
    throwIfTimedOut() {
      if (isOver()) throw new TransportError(`${method} ${path}`, timer?.reason);
    },
  };
}

async function sendRepeatedly(connection: Connection, request: Request, attempts: number, deadline: Deadline) {
  const { signal } = deadline;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(connection, request, deadline);
    } catch (error) {
      deadline.throwIfTimedOut();
      const wait = pauseBefore(error, attempt);
      if (attempt >= attempts || wait === null) throw error;
      await pause(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

async function sendOnce(connection: Connection, request: Request, deadline: Deadline): Promise<unknown> {
  const { pool, prefix, headers } = connection;
  const name = `${request.method} ${request.path}`;
  const allHeaders = { ...headers, ...headersOf(request) };
  const observed = observe(connection, request, name);
  let answer: Dispatcher.ResponseData;
  let bytes: Buffer;
  try {
    answer = await pool.request({
      method: request.method,
      path: prefix + request.path + queryString(request.query),
      headers: allHeaders,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: deadline.signal,
    });
    bytes = Buffer.from(await answer.body.arrayBuffer());
  } catch (error) {
    reportFailure(observed, error, deadline);
    if (deadline.signal?.aborted) throw error;
    throw new TransportError(name, error);
  }
  observed.answered();
  return answerValue(name, answer, bytes);
}

/** Returns the breaker's observation of a call. @throws TransportError if the call may fail at once and the breaker is open */
function observe({ breaker, origin }: Connection, { failFast }: Request, name: string): ObservedCall {
  const observed = failFast ? breaker.admit() : breaker.observe();
  if (observed) return observed;
  const { cause = '', silentFor = 0 } = breaker.outage ?? {};
  const seconds = (silentFor / 1000).toFixed(1);
  const message = `${origin} has given no answer for ${seconds} s (${cause})`;
  throw new TransportError(name, Object.assign(new Error(message), { code: breakerOpen }));
}

/** Tells the breaker why a call has no answer. */
function reportFailure(observed: ObservedCall, error: unknown, { signal, isOver }: Deadline): void {
  const code = codeOf(signal?.aborted ? signal.reason : error);
  if (isOver() || code.endsWith('_TIMEOUT')) observed.timedOut(code);
  else if (signal?.aborted) observed.canceled();
  else observed.failed(code);
}

/** @throws ProblemError for a status that is not 2xx; TransportError for a web page */
function answerValue(
  request: string,
  { statusCode: status, headers }: Dispatcher.ResponseData,
  bytes: Buffer,
): unknown {
  if (status === 202) return backgroundFrom(request, headers);
  if (status < 200 || status > 299) throw problemFrom(status, request, bytes.toString(), headers['retry-after']);
  // Another program listens at the address, or a proxy asks the user to log in.
  if (/^text\/html/.test(String(headers['content-type'])))
    throw new TransportError(request, Object.assign(new Error('The answer is a web page.'), { code: 'NOT_JSON' }));
  return parsed(bytes, headers);
}

/**
 * Returns the request with an idempotency key if a second attempt would do something else than the first. A POST would create
 * two records, a DELETE would not find its record, and a PUT with `ifMatch` would find the version that it made itself.
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
      'ifMatch is neither an ETag nor a record that the client returned. Records of lists and copies have no ETag: read the record with get.',
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
 * Returns the milliseconds to wait before the next attempt, or null if another attempt cannot succeed: a 500 is a defect. A
 * 409 with `idempotency.running` means that the first attempt still runs and its answer was lost; a later attempt gets it.
 */
function pauseBefore(error: unknown, attempt: number): number | null {
  if (error instanceof TransportError) return error.code === breakerOpen ? null : backOff(attempt);
  if (!(error instanceof ProblemError)) return null;
  const { status, code, retryAfter } = error;
  if (![429, 502, 503, 504].includes(status) && code !== 'idempotency.running') return null;
  if (retryAfter === null) return backOff(attempt);
  return retryAfter * 1000 > longestRetryAfter ? null : Math.max(retryAfter * 1000, backOff(attempt));
}

/** Returns a pause that doubles with each attempt. Its random part keeps many clients from repeating at the same instant. */
function backOff(attempt: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

function queryString(query: Query | undefined): string {
  const parameters = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}
