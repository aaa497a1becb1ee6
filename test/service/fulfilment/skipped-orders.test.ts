import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** By-order calls skip orders without remaining work, or that refuse work, and report them. */

const { shop } = await testShop({}, 'each');

const before = { pick: [], pack: ['pick'], ship: ['pick', 'pack'] } as const;

describe.each(['pick', 'pack', 'ship'] as const)('POST /%slinebyorder', (step) => {
  const path = `/${step}linebyorder`;
  const ready = async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]);
    await shop.through([id], ...before[step]);
    return id;
  };

  test('names the orders that it left out, and why', async () => {
    const [held, ended, empty, good] = [await ready(), await ready(), await ready(), await ready()];
    await shop.done(`/salesorder/${held}/hold`, { reason: 'Count' });
    await shop.done(`/salesorder/${ended}/void`);
    await shop.done(path, { order_id: [empty] });
    const { status, body } = await shop.post(path, { order_id: [held, ended, empty, good] });
    expect([status, body.order_ids]).toEqual([201, [good]]);
    expect(body.skipped.map(({ order_id, code }: { order_id: number; code: string }) => [order_id, code])).toEqual([
      [held, 'order.held'],
      [ended, 'order.state'],
      [empty, `${step}.nothing-left`],
    ]);
    expect(body.skipped[0].why).toMatch(/is on hold: Count\. Release it first\.$/);
    expect(body.skipped[2].why).toMatch(new RegExp(`: it is on ${step} \\d+\\.$`));
  });

  test('skips nothing where something of every order is left, and is refused where nothing of any is', async () => {
    const [one, two] = [await ready(), await ready()];
    expect(await shop.done(path, { order_id: [one, two] })).toMatchObject({ order_ids: [one, two], skipped: [] });
    expect(await shop.refused(path, { order_id: [one, two] })).toBe(`409 ${step}.nothing-left`);
    await shop.done(`/salesorder/${one}/hold`, { reason: 'Count' });
    expect(await shop.refused(path, { order_id: [one] })).toBe('409 order.held');
  });

  test('refuses an unknown order with field and value, and makes nothing', async () => {
    const id = await ready();
    const { status, body } = await shop.post(path, { order_id: [id, 999_999] });
    expect([status, body.code, body.errors]).toEqual([
      422,
      'reference.unknown',
      [{ pointer: '/order_id/1', detail: 'there is no sales order 999999' }],
    ]);
    expect(await shop.done(path, { order_id: [id] })).toMatchObject({ order_ids: [id] });
  });
});

test('an unknown order of a task is a fault of the body', async () => {
  for (const task of ['pick', 'pack', 'ship', 'pickup'] as const) {
    expect(await shop.perform(task, [999_999])).toMatchObject({
      status: 422,
      body: { code: 'reference.unknown', errors: [{ pointer: '/order_id/0' }] },
    });
  }
});
