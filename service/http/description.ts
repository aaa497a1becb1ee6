import { z } from 'zod';
import type { Resource } from '../listing/resource.ts';
import { componentSchemas, pageSchema } from '../listing/schema.ts';
import { catalogue, type ProblemCode } from '../problems.ts';
import { parameterNames } from './address.ts';
import { isResource } from './answer.ts';
import type { Endpoint } from './endpoint.ts';

/** The OpenAPI 3.1 description, made of nothing but the endpoints and resources themselves. */

type Schema = Record<string, unknown>;

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function description(endpoints: readonly Endpoint[], version: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conveyor',
      version,
      description:
        'Orders from issue to pickup. Numbers may be sent as text and bodies url-encoded; unknown body fields are ignored. ' +
        'Every error is an RFC 9457 problem with a stable `code`; `GET /problem` lists them all.',
    },
    servers: [{ url: '/' }],
    security: [{ basic: [] }],
    tags: tags(endpoints),
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The user name is an API key or session token; the password is the same or empty.',
        },
      },
      schemas: { Problem: problemSchema, ...resourceSchemas(endpoints) },
    },
  };
}

const tagOf = ({ path }: Endpoint) => path.split('/')[1]!.replace(/\..*$/, '');

const tags = (endpoints: readonly Endpoint[]) => [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name }));

const problemSchema: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong, and what to do next' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(catalogue) },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
};

function resourceSchemas(endpoints: readonly Endpoint[]): Record<string, Schema> {
  return componentSchemas(endpoints.flatMap(({ returns, lists }) => [returns, lists?.of].filter(isResource)));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  return rest;
}

function operation(endpoint: Endpoint): Schema {
  const { permission } = endpoint;
  const needs =
    typeof permission === 'string' && permission !== 'public' ? `Needs the permission \`${permission}\`.` : '';
  return {
    operationId: operationId(endpoint),
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: [endpoint.description, needs].filter(Boolean).join('\n\n') || undefined,
    ...(permission === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headers(endpoint)],
    ...(endpoint.body ? { requestBody: requestBody(endpoint.body) } : {}),
    responses: responses(endpoint),
  };
}

function operationId({ method, path }: Endpoint): string {
  const words = path.replace(/[{}]/g, '').split(/[/._]/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function requestBody(body: z.ZodType): Schema {
  const schema = jsonSchema(body, 'input');
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { required, content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
}

const pathParameters = ({ path }: Endpoint): Schema[] =>
  parameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  }));

const inQuery = (name: string, schema: Schema, about: string): Schema => ({
  name,
  in: 'query',
  schema,
  description: about,
});

const embed = inQuery(
  'embed',
  { type: 'string' },
  'Related records to show in full, with commas; dots go on to theirs',
);
const fields = inQuery('fields', { type: 'string' }, 'Fields to show, with commas; `id` is always among them');

function queryParameters({ lists, returns, query }: Endpoint): Schema[] {
  const own = query ? Object.entries((jsonSchema(query, 'input').properties ?? {}) as Record<string, Schema>) : [];
  return [
    ...(lists ? listParameters(lists.of, lists.as === 'page') : []),
    ...(isResource(returns) ? [embed, fields] : []),
    ...own.map(([name, schema]) => ({ name, in: 'query', schema })),
  ];
}

function listParameters(resource: Resource, paged: boolean): Schema[] {
  const all = [...resource.fields.values()];
  const sortable = all.filter((field) => field.sortable && !field.hidden).map((field) => field.name);
  const paging = [
    inQuery('perPage', { type: 'integer', minimum: 0, maximum: 100, default: 100 }, 'Records on a page'),
    inQuery('page', { type: 'integer', minimum: 1, default: 1 }, 'Which page'),
  ];
  const simple = all
    .filter((field) => field.filterable && !field.hidden && field.type !== 'json')
    .map((field) => inQuery(field.name, { type: 'string' }, `Only records with this ${field.name}`));
  return [
    ...(paged ? paging : []),
    inQuery('filter', { type: 'string', maxLength: 4096 }, 'An expression, such as `id > 5 && name = "A%"`'),
    inQuery('sort', { type: 'string' }, `Fields, with commas; a minus for descending. Of: ${sortable.join(', ')}`),
    embed,
    fields,
    ...simple,
  ];
}

function headers({ method, permission, path }: Endpoint): Schema[] {
  const header = (name: string, about: string, schema: Schema = { type: 'string' }) => ({
    name,
    in: 'header',
    schema,
    description: about,
  });
  if (method === 'GET') return [];
  if (permission === 'public') return [];
  return [
    header('Idempotency-Key', 'The first answer under this key is kept for 24 hours and given again', {
      type: 'string',
      maxLength: 255,
    }),
    header('X-Background-Processing', '`always`: queue it and answer 202; `never`: do it now'),
    header('Prefer', '`return=minimal`: answer the id alone; `respond-async`: as background processing'),
    ...(path.includes('{') ? [header('If-Match', 'Do it only if the record still has this ETag')] : []),
  ];
}

function responses(endpoint: Endpoint): Record<string, Schema> {
  const { status = 200 } = endpoint;
  const schema = answerSchema(endpoint);
  const answers: Record<string, Schema> = {
    [status]: {
      description: { 200: 'The answer', 201: 'What was created', 202: 'Queued', 204: 'Done' }[status],
      ...(schema ? { content: { 'application/json': { schema } } } : {}),
    },
  };
  if (endpoint.method !== 'GET' && endpoint.permission !== 'public' && status !== 202 && !endpoint.secrets) {
    answers[202] = { description: 'Queued: `Location` says where to ask how it is getting on' };
  }
  for (const [code, codes] of Object.entries(errorsOf(endpoint))) {
    const names = codes.map((name) => `\`${name}\``).join(', ');
    answers[code] = { description: names, content: { 'application/problem+json': { schema: reference('Problem') } } };
  }
  return answers;
}

function answerSchema({ returns, lists, status }: Endpoint): Schema | null {
  if (status === 204 || status === 202) return null;
  if (lists) return lists.as === 'array' ? { type: 'array', items: reference(lists.of.name) } : page(lists.of);
  if (returns === undefined) return {};
  return isResource(returns) ? reference(returns.name) : jsonSchema(returns, 'output');
}

/** The paginated object, with its records by reference. */
function page(of: Resource): Schema {
  const { data, ...counts } = pageSchema(of).shape;
  const schema = jsonSchema(z.object(counts), 'output');
  return {
    ...schema,
    required: [...(schema.required as string[]), 'data'],
    properties: { ...(schema.properties as Schema), data: { type: 'array', items: reference(of.name) } },
  };
}

/** The errors that an endpoint can answer with, by status: those of its form, and those of its part of the business. */
function errorsOf(endpoint: Endpoint): Record<number, string[]> {
  const area = tagOf(endpoint);
  const changes = endpoint.method !== 'GET';
  const open = endpoint.permission === 'public';
  const byForm: [boolean, ProblemCode[]][] = [
    [true, ['request.malformed', 'service.defect', 'service.unavailable', 'request.timeout']],
    [!open, ['credentials.missing', 'credentials.wrong']],
    [!open && endpoint.permission !== null, ['permission.missing']],
    [endpoint.path.includes('{'), ['record.unknown']],
    [endpoint.body !== undefined, ['body.invalid', 'body.too-large', 'body.media-type']],
    [changes && !open, ['idempotency.running', 'idempotency.other-request', 'reference.unknown', 'record.state']],
    [changes && endpoint.path.includes('{'), ['precondition.failed', 'record.in-use']],
    [endpoint.method === 'POST', ['record.exists']],
    [true, ['query.unknown-parameter', 'query.invalid-value']],
    [
      endpoint.lists !== undefined,
      ['filter.invalid', 'query.unknown-field', 'query.not-filterable', 'query.not-sortable'],
    ],
    [endpoint.lists !== undefined || isResource(endpoint.returns), ['query.unknown-relation']],
    [true, [...(endpoint.errors ?? [])]],
    [changes, (Object.keys(catalogue) as ProblemCode[]).filter((code) => belongsTo(code, area))],
  ];
  const found: Record<number, string[]> = {};
  for (const code of new Set(byForm.flatMap(([applies, codes]) => (applies ? codes : [])))) {
    const { status } = catalogue[code];
    found[status] = [...(found[status] ?? []), code];
  }
  return found;
}

/** `pack.state` belongs to `/pack` and `/packlinebyorder`, `order.held` to `/salesorder` and to every by-order call. */
function belongsTo(code: ProblemCode, area: string): boolean {
  const kind = code.split('.')[0]!;
  if (kind === 'order' || kind === 'stock') return area === 'salesorder' || area === 'task' || area.includes('lineby');
  return area.startsWith(kind) && !['record', 'body', 'query', 'request'].includes(kind);
}
