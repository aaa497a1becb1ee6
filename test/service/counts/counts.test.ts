import { expect, test } from 'vitest';
import { openShop } from '../../support/shop.ts';
import { testService } from '../../support/test-service.ts';

const service = await testService({ config: 'counting: { units: 1, percent: 10 }' });
const shop = await openShop(service);
const { api_key } = await shop.done('/user', { first_name: 'Lee', usertype: 'API', permissions: ['*'] });
const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
/** Approves as another person than the counters. */
const approve = async (id: number) => {
  const { status, body } = await service.call('POST', `/count/${id}/approve`, undefined, { authorization });
  return `${status} ${body?.code ?? ''}`.trim();
};
const count = async (body: object) => (await shop.done('/count', body)).id as number;
const enter = (id: number, ...lines: object[]) => shop.done(`/count/${id}/enter`, { lines });
const stockOf = async (part_id: number) =>
  (await shop.get(`/inventory?part_id=${part_id}&sort=location_id`)).data.map(({ qty }: { qty: number }) => qty);

test('counted quantities become the stock, and what moved since they were counted is kept', async () => {
  const shelf = await shop.storage();
  const part_id = await shop.part();
  await shop.stock(part_id, 20, { location_id: shelf });
  const id = await count({ location_ids: [shelf] });
  expect(await approve(id)).toBe('409 count.incomplete');
  await enter(id, { part_id, location_id: shelf, qty: 19 });
  await shop.stock(part_id, 5, { location_id: shelf });
  expect((await shop.done(`/count/${id}/approve`)).status_id).toBe(2);
  expect(await approve(id)).toBe('200');
  expect(await stockOf(part_id)).toEqual([24]);
  expect(await shop.refused(`/count/${id}/enter`, { lines: [{ part_id, location_id: shelf, qty: 1 }] })).toBe(
    '409 count.state',
  );
  expect(await service.verify()).toEqual([]);
});

test('a difference beyond the tolerance is counted a second time, and approved by another person', async () => {
  const shelf = await shop.storage();
  const part_id = await shop.part();
  await shop.stock(part_id, 20, { location_id: shelf });
  const id = await count({ location_ids: [shelf], blind: 1 });
  const { recount } = await enter(id, { part_id, location_id: shelf, qty: 12 });
  expect(recount).toHaveLength(1);
  const [hidden] = (await shop.get(`/countline?count_id=${id}`)).data;
  expect(hidden).toMatchObject({ qty: 12, qty_expected: null });
  expect(await approve(id)).toBe('409 count.recount');
  expect((await enter(id, { part_id, location_id: shelf, qty: 13 })).recount).toEqual([]);
  expect(await shop.refused(`/count/${id}/approve`)).toBe('409 count.own');
  expect(await approve(id)).toBe('200');
  expect(await stockOf(part_id)).toEqual([13]);
  expect((await shop.get(`/countline?count_id=${id}`)).data).toMatchObject([{ qty_expected: 20, counts: 2 }]);
});

test('units in the hands of a picker are not missing', async () => {
  const shelf = await shop.storage();
  const part_id = await shop.part();
  await shop.stock(part_id, 10, { location_id: shelf });
  const order = await shop.issued([{ part_id, qty: 4 }]);
  const { lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  await shop.done(`/pickline/${lines[0].id}/count`, { qty: 3 });
  const id = await count({ part_ids: [part_id] });
  await enter(id, { part_id, location_id: shelf, qty: 7 });
  await shop.done(`/pickline/${lines[0].id}/commit`);
  expect(await approve(id)).toBe('200');
  expect(await shop.units(part_id)).toMatchObject({ storage: 6, moving: 4 });
  expect(await service.verify()).toEqual([]);
});

test('units that people have to put back are not missing', async () => {
  const shelf = await shop.storage();
  const part_id = await shop.part();
  await shop.stock(part_id, 10, { location_id: shelf });
  const order = await shop.issued([{ part_id, qty: 4 }]);
  const { id: pick, lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  await shop.done(`/pickline/${lines[0].id}/count`, { qty: 3 });
  await shop.done(`/salesorder/${order}/void`);
  const [back] = (await shop.get(`/putback?pick_id=${pick}`)).data;
  const id = await count({ part_ids: [part_id] });
  await enter(id, { part_id, location_id: shelf, qty: 7 });
  await shop.done(`/putback/${back.id}/confirm`);
  expect(await approve(id)).toBe('200');
  expect(await stockOf(part_id)).toEqual([10]);
});

test('missing units of orders are taken from those that rank last, and found units go to those that wait', async () => {
  const shelf = await shop.storage();
  const [missing, found] = [await shop.part(), await shop.part()];
  await shop.stock(missing, 5, { location_id: shelf });
  const [order, waiting] = [
    await shop.issued([{ part_id: missing, qty: 5 }]),
    await shop.issued([{ part_id: found, qty: 2 }]),
  ];
  const id = await count({ location_ids: [shelf] });
  const lines = [
    { part_id: missing, location_id: shelf, qty: 4 },
    { part_id: found, location_id: shelf, qty: 2 },
  ];
  await enter(id, ...lines);
  await enter(id, ...lines);
  expect(await approve(id)).toBe('200');
  expect((await shop.progress(order)).state).toBe('waiting');
  const timeline: { event: string }[] = await shop.get(`/salesorder/${waiting}/timeline`);
  expect(timeline.at(-1)?.event).toBe('salesorder.stocked');
  expect(await service.verify()).toEqual([]);
});

test('units of a lot that are found have the expiry date of the lot', async () => {
  const [shelf, other] = [await shop.storage(), await shop.storage()];
  const part_id = await shop.part({ tracking: 'lot' });
  const tracking = [{ lot: 'L7', qty: 5, expires_on: '2040-05-31' }];
  await shop.stock(part_id, 5, { location_id: shelf, tracking });
  const id = await count({ part_ids: [part_id] });
  const lines = [
    { part_id, location_id: shelf, lot: 'L7', qty: 5 },
    { part_id, location_id: other, lot: 'l7', qty: 1 },
  ];
  await enter(id, ...lines);
  expect(await approve(id)).toBe('200');
  const { data } = await shop.get(`/inventory?part_id=${part_id}&location_id=${other}`);
  expect(data).toMatchObject([{ lot: 'L7', qty: 1, expires_on: '2040-05-31' }]);
});

test('two open counts share no place, also when they are created at once', async () => {
  const [shelf, other] = [await shop.storage(), await shop.storage()];
  const part_id = await shop.part();
  const answers = await Promise.all([1, 2, 3].map(() => shop.post('/count', { location_ids: [shelf] })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await shop.refused('/count', { part_ids: [part_id] })).toBe('409 count.overlaps');
  const apart = await count({ location_ids: [other] });
  for (const { body } of answers) if (body.number) await shop.done(`/count/${body.id}/cancel`);
  await shop.done(`/count/${apart}/cancel`);
  expect(await shop.refused('/count', {})).toBe('422 body.invalid');
});

test('a line of a long count costs no more than one of a short one', async () => {
  const took: Record<number, number[]> = {};
  const parts = await Promise.all(Array.from({ length: 200 }, () => shop.part()));
  for (const size of [1, 200, 2_000]) {
    const shelves = await Promise.all(Array.from({ length: Math.ceil(size / 200) }, () => shop.storage()));
    const lines = Array.from({ length: size }, (_, at) => ({
      ...{ part_id: parts[at % 200]!, location_id: shelves[Math.floor(at / 200)]!, qty: 1 },
    }));
    const id = await count({ location_ids: shelves });
    const start = performance.now();
    await enter(id, ...lines);
    const entered = performance.now();
    expect(await approve(id)).toBe('200');
    took[size] = [entered - start, performance.now() - entered];
  }
  if (process.env.PRINT_FIGURES) console.log(JSON.stringify(took));
  expect(took[2_000]![0]! / 2_000).toBeLessThan(3 * (took[200]![0]! / 200) + 1);
  expect(await service.verify()).toEqual([]);
}, 60_000);
