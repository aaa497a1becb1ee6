/** What a call may throw: the service refused it, or the service could not be reached. */
import type { ProblemCode } from './generated/records.ts';

/** One field of a body or query that does not fit. `pointer` is a JSON pointer into the body. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** What should be looked at before an order goes on (spec 7, status 428). */
export interface Warning {
  code: string;
  message: string;
  pointer: string;
}

/**
 * The service answered with an error (RFC 9457). `code` is stable and from the service's catalogue; an answer that is
 * no problem object, such as a proxy's page, gets the code `http.<status>`.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** From the service's catalogue, or `http.<status>`. A code that a newer service has is possible too. */
  readonly code: ProblemCode | `http.${number}` | (string & {});
  readonly status: number;
  /** What is wrong, and what to do next: for a person. */
  readonly detail: string;
  /** Seconds after which the service suggests asking again; null where it suggests nothing. */
  readonly retryAfter: number | null;
  /** What it is the answer to: `POST /salesorder/7/issue`, `Background operation 12`; null where the client did not ask. */
  readonly request: string | null;
  /** Members beyond those of RFC 9457: `errors`, `warnings`, `position`, … */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    members: Record<string, unknown> = {},
    retryAfter: number | null = null,
    request: string | null = null,
  ) {
    super(detail);
    this.request = request;
    this.retryAfter = retryAfter;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.members = members;
  }

  /** The fields that do not fit, empty where the problem is of another kind. */
  get errors(): FieldError[] {
    return Array.isArray(this.members.errors) ? (this.members.errors as FieldError[]) : [];
  }

  /** What has to be looked at before the order goes on, empty where the problem is of another kind. */
  get warnings(): Warning[] {
    return Array.isArray(this.members.warnings) ? (this.members.warnings as Warning[]) : [];
  }

  /** Under which the request stands in the service's log. */
  get requestId(): string | null {
    return typeof this.members.request_id === 'string' ? this.members.request_id : null;
  }

  /**
   * True where the same request may go through later without anybody changing anything: the service or something before
   * it is down, busy, or still at work on the first request with the same key.
   */
  get passing(): boolean {
    return this.status >= 500 || [408, 425, 429].includes(this.status) || this.code === 'idempotency.running';
  }
}

/**
 * Whether a call was refused, and for one of these reasons where any are named.
 * @example
 * const order = await client.salesorder.issue(id).catch((error) => {
 *   if (isProblem(error, 'order.warnings')) return ask(error.warnings);
 *   throw error;
 * });
 */
export function isProblem(error: unknown, ...codes: readonly ProblemCode[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
}

/** No answer came: refused, reset, timed out, not HTTP, or a web page (`NOT_JSON`). `TimeoutError` is the caller's own limit. Whether the service did what was asked is not known. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** Code of the system or of undici: `ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`, … */
  readonly code: string;

  constructor(request: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${request} got no answer: ${code}`, { cause });
    this.code = code;
  }
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return cause.name;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** Reads the error out of an answer that is not 2xx. */
export function problemFrom(
  status: number,
  request: string,
  text: string,
  retryAfter?: string | string[],
): ProblemError {
  const { code, detail, title, type, status: _, instance, ...members } = parsed(text);
  const said = typeof detail === 'string' ? detail : typeof title === 'string' ? title : null;
  return new ProblemError(
    status,
    typeof code === 'string' ? code : `http.${status}`,
    said ?? `${request} was answered with status ${status}.`,
    members,
    secondsOf(retryAfter),
    request,
  );
}

function secondsOf(retryAfter: string | string[] | undefined): number | null {
  const text = [retryAfter].flat()[0];
  if (text === undefined) return null;
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
