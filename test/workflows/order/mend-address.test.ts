import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/engine.ts';
import { type WholeEngine, wholeEngine } from '../support/whole-engine.ts';

const config = `defaults: { steps: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
carriers:
  Vans: { plugin: local-delivery, country: DE, routes: { North: { stops: ["13*"] } } }
  Own Van: { plugin: plain }
rules:
  - { name: People ship these, when: priority = 1, then: { ship: by hand } }
`;

let engine: WholeEngine;
beforeAll(async () => {
  engine = await wholeEngine({ config });
});
afterAll(async () => {
  expect(await engine.testService.verify()).toEqual([]);
  await engine.stop();
});

/** Issues an order whose address the carrier refuses, and waits for its attention. */
async function refused(): Promise<number> {
  const { shop } = engine;
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], {
    carrier_id: await shop.carrier('Vans'),
  });
  await until(async () => (await shop.progress(id)).state === 'attention', 'the attention');
  return id;
}

const tracking = async (id: number): Promise<(string | null)[]> =>
  (await engine.shop.see(id, 'packs.cartons')).packs.flatMap(
    (pack: { cartons: { tracking_number: string | null }[] }) => pack.cartons.map((carton) => carton.tracking_number),
  );

test('after a refused address, the calls are a retry, other carriers, the address, and a hold, in this order', async () => {
  const { shop } = engine;
  const id = await refused();
  const { next, waiting_for } = await shop.progress(id);
  const ownVan = await shop.carrier('Own Van');
  const paths = next.map(({ method, path }: Record<string, string>) => `${method} ${path}`);
  const order = `/salesorder/${id}`;
  expect(new Set(paths.slice(1, -2))).toEqual(new Set([`POST ${order}/carrier`]));
  expect([paths[0], ...paths.slice(-2)]).toEqual([`POST ${order}/retry`, `PUT ${order}`, `POST ${order}/hold`]);
  expect(next.find(({ why }: { why: string }) => why === 'Sends it with Own Van').body).toEqual({ carrier_id: ownVan });
  expect(next.at(-2).body).toMatchObject({ ship_postal_code: '12209', ship_city: 'Berlin' });
  expect(next.at(-1).body).toEqual({ reason: waiting_for });
});

test('the address of an order that is packed can be mended, and its label is booked without a retry', async () => {
  const { shop } = engine;
  const id = await refused();
  const { method, path, body } = (await shop.progress(id)).next.at(-2);
  await shop.done(path, { ...body, ship_postal_code: '13355' }, method);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
  expect(await tracking(id)).toEqual([expect.any(String)]);
});

test('the address of a booked order is fixed until its label is canceled', async () => {
  const { shop } = engine;
  const values = { carrier_id: await shop.carrier('Vans'), ship_postal_code: '13355', priority: 1 };
  const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], values);
  await until(async () => (await tracking(id).catch(() => [])).some((number) => number !== null), 'the label');
  expect(await shop.refused(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT')).toBe('409 order.state');
  const { data } = await shop.get(`/booking?order_id=${id}`);
  await shop.done(`/booking/${data[0].id}/cancel`);
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13357' }, 'PUT');
  expect((await shop.see(id)).ship_postal_code).toBe('13357');
  await shop.through([id], 'ship');
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('another carrier of the calls takes the order', async () => {
  const { shop } = engine;
  const id = await refused();
  const call = (await shop.progress(id)).next.find(({ why }: { why: string }) => why === 'Sends it with Own Van');
  await shop.done(call.path, call.body, call.method);
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});

test('a person who ships an order by hand whose carrier refused is asked first', async () => {
  const { shop } = engine;
  const id = await refused();
  const ask = async (path: string, body: object) => {
    const { status, body: answer } = await shop.post(path, body);
    return [status, answer.warnings?.map(({ code, pointer }: Record<string, string>) => [code, pointer])];
  };
  const refusal = [428, [['carrier.not-booked', '/order_id/0']]];
  expect(await ask('/task/3/perform', { order_id: [id] })).toEqual(refusal);
  expect(await ask('/shiplinebyorder', { order_id: [id] })).toEqual(refusal);
  expect((await shop.progress(id)).state).toBe('attention');
  await shop.done('/task/3/perform', { order_id: [id], ignore_warnings: 1 });
  expect(await engine.orderOf(id).result()).toEqual({ outcome: 'fulfilled' });
});
