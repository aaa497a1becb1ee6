import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { serviceInterface } from '../../../../service/interface.ts';
import { eventNames } from '../../../../service/platform/events/events.ts';
import { systemEndpoints } from '../../../../service/platform/http/system.ts';
import { description } from '../../../../service/platform/openapi/document.ts';
import { allEndpoints, publicEndpoints } from '../../../../service/platform/server/server.ts';

/**
 * Rules of a description that generators turn into clients that compile. Each rule was broken once, and a generator
 * or a validator fell over it.
 */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

const endpoints = publicEndpoints(allEndpoints(serviceInterface, systemEndpoints(new Registry())));
const document: Any = JSON.parse(JSON.stringify(description(endpoints, '1.2.3')));

const resolved = (one: Any): Any =>
  one?.$ref
    ? resolved(
        one.$ref
          .slice(2)
          .split('/')
          .reduce((node: Any, part: string) => node[part], document),
      )
    : one;

const operations: [name: string, operation: Any][] = Object.entries<Any>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Any>(methods).map(([method, operation]): [string, Any] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

/** Every schema of the document, with the schemas within it. Examples are values and no schemas. */
function* schemas(node: Any = document, where = ''): Generator<[where: string, schema: Any]> {
  if (typeof node !== 'object' || node === null) return;
  if (/\/(schema|schemas\/\w+|properties\/\w+|items|additionalProperties|(allOf|anyOf|oneOf)\/\d+)$/.test(where))
    yield [where, node];
  for (const [name, member] of Object.entries(node)) {
    if (['example', 'examples', 'default', 'enum'].includes(name) && !where.endsWith('/properties')) continue;
    yield* schemas(member, `${where}/${name}`);
  }
}

const faults = (isFault: (schema: Any) => boolean) =>
  [...schemas()].filter(([, schema]) => isFault(schema)).map(([where]) => where);

test('an operation has no parameter twice', () => {
  const twice = operations.flatMap(([name, { parameters = [] }]) => {
    const keys = parameters.map(resolved).map((one: Any) => `${name}: ${one.in} ${one.name}`);
    return keys.filter((key: string, index: number) => keys.indexOf(key) !== index);
  });
  expect(twice).toEqual([]);
});

test('a value has one type, beside null', () => {
  expect(faults(({ type }) => Array.isArray(type) && (type.length !== 2 || type[1] !== 'null'))).toEqual([]);
  const kinds = (values: unknown[]) => new Set(values.filter((one) => one !== null).map((one) => typeof one)).size;
  expect(faults((schema) => Array.isArray(schema.enum) && kinds(schema.enum) !== 1)).toEqual([]);
  expect(faults((schema) => schema.enum?.includes(''))).toEqual([]);
  expect(faults((schema) => typeof schema.const === 'boolean')).toEqual([]);
});

test('a schema is a reference, or a composition, or has members of its own', () => {
  const besides = ({ $ref, description: _, ...others }: Any) => $ref !== undefined && Object.keys(others).length > 0;
  expect(faults(besides)).toEqual([]);
  expect(faults(({ allOf, properties }) => allOf !== undefined && properties !== undefined)).toEqual([]);
});

test('an object with members has a name', () => {
  const inside = faults(({ properties }) => properties !== undefined);
  // The bodies of webhooks are compositions, and clients do not send them.
  const nameless = inside.filter((where) => !/^\/components\/schemas\/\w+$/.test(where));
  expect(nameless.filter((where) => !where.startsWith('/webhooks/'))).toEqual([]);
  const progress = document.components.schemas.GetSalesOrderProgressAnswer.properties;
  expect(progress.carrier.anyOf).toEqual([
    { $ref: '#/components/schemas/GetSalesOrderProgressAnswerCarrier' },
    { type: 'null' },
  ]);
  expect(progress.steps.items).toEqual({ $ref: '#/components/schemas/GetSalesOrderProgressAnswerStepsEntry' });
});

test('a number has 64 bits', () => {
  expect(faults(({ type, format }) => [type].flat().includes('number') && format !== 'double')).toEqual([]);
});

test('an alternative says what it is', () => {
  expect(faults(({ anyOf }) => anyOf?.some((one: Any) => Object.keys(one).length === 0))).toEqual([]);
});

test('a body has one form: a JSON object', () => {
  const bodies = operations.filter(([, { requestBody }]) => requestBody);
  expect(bodies.length).toBeGreaterThan(100);
  const others = bodies.filter(([, { requestBody }]) => {
    const { 'application/json': json, ...rest } = requestBody.content;
    return Object.keys(rest).length > 0 || resolved(json.schema).type !== 'object';
  });
  expect(others.map(([name]) => name)).toEqual([]);
});

test('numbers, ids and flags are described as they are answered', () => {
  const body = (name: string) => document.components.schemas[name].properties;
  const order = body('CreateSalesOrderBody');
  expect([order.customer_id.type, order.customer_id.format]).toEqual(['integer', 'int64']);
  expect(order.carrier_id.type).toEqual(['integer', 'null']);
  const { unit_price } = body('CreateSalesOrderBodyLine');
  expect([unit_price.type, unit_price.format]).toEqual([['number', 'null'], 'double']);
  expect(order.number.type).toEqual(['string', 'null']);
  const perform = body('PerformTaskBody');
  expect([perform.order_id.type, perform.order_id.items.type]).toEqual(['array', 'integer']);
  expect(body('IssueSalesOrderBody').ignore_warnings.type).toEqual(['boolean', 'null']);
});

/** The verbs of the trade and of records. A new operation begins with one of them, or adds its own. */
const verbs =
  'list get create update delete check preview verify login logout reload report reconcile ' +
  'issue unissue void close release hold skip reach retry assign automate change replan set drive clone convert ' +
  'commit uncommit undo count join leave finish move autopack store cancel fetch track request perform pause resume take begin wait ' +
  'load receive enter approve test rollback rotate resend confirm start end revoke share scan print edit try backtest apply backfill trigger ' +
  'authorise refuse inspect exchange';

test('the id of an operation is a verb with its object', () => {
  const known = new Set(verbs.split(' '));
  const ids: string[] = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(id))).toEqual([]);
  expect(ids.filter((id) => !known.has(/^[a-z]+/.exec(id)?.[0] ?? ''))).toEqual([]);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
  const idOf = (name: string) => operations.find(([one]) => one === name)?.[1].operationId;
  expect(idOf('POST /salesorder/{salesorder_id}/issue')).toBe('issueSalesOrder');
  expect(idOf('GET /salesorder')).toBe('listSalesOrders');
  expect(idOf('GET /picklinebyorder')).toBe('listPickLinesByOrder');
  expect(idOf('PUT /customer/{customer_id}/address/{address_id}')).toBe('updateCustomerAddress');
  expect([idOf('GET /pickline'), idOf('GET /pick/{pick_id}/line')]).toEqual(['listPickLines', 'listLinesOfPick']);
  expect(idOf('GET /problem')).toBe('listProblems');
});

/** Words that are types or keywords in Python, Go or TypeScript. */
const reserved = new Set(
  'object string number integer boolean array null any error map list dict set date type class function interface'.split(
    ' ',
  ),
);

test('the name of a schema is legal and its own in every language', () => {
  const names = Object.keys(document.components.schemas);
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  expect(names.filter((name) => reserved.has(name.toLowerCase()))).toEqual([]);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  // Generators name the type of a list of words after its object and its field.
  const made = names.flatMap((name) => {
    const fields = Object.entries<Any>(document.components.schemas[name].properties ?? {});
    return fields.filter(([, field]) => field.enum).map(([field]) => (name + field.replaceAll('_', '')).toLowerCase());
  });
  const own = new Set(names.map((name) => name.toLowerCase()));
  expect(made.filter((name) => own.has(name))).toEqual([]);
});

test('every event has its body under webhooks', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...eventNames].sort());
  const { post } = document.webhooks['salesorder.issued'];
  expect(post.operationId).toBe('receiveSalesOrderIssued');
  expect(post.requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/SalesOrder' });
  const [pick, orders] = document.webhooks['pick.created'].post.requestBody.content['application/json'].schema.allOf;
  expect([pick.$ref, orders.required]).toEqual(['#/components/schemas/Pick', ['lines', 'order_ids']]);
});

test('a delivery refers to schemas of calls: oapi-codegen leaves out the others, and its client would not compile', () => {
  const refersTo = (node: unknown) => JSON.stringify(node).match(/#\/components\/schemas\/\w+/g) ?? [];
  const used = new Set<string>(
    refersTo({ ...document.paths, ...document.components.responses, ...document.components.parameters }),
  );
  for (const name of used) {
    for (const further of refersTo(document.components.schemas[name.replace(/^.*\//, '')])) used.add(further);
  }
  expect(refersTo(document.webhooks).filter((name) => !used.has(name))).toEqual([]);
});

test('a noun has the article that it is spoken with', () => {
  const wrong = operations.filter(([, { summary }]) => /\b(a [aeio]|an (?![aeio]))/i.test(summary ?? ''));
  expect(wrong.map(([name, { summary }]) => `${name}: ${summary}`)).toEqual([]);
});

test('answers to changes name the headers that they may have', () => {
  const headersOf = (name: string) => {
    const [, { responses }] = operations.find(([one]) => one === name)!;
    return Object.keys(resolved(responses[200] ?? responses[201]).headers ?? {}).sort();
  };
  const changing = ['Idempotent-Replayed', 'Preference-Applied', 'X-Ignored-Fields'];
  expect(headersOf('POST /webhook')).toEqual(changing);
  expect(headersOf('PUT /part/{id}')).toEqual(['ETag', ...changing]);
  expect(headersOf('GET /part/{id}')).toEqual(['ETag']);
});

test('the answer to a new webhook may be the whole one, with its secret', () => {
  const [, { responses, parameters }] = operations.find(([name]) => name === 'POST /webhook')!;
  const schema = resolved(responses[201].content['application/json'].schema);
  expect(schema.required).toEqual(['created_at', 'event_id', 'id', 'updated_at', 'url']);
  expect(schema.properties.secret).toMatchObject({ type: 'string' });
  expect(Object.keys(schema.properties)).toContain('event_ids');
  const prefer = parameters.map(resolved).find(({ name }: { name: string }) => name === 'Prefer');
  expect(prefer.description).toContain('`return=representation`');
});

test('the example of a created record has the values of the example of its body', () => {
  const [, { requestBody, responses }] = operations.find(([name]) => name === 'POST /customer')!;
  const exampleOf = ({ content }: Any) => resolved(Object.values<Any>(content['application/json'].examples)[0]).value;
  expect(exampleOf(resolved(responses[201]))).toMatchObject(exampleOf(requestBody));
});

test('no list of words has null in it: a generator makes three classes of it', () => {
  const lists = [...schemas()].filter(([, schema]) => Array.isArray(schema.enum) && schema.enum.includes(null));
  expect(lists.map(([where]) => where)).toEqual([]);
});

test('an id of a body has the description of its own field', () => {
  const { event_id, event_ids } = document.components.schemas.CreateWebhookBody.properties;
  for (const { description } of [event_id, event_ids]) expect(description).toContain('`GET /event` lists the ids');
});

test('an answer that is neither JSON nor text is bytes', () => {
  const kinds = operations.flatMap(([name, { responses }]) =>
    Object.values<Any>(responses).flatMap((one) =>
      Object.entries<Any>(resolved(one).content ?? {}).map(([media, { schema }]) => ({ name, media, schema })),
    ),
  );
  const files = kinds.filter(({ media }) => !/json|^text\//.test(media));
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /carton/{carton_id}/label', 'GET /carton/{carton_id}/drawing']),
  );
  expect(files.filter(({ schema }) => schema.format !== 'binary').map(({ name }) => name)).toEqual([]);
});

test('the example of an answer has the values of the example of the body, if it has the same field', () => {
  const exampleOf = (one: Any) =>
    resolved(Object.values<Any>(one?.content?.['application/json']?.examples ?? {})[0])?.value;
  const isPlain = (value: unknown) => [value].flat().every((one) => typeof one !== 'object');
  const others = operations.flatMap(([name, { requestBody, responses }]) => {
    const answer = exampleOf(resolved(responses[201] ?? responses[200] ?? {}));
    // Calls that change a record share one example of it.
    if (!requestBody || !answer || /changed$/.test(responses[200]?.$ref)) return [];
    const sent = Object.entries<Any>(exampleOf(requestBody)).filter(
      ([field, value]) => field in answer && isPlain(value),
    );
    return sent.filter(([field, value]) => `${answer[field]}` !== `${value}`).map(([field]) => `${name}: ${field}`);
  });
  expect(others).toEqual([]);
});
