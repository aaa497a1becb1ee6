import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../service/platform/database/database.ts';
import { verify } from '../../../service/verify/verify.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import type { Reply, TestService } from '../../support/test-service.ts';
import { type Ask, actionConfig, deeds } from './operations.ts';
import { type ServiceProcess, serviceProcess } from './service.ts';
import { openWire, type Wire } from './wire.ts';

/** How often the service is killed. A long run: `CONVEYOR_CRASH_ROUNDS=50 npx vitest run test/service/crash/kills.test.ts`. */
const rounds = Number(process.env.CONVEYOR_CRASH_ROUNDS ?? 4);
const atOnce = 10;

/** What people do to orders and stock; the same call at the same time elsewhere makes no difference to any of them. */
const names = Object.keys(deeds)
  .slice(Object.keys(deeds).indexOf('issue an order'))
  .filter((name) => name !== 'pick by customer');

const folder = mkdtempSync(join(tmpdir(), 'conveyor-kills-'));
const configFile = join(folder, 'fulfillment.yaml');

let given: TestDatabase;
let database: Database;
let wire: Wire;
let service: ServiceProcess;
let testService: TestService;
let shop: Shop;

beforeAll(async () => {
  given = await testDatabase();
  database = new Database(given.url, { connections: 2 });
  wire = await openWire(given.url);
  writeFileSync(configFile, actionConfig);
  service = await serviceProcess(wire.url, { configFile });
  await service.start();
  testService = { call: service.call, sql: given.pool } as TestService;
  shop = await openShop(testService);
  await shop.cartontype();
});
afterAll(async () => {
  await service.kill();
  await wire.close();
  await database.close();
  await given.drop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  `kill -9 while ${atOnce} operations are under way, ${rounds} times: each is done once, and nothing is left half done`,
  async () => {
    const undisturbed = new Map<string, Undisturbed>();
    for (const name of names) undisturbed.set(name, await inPeace(name));
    const openAtKill: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const chosen = Array.from({ length: atOnce }, (_, at) => names[(round * atOnce + at * 7) % names.length]!);
      openAtKill.push(await killAmid(chosen, undisturbed, round));
    }
    const unanswered = openAtKill.reduce((sum, count) => sum + count, 0);
    console.log(
      `killed ${rounds} times, with ${(unanswered / rounds).toFixed(1)} of ${atOnce} operations not answered yet`,
    );
    expect(unanswered).toBeGreaterThan(rounds);
  },
  30_000 + 15_000 * rounds,
);

/** What a deed does when nothing comes between: its statements, and by how much it changes what the tables hold. */
interface Undisturbed {
  statements: number;
  effect: Effect;
}

async function inPeace(name: string): Promise<Undisturbed> {
  const ask = await deeds[name]!(shop, testService);
  const before = await totals();
  const count = wire.arm(Number.POSITIVE_INFINITY);
  expect((await send(ask, `peace ${name}`)).status, name).toBeLessThan(300);
  return { statements: count.statements.length, effect: difference(before, await totals()) };
}

/**
 * Kills the service before some statement of any of the deeds, starts it again, and lets everybody repeat what got no answer.
 * @returns how many had no answer when it was killed
 */
async function killAmid(
  chosen: readonly string[],
  undisturbed: ReadonlyMap<string, Undisturbed>,
  round: number,
): Promise<number> {
  const asks: Ask[] = [];
  for (const name of chosen) asks.push(await deeds[name]!(shop, testService));
  const statements = chosen.reduce((sum, name) => sum + undisturbed.get(name)!.statements, 0);
  // The first of them are all still beginning, the last ones are rare where a deed takes another way: so from the midst.
  const at = 3 + Math.floor(Math.random() * (0.85 * statements));
  const where = `round ${round}, killed before statement ${at} of ${statements} of ${chosen.join(', ')}`;
  const before = await totals();

  let open = asks.length;
  let openAtKill = 0;
  let comeBack: (started: Promise<void>) => void;
  const back = new Promise<void>((resolve) => {
    comeBack = resolve;
  });
  const count = wire.arm(at, () => {
    openAtKill = open;
    comeBack(service.kill().then(() => service.start()));
  });
  const answered = Promise.all(
    asks.map(async (ask, index) => {
      const reply = await untilAnswered(ask, `round ${round} ${index}`);
      open -= 1;
      expect(reply.status, `${where}: ${chosen[index]}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    }),
  );
  // A service that does not come up again answers nobody, for ever.
  await Promise.race([answered, back.then(() => answered)]);
  expect(count.stoppedAt, where).not.toBeNull();
  await back;

  const expected = chosen.reduce<Effect>((sum, name) => added(sum, undisturbed.get(name)!.effect), {});
  expect(difference(before, await totals()), where).toEqual(expected);
  expect(await verify(database), where).toEqual([]);
  return openAtKill;
}

const send = ({ method, path, body, headers = {} }: Ask, key: string): Promise<Reply> =>
  service.call(method, path, body, { 'idempotency-key': key, ...headers });

/** As a client does it: what gets no answer, or no final one, is sent again with the same key. */
async function untilAnswered(ask: Ask, key: string): Promise<Reply> {
  for (;;) {
    const reply = await send(ask, key).catch(() => null);
    if (reply && reply.status < 500 && reply.body?.code !== 'idempotency.running') return reply;
    await pause(25);
  }
}

/** Rows in each table and sums of what is counted, where they are not 0. */
type Effect = Record<string, number>;

let totalsQuery: string | undefined;

async function totals(): Promise<Effect> {
  totalsQuery ??= await makeTotalsQuery();
  return (await given.pool.query(totalsQuery)).rows[0];
}

/** Every table, and every column that holds a quantity or an amount. Of `tally` the sums alone: its rows are added up at times. */
async function makeTotalsQuery(): Promise<string> {
  const { rows } = await given.pool.query<{ table: string; column: string | null }>(
    `select c.table_name as "table", case when c.data_type = 'numeric' or c.table_name = 'tally' then c.column_name end as "column"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and case c.table_name when 'tally' then c.column_name = 'rows' else c.data_type = 'numeric' or c.ordinal_position = 1 end`,
  );
  return `select ${rows
    .map(({ table, column }) =>
      column === null
        ? `(select count(*)::float from "${table}") as "${table}"`
        : `(select coalesce(sum("${column}"), 0)::float from "${table}") as "${table}.${column}"`,
    )
    .join(', ')}`;
}

const combined = (a: Effect, b: Effect, sign: 1 | -1): Effect =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .map((name) => [name, (a[name] ?? 0) + sign * (b[name] ?? 0)] as const)
      .filter(([, value]) => Math.abs(value) > 1e-9),
  );
const added = (a: Effect, b: Effect): Effect => combined(a, b, 1);
const difference = (before: Effect, after: Effect): Effect => combined(after, before, -1);
