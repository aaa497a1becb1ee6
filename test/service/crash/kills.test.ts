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
import { actionConfig, actions, type Request } from './operations.ts';
import { type ServiceProcess, serviceProcess } from './service.ts';
import { openWire, type Wire } from './wire.ts';

/** How often the service is killed. A long run: `CONVEYOR_CRASH_ROUNDS=50 npx vitest run test/service/crash/kills.test.ts`. */
const rounds = Number(process.env.CONVEYOR_CRASH_ROUNDS ?? 2);
const atOnce = 10;

/** Operations on orders and stock whose effect does not depend on other calls at the same time. */
const names = Object.keys(actions)
  .slice(Object.keys(actions).indexOf('issue an order'))
  // The first check of a part adds a row, and later ones change it. The key of a document on its way to a printer is free two minutes after a
  // kill.
  .filter(
    (name) =>
      ![
        'pick by customer',
        'check a part of the records',
        'send a document to a printer',
        'send the label of a carrier to a printer',
      ].includes(name),
  );

const folder = mkdtempSync(join(tmpdir(), 'conveyor-kills-'));
const configFile = join(folder, 'fulfillment.yaml');

let testData: TestDatabase;
let database: Database;
let wire: Wire;
let service: ServiceProcess;
let testService: TestService;
let shop: Shop;

beforeAll(async () => {
  testData = await testDatabase();
  database = new Database(testData.url, { connections: 2 });
  wire = await openWire(testData.url);
  writeFileSync(configFile, actionConfig);
  service = await serviceProcess(wire.url, { configFile });
  await service.start();
  testService = { call: service.call, sql: testData.pool } as TestService;
  shop = await openShop(testService);
  await shop.cartontype();
});
afterAll(async () => {
  await service.kill();
  await wire.close();
  await database.close();
  await testData.drop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  `kill -9 while ${atOnce} operations are under way, ${rounds} times: each is done once, and nothing is left half done`,
  async () => {
    const undisturbed = new Map<string, Undisturbed>();
    const openAtKill: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const chosen = Array.from({ length: atOnce }, (_, at) => names[(round * atOnce + at * 7) % names.length]!);
      for (const name of chosen) if (!undisturbed.has(name)) undisturbed.set(name, await runUndisturbed(name));
      openAtKill.push(await killAmid(chosen, undisturbed, round));
    }
    const unanswered = openAtKill.reduce((sum, count) => sum + count, 0);
    console.log(
      `killed ${rounds} times, with ${(unanswered / rounds).toFixed(1)} of ${atOnce} operations not answered yet`,
    );
    expect(unanswered).toBeGreaterThan(rounds);
  },
  60_000 + 15_000 * rounds,
);

/** The statements of an action that runs without a kill, and its changes to the sums of the tables. */
interface Undisturbed {
  statements: number;
  effect: Effect;
}

async function runUndisturbed(name: string): Promise<Undisturbed> {
  const request = await actions[name]!(shop, testService);
  const before = await totals();
  const count = wire.stopAt(Number.POSITIVE_INFINITY);
  expect((await send(request, `undisturbed ${name}`)).status, name).toBeLessThan(300);
  return { statements: count.statements.length, effect: difference(before, await totals()) };
}

/**
 * Kills the service before a statement of the actions, starts it again, and repeats the actions without an answer.
 * @returns how many actions had no answer when the service was killed
 */
async function killAmid(
  chosen: readonly string[],
  undisturbed: ReadonlyMap<string, Undisturbed>,
  round: number,
): Promise<number> {
  const requests: Request[] = [];
  for (const name of chosen) requests.push(await actions[name]!(shop, testService));
  const statements = chosen.reduce((sum, name) => sum + undisturbed.get(name)!.statements, 0);
  // A statement from the middle: at the start all actions are alike, and the last statements are not reached by every action.
  const at = 3 + Math.floor(Math.random() * (0.85 * statements));
  const where = `round ${round}, killed before statement ${at} of ${statements} of ${chosen.join(', ')}`;
  const before = await totals();

  let open = requests.length;
  let openAtKill = 0;
  let comeBack: (started: Promise<void>) => void;
  const back = new Promise<void>((resolve) => {
    comeBack = resolve;
  });
  const count = wire.stopAt(at, () => {
    openAtKill = open;
    comeBack(service.kill().then(() => service.start()));
  });
  const answers = Promise.all(
    requests.map(async (request, index) => {
      const reply = await untilAnswered(request, `round ${round} ${index}`);
      open -= 1;
      expect(reply.status, `${where}: ${chosen[index]}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    }),
  );
  // A service that does not start again would never answer.
  await Promise.race([answers, back.then(() => answers)]);
  expect(count.stoppedAt, where).not.toBeNull();
  await back;

  const expected = chosen.reduce<Effect>((sum, name) => added(sum, undisturbed.get(name)!.effect), {});
  expect(difference(before, await totals()), where).toEqual(expected);
  expect(await verify(database), where).toEqual([]);
  return openAtKill;
}

const send = ({ method, path, body, headers = {} }: Request, key: string): Promise<Reply> =>
  service.call(method, path, body, { 'idempotency-key': key, ...headers });

/** Sends a call as a client does: without an answer, or a final one, it sends the call again with the same key. */
async function untilAnswered(request: Request, key: string): Promise<Reply> {
  for (;;) {
    const reply = await send(request, key).catch(() => null);
    if (reply && reply.status < 500 && reply.body?.code !== 'idempotency.running') return reply;
    await pause(25);
  }
}

/** Returns the number of rows of each table and the sums of its quantities, without zeros. */
type Effect = Record<string, number>;

let totalsQuery: string | undefined;

async function totals(): Promise<Effect> {
  totalsQuery ??= await makeTotalsQuery();
  return (await testData.pool.query(totalsQuery)).rows[0];
}

/**
 * Every table, and every column with a quantity or an amount. `tally` has sums alone, because its rows are merged at times.
 * `runningservice` has a row for each start.
 */
async function makeTotalsQuery(): Promise<string> {
  const { rows } = await testData.pool.query<{ table: string; column: string | null }>(
    `select c.table_name as "table", case when c.data_type = 'numeric' or c.table_name = 'tally' then c.column_name end as "column"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'runningservice'
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
