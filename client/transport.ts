import { type Background, backgroundFrom } from './background.ts';
import { Breaker, type ObservedCall } from './breaker.ts';
import type { Answer, Connection } from './connection.ts';
import type { Call } from './curl.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { pause } from './pause.ts';
import { breakerOpen, codeOf, problemFrom, TransportError } from './problem-error.ts';
import { addressOf, headersOf, type Request, repeatable } from './request.ts';
import { pauseBefore } from './retries.ts';
import { SignIn } from './sign-in.ts';
import { keepVersion } from './versions.ts';

/** The options of every client. */
export interface TransportOptions {
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
  /**
   * Milliseconds that the service may ask for by `Retry-After` before the client repeats a call; the default is a minute. For a
   * longer pause, the caller gets the refusal at once: a page shows how long it has to wait.
   */
  readonly longestRetryAfter?: number;
  /** Milliseconds that a call may take, with all its attempts; the default is no limit. */
  readonly timeout?: number;
}

/** Callbacks of a page for the calls of its client. */
export interface CallHandlers {
  /**
   * Has the user sign in after a 401. All calls that wait share one call of it, and each is sent once more when it
   * resolves. If it rejects, they throw its reason. The timeout of a call does not run during the sign-in.
   */
  readonly onUnauthorized?: () => Promise<void>;
  /** Gets each call before it is sent; a repetition is no further call. */
  readonly onCall?: (call: Call) => void;
}

/** Sends requests, whatever their meaning. */
export interface Transport {
  /** Returns the parsed body of a 2xx answer, the bytes of a PDF or of a picture, or the background request of a 202. */
  send<T>(request: Request): Promise<T | Background>;
  close(): Promise<void>;
}

/** A call without a connection fails within milliseconds: five in a row are no accident. Two seconds are a short wait for people. */
const breakerSettings = { failures: 5, openFor: 2_000 };

/** Returns the transport that sends its requests through a connection. */
export function transport(
  connection: Connection,
  options: TransportOptions,
  { onUnauthorized, onCall }: CallHandlers = {},
): Transport {
  const target: Target = {
    connection,
    breaker: new Breaker(breakerSettings),
    longestRetryAfter: options.longestRetryAfter,
    headers: {
      accept: 'application/json',
      ...connection.headers,
      ...(options.handling === 'lenient' ? {} : { prefer: 'handling=strict' }),
      ...(options.userAgent ? { 'x-user-agent': options.userAgent } : {}),
      ...options.headers,
    },
  };
  const signIn = onUnauthorized && new SignIn(onUnauthorized);
  return {
    async send<T>(request: Request): Promise<T | Background> {
      const attempts = 1 + (request.retries ?? options.retries ?? 3);
      // The key is made once, so that a call that waits for a sign-in keeps it.
      const repeated = attempts > 1 ? repeatable(request) : request;
      const sendAll = () => sendRepeatedly(target, repeated, attempts, deadlineOf(request, options.timeout));
      onCall?.(callOf(request));
      const mayWait = signIn && request.signIn !== false;
      return (await (mayWait ? signIn.send(sendAll, request.signal) : sendAll())) as T | Background;
    },
    close: () => connection.close(),
  };
}

/** The service that a client calls: the way to it, and what the calls have shown about it. */
interface Target {
  readonly connection: Connection;
  /** Knows from all calls whether the service answers. */
  readonly breaker: Breaker;
  readonly longestRetryAfter: number | undefined;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Leaves out the key: a person who sends the call again wants its effect, and not the stored answer. */
function callOf(request: Request): Call {
  const { 'content-type': _, ...headers } = headersOf({ ...request, idempotencyKey: null });
  return { method: request.method, path: addressOf(request), body: request.body, headers };
}

async function sendRepeatedly(target: Target, request: Request, attempts: number, deadline: Deadline) {
  const { signal } = deadline;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(target, request, deadline);
    } catch (error) {
      deadline.throwIfTimedOut();
      const wait = pauseBefore(error, attempt, target.longestRetryAfter);
      if (attempt >= attempts || wait === null) throw error;
      await pause(wait, signal).catch(() => signal?.throwIfAborted());
    }
  }
}

async function sendOnce(target: Target, request: Request, deadline: Deadline): Promise<unknown> {
  const name = `${request.method} ${request.path}`;
  const headers = { ...target.headers, ...headersOf(request) };
  const observed = observe(target, request, name);
  let answer: Answer;
  try {
    answer = await target.connection.exchange({
      method: request.method,
      path: addressOf(request),
      headers,
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: deadline.signal,
    });
  } catch (error) {
    reportFailure(observed, error, deadline);
    if (deadline.signal?.aborted) throw error;
    throw new TransportError(name, error);
  }
  observed.answered();
  return answerValue(name, answer);
}

/** Returns the breaker's observation of a call. @throws TransportError if the call may fail at once and the breaker is open */
function observe({ breaker, connection }: Target, { failFast }: Request, name: string): ObservedCall {
  const observed = failFast ? breaker.admit() : breaker.observe();
  if (observed) return observed;
  const { cause = '', silentFor = 0 } = breaker.outage ?? {};
  const seconds = (silentFor / 1000).toFixed(1);
  const message = `${connection.name} has given no answer for ${seconds} s (${cause})`;
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
function answerValue(request: string, answer: Answer): unknown {
  const { status } = answer;
  if (status === 202) return backgroundFrom(request, answer);
  if (status < 200 || status > 299) throw problemFrom(status, request, answer.text(), answer.header('retry-after'));
  const type = answer.header('content-type');
  // Another program listens at the address, or a proxy asks the user to log in.
  if (type?.startsWith('text/html'))
    throw new TransportError(request, Object.assign(new Error('The answer is a web page.'), { code: 'NOT_JSON' }));
  return parsed(answer, type);
}

/** Media types whose bytes are no text: PDF and pictures, but not SVG. */
const binary = /^(application\/(pdf|octet-stream)|image\/(?!svg))/;

function parsed(answer: Answer, type = 'json'): unknown {
  if (binary.test(type)) return answer.bytes();
  const text = answer.text();
  if (text === '') return undefined;
  if (!type.includes('json')) return text;
  const value: unknown = JSON.parse(text);
  const etag = answer.header('etag');
  if (etag !== undefined) keepVersion(value, etag);
  return value;
}
