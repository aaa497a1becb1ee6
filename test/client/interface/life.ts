import { expect, test } from 'vitest';
import { answerOf, isBackground, isProblem } from '../../../client/client.ts';
import { type CallContext, expectReadable } from './desk.ts';

/** What happens to an order as a whole. */
export function life({ client, order, part, issued, storageId, unique }: CallContext): void {
  const nameOf = async (id: number) => (await client.salesorder.get(id, { embed: 'status' })).status.name;

  test('issuing says what is short, and goes on when told to', async () => {
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

  test('the work of an issued order is a list of its own', async () => {
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

  test('an issued order is taken back to draft, and its stock is free again', async () => {
    const { id, part: used } = await issued();
    const committed = async () => (await client.inventory.list({ where: { part_id: used.id } })).data[0]!.qty_committed;
    expect(await committed()).toBe(2);
    const back = await client.salesorder.unissue(id, { embed: 'status' });
    expect(back.status.name).toBe('Draft');
    expect(await committed()).toBe(0);
  });

  test('an order is voided, and no longer issued', async () => {
    const { id } = await issued();
    expect((await client.salesorder.void(id, {}, { embed: 'status' })).status.name).toBe('Void');
    await expect(client.salesorder.issue(id)).rejects.toMatchObject({ status: 409, code: 'order.state' });
  });

  test('an order is closed with what was delivered', async () => {
    const { id: part_id } = await part(2);
    const id = await order([{ part_id, qty: 5 }]);
    await client.salesorder.issue(id, { ignore_warnings: 1 });
    await client.task.perform(await taskId('Pick'), { order_id: [id], partial: 1 });
    for (const task of ['Pack', 'Ship', 'Pickup']) await client.task.perform(await taskId(task), { order_id: [id] });
    const closed = await client.salesorder.closeshort(id, { embed: 'status,lines' });
    expect(closed.status.name).toBe('Closed Short');
    expect(closed.lines.map((line) => [line.qty_picked_up, line.qty_canceled])).toEqual([[2, 3]]);
  });

  test('a hold refuses new work until it ends', async () => {
    const { id } = await issued();
    expect(await client.salesorder.hold(id, { reason: 'Credit check' })).toMatchObject({ hold_reason: 'Credit check' });
    await expect(client.picklinebyorder.create({ order_id: [id] })).rejects.toMatchObject({ code: 'order.held' });
    expect(await client.salesorder.progress(id)).toMatchObject({ held: true, state: 'held', step: 'pick' });
    expect(await client.salesorder.release(id)).toMatchObject({ held_at: null, hold_reason: null });
    expect(await client.picklinebyorder.create({ order_id: [id] })).toMatchObject({ order_ids: [id] });
  });

  test('a step is left out, and the plan names who decided', async () => {
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

  test('an issued order is planned anew after the difference was looked at', async () => {
    const { id } = await issued();
    const shown = await client.salesorder.replanned(id);
    expect(shown).toMatchObject({ was: shown.ruleset, differences: [] });
    const done = await client.salesorder.replan(id, { ruleset: shown.ruleset, by: 'Nancy' });
    expect(done).toMatchObject({ was: shown.ruleset, ruleset: shown.ruleset, differences: [] });
    await expect(client.salesorder.replan(id, { ruleset: 'another', by: 'Nancy' })).rejects.toMatchObject({
      code: 'precondition.failed',
    });
  });

  test('whoever drives an order says what it has come to, and is told where it is', async () => {
    const { id } = await issued();
    expect(await client.salesorder.reach(id, { step: 'pick' })).toMatchObject({ status: 'Issued', step: 'pick' });
  });

  test('before issue the plan is a dry run', async () => {
    const id = await order([{ part_id: (await part()).id, qty: 1 }]);
    expect((await client.salesorder.plan(id)).pinned).toBe(false);
    expect(await nameOf(id)).toBe('Draft');
  });

  test('what the engine cannot get past is shown until it is taken back', async () => {
    const { id } = await issued();
    await client.salesorder.attention(id, { step: 'pick', code: 'carrier.refused', detail: 'No such address.' });
    const progress = await client.salesorder.progress(id);
    expect(progress).toMatchObject({ state: 'attention', waiting_for: 'No such address.', status: 'Issued' });
    await client.salesorder.attention(id, {});
    expect((await client.salesorder.progress(id)).state).not.toBe('attention');
  });

  test('the calls that progress names move the order to its end', async () => {
    const { id } = await issued();
    for (let calls = 0; calls < 30; calls += 1) {
      const { next, state } = await client.salesorder.progress(id);
      if (state === 'done') break;
      const { method, path, body } = next[0]!;
      await client.request({ method: method as 'POST', path, body });
    }
    expect(await nameOf(id)).toBe('Fulfilled');
    const timeline = await client.salesorder.timeline(id);
    const events = timeline.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['salesorder.issued', 'pick.finished', 'pickup.created']));
    expect(timeline.every(({ user, at }) => user !== null && at.endsWith('+00:00'))).toBe(true);
  });

  test('a queued issue is waited for, and shows how it went', async () => {
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

  const taskId = async (name: string) => (await client.task.list({ where: { name } })).data[0]!.id;

  test('each task is done for several orders by one call', async () => {
    const [one, two] = [await issued(), await issued()];
    const ids = [one.id, two.id];
    const made: number[] = [];
    for (const task of ['Pick', 'Pack', 'Ship', 'Pickup']) {
      const answer = await client.task.perform(await taskId(task), { order_id: ids });
      expect(answer.order_ids).toEqual(ids);
      made.push(answer.id);
    }
    expect(await Promise.all(ids.map(nameOf))).toEqual(['Fulfilled', 'Fulfilled']);
    const { orders } = await client.pick.get(made[0]!, { embed: 'orders' });
    expect(orders.map(({ id }) => id)).toEqual(ids);
    const left = await client.inventory.list({ filter: `part_id = ${one.part.id} && location_id = ${storageId}` });
    expect(left.data.map(({ qty, qty_committed }) => [qty, qty_committed])).toEqual([[8, 0]]);
  });

  test('people decide who does a step, with which carrier it goes, and have it tried again', async () => {
    const { id } = await issued();
    const stepOf = async (name: string) => (await client.salesorder.plan(id)).steps.find(({ step }) => step === name)!;
    await client.salesorder.automatic(id, { step: 'pick', by: 'Nancy' });
    expect((await stepOf('pick')).reasons[0]).toMatchObject({ source: 'operator', name: 'Nancy', value: 'automatic' });
    await client.salesorder.byhand(id, {});
    expect((await stepOf('pick')).by).toBe('hand');
    const { id: carrier_id } = await client.carrier.create({ name: unique('Van') });
    expect(await client.salesorder.carrier(id, { carrier_id })).toMatchObject({ id, carrier_id });
    await client.salesorder.attention(id, { step: 'pick', code: 'carrier.refused', detail: 'No such place.' });
    expect(await client.salesorder.retry(id, { by: 'Nancy' })).toMatchObject({ id });
    const timeline = await client.salesorder.timeline(id);
    expect(timeline.at(-1)).toMatchObject({ event: 'salesorder.retried', detail: { by: 'Nancy' } });
  });

  test('an autowork is asked for, followed in the background, and listed', async () => {
    const { id } = await issued();
    const asked = await client.salesorder.autowork(id, { task_ids: [await taskId('Pick')] });
    expect(isBackground(asked)).toBe(true);
    expect(await client.background.get(asked)).toMatchObject({ state: 'queued', answer: null });
    const { data } = await client.autowork.list({ where: { order_id: id }, embed: 'order,creator' });
    expect(data).toMatchObject([{ order: { id }, state: 'queued', task_ids: [1], creator: { id: 1 } }]);
    // What the engine says of it.
    const work = data[0]!.id;
    expect(await client.autowork.begin(work)).toMatchObject({ open: true, carrier: null });
    const tasks = [{ task_id: 1, outcome: 'nothing' as const, detail: 'Nothing is left to pick.' }];
    expect(await client.autowork.finish(work, { tasks })).toMatchObject({ state: 'done', outcome: 'nothing' });
    expect(await client.background.finished(asked)).toMatchObject({ id: work, outcome: 'nothing' });
    await expectReadable(client.autowork, work);
  });
}
