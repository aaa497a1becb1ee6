import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../../../../config/load.ts';
import { createPlanner } from '../../../../config/planning/planner.ts';
import { serviceInterface } from '../../../../service/interface.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { startTestService } from './bare-service.ts';

/** A 5xx is a defect whatever the input was: nonsense of every kind, sent to every address there is. */

const defects: string[] = [];

const configuration = await loadConfiguration(undefined);
const service = await untilEnd(
  startTestService({
    whole: serviceInterface,
    // The nonsense names records by the ids 1 and 2.
    idsFrom: '',
    configuration,
    planner: createPlanner(configuration),
    log: {
      write: (line: string) => {
        const { err } = JSON.parse(line);
        if (err) defects.push(`${err.message} ${err.stack?.split('\n')[1] ?? ''}`);
      },
    },
  }),
);

const value = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    -1,
    2_147_483_647,
    2_147_483_648,
    2 ** 53,
    '1',
    '',
    '\u0000',
    '\ud800',
    null,
    true,
    [],
    {},
    [1],
    [[]],
  ),
  fc.constantFrom<unknown>(
    1e300,
    '1e5',
    '9'.repeat(30),
    'x'.repeat(5000),
    '2026-02-30',
    '%',
    { id: 1 },
    [null],
    ["'; --"],
  ),
  fc.jsonValue(),
);

const id = fc.constantFrom('0', '1', '1', '1', '2', '2', '2147483648', '9007199254740992', '-1', 'x', '%00', '1.5');

/** Records for the nonsense to meet: two of most kinds, one order issued, one not. */
async function records(): Promise<void> {
  const post = async (url: string, payload: object) => {
    const answer = await service.call({ method: 'POST', url, payload });
    expect([url, answer.status, answer.body?.detail]).toEqual([
      url,
      expect.toSatisfy((status) => status < 300),
      undefined,
    ]);
  };
  const { hash, source } = service.services.configuration;
  await service.test.pool.query('insert into ruleset (hash, source) values ($1, $2)', [hash, source]);
  await service.test.pool.query(
    `insert into location (site_id, locationtype_id, name) values (1, 1, 'Stock'), (1, 2, 'Moving')`,
  );
  for (const name of ['One', 'Two']) {
    await post('/customer', { type: 'Company', name });
    await post('/part', { number: name, name, parttype_id: 1 });
    await post('/carrier', { name });
    await post('/discount', { name });
    await post('/fee', { name });
  }
  await post('/inventoryadjustment', { part_id: 1, location_id: 1, qty: 50, reason: 'opening' });
  const lines = [{ linetype_id: 1, part_id: 1, qty: 2, unit_price: 3 }];
  for (let order = 1; order <= 3; order++) await post('/salesorder', { customer_id: 1, lines });
  for (const order of [1, 2]) await post(`/salesorder/${order}/issue`, { ignore_warnings: 1 });
  await post('/task/1/perform', { order_id: [1] });
  await post('/packlinebyorder', { order_id: [1] });
}

test('no address answers nonsense with a 5xx', async () => {
  await records();
  const document = (await service.call({ url: '/openapi.json' })).body;
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
  // Deletions come last, because the other requests need the records.
  targets.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const defectLines = new Set<string>();
  const statuses: Record<number, number> = {};
  for (const target of targets) {
    const body = fc.oneof(
      fc.constant(undefined),
      target.body.length === 0
        ? fc.constant({})
        : fc.record(Object.fromEntries(target.body.map((name) => [name, value])), { requiredKeys: [] }),
    );
    const anyQuery = fc.dictionary(
      fc.constantFrom('nonsense', ...target.query),
      fc.string({ unit: 'binary', maxLength: 20 }),
      { maxKeys: 1 },
    );
    for (const [query, ids, sent] of fc.sample(
      fc.tuple(anyQuery, fc.array(id, { minLength: 3, maxLength: 3 }), body),
      5,
    )) {
      let next = 0;
      // The administrator, who sends all this, has to stay.
      const first = target.path.startsWith('/user/') ? '3' : '1';
      const path = target.path.replace(/\{\w+\}/g, () => ids[next++ % 3]!.replace(/^1$/, first));
      const search = new URLSearchParams(query as Record<string, string>);
      defects.length = 0;
      const answer = await service.call({
        method: target.method as 'GET',
        url: `${path}?${search}`,
        ...(sent === undefined ? {} : { payload: sent as object }),
      });
      if (target.path !== '/login') statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status < 500) continue;
      // There is no Temporal server here, and these addresses report that.
      if (answer.status === 503 && /^\/(engine|schedule)\b/.test(target.path)) continue;
      const shown = `${JSON.stringify(sent)?.slice(0, 200)} ${search}`;
      defectLines.add(`${target.method} ${target.path} ${answer.status}: ${defects.join(' | ')} ${shown}`);
    }
  }
  expect([...defectLines]).toEqual([]);
  // Otherwise it has met no records, or was not let in.
  expect(statuses[401] ?? 0).toBe(0);
  expect(statuses[200]).toBeGreaterThan(100);
}, 120_000);
