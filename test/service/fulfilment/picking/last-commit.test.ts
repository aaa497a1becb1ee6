import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');

const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });
const commit = (line: { id: number }, body?: object) => shop.done(`/pickline/${line.id}/commit`, body);
const statusOf = async (pickId: number) => (await shop.get(`/pick/${pickId}?embed=status`)).status.name;

async function twoLines(values: Record<string, unknown> = {}) {
  const [a, b] = [await shop.part({}, 9), await shop.part({}, 9)];
  const lines = [
    { part_id: a, qty: 2 },
    { part_id: b, qty: 3 },
  ];
  return { a, b, id: await shop.issued(lines, values) };
}

describe('the commit of the last open line', () => {
  test('finishes the pick, and the order can be packed at once', async () => {
    const { id } = await twoLines();
    const pick = await pickOf(id);
    await commit(pick.lines[0]);
    expect(await statusOf(pick.id)).toBe('Open');
    await commit(pick.lines[1]);
    expect(await shop.get(`/pick/${pick.id}`)).toMatchObject({ status_id: 2, finished_at: expect.any(String) });
    expect([await shop.status(id), await shop.counters(id, 'qty_picked')]).toEqual(['In Progress', [2, 3]]);
    expect((await shop.post('/packlinebyorder', { order_id: [id] })).status).toBe(201);
    // Clients that finish the pick, or repeat the commit, still get their answers.
    expect(await shop.done(`/pick/${pick.id}/finish`)).toMatchObject({ status_id: 2 });
    await commit(pick.lines[1]);
    const events: { event: string }[] = await shop.get(`/salesorder/${id}/timeline`);
    expect(events.filter(({ event }) => event === 'pick.finished')).toHaveLength(1);
  });

  test('makes a will-call order ready for pickup', async () => {
    const { id } = await twoLines({ carrier_id: await shop.carrier('Will Call') });
    for (const line of (await pickOf(id)).lines) await commit(line);
    const { pickuplines } = await shop.see(id, 'pickuplines');
    const ids = pickuplines.map((line: { id: number }) => line.id);
    expect((await shop.post('/pickup', { pickupline_ids: ids, site_id: shop.siteId })).status).toBe(201);
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('finishes a pick of several orders, for all of them', async () => {
    const [one, two] = [await twoLines(), await twoLines()];
    const pick = await pickOf(one.id, two.id);
    const last = pick.lines.pop();
    for (const line of pick.lines) await commit(line);
    expect(await shop.counters(one.id, 'qty_picked')).toEqual([0, 0]);
    await commit(last);
    expect(await shop.counters(one.id, 'qty_picked')).toEqual([2, 3]);
    expect(await shop.counters(two.id, 'qty_picked')).toEqual([2, 3]);
  });

  test('finishes the pick where the rest returns to the order, and not where it stays on the pick', async () => {
    const part = await shop.part({}, 9);
    const [returned, kept] = [
      await pickOf(await shop.issued([{ part_id: part, qty: 4 }])),
      await pickOf(await shop.issued([{ part_id: part, qty: 4 }])),
    ];
    await commit(returned.lines[0], { qty: 3 });
    expect(await statusOf(returned.id)).toBe('Finished');
    await commit(kept.lines[0], { qty: 3, keep_rest: 1 });
    expect(await statusOf(kept.id)).toBe('Open');
    await commit((await shop.get(`/pick/${kept.id}?embed=lines`)).lines[1]);
    expect(await statusOf(kept.id)).toBe('Finished');
  });

  test('finishes the pick where the units of its last line are missing', async () => {
    const { id } = await twoLines();
    const pick = await pickOf(id);
    await commit(pick.lines[0]);
    await commit(pick.lines[1], { qty: 0, missing: 1 });
    expect(await statusOf(pick.id)).toBe('Finished');
    expect(await shop.counters(id, 'qty_picked')).toEqual([2, 0]);
  });

  test('finishes the pick once where both of its lines are committed at the same time', async () => {
    const { id } = await twoLines();
    const pick = await pickOf(id);
    const replies = await Promise.all(
      pick.lines.map((line: { id: number }) => shop.post(`/pickline/${line.id}/commit`)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect([await statusOf(pick.id), await shop.counters(id, 'qty_picked')]).toEqual(['Finished', [2, 3]]);
  });

  test('can be given back: the pick is open again, and its orders are not picked', async () => {
    const { id } = await twoLines({ carrier_id: await shop.carrier('Will Call') });
    const pick = await pickOf(id);
    for (const line of pick.lines) await commit(line);
    await shop.done(`/pickline/${pick.lines[1].id}/uncommit`);
    expect([await statusOf(pick.id), await shop.status(id)]).toEqual(['Open', 'Issued']);
    expect(await shop.counters(id, 'qty_picked')).toEqual([0, 0]);
    expect((await shop.see(id, 'pickuplines')).pickuplines).toEqual([]);
    expect((await shop.get(`/salesorder/${id}/timeline`)).map(({ event }: { event: string }) => event)).toContain(
      'pick.reopened',
    );
    await commit(pick.lines[1]);
    expect(await shop.counters(id, 'qty_picked')).toEqual([2, 3]);
    await shop.through([id], 'pickup');
    expect(await shop.refused(`/pickline/${pick.lines[1].id}/uncommit`)).toBe('409 pick.state');
    expect(await shop.status(id)).toBe('Fulfilled');
  });
});

describe('a refusal while a pick is open names the pick and the call that moves it', () => {
  test.each(['pack', 'ship', 'pickup'] as const)('of the task %s', async (task) => {
    const carrier = task === 'pickup' ? { carrier_id: await shop.carrier('Will Call') } : {};
    const { id } = await twoLines(carrier);
    const pick = await pickOf(id);
    await commit(pick.lines[0]);
    const { status, body } = await shop.perform(task, [id]);
    expect([status, body.code]).toEqual([409, `${task}.nothing-left`]);
    expect(body.detail).toContain(
      `Pick ${pick.id} is open: commit its lines (POST /pickline/${pick.lines[1].id}/commit), or finish it: POST /pick/${pick.id}/finish.`,
    );
    if (task === 'pickup') return;
    const byOrder = await shop.post(`/${task}linebyorder`, { order_id: [id] });
    expect(byOrder.body.detail).toBe(body.detail);
  });
});
