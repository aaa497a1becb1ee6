import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfiguration } from '../../config/load.ts';
import { createPlanner } from '../../plugins/planner.ts';
import { serviceInterface } from '../../service/interface.ts';
import { type House, openHouse } from './house.ts';

/** A 5xx is a defect whatever the input was: nonsense of every kind, sent to every address there is. */

let house: House;
const defects: string[] = [];

beforeAll(async () => {
  const configuration = await loadConfiguration(undefined);
  house = await openHouse({
    whole: serviceInterface,
    configuration,
    planner: createPlanner(configuration),
    log: {
      write: (line: string) => {
        const { err } = JSON.parse(line);
        if (err) defects.push(`${err.message} ${err.stack?.split('\n')[1] ?? ''}`);
      },
    },
  });
});
afterAll(() => house.close());

const value = fc.oneof(
  fc.constantFrom<unknown>(0, 1, -1, 2_147_483_647, 2_147_483_648, '1', '', '\u0000', '\ud800', null, true, [], {}, [1], [[]]),
  fc.constantFrom<unknown>(1e300, '1e5', '9'.repeat(30), 'x'.repeat(5000), '2026-02-30', '%', { id: 1 }, [null], ["'; --"]),
  fc.jsonValue(),
);

const id = fc.constantFrom('0', '1', '2', '2147483647', '2147483648', '-1', 'x', '%00', '1.5');

test('no address answers nonsense with a 5xx', async () => {
  const document = (await house.call({ url: '/openapi.json' })).body;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document
  const targets = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: a JSON document
    Object.entries<any>(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      body: Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {}),
      query: operation.parameters
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map((parameter: { name: string }) => parameter.name) as string[],
    })),
  );
  expect(targets.length).toBeGreaterThan(100);
  const found = new Set<string>();
  for (const target of targets) {
    const body = fc.oneof(
      fc.constant(undefined),
      target.body.length === 0
        ? fc.constant({})
        : fc.record(Object.fromEntries(target.body.map((name) => [name, value])), { requiredKeys: [] }),
    );
    const query = fc.dictionary(fc.constantFrom('nonsense', ...target.query), fc.string({ unit: 'binary', maxLength: 20 }), {
      maxKeys: 2,
    });
    for (const [given, ids, sent] of fc.sample(fc.tuple(query, fc.array(id, { minLength: 3, maxLength: 3 }), body), 12)) {
      let next = 0;
      const path = target.path.replace(/\{\w+\}/g, () => ids[next++ % 3]!);
      const search = new URLSearchParams(given as Record<string, string>);
      defects.length = 0;
      const answer = await house.call({
        method: target.method as 'GET',
        url: `${path}?${search}`,
        ...(sent === undefined ? {} : { payload: sent as object }),
      });
      if (answer.status >= 500) found.add(`${target.method} ${target.path} ${answer.status}: ${defects.join(' | ')} ${JSON.stringify(sent)?.slice(0, 200)} ${search}`);
    }
  }
  expect([...found]).toEqual([]);
}, 120_000);
