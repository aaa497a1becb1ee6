import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { serviceInterface } from '../../../../service/interface.ts';
import { shapeOf } from '../../../../service/platform/http/address.ts';
import { checkedBody } from '../../../../service/platform/http/checks.ts';
import type { Endpoint } from '../../../../service/platform/http/endpoint.ts';
import { systemEndpoints } from '../../../../service/platform/http/system.ts';
import { description } from '../../../../service/platform/openapi/document.ts';
import { operationIds } from '../../../../service/platform/openapi/operation-ids.ts';
import { catalogue, type ProblemCode } from '../../../../service/platform/problems/problems.ts';
import { allEndpoints } from '../../../../service/platform/server/server.ts';

/** The description that integrators read, of the whole interface. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

const endpoints = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
const document: Any = JSON.parse(JSON.stringify(description(endpoints, '1.2.3')));

const at = (reference: string): Any =>
  reference
    .slice(2)
    .split('/')
    .reduce((node: Any, part) => node?.[part], document);
const resolved = (one: Any): Any => (one?.$ref ? resolved({ ...at(one.$ref), ...without(one) }) : one);
const without = ({ $ref, ...rest }: Any): Any => rest;

const operations: { name: string; endpoint: Endpoint; operation: Any }[] = endpoints.map((endpoint) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  endpoint,
  operation: document.paths[endpoint.path]?.[endpoint.method.toLowerCase()],
}));

const schemas = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
addFormats.default(schemas);
schemas.addFormat('expression', true);
schemas.addSchema({ $id: 'document', components: document.components });

const compiled = new Map<string, ValidateFunction>();

/** Returns the error that a schema finds in a value, or null if the value is valid. */
function misfit(schema: Any, value: unknown): string | null {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const check = compiled.get(text) ?? schemas.compile(JSON.parse(text));
  compiled.set(text, check);
  return check(value) ? null : schemas.errorsText(check.errors);
}

/** Every content of every body and answer, with its examples. */
function* contents(): Generator<{ where: string; schema: Any; examples: unknown[]; type: string }> {
  for (const { name, operation } of operations) {
    const parts: [string, Any][] = [
      ['body', operation.requestBody],
      ...Object.entries<Any>(operation.responses).map(([status, one]): [string, Any] => [status, resolved(one)]),
    ];
    for (const [part, { content = {} } = {}] of parts) {
      for (const [type, { schema, examples = {} }] of Object.entries<Any>(content)) {
        const values = Object.values<Any>(examples).map((one) => resolved(one).value);
        yield { where: `${name} ${part}`, schema, examples: values, type };
      }
    }
  }
}

test('it is OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, document.openapi, document.info.version]).toEqual([true, '3.1.0', '1.2.3']);
});

test('it has every address that answers, and each once', () => {
  expect(operations.filter(({ operation }) => !operation).map(({ name }) => name)).toEqual([]);
  // `/pack/{id}` and `/pack/{pack_id}` would be the same address twice.
  const paths = Object.keys(document.paths);
  expect(new Set(paths.map(shapeOf)).size).toBe(paths.length);
  expect(new Set(operationIds(endpoints).values()).size).toBe(endpoints.length);
});

test('every reference in it leads somewhere, and every component is referred to', () => {
  const referred = new Set<string>();
  JSON.stringify(document, (name, value) => {
    if (name === '$ref') referred.add(value);
    return value;
  });
  expect([...referred].filter((one) => at(one) === undefined)).toEqual([]);
  for (const kind of ['parameters', 'responses', 'examples']) {
    const names = Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`);
    expect(names.filter((name) => !referred.has(name))).toEqual([]);
  }
});

test('its chapters are in the order of the trade, and every address is in one', () => {
  const names = document.tags.map((tag: Any) => tag.name);
  expect(names).toEqual([
    ...new Set(Object.values<Any>(document.paths).map((path) => Object.values<Any>(path)[0].tags[0])),
  ]);
  const trade = ['Customers', 'Sales orders', 'Pick', 'Pack', 'Ship', 'Pickup and invoices'];
  expect(names.filter((name: string) => trade.includes(name))).toEqual(trade);
  expect(names).not.toContain('Other');
});

describe('examples', () => {
  test('every body and every answer has one, and all of them fit their schemas', () => {
    const faults: string[] = [];
    for (const { where, schema, examples } of contents()) {
      // The description would be an example in its own text.
      const needed = !where.startsWith('GET /openapi.json 200');
      if (needed && examples.length === 0) faults.push(`${where}: no example`);
      for (const value of examples) {
        const fault = misfit(schema, value);
        if (fault !== null) faults.push(`${where}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('those of bodies pass the checks that a request passes', () => {
    for (const { name, endpoint, operation } of operations) {
      if (!endpoint.body) continue;
      const { examples } = operation.requestBody.content['application/json'];
      const { value } = resolved(examples.body);
      expect(() => checkedBody(endpoint.body!, value), name).not.toThrow();
    }
  });

  test('they use values of the trade, and no placeholder texts', () => {
    const fillers = [...contents()].filter(({ examples }) => /"text"(?!:)/.test(JSON.stringify(examples)));
    expect(fillers.map(({ where }) => where)).toEqual([]);
  });
});

describe('errors', () => {
  test('are listed under their status, with an example of each code', () => {
    for (const { name, operation } of operations) {
      for (const [status, response] of Object.entries<Any>(operation.responses)) {
        if (Number(status) < 400) continue;
        const { examples } = resolved(response).content['application/problem+json'];
        const codes = Object.keys(examples) as ProblemCode[];
        expect(
          codes.map((code) => catalogue[code].status),
          name,
        ).toEqual(codes.map(() => Number(status)));
      }
    }
  });

  test('an operation lists the problems that it names, and those that follow from its parameters', () => {
    const statuses = (name: string) =>
      Object.keys(operations.find((one) => one.name === name)!.operation.responses).join(' ');
    expect(statuses('GET /salesorder')).toBe('200 400 401 403 429 431 500 503 504');
    expect(statuses('GET /salesorder/{id}')).toBe('200 304 400 401 403 404 429 500 503 504');
    expect(statuses('POST /salesorder')).toBe('200 201 202 400 401 403 409 413 415 422 429 500 503 504');
    expect(statuses('POST /salesorder/{salesorder_id}/issue')).toBe(
      '200 202 400 401 403 404 409 412 413 415 422 428 429 500 503 504',
    );
    expect(statuses('DELETE /salesorder/{id}')).toBe('202 204 400 401 403 404 409 412 413 415 422 429 500 503 504');
    expect(statuses('POST /login')).toBe('200 400 401 413 415 422 429 500 503 504');
    expect(statuses('GET /healthz')).toBe('200 400 500 503 504');
  });
});

test('bodies have a schema with the types of answers', () => {
  const schemaOf = (name: string) =>
    resolved(operations.find((one) => one.name === name)!.operation.requestBody.content['application/json'].schema);
  const login = schemaOf('POST /login');
  expect(login.required).toEqual(['email', 'password']);
  const order = schemaOf('POST /salesorder');
  expect(order.required).toEqual(['customer_id']);
  for (const value of [5, 2_147_483_648]) expect(misfit(order, { customer_id: value })).toBeNull();
  for (const value of [0, 1.5, '5', null, [5], 2 ** 53]) expect(misfit(order, { customer_id: value })).not.toBeNull();
  const pick = schemaOf('POST /picklinebyorder');
  expect(misfit(pick, { order_id: [1, 2] })).toBeNull();
  for (const value of [[], 1, '1,2']) expect(misfit(pick, { order_id: value })).not.toBeNull();
  const { requestBody } = operations.find(({ name }) => name === 'POST /salesorder/{salesorder_id}/issue')!.operation;
  expect(requestBody.required).toBe(false);
});

test('fields of bodies have the description of the field in the record, and the ids of constants', () => {
  const { properties } = at('#/components/schemas/CreateSalesOrderBody');
  expect(properties.customer_id.description).toBe('Of `/customer`');
  expect(properties.priority.description).toBe('From 1 (first) to 5');
  expect(at(properties.lines.items.$ref).properties.linetype_id.description).toMatch(
    /^Of `\/linetype`: 1 Sale, 2 Discount, /,
  );
  expect(at('#/components/schemas/SalesOrder').properties.status_id.description).toContain('2 Issued');
});

test('lists have their parameters and the paginated object', () => {
  const { operation } = operations.find(({ name }) => name === 'GET /user')!;
  const names = operation.parameters.map((one: Any) => resolved(one).name);
  expect(names).toEqual(expect.arrayContaining(['perPage', 'page', 'filter', 'embed', 'sort', 'fields', 'last_name']));
  expect(names).not.toContain('permissions');
  const page = {
    total: 0,
    per_page: 5,
    current_page: 1,
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
    from: null,
    to: null,
    data: [],
  };
  const { schema } = resolved(operation.responses['200']).content['application/json'];
  expect(misfit(schema, page)).toBeNull();
  expect(misfit(schema, { ...page, data: [{ id: 'x' }] })).not.toBeNull();
});

test('public endpoints need no credentials, and the others name their permission', () => {
  const { post: login } = document.paths['/login'];
  expect([login.security, document.security]).toEqual([[], [{ basic: [] }]]);
  expect(document.paths['/salesorder'].post.description).toContain('`salesorder.create`');
});
