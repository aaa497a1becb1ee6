import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineActor } from '../../../service/engine/engine-actor.ts';
import { abandonWork, restartWork } from '../../../service/engine/restart.ts';
import type { Work } from '../../../service/engine/work.ts';
import type { CallContext, OperationContext } from '../../../service/platform/database/operation.ts';
import { noteApplied } from '../../../service/schedules/operations.ts';
import { claimAttempts } from '../../../service/webhooks/claims.ts';
import {
  claimEvents,
  type FilterEvent,
  type FilterWebhook,
  noteExceeded,
  readWebhooks,
  settleEvent,
} from '../../../service/webhooks/filter-events.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { type Reply, startTestService, type TestService } from '../../support/test-service.ts';
import { engineWithSchedules } from '../schedules/stand-in.ts';
import { type Action, actionConfig, actions, drivenRecords, type Request, scheduleActions } from './operations.ts';
import { openWire, type Wire } from './wire.ts';

/**
 * Stops every operation before each of its statements, one after the other. The test cuts the connection, which
 * PostgreSQL cannot tell from a killed process: a process takes a second to start, and the test has two thousand
 * points. kills.test.ts kills the service itself with `kill -9`.
 */

/**
 * Every 24th statement of an operation is a point, beginning with one of the first 24, and so is its commit. To test all
 * points, which takes three minutes: `CONVEYOR_CRASH_POINTS=all npm test -- test/service/crash/points.test.ts`.
 */
const allPoints = process.env.CONVEYOR_CRASH_POINTS === 'all';
const stride = allPoints ? 1 : 24;
/** `verify` reads every table, so the short run verifies after every 16th call and at the end. */
const callsOfVerify = allPoints ? 1 : 16;

/** The operations of the service, and the operations that the test has stopped. */
const operations = vi.hoisted(() => ({ defined: [] as { name: string; walked: boolean }[] }));
vi.mock('../../../service/platform/database/operation.ts', async (original) => {
  const actual = await original<typeof import('../../../service/platform/database/operation.ts')>();
  const operation: typeof actual.operation = (name, body) => {
    const noted = { name, walked: false };
    operations.defined.push(noted);
    return actual.operation(name, (context: OperationContext, input) => {
      noted.walked ||= walking;
      return body(context, input);
    });
  };
  return { ...actual, operation };
});

let wire: Wire;
let service: TestService;
let shop: Shop;
let walking = false;
let points = 0;
let calls = 0;

beforeAll(async () => {
  service = await startTestService({
    config: actionConfig,
    engine: engineWithSchedules(),
    // A killed process repeats nothing.
    database: { limits: { repeat: 0 } },
    through: async (url) => {
      wire = await openWire(url);
      return wire.url;
    },
  });
  shop = await openShop(service);
  // The service caches callers for a while, so that they need no statement.
  await shop.get('/session');
});
afterAll(async () => {
  await service.close();
  await wire.close();
});

test.for(Object.entries({ ...actions, ...scheduleActions }))(
  '%s: stopped before any statement, nothing has happened, and the repeat does it once',
  async ([name, action]) => {
    await walk(name, action);
  },
);

/** Repairs by the watch of a workflow that closed while its work is open. No call runs these operations. */
const repairs = {
  'starts it again': (call: CallContext, work: Work) => restartWork(call, { work, status: 'terminated' }),
  'gives it up': (call: CallContext, work: Work) =>
    abandonWork(call, { work, code: 'engine.gone', detail: 'Its workflow closed again.' }),
};

test.for(
  Object.entries(drivenRecords).flatMap(([kind, create]) =>
    Object.entries(repairs).map(([name, repair]) => [kind, name, create, repair] as const),
  ),
)(
  'the workflow of the %s closed, and the watch %s: stopped before any statement, nothing has happened',
  async (row) => {
    const [kind, name, create, repair] = row;
    const work = await create(shop);
    await service.sql.query(
      `insert into closed_workflow (workflow_id, run_id, status, closed_at, missing) values ($1, 'one', 'terminated', now(), true)`,
      [work.workflowId],
    );
    // The relay has sent the start long ago.
    await service.sql.query('delete from outbox where workflow_id = $1', [work.workflowId]);
    await walkOperation(`${kind} ${name}`, (call) => repair(call, work));
    const { rows } = await service.sql.query('select kind from outbox where workflow_id = $1', [work.workflowId]);
    expect(rows.filter((one) => one.kind === 'start').length).toBeLessThanOrEqual(1);
    expect(await service.verify()).toEqual([]);
  },
);

test('an apply of schedules is recorded: stopped before any statement, nothing has happened', async () => {
  await walkOperation('schedule.apply', (call) =>
    noteApplied(call, [
      { name: 'night', kind: 'changed', fields: [{ field: 'cron', from: '0 5 * * *', to: '0 6 * * *' }] },
    ]),
  );
});

/** The results of the filters of webhooks, which the service evaluates after the commit of an event. */
const filterResults = {
  'it matches': ({ id, webhook_ids }: FilterEvent) => {
    const result = { id, evaluated: webhook_ids, matched: webhook_ids, ends: true };
    return (call: CallContext) => settleEvent(call, result);
  },
  'it took too long': (event: FilterEvent, webhook: FilterWebhook) => {
    return (call: CallContext) => noteExceeded(call, { webhook, event, limit: 500, rest: 10 });
  },
};

test.for(Object.entries(filterResults))(
  'the filter of a webhook, %s: stopped before any statement, nothing has happened',
  async ([name, run]) => {
    const { id: event_id } = (await shop.get('/event?name=job.created')).data[0];
    const hook = { url: 'https://example.com/hook', event_id, filter: 'name = "Crash%"' };
    const { id } = await shop.done('/webhook', hook);
    await shop.done('/job', { name: 'Crash points' });
    const event = (await claimEvents(service.database)).find(({ webhook_ids }) => webhook_ids.includes(id));
    const webhook = (await readWebhooks(service.database, [id])).get(id);
    if (!event || !webhook) throw new Error('The event waits for no filter.');
    await walkOperation(name, run(event, webhook));
    await shop.done(`/webhook/${id}`, undefined, 'DELETE');
    expect(await service.verify()).toEqual([]);
  },
);

test('a claim of first attempts: stopped before any statement, nothing has happened', async () => {
  const { id: event_id } = (await shop.get('/event?name=job.created')).data[0];
  const { id } = await shop.done('/webhook', { url: 'https://example.com/hook', event_id });
  await shop.done('/job', { name: 'Crash points of a claim' });
  await walkOperation('claim', (call) => claimAttempts(call, { seconds: 300, readAccess: null }));
  await shop.done(`/webhook/${id}`, undefined, 'DELETE');
});

test('every operation of the service is walked through, and every rule of `verify` holds', async () => {
  expect(await service.verify()).toEqual([]);
  expect(operations.defined.length).toBeGreaterThan(80);
  const unwalked = operations.defined.filter(({ walked }) => !walked).map(({ name }) => name);
  expect(unwalked).toEqual([]);
  console.log(`${points} points in ${operations.defined.length} operations, ${Object.keys(actions).length} calls`);
});

/** Runs an operation that no call runs, and stops it one statement later each time, and last when it has committed. */
async function walkOperation(name: string, run: (call: CallContext) => Promise<unknown>): Promise<void> {
  const call = { database: service.database, actor: await engineActor(service.database, 'test') };
  const before = await state();
  walking = true;
  try {
    for (let at = 1 + (name.length % stride); ; at += stride) {
      const count = wire.stopAt(at, undefined, true);
      await expect(run(call), `${at}`).rejects.toThrow();
      points += 1;
      await nothingUnderWay();
      expect(await state(), `stopped before statement ${at}, ${count.stoppedAt}`).toEqual(before);
      if (count.stoppedAt === 'commit') break;
    }
    wire.stopAt('commit');
    await expect(run(call)).rejects.toThrow();
  } finally {
    walking = false;
  }
  // The transaction is committed, and only the answer was lost. The service runs the operation again.
  await nothingUnderWay();
  expect(await state()).not.toEqual(before);
  await run(call);
}

/**
 * Repeats one call with one key, and stops it one statement later each time. A stopped call leaves nothing, so each repeat proves
 * the point before it.
 */
async function walk(name: string, action: Action): Promise<void> {
  const request = await action(shop, service);
  const send = () => call(request, `walk ${name}`);
  const before = await state();
  walking = true;
  try {
    for (let at: number | 'commit' = 1 + (name.length % stride); ; ) {
      // A stopped attempt to log in counts as a failure, and ten of them would delay the next one.
      await service.sql.query('delete from loginattempt');
      const count = wire.stopAt(at, undefined, true);
      const reply = await send();
      // Every operation writes, so that the last repeat returns here.
      expect(count.stoppedAt, `${name}, ${at}: ${JSON.stringify(reply.body)}`).not.toBeNull();
      points += 1;
      await nothingUnderWay();
      expect(reply.status, JSON.stringify(reply.body)).toBe(503);
      expect(reply.body.code).toBe('service.unavailable');
      if (at === 'commit') break;
      expect(await state(), `stopped before statement ${at}, ${count.stoppedAt}`).toEqual(before);
      at = count.stoppedAt === 'commit' ? 'commit' : at + stride;
    }
  } finally {
    walking = false;
  }
  // The transaction is committed, and only the answer was lost.
  const after = await state();
  expect(after).not.toEqual(before);
  calls += 1;
  if (calls % callsOfVerify === 0) expect(await service.verify()).toEqual([]);
  if (request.repeatable === false) return;
  for (const _ of [1, 2]) {
    const reply = await send();
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(205);
    expect(reply.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(await state()).toEqual(after);
}

function call({ method, path, body, headers = {}, repeatable }: Request, key: string): Promise<Reply> {
  const keyHeader: Record<string, string> = repeatable === false ? {} : { 'idempotency-key': key };
  return service.call(method, path, body, { ...keyHeader, ...headers });
}

/** Waits until PostgreSQL has noticed the cut connection and rolled back. */
async function nothingUnderWay(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await service.sql.query(
        `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 10_000, interval: 2 },
  );
}

let stateQuery: string | undefined;

/**
 * Returns for every table the number of its rows and the sum of the transactions that wrote them, which each committed change
 * changes. Attempts to log in are left out, because they are stored even where the log-in fails.
 */
async function state(): Promise<Record<string, string>> {
  stateQuery ??= await makeStateQuery();
  // With a name, PostgreSQL plans the seventy reads once: that is most of their time.
  return (await service.sql.query({ name: 'state', text: stateQuery })).rows[0];
}

async function makeStateQuery(): Promise<string> {
  const { rows } = await service.sql.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('country', 'countryalias', 'loginaddress', 'loginattempt', 'migration', 'ruleset') order by 1`,
  );
  return `select ${rows
    .map(({ name }) => `(select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from "${name}") as "${name}"`)
    .join(', ')}`;
}
