/** The errors of calls: refused by the service, or without an answer. */
import type { ProblemCode } from './generated/records.ts';

/** One invalid field of a body or query. `pointer` is a JSON pointer into the body. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** A warning that a person should check before the order is issued (status 428). */
export interface Warning {
  code: string;
  message: string;
  pointer: string;
}

/**
 * An error answer of the service (RFC 9457). `code` is stable and from the catalogue of the service. An answer that is not a
 * problem object, such as the page of a proxy, gets the code `http.<status>`.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** From the catalogue of the service, or `http.<status>`. A newer service can have other codes. */
  readonly code: ProblemCode | `http.${number}` | (string & {});
  readonly status: number;
  /** The fault and the next step, as a sentence for people. */
  readonly detail: string;
  /** Seconds until the attempt that the service suggests; null without a suggestion. */
  readonly retryAfter: number | null;
  /** The refused request: `POST /salesorder/7/issue`, `Background operation 12`; null if no request of the client caused it. */
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

  /** The invalid fields; empty for other problems. */
  get errors(): FieldError[] {
    return Array.isArray(this.members.errors) ? (this.members.errors as FieldError[]) : [];
  }

  /** The warnings of an issue; empty for other problems. */
  get warnings(): Warning[] {
    return Array.isArray(this.members.warnings) ? (this.members.warnings as Warning[]) : [];
  }

  /** The id of the request in the log of the service. */
  get requestId(): string | null {
    return typeof this.members.request_id === 'string' ? this.members.request_id : null;
  }

  /**
   * True if the same request can succeed later without a change: the service or a proxy is down or busy, or the service
   * still runs the first request with the same idempotency key.
   */
  get passing(): boolean {
    return this.status >= 500 || [408, 425, 429].includes(this.status) || this.code === 'idempotency.running';
  }
}

/**
 * Returns whether the service refused a call, with one of the codes if there are any.
 * @example
 * const order = await client.salesorder.issue(id).catch((error) => {
 *   if (isProblem(error, 'order.warnings')) return ask(error.warnings);
 *   throw error;
 * });
 */
export function isProblem(error: unknown, ...codes: readonly ProblemCode[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
}

/**
 * A call without an answer: refused, reset, timed out, not HTTP, or a web page (`NOT_JSON`). The code `TimeoutError` means the
 * caller's own limit. The service may or may not have run the operation. A call with the code `BREAKER_OPEN` was not sent.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /**
   * Code of the operating system or of undici: `ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`, … A browser does not say why it has no
   * answer, so its codes are `NO_CONNECTION`, `ANSWER_TIMEOUT` and `REDIRECTED`.
   */
  readonly code: string;

  constructor(request: string, cause: unknown) {
    const code = codeOf(cause);
    super(
      code === breakerOpen
        ? `${request} was not sent: ${(cause as Error).message}`
        : `${request} got no answer: ${code}`,
      {
        cause,
      },
    );
    this.code = code;
  }
}

/** The code of a call that was not sent, because the service gives no answer. */
export const breakerOpen = 'BREAKER_OPEN';

/** Returns the code of a call's failure: that of its connection, or the name of a timeout. */
export function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return cause.name;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** Returns the error of an answer that is not 2xx. */
export function problemFrom(status: number, request: string, text: string, retryAfter?: string): ProblemError {
  const { code, detail, title, type, status: _, instance, ...members } = parsed(text);
  const message = typeof detail === 'string' ? detail : typeof title === 'string' ? title : null;
  return new ProblemError(
    status,
    typeof code === 'string' ? code : `http.${status}`,
    message ?? `${request} was answered with status ${status}.`,
    members,
    secondsOf(retryAfter),
    request,
  );
}

function secondsOf(text: string | undefined): number | null {
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
