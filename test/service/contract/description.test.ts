import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { hasCommit, previousCommit } from '../../support/processes/builds.ts';

/**
 * Clients of the release before see nothing different: this test compares the descriptions of both builds. Calls, fields and words may be
 * new. The service takes the same bodies as before, and its answers have the same types.
 */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

/** The differences from 0.2.0 that are intended. */
const intended = [
  // openapi-generator reads only JSON, text and bytes.
  'get /carton/{carton_id}/drawing: 200 image/svg+xml string is image/svg+xml string:binary',
  // Credits are invoices without a pickup.
  'Invoice.pickup: Pickup is Pickup|null',
  'Invoice.pickup_id: integer:int64 is integer:int64|null',
];

const file = 'docs/openapi.json';
const now: Any = JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));

const resolved = (document: Any, one: Any): Any =>
  one?.$ref
    ? resolved(
        document,
        one.$ref
          .slice(2)
          .split('/')
          .reduce((node: Any, part: string) => node[part], document),
      )
    : one;

/** Returns the type of a schema in a word: `integer:int64|null`, `Part[]`. */
function typeOf(schema: Any): string {
  if (!schema) return 'nothing';
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join('|');
  const [first = 'any', ...others] = [schema.type ?? []].flat();
  const one = first === 'array' ? `${typeOf(schema.items)}[]` : schema.format ? `${first}:${schema.format}` : first;
  return [one, ...others].join('|');
}

/** Returns the differences between two schemas of the same name. @param isSent for bodies */
function differencesOf(name: string, before: Any, after: Any, isSent: boolean): string[] {
  const fields = Object.entries<Any>(before.properties ?? {}).flatMap(([field, schema]) => {
    const other = after.properties?.[field];
    if (!other) return [`${name}.${field} is gone`];
    const [was, is] = [typeOf(schema), typeOf(other)];
    const words: string[] = schema.enum ?? [];
    const gone = words.filter((word) => !other.enum?.includes(word));
    return [
      ...(was === is ? [] : [`${name}.${field}: ${was} is ${is}`]),
      ...(other.enum && !schema.enum ? [`${name}.${field} takes some words only`] : []),
      ...gone.map((word) => `${name}.${field}: no word ${word}`),
    ];
  });
  const was: string[] = before.required ?? [];
  const is: string[] = after.required ?? [];
  const required = isSent
    ? is.filter((field) => !was.includes(field)).map((field) => `${name}.${field} is required`)
    : was.filter((field) => !is.includes(field)).map((field) => `${name}.${field} may be missing`);
  return [...fields, ...required];
}

/** Returns the differences between two operations: of parameters, of the body, and of the answers to a success. */
function differencesOfOperation(name: string, [before, was]: [Any, Any], [after, is]: [Any, Any]): string[] {
  const parametersOf = (document: Any, operation: Any) =>
    new Map<string, Any>(
      (operation.parameters ?? [])
        .map((one: Any) => resolved(document, one))
        .map((one: Any) => [`${one.in} ${one.name}`, one]),
    );
  const [old, young] = [parametersOf(before, was), parametersOf(after, is)];
  const parameters = [...old].flatMap(([key, { schema }]) =>
    young.has(key) && typeOf(young.get(key).schema) === typeOf(schema) ? [] : [`${name}: parameter ${key}`],
  );
  const needed = [...young].filter(([key, { required }]) => required && !old.has(key));
  const body = (operation: Any) => typeOf(operation.requestBody?.content?.['application/json']?.schema);
  const answers = Object.keys(was.responses)
    .filter((status) => status < '300')
    .flatMap((status) => {
      const contentOf = (document: Any, operation: Any) =>
        Object.entries<Any>(resolved(document, operation.responses[status])?.content ?? {}).map(
          ([media, { schema }]) => `${media} ${typeOf(schema)}`,
        );
      const [had, has] = [contentOf(before, was), contentOf(after, is)];
      return is.responses[status] && String(had) === String(has) ? [] : [`${name}: ${status} ${had} is ${has}`];
    });
  return [
    ...parameters,
    ...needed.map(([key]) => `${name}: parameter ${key} is required`),
    ...(was.operationId === is.operationId ? [] : [`${name}: ${was.operationId} is ${is.operationId}`]),
    ...(was.requestBody && body(was) !== body(is) ? [`${name}: body ${body(was)} is ${body(is)}`] : []),
    ...(is.requestBody?.required && !was.requestBody?.required ? [`${name}: the body is required`] : []),
    ...answers,
  ];
}

/** The calls of the engine, which were in the description of 0.2.0 and are in none of a later release. */
const ofEngine =
  /^post \/(salesorder\/\{\w+\}\/(attention|bookingattempt|reach)|autowork\/\{id\}\/(begin|finish|wait)|bulkrun\/\{\w+\}\/(next|perform)|carton\/\{\w+\}\/booking|webhookdelivery\/\{id\}\/attempt)$|^put \/(booking\/\{id\}(\/label)?|webhooklog\/\{id\})$|\/engine\//;

test.skipIf(!hasCommit(previousCommit))('the description has all that the release before described', () => {
  const shown = ['show', `${previousCommit}:${file}`];
  const before: Any = JSON.parse(
    execFileSync('git', shown, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 1_000_000_000 }),
  );
  const operations = Object.entries<Any>(before.paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).flatMap(([method, was]) => {
      const name = `${method} ${path}`;
      if (ofEngine.test(name)) return [];
      const is = now.paths[path]?.[method];
      return is ? differencesOfOperation(name, [before, was], [now, is]) : [`${name} is gone`];
    }),
  );
  const schemas = Object.entries<Any>(before.components.schemas).flatMap(([name, schema]) => {
    const other = now.components.schemas[name];
    return other ? differencesOf(name, schema, other, /Body/.test(name)) : [];
  });
  const differences = [...operations, ...schemas];
  expect(differences.sort()).toEqual(intended.toSorted());
});
