/**
 * The one catalogue of errors (RFC 9457). Everything the service refuses is thrown as `problem(code, …)`; the HTTP layer
 * turns it into `application/problem+json`. A code never changes its meaning; the detail tells the person what to do next.
 */

export const catalogue = {
  'request.malformed': { status: 400, title: 'The request cannot be read' },
  'request.incomplete': { status: 408, title: 'The request did not arrive in time' },
  'request.headers-too-large': { status: 431, title: 'Address and headers are too long' },
  'query.unknown-parameter': { status: 400, title: 'Unknown query parameter' },
  'query.unknown-field': { status: 400, title: 'Unknown field' },
  'query.unknown-relation': { status: 400, title: 'Unknown relation' },
  'query.not-filterable': { status: 400, title: 'Field cannot be filtered by' },
  'query.not-sortable': { status: 400, title: 'Field cannot be sorted by' },
  'query.invalid-value': { status: 400, title: 'Value does not fit the parameter' },
  'filter.invalid': { status: 400, title: 'The filter expression is not valid' },
  'credentials.missing': { status: 401, title: 'Credentials are missing' },
  'credentials.wrong': { status: 401, title: 'Credentials are not valid' },
  'credentials.too-many-failures': { status: 429, title: 'Too many failed attempts' },
  'permission.missing': { status: 403, title: 'Permission is missing' },
  'record.unknown': { status: 404, title: 'There is no such record' },
  'path.unknown': { status: 404, title: 'There is no such address' },
  'method.not-allowed': { status: 405, title: 'Method is not allowed here' },
  'idempotency.running': { status: 409, title: 'The first request with this key is still running' },
  'idempotency.other-request': { status: 422, title: 'The key was used for another request' },
  'precondition.failed': { status: 412, title: 'The record has changed meanwhile' },
  'body.too-large': { status: 413, title: 'The body is too large' },
  'body.media-type': { status: 415, title: 'The body is of an unknown media type' },
  'body.invalid': { status: 422, title: 'The body is not valid' },
  'reference.unknown': { status: 422, title: 'A referred record does not exist' },
  'record.in-use': { status: 409, title: 'The record is in use' },
  'record.exists': { status: 409, title: 'Such a record exists already' },
  'record.state': { status: 409, title: 'The record is in another state' },
  'webhook.inactive': { status: 409, title: 'The webhook is not active' },
  'order.state': { status: 409, title: 'The order is in another state' },
  'order.held': { status: 409, title: 'The order is on hold' },
  'order.warnings': { status: 428, title: 'Warnings need an answer' },
  'order.part-of-unit': { status: 409, title: 'A line comes to part of a unit that cannot be divided' },
  'order.other-site': { status: 409, title: 'The order is worked on at another site' },
  'order.sites-differ': { status: 422, title: 'The orders are of different sites' },
  'pick.nothing-left': { status: 409, title: 'Nothing is left to pick' },
  'pick.state': { status: 409, title: 'The pick is in another state' },
  'pickline.committed': { status: 409, title: 'The pickline is already committed' },
  'pack.nothing-left': { status: 409, title: 'Nothing is left to pack' },
  'pack.state': { status: 409, title: 'The pack is in another state' },
  'pack.no-step': { status: 409, title: 'The order has no pack step' },
  'pack.not-all-in-cartons': { status: 409, title: 'Not everything is in a carton' },
  'pack.start-in-carton': { status: 409, title: 'The pack was started in one carton' },
  'carton.state': { status: 409, title: 'The carton is in another state' },
  'carton.not-empty': { status: 409, title: 'The carton is not empty' },
  'ship.nothing-left': { status: 409, title: 'Nothing is left to ship' },
  'ship.no-step': { status: 409, title: 'The order has no ship step' },
  'ship.state': { status: 409, title: 'The ship is in another state' },
  'pickup.nothing-left': { status: 409, title: 'Nothing is left to pick up' },
  'pickup.done': { status: 409, title: 'Already picked up' },
  'pickup.not-ready': { status: 409, title: 'Not ready for pickup' },
  'stock.short': { status: 409, title: 'Not enough stock' },
  'autowork.refused': { status: 409, title: 'Nothing of it could be done' },
  'tracking.required': { status: 422, title: 'Tracking details are required' },
  'tracking.mismatch': { status: 422, title: 'Tracking details do not fit' },
  'config.faulty': { status: 422, title: 'The configuration is faulty' },
  'document.nothing-to-print': { status: 409, title: 'There is nothing to print yet' },
  'bulkrun.state': { status: 409, title: 'The bulk run is in another state' },
  'request.timeout': { status: 504, title: 'The request took longer than 60 seconds' },
  'service.unavailable': { status: 503, title: 'The service is not ready' },
  'service.defect': { status: 500, title: 'The service failed' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof catalogue;

/** One field of a body or query that does not fit. `pointer` is a JSON pointer into the body. */
export interface FieldError {
  pointer: string;
  detail: string;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  /** Members beyond those of RFC 9457: `errors`, `warnings`, `position`, … */
  readonly members: Readonly<Record<string, unknown>>;
  /** Response headers that belong to it, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    members: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.code = code;
    this.status = catalogue[code].status;
    this.title = catalogue[code].title;
    this.members = members;
    this.headers = headers;
  }
}

/**
 * Makes the error to throw.
 * @param detail one or two sentences for the person who reads it: what is wrong, and what to do next
 * @param members further members of the problem object
 */
export function problem(code: ProblemCode, detail: string, members?: Record<string, unknown>): Problem {
  return new Problem(code, detail, members);
}
