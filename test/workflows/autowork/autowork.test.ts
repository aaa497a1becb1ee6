import { expect, test } from 'vitest';
import { autoworkText, workOrder } from '../../../cli/order/decide.ts';
import { createEngineClient } from '../../../client/engine.ts';
import { silentTerminal } from '../../cli/import/folder.ts';
import { untilEnd } from '../../support/until-end.ts';
import { summaries } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

const engine = await untilEnd(wholeEngine());

const issued = async (qty = 2, stock = 20) => {
  const { shop } = engine;
  return shop.issued([{ part_id: await shop.part({}, stock), qty }]);
};
/** Requests an autowork as a client does, and waits for the answer. */
const worked = async (orderId: number, body: object = {}, client = engine.testService.client) =>
  client.background.finished<Record<string, unknown>>(await client.salesorder.autowork(orderId, body));

test('an empty body does all possible work: the order is fulfilled, and its own workflow ends', async () => {
  const id = await issued();
  const answer = await worked(id);
  expect(answer).toMatchObject({
    order_id: id,
    state: 'done',
    outcome: 'done',
    tasks: [1, 2, 3, 4].map((task_id) => ({ task_id, outcome: 'done' })),
  });
  expect(await engine.shop.status(id)).toBe('Fulfilled');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('tasks up to ship leave the order ready for pickup; a later autowork of the pickup ends it', async () => {
  const id = await issued();
  expect(await worked(id, { task_ids: [3, 1, 2] })).toMatchObject({
    outcome: 'done',
    full_auto: false,
    task_ids: [1, 2, 3],
  });
  expect(await engine.shop.progress(id)).toMatchObject({ step: 'pickup', state: 'waiting', autowork: null });
  expect((await engine.shop.see(id, 'pickuplines')).pickuplines).toHaveLength(1);
  expect(await worked(id, { task_ids: [4] })).toMatchObject({ outcome: 'done' });
  expect(await engine.shop.status(id)).toBe('Fulfilled');
  expect(await worked(id)).toMatchObject({ outcome: 'nothing', detail: expect.stringContaining('is fulfilled') });
});

test('part of a line is worked, with carrier and tracking number on its carton; the rest stays open', async () => {
  const { shop } = engine;
  const id = await issued(5);
  const [line] = await shop.get(`/salesorder/${id}/line`);
  const carrier_id = await shop.carrier('Own Van');
  const body = { line_details: [{ transactionline_id: line.id, qty: 2 }], carrier_id, tracking_number: 'T-1' };
  expect(await worked(id, body)).toMatchObject({
    outcome: 'done',
    line_details: [{ transactionline_id: line.id, qty: 2 }],
  });
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
  const [pack] = (await shop.see(id, 'packs')).packs;
  expect(await shop.get(`/pack/${pack.id}/carton`)).toMatchObject([{ tracking_number: 'T-1', carrier_id }]);
  expect(await shop.progress(id)).toMatchObject({ status: 'In Progress', step: 'pick' });
  expect(await worked(id)).toMatchObject({ outcome: 'done' });
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([5]);
});

test('an existing pick is continued: in part, and then with the rest', async () => {
  const { shop } = engine;
  const id = await issued(5);
  const pick = await shop.done('/picklinebyorder', { order_id: [id] });
  const [line] = await shop.get(`/salesorder/${id}/line`);
  const some = { line_details: [{ transactionline_id: line.id, qty: 2 }] };
  expect(await worked(id, some)).toMatchObject({
    outcome: 'done',
    tasks: [{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }],
  });
  expect(await shop.counters(id, 'qty_picked_up')).toEqual([2]);
  const answer = await worked(id);
  expect(answer).toMatchObject({ outcome: 'done', tasks: [{ record_id: pick.id }, {}, {}, {}] });
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('an autowork does what is in stock, and reports the shortage in its answer and in the progress', async () => {
  const id = await issued(5, 3);
  const answer = await worked(id);
  expect(answer).toMatchObject({
    outcome: 'partial',
    code: 'stock.short',
    detail: expect.stringContaining('2 of 5 of part'),
    tasks: [{ task_id: 1, outcome: 'partial' }, { outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }],
  });
  expect(await engine.shop.counters(id, 'qty_picked_up')).toEqual([3]);
  expect(await engine.shop.progress(id)).toMatchObject({
    step: 'pick',
    waiting_for: expect.stringMatching(/^stock: 2/),
  });
  await expect(worked(id)).rejects.toMatchObject({ code: 'stock.short' });
});

test('a held order is refused, with the results in the answer', async () => {
  const id = await issued();
  await engine.testService.client.salesorder.hold(id, { reason: 'Credit check' });
  await expect(worked(id)).rejects.toMatchObject({
    status: 409,
    code: 'order.held',
    detail: expect.stringContaining('Credit check'),
    members: { autowork: { order_id: id, outcome: 'refused', tasks: [{ task_id: 1, outcome: 'refused' }] } },
  });
  expect(await engine.shop.progress(id)).toMatchObject({ state: 'held', autowork: null });
});

test('an autowork has the permissions and the name of its user', async () => {
  const { testService: service, shop } = engine;
  const user = async (first_name: string, permissions: string[]) => {
    const email = `${first_name}@example.com`;
    const made = await shop.done('/user', { first_name, last_name: 'Weber', email, usertype: 'API', permissions });
    return createEngineClient({ url: service.url, apiKey: made.api_key });
  };
  const ana = await user('Ana', ['salesorder.autowork', 'task.perform']);
  const bob = await user('Bob', ['salesorder.autowork']);
  const id = await issued();
  await expect(worked(id, {}, bob)).rejects.toMatchObject({ status: 403, code: 'permission.missing' });
  expect(await shop.counters(id, 'qty_picked')).toEqual([0]);
  expect(await shop.progress(id)).toMatchObject({
    state: 'attention',
    waiting_for: expect.stringContaining('task.perform'),
  });
  expect(await worked(id, {}, ana)).toMatchObject({ outcome: 'done' });
  const timeline: { event: string; by: string; detail: object }[] = await shop.get(`/salesorder/${id}/timeline`);
  const by = (event: string) => timeline.filter((entry) => entry.event === event).map((entry) => entry.by);
  expect(by('autowork.created')).toEqual(['Bob Weber', 'Ana Weber']);
  expect(by('autowork.finished')).toEqual(['Bob Weber', 'Ana Weber']);
  expect(by('pick.finished')).toEqual(['Ana Weber']);
  expect(by('pickup.created')).toEqual(['Ana Weber']);
  await Promise.all([ana.close(), bob.close()]);
});

test('a skipped step is passed over; an autowork of that step alone is refused', async () => {
  const { shop } = engine;
  const willCall = { carrier_id: await shop.carrier('Will Call') };
  const line = async () => [{ part_id: await shop.part({}, 5), qty: 1 }];
  const id = await shop.issued(await line(), willCall);
  const answer = await worked(id, { task_ids: [1, 2, 3] });
  expect(answer).toMatchObject({
    outcome: 'done',
    tasks: [{ outcome: 'done' }, { outcome: 'skipped', code: 'pack.no-step' }, { outcome: 'skipped' }],
  });
  await expect(worked(id, { task_ids: [3] })).rejects.toMatchObject({ code: 'ship.no-step' });
  expect(await worked(id, { task_ids: [4] })).toMatchObject({ outcome: 'done' });
});

test('several autoworks of one order run one after the other, in their order', async () => {
  const id = await issued();
  const { client } = engine.testService;
  const requests = [];
  for (const body of [{ task_ids: [1] }, { task_ids: [1, 2] }, {}, {}]) {
    requests.push(await client.salesorder.autowork(id, body));
  }
  for (const one of requests) await client.background.finished(one);
  const finished = (await engine.shop.get(`/autowork?order_id=${id}&sort=id`)).data;
  expect(finished.map(({ tasks }: { tasks: { outcome: string }[] }) => tasks.map(({ outcome }) => outcome))).toEqual([
    ['done'],
    ['nothing', 'done'],
    ['nothing', 'nothing', 'done', 'done'],
    ['nothing'],
  ]);
  expect(await engine.shop.status(id)).toBe('Fulfilled');
});

test('the history of an autowork names the user, each task and the outcome', async () => {
  const id = await issued();
  const answer = await worked(id, { task_ids: [1, 2] });
  const workflow = engine.temporal.workflow.getHandle(`autowork/${answer.id}`);
  const { events } = await workflow.fetchHistory();
  const texts = summaries(events ?? []);
  const { number } = await engine.shop.see(id);
  expect(texts).toContain(`Pick order ${number} for Administrator`);
  expect(texts).toContain(`Pack order ${number} for Administrator`);
  const { typedSearchAttributes } = await workflow.describe();
  const shown = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
  expect(shown).toMatchObject({ CustomerId: expect.any(String), Outcome: 'done' });
});

test('the command line requests tasks by their names, and shows the result of each', async () => {
  const id = await issued(5, 3);
  const { client } = engine.testService;
  const text = autoworkText(await workOrder(client, id, { tasks: ['Pick', 'pack'] }), silentTerminal());
  expect(text).toMatch(/^partial\n/);
  expect(text).toMatch(/pick +partial +Stock is short.*2 of 5/);
  expect(text).toMatch(/pack +done/);
  await expect(workOrder(client, id, { tasks: ['sell'] })).rejects.toThrow('no task sell; tasks are Pick, Pack');
  await expect(workOrder(client, id, { site: 'Moon' })).rejects.toThrow('There is no site Moon');
});
