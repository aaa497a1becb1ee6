/** What a call may throw: the service refused it, or the service could not be reached. */

/** One field of a body or query that does not fit. `pointer` is a JSON pointer into the body. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/**
 * The service answered with an error (RFC 9457). `code` is stable and from the service's catalogue; an answer that is
 * no problem object, such as a proxy's page, gets the code `http.<status>`.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  /** Members beyond those of RFC 9457: `errors`, `warnings`, `position`, … */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, detail: string, members: Record<string, unknown> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.members = members;
  }

  /** The fields that do not fit, empty where the problem is of another kind. */
  get fields(): FieldError[] {
    return Array.isArray(this.members.errors) ? (this.members.errors as FieldError[]) : [];
  }

  /**
   * True where the same request may go through later without anybody changing anything: the service or something before
   * it is down, busy, or still at work on the first request with the same key.
   */
  get passing(): boolean {
    return this.status >= 500 || [408, 425, 429].includes(this.status) || this.code === 'idempotency.running';
  }
}

/** No answer came: refused, reset, timed out, or not HTTP. Whether the service did what was asked is not known. */
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
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** Reads the error out of an answer that is not 2xx. */
export function problemFrom(status: number, request: string, text: string): ProblemError {
  const { code, detail, title, type, status: _, instance, ...members } = parsed(text);
  const said = typeof detail === 'string' ? detail : typeof title === 'string' ? title : null;
  return new ProblemError(
    status,
    typeof code === 'string' ? code : `http.${status}`,
    said ?? `${request} was answered with status ${status}.`,
    members,
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
