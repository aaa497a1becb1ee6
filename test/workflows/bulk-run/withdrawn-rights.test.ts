import { expect, test } from 'vitest';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import { untilEnd } from '../../support/until-end.ts';
import { outcomeShown, until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

/** A right that is withdrawn while the relay, Temporal and a worker have work under way that needs it. */

const engine = await untilEnd(wholeEngine());
const { shop } = engine;
const part_id = await shop.part({}, 1_000);
const orders: number[] = [];
while (orders.length < 16) orders.push(await shop.order([{ part_id, qty: 1 }]));

interface Account {
  readonly id: number;
  call: WholeEngine['testService']['call'];
  hold(...permissions: string[]): Promise<void>;
}

async function account(...permissions: string[]): Promise<Account> {
  const { id, api_key } = await shop.done('/user', { first_name: 'Sam', usertype: 'API', permissions });
  const authorization = `Basic ${btoa(`${api_key}:`)}`;
  return {
    id,
    call: (method, path, body, headers = {}) =>
      engine.testService.call(method, path, body, { authorization, ...headers }),
    async hold(...held) {
      await shop.done(`/user/${id}`, { permissions: held }, 'PUT');
    },
  };
}

test('a bulk run pauses between two orders, its workflow waits, and another user lets it finish', async () => {
  const starter = await account('bulkrun.*', 'salesorder.issue');
  const { body } = await starter.call('POST', '/bulkrun', { order_id: orders.slice(0, 12), action: 'issue', rate: 4 });
  const run = () => shop.get(`/bulkrun/${body.id}`);
  await until(async () => (await run()).done >= 2, 'some orders');
  await starter.hold('bulkrun.*');
  await until(async () => (await run()).state === 'paused', 'the pause');
  const paused = await run();
  expect(paused.paused_why).toContain('does not hold the permission salesorder.issue any more');
  expect([paused.done < 12, paused.failed]).toEqual([true, 0]);
  const handle = engine.temporal.workflow.getHandle(bulkRunWorkflowId(body.id));
  await until(async () => (await outcomeShown(handle)) === 'paused', 'lists to show it');
  const drafts = async () => (await shop.get('/salesorder?status_id=1&perPage=0')).total;
  const open = await drafts();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect([await drafts(), (await run()).done]).toEqual([open, paused.done]);

  await shop.done(`/bulkrun/${body.id}/resume`);
  expect(await handle.result()).toMatchObject({ state: 'done', done: 12, failed: 0 });
});

test('an issue in the background is refused, starts no workflow, and does so once the right is back', async () => {
  const sender = await account('salesorder.issue');
  const order = orders.at(-1) ?? 0;
  const holder = await engine.testService.sql.connect();
  const answerOf = async (path: string) => {
    await until(async () => /done|failed/.test((await shop.get(path)).state), 'the answer');
    return (await shop.get(path)).answer;
  };
  const always = { 'x-background-processing': 'always' };
  const issue = async () =>
    (await sender.call('POST', `/salesorder/${order}/issue`, {}, always)).headers.get('location') ?? '';
  let path = '';
  try {
    // Both loops of the runner wait for a row, so that the request stays in the queue.
    const busy = [await shop.done('/customer', { type: 'Company', name: 'One' })];
    busy.push(await shop.done('/customer', { type: 'Company', name: 'Two' }));
    await holder.query('begin');
    await holder.query('select from customer where id = any($1) for update', [busy.map(({ id }) => id)]);
    for (const { id } of busy) await engine.testService.call('PUT', `/customer/${id}`, { name: 'Busy' }, always);
    const running = `select from background where state = 'running'`;
    await until(async () => (await engine.testService.sql.query(running)).rows.length === 2, 'the runner');
    path = await issue();
    await sender.hold();
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  expect(await answerOf(path)).toMatchObject({ status: 403, body: { permission: 'salesorder.issue' } });
  expect(await shop.status(order)).toBe('Draft');
  await expect(engine.orderOf(order).describe()).rejects.toThrow('not found');

  await sender.hold('salesorder.issue');
  path = await issue();
  expect(await answerOf(path)).toMatchObject({ status: 200 });
  await until(async () => (await engine.orderOf(order).describe()).status.name === 'RUNNING', 'the workflow');
});
