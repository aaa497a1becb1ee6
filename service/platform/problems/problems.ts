import { recordName } from './record-names.ts';

/**
 * The catalogue of errors (RFC 9457). The service throws each refusal as `problem(code, …)`, and the HTTP layer answers with
 * `application/problem+json`. A code never changes its meaning. The detail tells the person what to do next.
 */

export const catalogue = {
  'request.malformed': { status: 400, title: 'The request cannot be read' },
  'request.incomplete': { status: 408, title: 'The request did not arrive in time' },
  'request.headers-too-large': { status: 431, title: 'The address and headers are too long' },
  'query.unknown-parameter': { status: 400, title: 'The query parameter is unknown' },
  'query.unknown-field': { status: 400, title: 'The field is unknown' },
  'query.unknown-relation': { status: 400, title: 'The relation is unknown' },
  'query.not-filterable': { status: 400, title: 'The field has no filter' },
  'query.not-sortable': { status: 400, title: 'The field cannot be sorted' },
  'query.invalid-value': { status: 400, title: 'The value is not valid for the parameter' },
  'query.leads-back': { status: 400, title: 'The relation leads back to its own records' },
  'query.answer-too-large': { status: 400, title: 'The answer would be too large' },
  'query.too-slow': { status: 504, title: 'The query took longer than it may' },
  'filter.invalid': { status: 400, title: 'The filter expression is not valid' },
  'credentials.missing': { status: 401, title: 'The credentials are missing' },
  'credentials.wrong': { status: 401, title: 'The credentials are not valid' },
  'credentials.too-many-failures': { status: 429, title: 'Too many failed attempts' },
  'session.foreign': { status: 403, title: 'A page of another site sent the call' },
  'caller.too-many-reads': { status: 429, title: 'The caller reads too much at once' },
  'caller.too-many-requests': { status: 429, title: 'The caller has used the share of one caller' },
  'permission.missing': { status: 403, title: 'The permission is missing' },
  'site.not-allowed': { status: 403, title: 'The user may not act at the site of the record' },
  'record.unknown': { status: 404, title: 'The record does not exist' },
  'record.archived': { status: 404, title: 'The record is in an archive' },
  'path.unknown': { status: 404, title: 'The address does not exist' },
  'method.not-allowed': { status: 405, title: 'The address does not take this method' },
  'idempotency.running': { status: 409, title: 'The first request with this key is still running' },
  'idempotency.other-request': { status: 422, title: 'The key was used for another request' },
  'precondition.failed': { status: 412, title: 'The record has changed since' },
  'body.too-large': { status: 413, title: 'The body is too large' },
  'body.media-type': { status: 415, title: 'The media type of the body is unknown' },
  'body.invalid': { status: 422, title: 'The body is not valid' },
  'reference.unknown': { status: 422, title: 'A record in the request is unknown or does not fit' },
  'record.in-use': { status: 409, title: 'The record is in use' },
  'record.exists': { status: 409, title: 'The record exists already' },
  'record.too-many': { status: 422, title: 'You have as many of these records as a user may have' },
  'record.state': { status: 409, title: 'The record is in another state' },
  'record.locked': { status: 503, title: 'Others have been changing the record for too long' },
  'webhook.inactive': { status: 409, title: 'The webhook is not active' },
  'order.state': { status: 409, title: 'The order is in another state' },
  'order.shipped': { status: 409, title: 'A carton of the order is shipped' },
  'order.held': { status: 409, title: 'The order is on hold' },
  'order.release-by-group': { status: 403, title: 'Only members of a user group may release the order' },
  'order.warnings': { status: 428, title: 'The order has warnings' },
  'order.part-of-unit': { status: 409, title: 'A line has part of a unit that cannot be divided' },
  'order.refused-by-plugin': { status: 409, title: 'A plugin refuses the order' },
  'order.too-large': { status: 422, title: 'The order is too large' },
  'order.other-site': { status: 409, title: 'The order belongs to another site' },
  'order.sites-differ': { status: 422, title: 'The orders belong to different sites' },
  'pick.nothing-left': { status: 409, title: 'Nothing is left to pick' },
  'pick.state': { status: 409, title: 'The pick is in another state' },
  'pick.counted': { status: 409, title: 'Units of the pick are counted and not committed' },
  'pickline.committed': { status: 409, title: 'The pickline is already committed' },
  'pickline.counted': { status: 409, title: 'The units were counted already' },
  'pickline.not-counted': { status: 409, title: 'So many units were not counted' },
  'pack.nothing-left': { status: 409, title: 'Nothing is left to pack' },
  'pack.state': { status: 409, title: 'The pack is in another state' },
  'pack.no-step': { status: 409, title: 'The order has no pack step' },
  'pack.not-all-in-cartons': { status: 409, title: 'Not everything is in a carton' },
  'pack.too-large': { status: 409, title: 'The pack is too large to choose cartons for it' },
  'pack.start-in-carton': { status: 409, title: 'The pack was started in one carton' },
  'carton.state': { status: 409, title: 'The carton is in another state' },
  'carton.other-parcel': { status: 409, title: 'The carton has goods of another parcel' },
  'ship.nothing-left': { status: 409, title: 'Nothing is left to ship' },
  'ship.no-step': { status: 409, title: 'The order has no ship step' },
  'ship.state': { status: 409, title: 'The ship is in another state' },
  'pickup.nothing-left': { status: 409, title: 'Nothing is left to pick up' },
  'pickup.part-of-kit': { status: 409, title: 'A kit would leave in part' },
  'pickup.done': { status: 409, title: 'The order is already picked up' },
  'pickup.undone': { status: 409, title: 'There is nothing to undo' },
  'returnorder.state': { status: 409, title: 'The return order is in another state' },
  'returnorder.by-group': { status: 403, title: 'Only members of a user group may decide about the return' },
  'returnorder.excess': { status: 409, title: 'More units than can be returned' },
  'stock.short': { status: 409, title: 'Not enough stock' },
  'autowork.refused': { status: 409, title: 'The autowork could not do any step' },
  'tracking.required': { status: 422, title: 'Tracking details are required' },
  'tracking.mismatch': { status: 422, title: 'Tracking details do not match' },
  'engine.updates-off': { status: 403, title: 'Updates from Temporal are switched off' },
  'config.edited': { status: 409, title: 'The configuration file has changes that are not active' },
  'config.changed': { status: 409, title: 'The configuration has changed since' },
  'config.editing-off': { status: 409, title: 'The configuration may not be edited here' },
  'config.not-writable': { status: 409, title: 'The service cannot write its configuration file' },
  'config.from-file': { status: 409, title: 'The service takes its configuration from its file' },
  'config.missing': { status: 503, title: 'There is no configuration yet' },
  'config.faulty': { status: 422, title: 'The configuration has faults' },
  'document.nothing-to-print': { status: 409, title: 'There is nothing to print yet' },
  'printer.unfit': { status: 422, title: 'The printer is not for the document' },
  'printer.refused': { status: 502, title: 'The printer took no job' },
  'printer.no-answer': { status: 504, title: 'The printer gave no answer' },
  'bulkrun.state': { status: 409, title: 'The bulk run is in another state' },
  'count.state': { status: 409, title: 'The count is in another state' },
  'count.overlaps': { status: 409, title: 'An open count has some of the places' },
  'count.incomplete': { status: 409, title: 'Lines of the count are not counted' },
  'count.recount': { status: 409, title: 'Lines have to be counted a second time' },
  'count.own': { status: 409, title: 'The counter may not approve the count' },
  'receipt.state': { status: 409, title: 'The receipt is in another state' },
  'receipt.over': { status: 409, title: 'More came in than is expected' },
  'receipt.in-transit': { status: 409, title: 'The receipt expects goods in transit' },
  'receipt.unexpected': { status: 409, title: 'The part is not expected' },
  'schedule.missing': { status: 409, title: 'Temporal does not have the schedule yet' },
  'schedule.foreign': { status: 409, title: 'The schedule was made or changed outside of Conveyor' },
  'schedule.too-many-times': { status: 422, title: 'The period has too many due times' },
  'request.timeout': { status: 504, title: 'The request took too long' },
  'service.unavailable': { status: 503, title: 'The service is not ready' },
  'service.defect': { status: 500, title: 'The service failed' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof catalogue;

/** A field of a body or query that is not valid. `pointer` is a JSON pointer into the body. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** Wrong fields that an answer names. A body of 1 MiB can have a hundred thousand. */
export const mostErrors = 100;

/** Seconds until the next attempt of a caller who is refused for now, unless the problem has its own. */
const usualPause = '2';
const isForNow = (status: number) => status === 429 || status === 503;

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  /** Members beyond those of RFC 9457: `errors`, `warnings`, `position`, … */
  readonly members: Readonly<Record<string, unknown>>;
  /** Response headers of the error, such as `Allow`. */
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
    this.headers = isForNow(this.status) ? { 'retry-after': usualPause, ...headers } : headers;
  }
}

/** The problem of records that do not exist, with their ids. The HTTP layer knows whether an id is in the address or in the body. */
export class UnknownRecord extends Problem {
  readonly record: string;
  readonly ids: readonly number[];

  /** The ids in words. */
  readonly named: string;

  /** @param within where it would have to be, such as ` in pack 3` */
  constructor(record: string, ids: readonly number[], members: Record<string, unknown> = {}, within = '') {
    const named = `${ids.join(', ')}${within}`;
    super('record.unknown', `There is no ${recordName(record)} ${named}.`, members);
    this.named = named;
    this.record = record;
    this.ids = ids;
  }
}

/**
 * Returns the error to throw.
 * @param detail one or two sentences for a person: what is wrong and what to do next
 * @param members further members of the problem object
 */
export function problem(code: ProblemCode, detail: string, members?: Record<string, unknown>): Problem {
  return new Problem(code, detail, members);
}

/** Returns the problem of a field that refers to a record that does not exist. */
export function unknownRecord(pointer: string, record: string, id: unknown): Problem {
  const detail = `there is no ${recordName(record)} ${id}`;
  return problem('reference.unknown', `${pointer.slice(1)}: ${detail}.`, { errors: [{ pointer, detail }] });
}
