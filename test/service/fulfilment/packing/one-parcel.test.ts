import { afterEach, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';
import { untilEnd } from '../../../support/until-end.ts';

const config = `
carriers:
  Van: { plugin: plain, mixed_cartons: true }
  Post: { plugin: plain }
  Road: { plugin: plain }
rules:
  - { name: In one, when: source.name = "In one", then: { start_in_carton: true } }
`;

let service: TestService;

service = await untilEnd(startTestService({ config }));
const shop = await openShop(service);
afterEach(async () => expect(await service.verify()).toEqual([]));

const elsewhere = {
  ship_to_name: 'Other Person',
  ship_address_1: '99 Elsewhere',
  ship_city: 'Bonn',
  ship_postal_code: '53111',
};

/** Picked orders of one unit each, on one pack. */
async function packed(...values: Record<string, unknown>[]) {
  const part = await shop.part({}, values.length);
  const orders: number[] = [];
  for (const one of values) orders.push(await shop.issued([{ part_id: part }], one));
  await shop.through(orders, 'pick');
  const pack = (await shop.done('/packlinebyorder', { order_id: orders })).id;
  const carton = async () => (await shop.done(`/pack/${pack}/carton`, {})).id;
  const move = (order: number, add_carton_id: number, more: Record<string, unknown> = {}) =>
    shop.post(`/pack/${pack}/moveitem`, { add_carton_id, order_id: order, part_id: part, qty: 1, ...more });
  return { part, orders, pack, carton, move };
}

/** The orders in each carton of a pack. */
const ordersIn = async (pack: number): Promise<number[][]> => {
  const { cartons } = await shop.get(`/pack/${pack}?embed=cartons.contents`);
  return cartons
    .filter(({ contents }: { contents: unknown[] }) => contents.length > 0)
    .map(({ contents }: { contents: { order_id: number }[] }) => contents.map(({ order_id }) => order_id).sort());
};

describe('a carton is a parcel', () => {
  test('goods for another address are refused, with the carton to take instead', async () => {
    const { orders, pack, carton, move } = await packed({}, elsewhere, elsewhere);
    const [a, b, c] = orders as [number, number, number];
    const first = await carton();
    expect((await move(a, first)).status).toBe(200);
    const refused = await move(b, first);
    expect([refused.status, refused.body.code]).toEqual([409, 'carton.other-parcel']);
    expect(refused.body.detail).toContain('99 Elsewhere, 53111 Bonn');
    expect(refused.body).toMatchObject({
      take_carton_id: null,
      next: [{ method: 'POST', path: `/pack/${pack}/carton`, body: {} }],
    });
    const second = await carton();
    const again = await move(b, first);
    expect(again.body.take_carton_id).toBe(second);
    const [next] = again.body.next;
    expect((await shop.post(next.path, next.body)).status).toBe(200);
    const third = await carton();
    // A carton of the same parcel comes before an empty one.
    expect((await move(c, first)).body.take_carton_id).toBe(second);
    expect((await move(c, second)).status).toBe(200);
    expect(third).not.toBe(second);
    expect((await shop.post(`/pack/${pack}/finish`)).status).toBe(200);
    expect(await ordersIn(pack)).toEqual([[a], [b, c]]);
  });

  test.each([
    [
      'another carrier',
      async () => ({ carrier_id: await shop.carrier('Post') }),
      async () => ({ carrier_id: await shop.carrier('Road') }),
      true,
    ],
    ['no carrier', async () => ({ carrier_id: await shop.carrier('Post') }), async () => ({ carrier_id: null }), false],
    [
      'no address',
      async () => ({}),
      async () => ({
        ship_to_name: null,
        ship_address_1: null,
        ship_city: null,
        ship_postal_code: null,
        ship_country: null,
      }),
      false,
    ],
    [
      'other capitals and blanks',
      async () => ({}),
      async () => ({ ship_to_name: 'ALFREDS', ship_address_1: ' obere  str.57', ship_postal_code: '12 209' }),
      false,
    ],
    ['no region', async () => ({ ship_region: 'BE' }), async () => ({}), false],
    [
      'another second line',
      async () => ({ ship_address_2: 'Floor 1' }),
      async () => ({ ship_address_2: 'Floor 2' }),
      true,
    ],
    ['another person', async () => ({}), async () => ({ ship_to_name: 'Berta' }), true],
    [
      'a carrier that takes mixed cartons',
      async () => ({ carrier_id: await shop.carrier('Van') }),
      async () => ({ ...elsewhere, carrier_id: await shop.carrier('Van') }),
      false,
    ],
    [
      'a carrier of which only one takes mixed cartons',
      async () => ({ carrier_id: await shop.carrier('Van') }),
      async () => ({ ...elsewhere, carrier_id: await shop.carrier('Post') }),
      true,
    ],
  ] as const)('%s: %#', async (_name, one, other, isRefused) => {
    const { orders, carton, move } = await packed(await one(), await other());
    const [a, b] = orders as [number, number];
    const first = await carton();
    expect((await move(a, first)).status).toBe(200);
    expect((await move(b, first)).status).toBe(isRefused ? 409 : 200);
  });

  test('another service level is refused, and one that is not set fits', async () => {
    const post = await shop.carrier('Post');
    const level = async (name: string) => (await shop.done(`/carrier/${post}/servicelevel`, { name })).id;
    const [fast, slow] = [await level('Fast'), await level('Slow')];
    const of = (carrierservicelevel_id: number | null) => ({ carrier_id: post, carrierservicelevel_id });
    const { orders, carton, move } = await packed(of(fast), of(slow), of(null));
    const [a, b, c] = orders as [number, number, number];
    const first = await carton();
    expect((await move(a, first)).status).toBe(200);
    expect((await move(b, first)).body.detail).toContain('its service level is Slow');
    expect((await move(c, first)).status).toBe(200);
  });
});

describe('every way into a carton keeps the rule', () => {
  test('cartons of two parcels cannot be merged', async () => {
    const { orders, pack, carton, move } = await packed({}, elsewhere);
    const [a, b] = orders as [number, number];
    const [first, second] = [await carton(), await carton()];
    await move(a, first);
    await move(b, second);
    const from = (await shop.get(`/pack/${pack}/carton/${second}`)).location_id;
    const merge = { add_carton_id: first, subtract_location_id: from, move_all: 1 };
    const { status, body } = await shop.post(`/pack/${pack}/moveitem`, merge);
    expect([status, body.code, body.take_carton_id]).toEqual([409, 'carton.other-parcel', null]);
    expect(await ordersIn(pack)).toEqual([[a], [b]]);
  });

  test('a move of all loose units into one carton is refused as a whole', async () => {
    const { pack, carton } = await packed({}, elsewhere);
    const body = { add_carton_id: await carton(), move_all: 1 };
    expect(await shop.refused(`/pack/${pack}/moveitem`, body)).toBe('409 carton.other-parcel');
    expect(await ordersIn(pack)).toEqual([]);
  });

  test('an order whose address changes after its goods were packed is refused at the finish', async () => {
    const { orders, pack, carton, move } = await packed({}, {});
    const [a, b] = orders as [number, number];
    const first = await carton();
    await move(a, first);
    await move(b, first);
    await shop.done(`/salesorder/${b}`, elsewhere, 'PUT');
    const refused = await shop.post(`/pack/${pack}/finish`);
    expect([refused.status, refused.body.code]).toEqual([409, 'carton.other-parcel']);
    const [add] = refused.body.next;
    await shop.done(add.path, add.body);
    const [next] = (await shop.post(`/pack/${pack}/finish`)).body.next;
    await shop.done(next.path, next.body);
    expect((await shop.post(`/pack/${pack}/finish`)).status).toBe(200);
    expect(await ordersIn(pack)).toEqual([[a], [b]]);
  });

  test.each([
    ['by the call', { start_in_carton: true }, {}],
    ['by a rule', {}, { source: 'In one' }],
  ])(
    'a pack that starts in a carton has a carton for each parcel, %s',
    async (_name, more, { source }: { source?: string }) => {
      const own = source ? { source_id: (await shop.done('/source', { name: source })).id } : {};
      const part = await shop.part({}, 3);
      const orders: number[] = [];
      for (const values of [{}, elsewhere, {}])
        orders.push(await shop.issued([{ part_id: part }], { ...own, ...values }));
      await shop.through(orders, 'pick');
      const { id } = await shop.done('/packlinebyorder', { order_id: orders, ...more });
      expect(await ordersIn(id)).toEqual([[orders[0], orders[2]], [orders[1]]]);
    },
  );

  test('the task of two orders packs each parcel apart', async () => {
    const part = await shop.part({ width_mm: null }, 4);
    const orders = [await shop.issued([{ part_id: part }]), await shop.issued([{ part_id: part }], elsewhere)];
    await shop.through(orders, 'pick');
    const { body } = await shop.perform('pack', orders);
    expect(await ordersIn(body.id)).toEqual(orders.map((id) => [id]));
  });

  test('the calls of /progress put the goods of a shared pack into cartons of their own', async () => {
    const { orders, pack } = await packed({}, elsewhere);
    for (let calls = 0; calls < 10; calls += 1) {
      const { next } = await shop.progress(orders[0] as number);
      const call = next.find(({ path }: { path: string }) => path.startsWith(`/pack/${pack}/`));
      if (!call) break;
      const { status, body } = await service.call(call.method, call.path, call.body);
      expect([status, body?.detail]).toEqual([expect.toSatisfy((one: number) => one < 300), undefined]);
    }
    expect(await ordersIn(pack)).toEqual(orders.map((id) => [id]));
  });
});

describe('goods that are no longer one parcel do not leave together', () => {
  /** Two orders of one address whose goods are in one carton of a finished pack. */
  async function together(values: Record<string, unknown> = {}) {
    const { orders, pack, carton, move } = await packed(values, values);
    const [a, b] = orders as [number, number];
    const shared = await carton();
    await move(a, shared);
    await move(b, shared);
    await shop.done(`/pack/${pack}/finish`);
    return { orders, pack, b };
  }
  const finishShip = async (orders: number[]) => (await shop.done('/shiplinebyorder', { order_id: orders })).id;
  /** Follows the calls that the refusals name until a call succeeds, and packs the goods again. */
  async function followed(asks: (() => ReturnType<Shop['post']>)[], orders: number[]) {
    const paths: string[] = [];
    for (const ask of asks) {
      const { body } = await ask();
      expect(body.code).toBe('carton.other-parcel');
      const [next] = body.next;
      paths.push(`${next.method} ${next.path}`);
      await shop.done(next.path, undefined, next.method);
    }
    for (const id of orders) await shop.through([id], 'pack', 'ship', 'pickup');
    for (const id of orders) expect(await shop.status(id)).toBe('Fulfilled');
    return paths;
  }

  const newAddress = (id: number) => shop.done(`/salesorder/${id}`, elsewhere, 'PUT');

  test('an order that gets another address after its pack is refused when a ship is made of it', async () => {
    const { orders, pack, b } = await together();
    await newAddress(b);
    const refused = await shop.post('/shiplinebyorder', { order_id: orders });
    expect(refused.body.detail).toMatch(
      /can't be in carton 1 of pack \d+ with order .*: it goes to .*99 Elsewhere.* The carton is closed\. Pack its goods again/,
    );
    const shipped = () => shop.post('/shiplinebyorder', { order_id: orders });
    expect(await followed([shipped], orders)).toEqual([`DELETE /pack/${pack}`]);
  });

  test('the ship of one of the orders is refused, too', async () => {
    const { orders, b } = await together();
    await newAddress(b);
    expect(await shop.refused('/shiplinebyorder', { order_id: [orders[0]] })).toBe('409 carton.other-parcel');
    expect((await shop.perform('ship', [b])).body.code).toBe('carton.other-parcel');
  });

  test('a change while the carton is on an open ship is refused at its finish', async () => {
    const { orders, pack, b } = await together();
    const ship = await finishShip(orders);
    await newAddress(b);
    const finish = () => shop.post(`/ship/${ship}/finish`);
    const shipped = () => shop.post('/shiplinebyorder', { order_id: orders });
    expect(await followed([finish, shipped], orders)).toEqual([`DELETE /ship/${ship}`, `DELETE /pack/${pack}`]);
  });

  test('a change after the ship is refused at the pickup, by lines and by the task', async () => {
    const { orders, b } = await together();
    await shop.through(orders, 'ship');
    await newAddress(b);
    const { data } = await shop.get(`/pickupline?order_ids=${b}`);
    expect(await shop.refused('/pickup', { pickupline_ids: [data[0].id] })).toBe('409 carton.other-parcel');
    expect((await shop.perform('pickup', orders)).body.code).toBe('carton.other-parcel');
  });

  test('another carrier and another service level are refused as another address is', async () => {
    const post = await shop.carrier('Post');
    const level = async (name: string) => (await shop.done(`/carrier/${post}/servicelevel`, { name })).id;
    const [fast, slow] = [await level('Express'), await level('Economy')];
    const own = { carrier_id: post, carrierservicelevel_id: fast };
    const carrier = await together(own);
    const changed = { carrier_id: await shop.carrier('Road') };
    expect((await shop.post(`/salesorder/${carrier.b}/carrier`, changed)).status).toBe(200);
    expect(await shop.refused('/shiplinebyorder', { order_id: carrier.orders })).toBe('409 carton.other-parcel');
    const service = await together(own);
    const other = { carrier_id: post, carrierservicelevel_id: slow };
    expect((await shop.post(`/salesorder/${service.b}/carrier`, other)).status).toBe(200);
    expect(await shop.refused('/shiplinebyorder', { order_id: service.orders })).toBe('409 carton.other-parcel');
  });

  test('units do not move between cartons of a finished pack', async () => {
    const { orders, pack } = await together();
    const { cartons } = await shop.get(`/pack/${pack}?embed=cartons`);
    const body = { add_carton_id: cartons[0].id, order_id: orders[0], move_all: 1 };
    expect(await shop.refused(`/pack/${pack}/moveitem`, body)).toBe('409 pack.state');
  });
});
