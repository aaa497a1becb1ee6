import { describe, expect, test } from 'vitest';
import type { EngineClient } from '../../../client/engine.ts';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

/** Orders of the company itself: each kind has the calls of sales orders. */
export function orderKinds(context: TestContext): void {
  const { client } = context;
  const receiver = async () => {
    const address = { address_1: '5 Low Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' };
    return (await client.site.create({ name: context.unique('Branch'), sitetype_id: 1, ...address })).id;
  };
  describe('transfer orders', () => calls(context, 'transferorder', async () => ({ to_site_id: await receiver() })));
  describe('use orders', () => calls(context, 'useorder', async () => ({ purpose: 'Repair', cost_centre: '4711' })));

  test('a transfer order goes with another carrier', async () => {
    const { id: part_id } = await context.part(5);
    const { id } = await client.transferorder.create({ to_site_id: await receiver(), lines: [{ part_id, qty: 1 }] });
    await client.transferorder.issue(id);
    const carrier = await client.carrier.create({ name: context.unique('Van') });
    expect(await client.transferorder.carrier(id, { carrier_id: carrier.id })).toMatchObject({
      carrier_id: carrier.id,
    });
  });
}

function calls({ client, part }: TestContext, kind: 'transferorder' | 'useorder', values: () => Promise<object>): void {
  // The calls of both kinds have the same names and bodies.
  const orders = client[kind] as unknown as EngineClient['transferorder'];
  const draft = async () => {
    const { id: part_id } = await part(10);
    const lines = [{ part_id, qty: 2 }];
    return orders.create({ ...((await values()) as { to_site_id: number }), lines }, { embed: 'lines' });
  };
  const issued = async () => {
    const { id } = await draft();
    await orders.issue(id);
    return id;
  };
  const statusOf = async (id: number) => (await orders.get(id, { embed: 'status' })).status.name;

  test('are created with lines, changed, copied and deleted', async () => {
    const made = await draft();
    expect(made.lines).toMatchObject([{ qty: 2 }]);
    await expectReadable(orders as never, made.id);
    const line = await orders.line.create(made.id, { part_id: made.lines[0]!.part_id, qty: 3 });
    expect(await orders.line.update(made.id, line.id, { qty: 4 })).toMatchObject({ qty: 4 });
    expect(await orders.line.get(made.id, line.id)).toMatchObject({ id: line.id });
    expect(await orders.line.list(made.id)).toHaveLength(2);
    await orders.line.remove(made.id, line.id);
    expect(await orders.update(made.id, { note: 'Before noon' })).toMatchObject({ note: 'Before noon' });
    expect(await orders.clone(made.id)).toMatchObject({ note: 'Before noon' });
    expect((await orders.linetype.list()).data).toMatchObject([{ name: 'Sale' }]);
    expect((await orders.plan(made.id)).pinned).toBe(false);
    await expectRemoved(orders as never, made.id);
  });

  test('are issued, held, decided about and withdrawn', async () => {
    const id = await issued();
    expect(await orders.hold(id, { reason: 'Count' })).toMatchObject({ hold_reason: 'Count' });
    expect(await orders.release(id)).toMatchObject({ held_at: null });
    await orders.byhand(id, { step: 'pick' });
    await orders.automatic(id, { step: 'pick' });
    await orders.skip(id, { step: 'ship', by: 'Nancy' });
    await orders.retry(id, {});
    await orders.drive(id, {});
    const { lines } = await orders.get(id, { embed: 'lines' });
    const cancel = { qty: 1, reason: 'One less' };
    expect(await orders.line.cancel(id, lines[0]!.id, cancel)).toMatchObject({ id });
    expect(await orders.change(id, { lines: [{ id: lines[0]!.id, qty: 2 }] })).toMatchObject({ added: [], short: [] });
    expect(await orders.replanned(id)).toMatchObject({ differences: expect.any(Array) });
    await orders.replan(id, {});
    expect(await orders.progress(id)).toMatchObject({ status: 'Issued', step: 'pick' });
    expect((await orders.summary.get({ filter: `id = ${id}` })).orders).toBe(1);
    expect((await orders.timeline(id)).map(({ event }) => event)).toContain(`${kind}.issued`);
    expect(await orders.autowork(id, { task_ids: [1], full_auto: 0 })).toBeDefined();
    expect(await statusOf(await orders.unissue(await issued()).then((order) => order.id))).toBe('Draft');
    expect(await statusOf(await orders.void(await issued(), {}).then((order) => order.id))).toBe('Void');
    expect(await statusOf(await orders.closeshort(await issued()).then((order) => order.id))).toBe('Closed Short');
  });
}
