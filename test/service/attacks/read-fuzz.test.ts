import { afterAll, expect, test } from 'vitest';
import '../../../service/interface.ts';
import { resources } from '../../../service/platform/listing/declaration/registry.ts';
import type { Resource } from '../../../service/platform/listing/declaration/resource.ts';
import { ensureListData } from '../../../tools/bench/lists/data.ts';
import { testDatabase } from '../../support/database.ts';
import { harmOf, startHonestCallers } from '../../support/honest-callers.ts';
import { untilEnd } from '../../support/until-end.ts';
import { serviceProcess } from '../crash/service.ts';
import { createLargeCustomer } from './large-customer.ts';

/** Random reads. From 1,000 on, the database has the 200,000 orders of the benchmark. */
const reads = Number(process.env.CONVEYOR_FUZZ_READS ?? 150);
const seed = Number(process.env.CONVEYOR_FUZZ_SEED ?? Math.floor(Math.random() * 1e9));
/** The bounds of an answer: seconds and bytes. */
const longest = 10_000;
const largest = 32 * 1_048_576;
const atOnce = 4;
/** Random filters take up to five seconds of four processors, beside all other tests. */
const tolerance = 40;

const testData = await untilEnd(testDatabase());
const service = await serviceProcess(testData.url);
await service.start();
if (reads < 1_000) await createLargeCustomer(service, testData);
else await ensureListData(testData.url);
afterAll(async () => {
  await service.kill();
});

test(
  `${reads} random reads are answered within ten seconds and 32 MB, and harm nobody`,
  async () => {
    const random = randomFrom(seed);
    const callers = await startHonestCallers({ url: service.url, adminKey: service.adminKey, pid: service.pid() });
    const pid = service.pid();
    const wrong: string[] = [];
    const statuses: Record<string, number> = {};
    let sent = 0;
    const caller = async () => {
      while (sent < reads) {
        sent += 1;
        const path = randomRead(random);
        const { status, milliseconds, bytes, code } = await read(path);
        statuses[`${status} ${code}`] = (statuses[`${status} ${code}`] ?? 0) + 1;
        const isAnswer = [200, 400, 414, 431].includes(status) || code === 'query.too-slow';
        if (!isAnswer || milliseconds > longest || bytes > largest)
          wrong.push(`${status} ${code} ${Math.round(milliseconds)} ms ${bytes} bytes ${decodeURIComponent(path)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
    const report = await callers.stop();
    if (process.env.PRINT_FIGURES) console.log(seed, statuses, { ...report, failed: report.failed.length });
    expect(wrong, `CONVEYOR_FUZZ_SEED=${seed}`).toEqual([]);
    expect(harmOf(report, tolerance), `CONVEYOR_FUZZ_SEED=${seed}`).toEqual([]);
    expect(service.pid()).toBe(pid);
    expect(statuses['200 '] ?? 0).toBeGreaterThan(reads / 5);
  },
  60_000 + reads * 1_500,
);

async function read(path: string) {
  const begin = performance.now();
  const response = await fetch(service.url + path, {
    headers: { authorization: `Basic ${btoa(`${service.adminKey}:`)}` },
  });
  const body = await response.arrayBuffer();
  const milliseconds = performance.now() - begin;
  const code = response.status === 200 ? '' : JSON.parse(new TextDecoder().decode(body)).code;
  return { status: response.status, milliseconds, bytes: body.byteLength, code };
}

type Random = (below: number) => number;

/** Returns random whole numbers, always the same for a seed (mulberry32). */
function randomFrom(start: number): Random {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function one<T>(random: Random, list: readonly T[]): T {
  const chosen = list[random(list.length)];
  if (chosen === undefined) throw new Error('The list is empty.');
  return chosen;
}

const several = <T>(random: Random, most: number, make: () => T): T[] => Array.from({ length: 1 + random(most) }, make);

/** Orders and customers have most relations, so half of the reads begin there. */
const beginnings = [...resources.all()].filter(({ path }) => path !== null);
const favourites = beginnings.filter(({ name }) => name === 'salesorder' || name === 'customer');

function randomRead(random: Random): string {
  const resource = one(random, random(2) === 0 ? favourites : beginnings);
  const search = new URLSearchParams();
  if (random(3) > 0)
    search.set(
      'embed',
      several(random, 4, () => relationPath(random, resource, 5))
        .filter(Boolean)
        .join(','),
    );
  if (random(2) > 0)
    search.set('filter', several(random, 3, () => condition(random, resource)).join(one(random, [' && ', ' || '])));
  if (random(2) > 0)
    search.set('sort', several(random, 2, () => `${one(random, ['', '-'])}${sortable(random, resource)}`).join(','));
  search.set('perPage', one(random, ['0', '1', '10', '100', '100']));
  if (random(3) === 0) search.set('page', String(1 + random(2_000)));
  return `${resource.path}?${search}`;
}

function relationPath(random: Random, resource: Resource, most: number): string {
  const names: string[] = [];
  let at = resource;
  for (let length = 1 + random(most); length > 0 && at.relations.size > 0; length -= 1) {
    const relation = one(random, [...at.relations.values()]);
    names.push(relation.name);
    at = relation.target;
  }
  return names.join('.');
}

function condition(random: Random, resource: Resource): string {
  const path = random(2) === 0 ? '' : relationPath(random, resource, 3);
  if (path !== '' && random(3) === 0) return `count(${path}) ${one(random, ['>', '=', '<='])} ${random(100_000)}`;
  const target = path
    .split('.')
    .filter(Boolean)
    .reduce((at, name) => at.relations.get(name)?.target ?? at, resource);
  const field = one(random, [...target.fields.values()]);
  const name = path === '' ? field.name : `${path}.${field.name}`;
  const operator = one(random, ['=', '!=', '>', '<=', '%', 'IS NULL', 'IS NOT NULL']);
  if (operator.startsWith('IS')) return `${name} ${operator}`;
  const values = {
    integer: String(random(5_000)),
    decimal: String(random(500) / 4),
    text: `"${one(random, ['a', 'S%', '%1%', 'L-1', 'Berlin'])}"`,
    boolean: 'true',
    timestamp: '2025-06-01',
    date: '2025-06-01',
    json: '"red"',
  };
  return `${name} ${operator} ${values[field.type]}`;
}

const sortable = (random: Random, { fields }: Resource): string =>
  one(
    random,
    [...fields.values()].filter((field) => field.sortable),
  ).name;
