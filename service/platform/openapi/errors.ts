import { grouped } from '../../../lib/grouped.ts';
import { parameterNames } from '../http/address.ts';
import { isResource } from '../http/answer.ts';
import { type Endpoint, mayWait } from '../http/endpoint.ts';
import { versionedBy } from '../http/version.ts';
import { catalogue, type ProblemCode } from '../problems/problems.ts';
import { type Components, type Json, reference } from './components.ts';
import { problemExample } from './problem-examples.ts';

/** The errors of an endpoint: those that follow from its form, and those of its business that it declares. */

/** Returns the errors of an endpoint by status, in the order of the catalogue. */
export function errorsOf(endpoint: Endpoint, endpoints: readonly Endpoint[]): Map<number, ProblemCode[]> {
  const known = new Set([...formErrors(endpoint, endpoints), ...(endpoint.errors ?? [])]);
  const codes = (Object.keys(catalogue) as ProblemCode[]).filter((one) => known.has(one));
  return new Map([...grouped(codes, (code): number => catalogue[code].status)].sort(([a], [b]) => a - b));
}

function formErrors(endpoint: Endpoint, endpoints: readonly Endpoint[]): ProblemCode[] {
  const { method, path, permission, body, lists, returns, query } = endpoint;
  const changes = method !== 'GET';
  const open = permission === 'public';
  const hasIds = parameterNames(path).length > 0;
  const shows = isResource(returns);
  const byForm: [boolean, ProblemCode[]][] = [
    [true, ['request.malformed', 'query.unknown-parameter', 'query.invalid-value']],
    [
      lists !== undefined || shows,
      ['query.unknown-field', 'query.unknown-relation', 'query.leads-back', 'query.answer-too-large', 'query.too-slow'],
    ],
    [!open && (!changes || shows), ['caller.too-many-reads']],
    [
      !open && (mayWait(endpoint) || endpoint.limits?.share !== undefined || endpoint.answer?.eventStream === true),
      ['caller.too-many-requests'],
    ],
    [lists !== undefined, ['filter.invalid', 'query.not-filterable', 'query.not-sortable']],
    // Filters make addresses long. Status 408 is possible for every request, so only introduction.ts describes it.
    [lists !== undefined || (!changes && query !== undefined), ['request.headers-too-large']],
    [!open, ['credentials.missing']],
    [!open || endpoint.moreWith !== undefined, ['credentials.wrong']],
    [!open && permission !== null, ['permission.missing']],
    [!open && permission !== null && method !== 'GET', ['site.not-allowed']],
    [hasIds, ['record.unknown', 'path.unknown']],
    [hasIds && /^\/(sales|transfer|use)order\/\{/.test(endpoint.path), ['record.archived']],
    // An unreadable body is refused also for verbs without a body.
    [changes, ['body.too-large', 'body.media-type', 'body.invalid']],
    [body !== undefined && !open, ['reference.unknown']],
    [body !== undefined && shows && (method === 'PUT' || endpoint.status === 201), ['record.exists']],
    [method === 'DELETE', ['record.in-use']],
    [changes && !open, ['idempotency.running', 'idempotency.other-request']],
    [changes, ['record.locked']],
    [versionedBy(endpoint, endpoints) !== null, ['precondition.failed']],
    [true, ['service.defect', 'service.unavailable', 'request.timeout']],
  ];
  return byForm.flatMap(([applies, codes]) => (applies ? codes : []));
}

/** Returns the error answers of an endpoint by status. Answers that many addresses share are one component. */
export function errorResponses(
  { codes, operation }: { codes: Map<number, ProblemCode[]>; operation: string },
  components: Components,
): Record<string, Json> {
  return Object.fromEntries(
    [...codes].map(([status, named]) => {
      const [first, second] = named;
      const name = first !== undefined && second === undefined ? first : `${operation}.${status}`;
      return [String(status), components.once('responses', name, errorResponse(named, components))];
    }),
  );
}

function errorResponse(codes: readonly ProblemCode[], components: Components): Json {
  const examples = Object.fromEntries(
    codes.map((code) => {
      const summary = catalogue[code].title;
      return [code, components.add('examples', code, { summary, value: problemExample(code) })];
    }),
  );
  const schema = reference('schemas', 'Problem');
  const headers = headersOf(codes);
  return {
    description: codes.map((code) => `\`${code}\` ${catalogue[code].title}`).join('  \n'),
    ...(headers ? { headers } : {}),
    content: { 'application/problem+json': { schema, examples } },
  };
}

/** The errors whose answer says when to try again. */
const passing: ReadonlySet<ProblemCode> = new Set([
  'record.locked',
  'service.unavailable',
  'credentials.too-many-failures',
  'caller.too-many-reads',
  'caller.too-many-requests',
]);

function headersOf([code]: readonly ProblemCode[]): Json | null {
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  if (code?.startsWith('credentials.') && catalogue[code].status === 401)
    return {
      'WWW-Authenticate': header('How to say who you are: Basic credentials. Calls with `X-Conveyor-Console` get none'),
    };
  if (code && passing.has(code)) return { 'Retry-After': header('Seconds to wait before the next attempt') };
  return null;
}

export const problemSchema: Json = {
  type: 'object',
  description: 'RFC 9457. `GET /problem` lists every code; a code never changes its meaning',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The fault, and the advice for a person' },
    instance: { type: 'string', description: 'The address of the request' },
    // A closed list would make generated clients fail at a code that a later version adds.
    code: {
      type: 'string',
      description: 'One of `GET /problem`; later versions add further ones',
      'x-extensible-enum': Object.keys(catalogue),
    },
    request_id: { type: 'string', description: 'The same as the header X-Request-Id; logs have it' },
    errors: {
      type: 'array',
      description: 'Fields that do not fit',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON pointer into the body' },
          detail: { type: 'string' },
        },
      },
    },
    warnings: {
      type: 'array',
      description: 'Of 428: the warnings that a person should see first',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          pointer: { type: ['string', 'null'] },
        },
      },
    },
    next: {
      type: 'array',
      description:
        'Of 409 and 428: the calls that would move the order, as its `/progress` lists them, or another call that gets further',
      items: {
        type: 'object',
        required: ['method', 'path', 'body', 'why'],
        properties: { method: { type: 'string' }, path: { type: 'string' }, body: {}, why: { type: 'string' } },
      },
    },
    id: { type: 'integer', format: 'int64', description: 'The record that the refusal is about' },
    differences: {
      type: 'array',
      description:
        'Of `record.exists` for an external id: the fields of the record that have other values than the request',
      items: {
        type: 'object',
        required: ['field', 'there', 'sent'],
        properties: { field: { type: 'string', description: '`lines/0/qty`' }, there: {}, sent: {} },
      },
    },
    parameter: { type: 'string', description: 'The query parameter that does not fit' },
    nearest: { type: 'array', description: 'Known names that look like it', items: { type: 'string' } },
    position: { type: 'integer', description: 'The place in a filter: characters from its start' },
    expected: { type: 'string', description: 'The words that a filter could have at this place' },
    permission: { type: 'string', description: 'The permission that a 403 misses' },
  },
};
