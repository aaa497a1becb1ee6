import { z } from 'zod';
import { isResource } from '../http/answer.ts';
import { hasDryRun } from '../http/dry-run.ts';
import { type Endpoint, mayWait } from '../http/endpoint.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { inRecordWords } from './body-words.ts';
import { chapterOf, wordOf } from './chapters.ts';
import { type Components, type Json, reference } from './components.ts';
import { errorResponses, errorsOf } from './errors.ts';
import { pageExample, recordExample, schemaExample } from './examples.ts';
import { jsonSchema, schemaName } from './json-schema.ts';
import { isConditional, parametersOf } from './parameters.ts';
import { isJson, partOf } from './parts.ts';

/** Returns one operation of the description: its parameters, its body, its answer and all errors. */
export function operation(
  { endpoint, id }: { endpoint: Endpoint; id: string },
  endpoints: readonly Endpoint[],
  components: Components,
): Json {
  const { permission, summary, body, moreWith } = endpoint;
  const needs =
    typeof permission === 'string' && permission !== 'public' ? `Needs the permission \`${permission}\`.` : '';
  const description = [endpoint.description, needs].filter(Boolean).join('\n\n');
  const codes = errorsOf(endpoint, endpoints);
  return {
    operationId: id,
    tags: [chapterOf(endpoint.path).name],
    summary,
    ...(description === '' ? {} : { description }),
    ...(permission === 'public' ? { security: moreWith ? [{}, { basic: [] }] : [] } : {}),
    parameters: parametersOf(endpoint, endpoints, components),
    ...(body ? { requestBody: requestBody(id, body, endpoint, components) } : {}),
    responses: { ...successes(endpoint, id, components), ...errorResponses({ codes, operation: id }, components) },
  };
}

/** Returns the kind of record of an endpoint, for examples. */
const aboutOf = ({ returns, lists, path }: Endpoint): string =>
  lists?.of.name ?? (isResource(returns) ? returns.name : wordOf(path));

function requestBody(id: string, body: z.ZodType, endpoint: Endpoint, components: Components): Json {
  const { example, ...written } = bodySchema(body, endpoint, components);
  // A verb may come without a body. The service also reads the same fields of a form: the introduction says that in prose.
  const required = Array.isArray(written.required) && written.required.length > 0;
  const name = `${capitalized(id)}Body`;
  const schema = components.add('schemas', name, { ...written, 'x-part-of': id });
  const value = example !== undefined ? example : schemaExample(written, aboutOf(endpoint), components);
  const shown = { body: components.add('examples', name, { value }) };
  return { required, content: { 'application/json': { schema, examples: shown } } };
}

const bodySchema = (body: z.ZodType, endpoint: Endpoint, components: Components): Json =>
  inRecordWords(jsonSchema(body, 'input', components), endpoint);

/** Returns the example of a record as the example of the body creates it. */
function createdExample(endpoint: Endpoint, of: Resource, components: Components): Json {
  const record = recordExample(of, endpoint.answer?.embeds);
  return endpoint.status === 201 ? withSentValues(record, endpoint, components) : record;
}

/** Returns the example of an answer with the plain values of the example of the body. */
function withSentValues(answer: Json, endpoint: Endpoint, components: Components): Json {
  if (!endpoint.body) return answer;
  const { example, ...written } = bodySchema(endpoint.body, endpoint, components);
  const body = (example ?? schemaExample(written, aboutOf(endpoint), components)) as Json;
  const isPlain = (value: unknown) => [value].flat().every((one) => typeof one !== 'object');
  const plain = Object.entries(body).filter(([name, value]) => name in answer && isPlain(value));
  return { ...answer, ...Object.fromEntries(plain) };
}

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const meaning = { 200: 'The answer', 201: 'The created record', 202: 'Queued', 204: 'Done' } as const;

function successes(endpoint: Endpoint, id: string, components: Components): Record<string, Json> {
  const { status = 200 } = endpoint;
  const responses: Record<string, Json> = {};
  if (status === 202) return { 202: queued(components) };
  responses[status] =
    status === 204
      ? components.add('responses', 'Done', {
          description: meaning[204],
          headers: headers(['Idempotent-Replayed'], components),
        })
      : success(endpoint, { id, description: meaning[status] }, components);
  const { answer, ...plain } = endpoint;
  if (answer?.previews) {
    const about = { id: `${id}.preview`, description: 'The changes that it would make: nothing was changed' };
    responses[200] = success({ ...plain, returns: answer.previews }, about, components);
  }
  if (status === 201 && hasDryRun(endpoint)) responses[200] = tried(endpoint, id, components);
  if (mayWait(endpoint)) responses[202] = queued(components);
  if (isConditional(endpoint)) {
    const description = 'It has not changed since: `If-None-Match` names its ETag';
    responses[304] = components.add('responses', 'NotModified', { description, headers: etag(components) });
  }
  return responses;
}

const asItWouldBe = 'With `Prefer: dry-run`: the record as it would be. Nothing was created';
const thereAlready = `The record that has the external id already. ${asItWouldBe}`;

/** The answer to a dry run, and to a second create of a record, has the status 200, because nothing is created. */
function tried(endpoint: Endpoint, id: string, components: Components): Json {
  const isThere = endpoint.answer?.again === true;
  const answer = {
    description: isThere ? thereAlready : asItWouldBe,
    headers: {
      ...(isThere && isVersioned(endpoint) && etag(components)),
      ...headers(['Preference-Applied'], components),
    },
    content: contentOf(endpoint, id, components),
  };
  const { returns } = endpoint;
  return isResource(returns) && isVersioned(endpoint)
    ? components.once('responses', `${returns.name}.${isThere ? 'again' : `${kindOf(endpoint)}.tried`}`, answer)
    : answer;
}

const etag = (components: Components): Json => ({
  ETag: components.add('headers', 'ETag', {
    description: 'The version of the record, for `If-Match` and `If-None-Match`',
    schema: { type: 'string' },
  }),
});

/** Headers of answers that say what the service has done with the headers and the body of the request. */
const handlingHeaders = {
  'Idempotent-Replayed':
    '`true` where the answer is the stored one of an earlier request with the same `Idempotency-Key`',
  'Preference-Applied': 'The preferences of the header `Prefer` that the answer follows',
  'X-Ignored-Fields': 'JSON pointers of the fields of the body that are not known, with commas',
} as const;

const headers = (names: readonly (keyof typeof handlingHeaders)[], components: Components): Json =>
  Object.fromEntries(
    names.map((name) => [
      name,
      components.add('headers', name, { description: handlingHeaders[name], schema: { type: 'string' } }),
    ]),
  );

/** The headers of the answer to a list, or to a call that may change something. */
function headersOf({ method, permission, body, lists }: Endpoint, components: Components): Json {
  if (permission === 'public') return {};
  if (method === 'GET') return lists ? headers(['Preference-Applied'], components) : {};
  const ignored = body ? (['X-Ignored-Fields'] as const) : [];
  return headers(['Idempotent-Replayed', 'Preference-Applied', ...ignored], components);
}

/** An answer with more than the record itself has no ETag. */
const isVersioned = ({ returns, answer }: Endpoint) => isResource(returns) && !answer?.embeds && !answer?.adds;

/** Operations that answer the same record share one component. */
function success(
  endpoint: Endpoint,
  { id, description }: { id: string; description: string },
  components: Components,
): Json {
  const { returns, lists } = endpoint;
  const content = contentOf(endpoint, id, components);
  const answered = {
    ...(isVersioned(endpoint) || endpoint.answer?.hasEtag ? etag(components) : {}),
    ...headersOf(endpoint, components),
  };
  const answer = { description, ...(Object.keys(answered).length > 0 ? { headers: answered } : {}), content };
  if (lists) return components.once('responses', `${lists.of.name}.${lists.as}`, answer);
  if (isResource(returns) && isVersioned(endpoint))
    return components.once('responses', `${returns.name}.${kindOf(endpoint)}`, answer);
  return answer;
}

/** Returns the end of the name of an answer: answers of the same kind have the same headers. */
function kindOf({ status, method, body }: Pick<Endpoint, 'status' | 'method' | 'body'>): string {
  if (status === 201) return body ? 'created' : 'copied';
  if (method === 'GET') return 'record';
  return body ? 'changed' : 'done';
}

const needed = (description: string): Json => ({ description, required: true, schema: { type: 'string' } });

function queued(components: Components): Json {
  return components.add('responses', 'Queued', {
    description: 'Queued, with an empty body: `Location` says where to ask how it is getting on',
    headers: {
      Location: needed('`/background/{id}`'),
      'Retry-After': needed('Seconds to wait before asking'),
      ...headers(['Idempotent-Replayed', 'Preference-Applied', 'X-Ignored-Fields'], components),
    },
  });
}

function contentOf(endpoint: Endpoint, id: string, components: Components): Json {
  const { lists, returns, answer } = endpoint;
  const media = answer?.media ?? 'application/json';
  const record = (name: string, value: unknown) => components.add('examples', name, { value });
  if (lists) {
    const { of } = lists;
    const value = recordExample(of);
    if (lists.as === 'array') {
      const schema = { type: 'array', items: reference('schemas', schemaName(of)) };
      return { [media]: { schema, examples: { list: record(`${of.name}.array`, [value]) } } };
    }
    const schema = components.add('schemas', `${schemaName(of)}Page`, pageOf(schemaName(of), components));
    return { [media]: { schema, examples: { page: record(`${of.name}.page`, pageExample(value)) } } };
  }
  if (isResource(returns)) return { [media]: recordContent(endpoint, returns, id, components) };
  if (returns === undefined) return { [media]: { schema: media === 'application/json' ? {} : { type: 'string' } } };
  const { example, ...answered } = jsonSchema(returns, 'output', components);
  const usual = example !== undefined ? example : schemaExample(answered, aboutOf(endpoint), components);
  const value = isJson(usual) ? withSentValues(usual, endpoint, components) : usual;
  const schema = withoutSecrets(represented(endpoint, answered, components), endpoint.secrets);
  const named = partOf(`${capitalized(id)}Answer`, schema, (name, part) =>
    components.add('schemas', name, { ...part, 'x-part-of': id }),
  );
  return { [media]: { schema: named, examples: { answer: record(`${id}.answer`, value) } } };
}

/** Returns the schema of an answer that may be a whole record too: what only that has is not required. */
function represented({ answer }: Endpoint, answered: Json, components: Components): Json {
  if (!answer?.represents) return answered;
  const { record, adds } = answer.represents;
  const whole = withMembers(
    components.get('schemas', schemaName(record)) ?? {},
    jsonSchema(adds, 'output', components),
  );
  return {
    ...whole,
    properties: { ...(answered.properties as Json), ...(whole.properties as Json) },
    required: answered.required,
  };
}

/** A repeated answer for the same Idempotency-Key has no secrets if the credential is another one. */
function withoutSecrets(schema: Json, secrets: readonly string[] = []): Json {
  if (!Array.isArray(schema.required) || secrets.length === 0) return schema;
  return { ...schema, required: schema.required.filter((name) => !secrets.includes(name)) };
}

const exampleName = ({ status }: Endpoint, { name }: Resource) => (status === 201 ? `${name}.created` : name);

/** Returns the schema of a record with the relations that the endpoint always embeds, and the members that it adds. */
function recordContent(endpoint: Endpoint, of: Resource, id: string, components: Components): Json {
  const { answer: { adds, embeds } = {}, secrets } = endpoint;
  const value = createdExample(endpoint, of, components);
  const schema = reference('schemas', schemaName(of));
  if (!adds && !embeds) {
    return { schema, examples: { record: components.once('examples', exampleName(endpoint, of), { value }) } };
  }
  const more = withoutSecrets(jsonSchema(adds ?? z.object({}), 'output', components), secrets);
  const added = schemaExample(more, of.name, components) as Json;
  const shown = components.once('examples', `${id}.answer`, { value: { ...value, ...added } });
  if (!adds) return { schema, examples: { record: shown } };
  const whole = withMembers(components.get('schemas', schemaName(of)) ?? {}, more);
  return { schema: components.add('schemas', `${capitalized(id)}Answer`, whole), examples: { record: shown } };
}

/** Returns the schema of a record with more members. One object without a composition: generators know what to do with it. */
export function withMembers(record: Json, more: Json): Json {
  const properties = { ...(record.properties as Json), ...(more.properties as Json) };
  const required = [...new Set([record.required ?? [], more.required ?? []].flat())];
  return { ...record, properties, required };
}

/** The page object of a list. */
const pageOf = (name: string, components: Components): Json =>
  withMembers(components.get('schemas', 'Page') ?? {}, {
    properties: { data: { type: 'array', items: reference('schemas', name) } },
    required: ['data'],
  });
