import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../lib/expressions/limits.ts';
import '../../../service/interface.ts';
import type { Field } from '../../../service/platform/listing/declaration/field.ts';
import { resources } from '../../../service/platform/listing/declaration/registry.ts';
import type { Resource } from '../../../service/platform/listing/declaration/resource.ts';
import { parseListQuery } from '../../../service/platform/listing/parse-query.ts';
import { everything } from '../../../service/platform/listing/read-access.ts';
import { listStatement } from '../../../service/platform/listing/sql/statement.ts';
import { Problem } from '../../../service/platform/problems/problems.ts';
import { startTestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';
import { fillSmallShop } from './small-shop.ts';

/** The step from one of the 35,000 paths of the declarations to the next that is asked about, in six ways. The long run: 37. */
const everyPath = Number(process.env.CONVEYOR_FILTER_PATHS ?? 997);
/** Time until the service cancels the statements of a read, in milliseconds. */
const longest = 5_000;

const log: string[] = [];

const service = await untilEnd(startTestService({ log: { write: (line) => void log.push(line) } }));
await fillSmallShop(service);
const client = new pg.Client({ connectionString: service.sql.options.connectionString });
await client.connect();
await client.query(`set jit = off; set statement_timeout = ${longest}`);
afterAll(async () => {
  await client?.end();
});

/** Returns why a filter is not answered in time; null if it is, or is refused at once. */
async function faultOf(resource: Resource, filter: string): Promise<string | null> {
  try {
    const query = parseListQuery(resource, { filter, perPage: '10' }, everything);
    const { text, values } = listStatement(resource, query);
    await client.query(text, [...values]);
    return null;
  } catch (error) {
    return error instanceof Problem ? null : `${resource.path}?filter=${filter}: ${(error as Error).message}`;
  }
}

interface Path {
  readonly resource: Resource;
  readonly path: string;
  readonly end: Resource;
}

function* pathsFrom(resource: Resource, depth: number): Generator<Omit<Path, 'resource'>> {
  for (const [name, { target }] of resource.relations) {
    yield { path: name, end: target };
    if (depth === 1) continue;
    for (const { path, end } of pathsFrom(target, depth - 1)) yield { path: `${name}.${path}`, end };
  }
}

const listedResources = [...resources.all()].filter(({ path }) => path !== null);
const paths: Path[] = listedResources.flatMap((resource) =>
  [...pathsFrom(resource, limits.relations)].map((path) => ({ resource, ...path })),
);

/** Values that hardly a record has: a search among all of them ends late. */
const rare: Partial<Record<Field['type'], string>> = {
  text: '"zzz"',
  integer: '-7',
  decimal: '-7',
  boolean: 'false',
  timestamp: '1990-01-01',
  date: '1990-01-01',
};

function filtersOf({ path, end }: Path, at: number): string[] {
  const open = [...end.fields.values()].filter(({ filterable, type }) => filterable && type !== 'json');
  const numbers = open.filter(({ type }) => type === 'integer' || type === 'decimal');
  const field = open[at % open.length];
  const number = numbers[at % numbers.length];
  if (!field || !number) return [];
  const subject = `${path}.${field.name}`;
  const value = rare[field.type];
  return [
    ...[`count(${path}) > 2`, `count(${path}) = 0`, `sum(${path}.${number.name}) > 100000`],
    ...[`${subject} IS NULL`, `${subject} = ${value}`, `${subject} != ${value}`],
  ];
}

test('filters over all related records of a small shop are answered', async () => {
  for (const [path, filter] of [
    ['/salesorderline', 'count(transaction.picks) > 2'],
    ['/work', 'count(order.work.task) > 8'],
    ['/pick', 'orders.source.salesorders.hold_reason IS NULL'],
    ['/salesorder', 'sum(customer.salesorders.lines.qty) > 100000'],
    ['/packline', 'count(line.picklines.location.site) > 2'],
    ['/salesorderline', 'sum(transaction.customer.salesorders.lines.qty) < 5'],
  ] as const) {
    const answer = await service.call('GET', `${path}?filter=${encodeURIComponent(filter)}&perPage=10`);
    expect(answer, filter).toMatchObject({ status: 200 });
  }
}, 60_000);

test('counts by groups are those of each record: through tables with pairs that repeat, and of records without any', async () => {
  const numbers = async (filter: string) => {
    const { body } = await service.call('GET', `/salesorder?perPage=0&filter=${encodeURIComponent(filter)}`);
    return body.total;
  };
  const { rows } = await service.sql.query(`
    select count(*) filter (where n = 0)::int as none, count(*) filter (where n = 1)::int as one from (
      select (select count(distinct pick_id) from pickline l where l.order_id = o.id) as n from salesorder o) x`);
  expect(rows[0].one).toBeGreaterThan(100);
  expect([await numbers('count(picks) = 0'), await numbers('count(picks) = 1')]).toEqual([rows[0].none, rows[0].one]);
  const [all, less, more] = [
    await numbers('id > 0'),
    await numbers('count(picks) < 1'),
    await numbers('NOT (count(picks) < 1)'),
  ];
  expect(less + more).toBe(all);
});

test.each([
  ['that all hold', ' && '],
  ['of which one holds', ' || '],
])('thirty counts %s are answered', async (_, joint) => {
  const some = ['lines', 'customer.salesorders', 'work.picklines', 'source.salesorders.lines', 'picks.lines'];
  const filter = Array.from({ length: 30 }, (_, at) => `count(${some[at % some.length]}) > ${Math.floor(at / 5)}`);
  const resource = listedResources.find(({ name }) => name === 'salesorder')!;
  expect(await faultOf(resource, filter.join(joint))).toBeNull();
});

test('a filter over what is computed for each record is refused at once, unless it begins there', async () => {
  const call = (path: string, filter: string) =>
    service.call('GET', `${path}?perPage=1&filter=${encodeURIComponent(filter)}`);
  const { body } = await call('/pick', 'lines.qty_available_for_pick.lot = "A"');
  expect(body).toMatchObject({ code: 'filter.invalid', detail: expect.stringContaining('computed for each pickline') });
  expect(await call('/pickline', 'qty_available_for_pick.lot = "A"')).toMatchObject({ status: 200 });
});

test('a filter that takes too long is no error in the log of the service', async () => {
  const holder = await service.sql.connect();
  try {
    await holder.query('begin; lock table document');
    const answer = await service.call('GET', '/document?filter=kind%20%3D%20%22badge%22', undefined, {
      prefer: 'wait=1',
    });
    expect(answer).toMatchObject({ status: 504, body: { code: 'query.too-slow' } });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const lines = log.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, code: 'query.too-slow', path: '/document' }));
});

describe.each([
  ['knows the sizes of its tables', 'vacuum analyze'],
  ['was filled a moment ago', 'delete from pg_statistic'],
])('in a shop that %s', (_, statement) => {
  beforeAll(async () => {
    await service.sql.query(statement);
  });

  test(`filters over every ${everyPath}th of ${paths.length} paths are answered within the time of a read, or refused at once`, async () => {
    const slow: (string | null)[] = [];
    for (let at = everyPath >> 1; at < paths.length; at += everyPath) {
      const path = paths[at]!;
      for (const filter of filtersOf(path, at)) slow.push(await faultOf(path.resource, filter));
    }
    expect(slow.length).toBeGreaterThan(150);
    expect(slow.filter(Boolean)).toEqual([]);
  }, 3_600_000);
});
