import { nameParameter, parameterNames } from '../http/address.ts';
import { isResource } from '../http/answer.ts';
import { type Endpoint, mayWait } from '../http/endpoint.ts';
import { versionedBy } from '../http/version.ts';
import { largestId } from '../ids/ids.ts';
import type { Field } from '../listing/declaration/field.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { Components, Json } from './components.ts';
import { jsonSchema } from './json-schema.ts';

/** The parameters of a request: in the path, in the query and in the headers. */

export function parametersOf(endpoint: Endpoint, endpoints: readonly Endpoint[], components: Components): Json[] {
  const { path, lists, returns, method } = endpoint;
  return [
    ...parameterNames(path).map((name) => pathParameter(name, components)),
    ...(lists ? listParameters(lists.of, lists.as === 'page', components) : []),
    ...(isResource(returns) ? [embed(returns, components), fields(returns, components)] : []),
    ...ownParameters(endpoint, components),
    ...(method === 'GET' ? conditionHeaders(endpoint, components) : changingHeaders(endpoint, endpoints, components)),
  ];
}

function pathParameter(name: string, components: Components): Json {
  if (name === nameParameter) {
    return components.add('parameters', `path.${name}`, {
      name,
      in: 'path',
      required: true,
      description: 'Name of the record',
      schema: { type: 'string', minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$' },
      example: 'morning-issue',
    });
  }
  const record = name === 'id' ? 'the record' : `the ${name.replace(/_id$/, '').replaceAll('_', ' ')}`;
  return components.add('parameters', `path.${name}`, {
    name,
    in: 'path',
    required: true,
    description: `Id of ${record}`,
    schema: { type: 'integer', format: 'int64', minimum: 1, maximum: largestId },
    example: 1,
  });
}

function inQuery(name: string, schema: Json, description: string, more: Json = {}): Json {
  return { name, in: 'query', description, schema, ...more };
}

/** The parameters of lists that a field of the same name, such as `filter` of a webhook, cannot replace. */
const listWords: ReadonlySet<string> = new Set(['perPage', 'page', 'filter', 'sort', 'embed', 'fields', 'counting']);

/** Values with commas. An empty list is valid. */
const withCommas = { style: 'form', explode: false, allowEmptyValue: true };
const several = (items: Json) => ({ type: 'array', items });
const words = (list: readonly string[]) => several({ type: 'string', enum: list });

const open = (resource: Resource) => [...resource.fields.values()].filter((field) => !field.hidden);

function embed(resource: Resource, components: Components): Json {
  const relations = [...resource.relations.keys()];
  const about =
    relations.length === 0
      ? 'There are no related records to show'
      : `Related records to show in full, with commas: ${relations.map((name) => `\`${name}\``).join(', ')}. Dots go on to theirs, as in \`${relations[0]}.…\`. You need the permission to list these records`;
  const pattern = relations.length === 0 ? '^$' : `^((${relations.join('|')})(\\.[a-z_]+){0,4})?$`;
  const schema = several({ type: 'string', pattern });
  const example = relations.length === 0 ? {} : { example: [relations[0]] };
  return components.once(
    'parameters',
    `embed.${resource.name}`,
    inQuery('embed', schema, about, { ...withCommas, ...example }),
  );
}

function fields(resource: Resource, components: Components): Json {
  const schema = words([...open(resource).map((field) => field.name), ...resource.relations.keys()]);
  const about = `Fields to show, with commas; \`${resource.key.name}\` is always among them`;
  return components.once('parameters', `fields.${resource.name}`, inQuery('fields', schema, about, withCommas));
}

function listParameters(resource: Resource, paged: boolean, components: Components): Json[] {
  const add = (name: string, parameter: Json) => components.once('parameters', name, parameter);
  const directions = sortWords(resource).flatMap((name) => [name, `-${name}`]);
  const paging = [
    add(
      'perPage',
      inQuery(
        'perPage',
        { type: 'integer', minimum: 0, maximum: 100, default: 100 },
        'Records on a page; 0 only counts',
        { allowEmptyValue: true },
      ),
    ),
    add(
      'page',
      inQuery('page', { type: 'integer', minimum: 1, default: 1 }, 'Which page; one past the end is empty', {
        allowEmptyValue: true,
      }),
    ),
    add(
      'counting',
      inQuery(
        'counting',
        { type: 'string', enum: ['exact', 'estimate'], default: 'exact' },
        '`estimate`: count up to a limit, 10,000 by default; beyond it `total` is an estimate, and `total_is_estimate` is true',
        { allowEmptyValue: true },
      ),
    ),
  ];
  const key = resource.key.name;
  return [
    ...(paged ? paging : []),
    add(
      `filter.${key}`,
      inQuery(
        'filter',
        { type: 'string', format: 'expression', maxLength: 4096 },
        'An expression over fields and related records: `=`, `!=`, `<`, `<=`, `>`, `>=`, `%` (contains; `%` inside the text stands for any characters), `IS NULL`, `IN (…)`, `&&`, `||`, `NOT (…)`; ' +
          'texts in double quotes, as in `customer.name = "Alf%" && created_at > 2026-04-01`. ' +
          'You need the permission to list the related records that it asks about',
        { example: `${key} > 0` },
      ),
    ),
    add(`sort.${resource.name}`, inQuery('sort', words(directions), sortMeaning, withCommas)),
    embed(resource, components),
    fields(resource, components),
    ...open(resource)
      .filter((field) => field.filterable && (field.type !== 'json' || field.filterBy) && !listWords.has(field.name))
      .map((field) => add(`only.${resource.name}.${field.name}`, simpleFilter(field))),
  ];
}

const sortMeaning =
  'Fields to sort by, with commas; a minus for descending. Those of one related record too, as in `customer.name`, with the permission to list it';

/** Returns the fields to sort by. Of related records, only those whose order people follow: all of them would be a long list. */
function sortWords(resource: Resource): string[] {
  const related = [...resource.relations.values()].filter(({ many }) => !many);
  const natural = related.flatMap(({ name, target }) =>
    open(target).flatMap((field) => (field.natural ? [`${name}.${field.name}`] : [])),
  );
  return [...open(resource).flatMap((field) => (field.sortable ? [field.name] : [])), ...natural];
}

/** Filters take numbers without an exponent: up to 15 digits are written without one everywhere. */
const plainRange = { minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 };

const filterSchema: Readonly<Record<Field['type'], Json>> = {
  integer: { type: 'integer', format: 'int64', ...plainRange },
  decimal: { type: 'number', format: 'double', ...plainRange },
  text: { type: 'string', pattern: '^[^\\u0000]*$' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  json: {},
};

const simpleFilter = ({ name, type, filterBy }: Field): Json =>
  filterBy
    ? inQuery(name, filterSchema.integer, `Only those with this id in ${name}`)
    : inQuery(name, filterSchema[type], `Only those with this ${name}`);

function ownParameters({ query }: Endpoint, components: Components): Json[] {
  if (!query) return [];
  const described = jsonSchema(query, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const { properties = {}, required = [] } = described;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }));
}

function header(name: string, description: string, schema: Json, components: Components): Json {
  return components.add('parameters', name, { name, in: 'header', description, schema });
}

const text = { type: 'string' };

/** Returns whether an endpoint answers 304 to a caller who has the present version already. */
export const isConditional = ({ method, returns, path, answer }: Endpoint): boolean =>
  method === 'GET' && (answer?.hasEtag || (isResource(returns) && parameterNames(path).length > 0));

function conditionHeaders(endpoint: Endpoint, components: Components): Json[] {
  if (endpoint.lists) {
    const wait =
      '`wait=20`: take up to 20 seconds for a slow list. More than 5 need the permission list.wait; 50 is the most';
    return [
      components.add('parameters', 'PreferWait', { name: 'Prefer', in: 'header', description: wait, schema: text }),
    ];
  }
  if (!isConditional(endpoint)) return [];
  return [
    header('If-None-Match', 'The ETag of the last answer: 304 where nothing has changed since', text, components),
  ];
}

function changingHeaders(endpoint: Endpoint, endpoints: readonly Endpoint[], components: Components): Json[] {
  if (endpoint.permission === 'public') return [];
  const key =
    'The service stores the first answer for this key for 24 hours. A repeated request gets this answer and changes nothing';
  const headers = [header('Idempotency-Key', key, { ...text, maxLength: 255 }, components)];
  if (mayWait(endpoint)) {
    headers.push(
      header(
        'X-Background-Processing',
        '`always`: answer 202 and do it in the background; `never`: do it now; anything else: as it fits. Every POST, PUT and DELETE but ' +
          '`POST /login` takes it. Autowork is always queued',
        text,
        components,
      ),
    );
  }
  const prefer =
    '`handling=strict`: refuse a body with unknown fields, which are ignored otherwise; `return=minimal`: answer the id alone; `dry-run`, for calls that create or change a record: answer 200 with the record as it would be, and change nothing; `respond-async`: as background processing';
  headers.push(
    endpoint.answer?.represents
      ? components.add('parameters', 'PreferRepresentation', {
          name: 'Prefer',
          in: 'header',
          description: `${prefer}; \`return=representation\`: answer the whole record`,
          schema: text,
        })
      : header('Prefer', prefer, text, components),
  );
  if (versionedBy(endpoint, endpoints)) {
    headers.push(header('If-Match', 'Do it only if the record still has this ETag; 412 otherwise', text, components));
  }
  return headers;
}
