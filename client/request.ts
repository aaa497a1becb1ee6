import { versionOf } from './versions.ts';

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
   * False for the calls that sign the user in: their 401 is thrown at once. A call that waited for
   * `onUnauthorized`, and that `onUnauthorized` waits for, would never end.
   */
  readonly signIn?: boolean;
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
  /** True for a trial: the call answers as usual, and nothing is changed. The service refuses it for calls with effects elsewhere. */
  readonly dryRun?: boolean;
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

/**
 * Returns the request with an idempotency key if a second attempt would do something else than the first. A POST would create
 * two records, a DELETE would not find its record, and a PUT with `ifMatch` would find the version that it made itself.
 */
export function repeatable(request: Request): Request {
  const { method, idempotencyKey, ifMatch } = request;
  if (idempotencyKey !== undefined || method === 'GET' || (method === 'PUT' && ifMatch === undefined)) return request;
  return { ...request, idempotencyKey: newKey() };
}

/** Browsers have no `randomUUID` on a page without HTTPS, and such a page has to call the service to say what is wrong. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the headers of a request that its own options and its body cause. @throws TypeError for an `ifMatch` without a version */
export function headersOf({
  headers,
  idempotencyKey,
  ifMatch,
  background,
  dryRun,
  body,
}: Request): Record<string, string> {
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
    ...(dryRun ? { prefer: [headers?.prefer, 'dry-run'].filter(Boolean).join(', ') } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

/** Returns the path of a request with its query. */
export function addressOf({ path, query }: Request): string {
  const parameters = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`;
}
