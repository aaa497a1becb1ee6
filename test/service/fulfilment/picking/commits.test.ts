import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { shop } = await testShop({}, 'each');

const pickOf = (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });

test('a commit without a body moves all units from where they are reserved; repeating it changes nothing', async () => {
  const part = await shop.part({}, 5);
  const pick = await pickOf(await shop.issued([{ part_id: part, qty: 3 }]));
  const line = pick.lines[0];
  for (let times = 0; times < 2; times++) {
    const reply = await shop.post(`/pickline/${line.id}/commit`);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: line.id, qty: 3, qty_committed: 3, location_id: shop.stockId });
  }
  expect(await shop.units(part)).toEqual({ storage: 2, moving: 3 });
  const { commits } = await shop.get(`/pickline/${line.id}?embed=commits`);
  expect(commits).toMatchObject([
    { from_location_id: shop.stockId, to_location_id: shop.movingId, qty: 3, reason: 'pick' },
  ]);
});

test('after a commit of fewer units the rest returns to the order with the reason', async () => {
  const part = await shop.part({}, 5);
  const id = await shop.issued([{ part_id: part, qty: 5 }]);
  const pick = await pickOf(id);
  const body = { qty: '1.5', short_reason: 'Box was damaged' };
  expect(await shop.done(`/pickline/${pick.lines[0].id}/commit`, body)).toMatchObject({
    qty: 1.5,
    qty_committed: 1.5,
    short_reason: 'Box was damaged',
  });
  const rest = await shop.get(`/pickline?order_id=${id}&filter=pick_id IS NULL`);
  expect(rest.data).toMatchObject([
    { qty: 3.5, qty_committed: 0, location_id: shop.stockId, short_reason: 'Box was damaged' },
  ]);
  await shop.done(`/pick/${pick.id}/finish`);
  expect(await shop.counters(id, 'qty_picked')).toEqual([1.5]);
  const second = await pickOf(id);
  expect(second.lines).toMatchObject([{ qty: 3.5 }]);
  await shop.done(`/pickline/${second.lines[0].id}/commit`);
  await shop.done(`/pick/${second.id}/finish`);
  expect(await shop.counters(id, 'qty_picked')).toEqual([5]);
});

test('with keep_rest the rest stays on the pick and can be committed from another location', async () => {
  const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
  const id = await shop.issued([{ part_id: part, qty: 5 }]);
  const pick = await pickOf(id);
  await shop.stock(part, 2, { location_id: shelf });
  await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 3, keep_rest: 1 });
  const { lines } = await shop.get(`/pick/${pick.id}?embed=lines`);
  expect(lines).toMatchObject([
    { id: pick.lines[0].id, qty: 3, qty_committed: 3 },
    { qty: 2, qty_committed: 0, location_id: shop.stockId },
  ]);
  await shop.done(`/pickline/${lines[1].id}/commit`, { location_id: shelf });
  await shop.done(`/pick/${pick.id}/finish`);
  expect(await shop.counters(id, 'qty_picked')).toEqual([5]);
});

test('a second commit with other details is refused', async () => {
  const part = await shop.part({ number: 'RIVALS' }, 10);
  const id = await shop.issued([{ part_id: part, qty: 10 }]);
  const path = `/pickline/${(await pickOf(id)).lines[0].id}/commit`;
  const replies = await Promise.all([4, 6].map((qty) => shop.post(path, { qty })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const committed = replies.find(({ status }) => status === 200)!.body.qty_committed;
  const { body } = replies.find(({ status }) => status === 409)!;
  expect(body).toMatchObject({ code: 'pickline.committed' });
  expect(body.detail).toContain(`was committed before, with ${committed} of part RIVALS from Stock.`);
  expect(await shop.refused(path, { location_id: await shop.storage() })).toBe('409 pickline.committed');
  // The same commit again, or one of all units, changes nothing.
  for (const again of [{}, { qty: committed }, { location_id: shop.stockId }]) await shop.done(path, again);
});

test('uncommit gives the units back, and the line can be committed again', async () => {
  const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
  await shop.stock(part, 5, { location_id: shelf });
  const id = await shop.issued([{ part_id: part, qty: 3 }]);
  const pick = await pickOf(id);
  const path = `/pickline/${pick.lines[0].id}`;
  await shop.done(`${path}/commit`, { location_id: shelf });
  for (let times = 0; times < 2; times++)
    expect(await shop.done(`${path}/uncommit`)).toMatchObject({
      qty: 3,
      qty_committed: 0,
      location_id: shelf,
      pick_id: pick.id,
    });
  expect(await shop.units(part)).toEqual({ storage: 10 });
  await shop.done(`${path}/commit`, { location_id: shop.stockId, qty: 2 });
  await shop.done(`${path}/uncommit`);
  await shop.done(`${path}/commit`, { qty: 1 });
  await shop.done(`/pick/${pick.id}/finish`);
  expect(await shop.counters(id, 'qty_picked')).toEqual([1]);
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  const { body } = await shop.post(`${path}/uncommit`);
  expect([body.code, body.detail]).toEqual([
    'pick.state',
    expect.stringMatching(
      new RegExp(`can't be given back: 1 of part \\S+ are on pack ${pack.id}\\. Delete pack ${pack.id}\\.$`),
    ),
  ]);
  expect(await shop.refused('/pickline/999999/uncommit')).toBe('404 record.unknown');
});

test('more units than the line has, no units, and a line on no pick are refused', async () => {
  const part = await shop.part({}, 5);
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  const free = (await shop.get(`/pickline?order_id=${id}`)).data[0];
  expect(await shop.refused(`/pickline/${free.id}/commit`)).toBe('409 pick.state');
  await pickOf(id);
  expect(await shop.refused(`/pickline/${free.id}/commit`, { qty: 3 })).toBe('422 body.invalid');
  expect(await shop.refused(`/pickline/${free.id}/commit`, { qty: 0 })).toBe('422 body.invalid');
  expect(await shop.refused('/pickline/999999/commit')).toBe('404 record.unknown');
  expect(await shop.units(part)).toEqual({ storage: 5 });
});

test('units can be taken from another storage location that has as many free', async () => {
  const [part, shelf] = [await shop.part({}, 5), await shop.storage()];
  const id = await shop.issued([{ part_id: part, qty: 4 }]);
  await shop.stock(part, 3, { location_id: shelf });
  const pick = await pickOf(id);
  const line = pick.lines[0].id;
  expect(await shop.refused(`/pickline/${line}/commit`, { location_id: shelf })).toBe('409 stock.short');
  expect(await shop.done(`/pickline/${line}/commit`, { location_id: shelf, qty: 3 })).toMatchObject({
    location_id: shelf,
  });
  const { data } = await shop.get(`/inventory?part_id=${part}&sort=location_id&filter=qty > 0`);
  expect(data.map((row: Record<string, number>) => [row.location_id, row.qty, row.qty_committed])).toEqual(
    [
      [shop.stockId, 5, 1],
      [shop.movingId, 3, 3],
    ].sort((a, b) => a[0]! - b[0]!),
  );
  await shop.done(`/pick/${pick.id}/finish`);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('units that stay at the first location are reserved for an order that waits', async () => {
  const [part, shelf] = [await shop.part({}, 2), await shop.storage()];
  const id = await shop.issued([{ part_id: part, qty: 2 }]);
  const waiting = await shop.issued([{ part_id: part, qty: 2 }]);
  // No units are reserved at an inactive location, but a person may take units from it.
  await shop.done(`/location/${shelf}`, { active: false }, 'PUT');
  await shop.stock(part, 2, { location_id: shelf });
  expect((await shop.progress(waiting)).waiting_for).toMatch(/^stock: 2 /);
  const pick = await pickOf(id);
  await shop.done(`/pickline/${pick.lines[0].id}/commit`, { location_id: shelf });
  expect((await shop.get(`/pickline?order_id=${waiting}`)).data).toMatchObject([{ qty: 2, location_id: shop.stockId }]);
});

test('units cannot be taken from the moving location, a carton, another site or an unknown location', async () => {
  const part = await shop.part({}, 5);
  const pick = await pickOf(await shop.issued([{ part_id: part, qty: 2 }]));
  const south = await shop.done('/site', { name: 'South', sitetype_id: 1 });
  const elsewhere = await shop.done('/location', { site_id: south.id, name: 'Shelf', locationtype_id: 1 });
  await shop.stock(part, 5, { location_id: elsewhere.id });
  for (const location_id of [shop.movingId, elsewhere.id, 999_999]) {
    expect(await shop.refused(`/pickline/${pick.lines[0].id}/commit`, { location_id })).toBe('422 reference.unknown');
  }
});

test('tracking of an untracked part is refused; an empty list counts as none', async () => {
  const pick = await pickOf(await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }]));
  const path = `/pickline/${pick.lines[0].id}/commit`;
  expect(await shop.refused(path, { tracking: [{ lot: 'A', qty: 2 }] })).toBe('422 tracking.mismatch');
  expect(await shop.done(path, { tracking: [] })).toMatchObject({ qty_committed: 2 });
});
