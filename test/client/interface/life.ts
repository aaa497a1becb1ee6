import { expect, test } from 'vitest';
import { answerOf, type Client, isBackground, isProblem } from '../../../client/client.ts';
import { expectReadable, type TestContext } from './context.ts';

/** The lifecycle of an order, by the calls of the client. */
export function life(context: TestContext): void {
  issueAndEnd(context);
  decisions(context);
  completion(context);
}

const statusOf = async (client: Client, id: number) =>
  (await client.salesorder.get(id, { embed: 'status' })).status.name;

const taskId = async (client: Client, name: string) => (await client.task.list({ where: { name } })).data[0]!.id;

function issueAndEnd({ client, order, part, issued }: TestContext): void {
  test('an issue reports shortages, and continues with ignore_warnings', async () => {
    const { id: part_id } = await part(1);
    const id = await order([{ part_id, qty: 3 }]);
    const error: unknown = await client.salesorder.issue(id).catch((thrown) => thrown);
    expect(isProblem(error, 'order.warnings') && error.status).toBe(428);
    expect(isProblem(error) && error.warnings).toEqual([
      { code: expect.any(String), message: expect.any(String), pointer: expect.stringContaining('/lines/0') },
    ]);
    const order_ = await client.salesorder.issue(id, { ignore_warnings: 1 }, { embed: 'status', background: 'never' });
    expect(order_).toMatchObject({ id, status: { name: 'Issued' }, issue_date: expect.any(String) });
    expect(await client.salesorder.issue(id, {}, { background: 'never' })).toMatchObject({ id });
  });

  test('the work of an issued order is listed', async () => {
    const { id } = await issued();
    const { data } = await client.work.list({ where: { order_id: id }, embed: 'task,line' });
    expect(data.map(({ task, qty, qty_done }) => [task.name, qty, qty_done])).toEqual([
      ['Pick', 2, 0],
      ['Pack', 2, 0],
      ['Ship', 2, 0],
      ['Pickup', 2, 0],
    ]);
    await expectReadable(client.work, data[0]!.id);
  });

  test('an unissued order is a draft again, and its stock is free', async () => {
    const { id, part: used } = await issued();
    const committed = async () => (await client.inventory.list({ where: { part_id: used.id } })).data[0]!.qty_committed;
    expect(await committed()).toBe(2);
    const back = await client.salesorder.unissue(id, { embed: 'status' });
    expect(back.status.name).toBe('Draft');
    expect(await committed()).toBe(0);
  });

  test('a void order cannot be issued', async () => {
    const { id } = await issued();
    expect((await client.salesorder.void(id, {}, { embed: 'status' })).status.name).toBe('Void');
    await expect(client.salesorder.issue(id)).rejects.toMatchObject({ status: 409, code: 'order.state' });
  });

  test('an order is closed short with its delivered quantities', async () => {
    const { id: part_id } = await part(2);
    const id = await order([{ part_id, qty: 5 }]);
    await client.salesorder.issue(id, { ignore_warnings: 1 });
    await client.task.perform(await taskId(client, 'Pick'), { order_id: [id], partial: 1 });
    for (const task of ['Pack', 'Ship', 'Pickup'])
      await client.task.perform(await taskId(client, task), { order_id: [id] });
    const closed = await client.salesorder.closeshort(id, { embed: 'status,lines' });
    expect(closed.status.name).toBe('Closed Short');
    expect(closed.lines.map((line) => [line.qty_picked_up, line.qty_canceled])).toEqual([[2, 3]]);
  });

  test('units of a line are canceled, and the rest of the order goes on', async () => {
    const { id: part_id } = await part(5);
    const id = await order([{ part_id, qty: 5 }]);
    await client.salesorder.issue(id);
    const [line] = await client.salesorder.line.list(id);
    expect(await client.salesorder.line.cancel(id, line!.id, { qty: 2, reason: 'Too many' })).toMatchObject({ id });
    expect((await client.salesorder.line.list(id))[0]).toMatchObject({ qty: 5, qty_canceled: 2 });
  });

  test('lines of an issued order are added and changed, and the answer has the new plan', async () => {
    const { id: part_id } = await part(9);
    const id = await order([{ part_id, qty: 5 }]);
    await client.salesorder.issue(id);
    const [line] = await client.salesorder.line.list(id);
    const lines = [
      { part_id, qty: 1 },
      { id: line!.id, qty: 3 },
    ];
    const tried = await client.salesorder.change(id, { lines }, { dryRun: true });
    expect([tried.added.length, (await client.salesorder.line.list(id)).length]).toEqual([1, 1]);
    const changed = await client.salesorder.change(id, { lines, reason: 'The customer called' });
    expect(changed.total).toBe(tried.total);
    expect(changed).toMatchObject({ differences: [], short: [], added: [expect.any(Number)] });
    expect(await client.salesorder.line.list(id)).toHaveLength(2);
  });

  test('a hold refuses new work until it ends', async () => {
    const { id } = await issued();
    expect(await client.salesorder.hold(id, { reason: 'Credit check' })).toMatchObject({ hold_reason: 'Credit check' });
    await expect(client.picklinebyorder.create({ order_id: [id] })).rejects.toMatchObject({ code: 'order.held' });
    expect(await client.salesorder.progress(id)).toMatchObject({ held: true, state: 'held', step: 'pick' });
    expect(await client.salesorder.release(id)).toMatchObject({ held_at: null, hold_reason: null });
    expect(await client.picklinebyorder.create({ order_id: [id] })).toMatchObject({ order_ids: [id] });
  });
}

function decisions({ client, order, part, issued }: TestContext): void {
  test('a step is skipped, and the plan names the decider', async () => {
    const { id } = await issued();
    const before = await client.salesorder.plan(id);
    expect([before.pinned, before.steps.map(({ step }) => step)]).toEqual([true, ['pick', 'pack', 'ship', 'pickup']]);
    await client.salesorder.skip(id, { step: 'ship', by: 'Nancy' });
    const ship = (await client.salesorder.plan(id)).steps.find(({ step }) => step === 'ship');
    expect(ship?.required).toBe(false);
    expect(JSON.stringify(ship?.reasons)).toContain('Nancy');
    await expect(client.salesorder.skip(id, { step: 'pick', by: 'Nancy' })).rejects.toMatchObject({
      code: 'body.invalid',
    });
  });

  test('an issued order is replanned after its differences were read', async () => {
    const { id } = await issued();
    const shown = await client.salesorder.replanned(id);
    expect(shown).toMatchObject({ was: shown.ruleset, differences: [] });
    const done = await client.salesorder.replan(id, { ruleset: shown.ruleset, by: 'Nancy' });
    expect(done).toMatchObject({ was: shown.ruleset, ruleset: shown.ruleset, differences: [] });
    await expect(client.salesorder.replan(id, { ruleset: 'another', by: 'Nancy' })).rejects.toMatchObject({
      code: 'precondition.failed',
    });
  });

  test('a reached step is reported, and the answer is the progress of the order', async () => {
    const { id } = await issued();
    expect(await client.engine.salesorder.reach(id, { step: 'pick' })).toMatchObject({
      status: 'Issued',
      step: 'pick',
    });
  });

  test('the plan of a draft is a dry run', async () => {
    const id = await order([{ part_id: (await part()).id, qty: 1 }]);
    expect((await client.salesorder.plan(id)).pinned).toBe(false);
    expect(await statusOf(client, id)).toBe('Draft');
  });

  test('the progress shows an attention until it is cleared', async () => {
    const { id } = await issued();
    await client.engine.salesorder.attention(id, { step: 'pick', code: 'carrier.refused', detail: 'No such address.' });
    const progress = await client.salesorder.progress(id);
    expect(progress).toMatchObject({ state: 'attention', waiting_for: 'No such address.', status: 'Issued' });
    expect(await client.salesorder.get(id)).toMatchObject({ state: 'attention', reason: 'carrier.refused' });
    const { orders, states } = await client.salesorder.summary.get({ filter: `id = ${id}` });
    expect([orders, states]).toEqual([1, [expect.objectContaining({ state: 'attention', step: 'pick', orders: 1 })]]);
    await client.engine.salesorder.attention(id, {});
    const attempt = { carrier: 'Nobody', detail: 'answered 503', attempt: 1, seconds: 5 };
    await client.engine.salesorder.bookingattempt(id, attempt);
    expect((await client.salesorder.progress(id)).state).not.toBe('attention');
  });
}

function completion({ client, order, part, issued, storageId, unique }: TestContext): void {
  test('the next calls of the progress lead the order to its end', async () => {
    const { id } = await issued();
    for (let calls = 0; calls < 30; calls += 1) {
      const { next, state } = await client.salesorder.progress(id);
      if (state === 'done') break;
      const { method, path, body } = next[0]!;
      await client.request({ method: method as 'POST', path, body });
    }
    expect(await statusOf(client, id)).toBe('Fulfilled');
    const timeline = await client.salesorder.timeline(id);
    const events = timeline.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['salesorder.issued', 'pick.finished', 'pickup.created']));
    expect(timeline.every(({ user, at }) => user !== null && at.endsWith('+00:00'))).toBe(true);
  });

  test('a queued issue is awaited, and its background request has the answer', async () => {
    const { id: part_id } = await part(5);
    const id = await order([{ part_id, qty: 1 }]);
    const queued = await client.salesorder.issue(id, {}, { background: 'always' });
    expect(isBackground(queued)).toBe(true);
    expect(await client.background.finished(queued)).toMatchObject({ id });
    const record = await client.background.get(queued);
    expect(record).toMatchObject({ state: 'done', answer: { status: 200, body: { id } } });
    expect(answerOf<{ id: number }>(record)?.value.id).toBe(id);

    const short = await order([{ part_id, qty: 50 }]);
    const refused = await client.salesorder.issue(short, {}, { background: 'always' });
    await expect(client.background.finished(refused)).rejects.toMatchObject({ code: 'order.warnings', status: 428 });
  });

  test('one call performs a task for several orders', async () => {
    const [one, two] = [await issued(), await issued()];
    const ids = [one.id, two.id];
    const made: number[] = [];
    for (const task of ['Pick', 'Pack', 'Ship', 'Pickup']) {
      const answer = await client.task.perform(await taskId(client, task), { order_id: ids });
      expect(answer.order_ids).toEqual(ids);
      made.push(answer.id);
    }
    expect(await Promise.all(ids.map((id) => statusOf(client, id)))).toEqual(['Fulfilled', 'Fulfilled']);
    const { orders } = await client.pick.get(made[0]!, { embed: 'orders' });
    expect(orders.map(({ id }) => id)).toEqual(ids);
    const left = await client.inventory.list({ filter: `part_id = ${one.part.id} && location_id = ${storageId}` });
    expect(left.data.map(({ qty, qty_committed }) => [qty, qty_committed])).toEqual([[8, 0]]);
  });

  test('people decide whether a step is automatic, choose its carrier, and retry it', async () => {
    const { id } = await issued();
    const stepOf = async (name: string) => (await client.salesorder.plan(id)).steps.find(({ step }) => step === name)!;
    await client.salesorder.automatic(id, { step: 'pick', by: 'Nancy' });
    expect((await stepOf('pick')).reasons[0]).toMatchObject({ source: 'operator', name: 'Nancy', value: 'automatic' });
    await client.salesorder.byhand(id, {});
    expect((await stepOf('pick')).by).toBe('hand');
    const { id: carrier_id } = await client.carrier.create({ name: unique('Van') });
    expect(await client.salesorder.carrier(id, { carrier_id })).toMatchObject({ id, carrier_id });
    await client.engine.salesorder.attention(id, { step: 'pick', code: 'carrier.refused', detail: 'No such place.' });
    expect(await client.salesorder.retry(id, { by: 'Nancy' })).toMatchObject({ id });
    const timeline = await client.salesorder.timeline(id);
    expect(timeline.at(-1)).toMatchObject({ event: 'salesorder.retried', detail: { by: 'Nancy' } });
  });

  test('the next steps of several orders are done together', async () => {
    const ids = [(await issued()).id, (await issued()).id];
    const { orders } = await client.engine.steps({ orders: ids.map((order_id) => ({ order_id, steps: ['pick'] })) });
    expect(orders).toMatchObject(ids.map((order_id) => ({ order_id, done: [{ step: 'pick' }] })));
  });

  test('a person has the workflow of an order started again', async () => {
    const { id } = await issued();
    await client.engine.salesorder.attention(id, { step: 'pick', code: 'engine.gone', detail: 'Its workflow ended.' });
    expect(await client.salesorder.drive(id, { by: 'Nancy' })).toMatchObject({ id });
    expect(await client.salesorder.progress(id)).toMatchObject({ state: 'waiting', waiting_for: 'pick by hand' });
  });

  test('an autowork is requested, followed in the background, and listed', async () => {
    const { id } = await issued();
    const request = await client.salesorder.autowork(id, { task_ids: [await taskId(client, 'Pick')] });
    expect(isBackground(request)).toBe(true);
    expect(await client.background.get(request)).toMatchObject({ state: 'queued', answer: null });
    const { data } = await client.autowork.list({ where: { order_id: id }, embed: 'order,creator' });
    const creator = { first_name: 'Administrator' };
    expect(data).toMatchObject([{ order: { id }, state: 'queued', task_ids: [1], creator }]);
    // The engine starts and finishes the autowork.
    const work = data[0]!.id;
    expect(await client.engine.autowork.begin(work)).toMatchObject({ open: true, carrier: null });
    const tasks = [{ task_id: 1, outcome: 'nothing' as const, detail: 'Nothing is left to pick.' }];
    expect(await client.engine.autowork.finish(work, { tasks })).toMatchObject({ state: 'done', outcome: 'nothing' });
    expect(await client.background.finished(request)).toMatchObject({ id: work, outcome: 'nothing' });
    const own = await client.background.list({ where: { path: `/salesorder/${id}/autowork` } });
    expect(own.data).toMatchObject([{ state: 'done', method: 'POST', status: 200 }]);
    // An autowork that has ended neither waits nor can be taken back.
    expect(await client.engine.autowork.wait(work, { tasks })).toMatchObject({ open: false });
    expect(await client.autowork.cancel(work)).toMatchObject({ state: 'done', outcome: 'nothing' });
    await expectReadable(client.autowork, work);
  });
}
