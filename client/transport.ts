import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { type Background, backgroundFrom } from './background.ts';
import { type ProblemError, problemFrom, TransportError } from './problem-error.ts';

export interface ClientOptions {
  /** Address of the service, with the path it lives under, if any. */
  readonly url: string;
  /** API key or session token. */
  readonly apiKey: string;
  /** Who this program is, for the audit trail (`X-User-Agent`). */
  readonly userAgent?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request that may be repeated is sent again; 3 unless said, 0 where the caller retries by itself. */
  readonly retries?: number;
  /** Connections kept open at most; 32 unless said. */
  readonly connections?: number;
}

/** What any single call may be given besides its own parameters. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes a POST repeatable: the service keeps its first answer for 24 hours and gives it again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type QueryValue = string | number | boolean | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface Request extends CallOptions {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Sends requests and nothing else; what they mean is the resources' matter. */
export interface Transport {
  /** The parsed body of a 2xx answer, or where the answer was 202 the background operation to ask for. */
  send<T>(request: Request): Promise<T | Background>;
  close(): Promise<void>;
}

/** A little longer than the service's own limit of 60 s (spec 8), so that its 504 arrives instead of our time-out. */
const patience = 65_000;
const firstPause = 100;
const longestPause = 5_000;

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
    authorization: `Basic ${Buffer.from(`${options.apiKey}:`).toString('base64')}`,
    ...(options.userAgent ? { 'user-agent': options.userAgent, 'x-user-agent': options.userAgent } : {}),
    ...options.headers,
  };
  const attempts = 1 + (options.retries ?? 3);

  async function once(request: Request): Promise<unknown> {
    const name = `${request.method} ${request.path}`;
    const headers: Record<string, string> = { ...fixed, ...request.headers };
    if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    let answer: Dispatcher.ResponseData;
    let text: string;
    try {
      answer = await pool.request({
        method: request.method,
        path: prefix + request.path + queryString(request.query),
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: request.signal,
      });
      text = await answer.body.text();
    } catch (error) {
      if (request.signal?.aborted) throw error;
      throw new TransportError(name, error);
    }
    if (answer.statusCode === 202) return backgroundFrom(name, answer.headers);
    if (answer.statusCode < 200 || answer.statusCode > 299) throw problemFrom(answer.statusCode, name, text);
    return text === '' ? undefined : JSON.parse(text);
  }

  return {
    async send<T>(request: Request): Promise<T | Background> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await once(request)) as T | Background;
        } catch (error) {
          if (attempt >= attempts || !repeatable(request) || !passing(error)) throw error;
          await pause(backOff(attempt), undefined, { signal: request.signal });
        }
      }
    },
    close: () => pool.close(),
  };
}

/** Whether sending it twice does the same as sending it once. */
export function repeatable(request: Pick<Request, 'method' | 'idempotencyKey'>): boolean {
  return request.method !== 'POST' || request.idempotencyKey !== undefined;
}

/** A fault of transport, or a status that says "not now". A 500 is a defect, and the same again does not help. */
function passing(error: unknown): boolean {
  if (error instanceof TransportError) return true;
  const { status, code } = error as ProblemError;
  // The first attempt, whose answer was lost, is still at work: its answer will be given to a later one.
  return [502, 503, 504].includes(status) || code === 'idempotency.running';
}

/** Doubled at each attempt, and spread so that many clients do not come back at the same instant. */
function backOff(attempt: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

function queryString(query: Query | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
