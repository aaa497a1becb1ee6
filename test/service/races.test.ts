import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type House, openHouse, type Reply } from './house.ts';
import { openShop, type Shop } from './shop.ts';

/** How often each race is run; raise it for a long run. */
const rounds = Number(process.env.CONVEYOR_RACE_ROUNDS ?? 20);
const patience = 5_000 * rounds;

let house: House;
let shop: Shop;

beforeAll(async () => {
  house = await openHouse();
  shop = await openShop(house);
});
afterAll(() => house.close());

/** Every round starts with the same stock: seven parts of ten. */
let part: number;
beforeEach(async () => {
  part = await shop.part({}, 10_000);
});

const round = (name: string, race: (number: number) => Promise<void>) =>
  test(
    name,
    async () => {
      for (let number = 0; number < rounds; number++) {
        await race(number);
        expect(await house.verify(), `round ${number}`).toEqual([]);
      }
    },
    patience,
  );

/** Calls made at once. Whatever they meet, none fails, and none tells of the database. */
async function atOnce(...calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const replies = await Promise.all(calls.map((call) => call()));
  for (const { status, body } of replies) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(JSON.stringify(body) ?? '').not.toMatch(/deadlock|violates|constraint|relation \\"|serializ/);
  }
  return replies;
}
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const statuses = (replies: Reply[]) => replies.map((reply) => reply.status).sort();
const issued = (qty = 2, lines = 1) => shop.issued(times(lines, () => ({ part_id: part, qty })));
const through = async (id: number, ...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]) => {
  await shop.through([id], ...tasks);
  return id;
};
const performs = (task: 'pick' | 'pack' | 'ship' | 'pickup', id: number) => () => shop.perform(task, [id]);
const verbs =
  (id: number, verb: string, body: unknown = {}) =>
  () =>
    shop.post(`/salesorder/${id}/${verb}`, body);
/** No order waits for units that lie free in storage. */
const nobodyWaitsInVain = async (of: number) => {
  const { rows } = await house.sql.query(
    `select (select coalesce(sum(qty_short), 0)::float from work where part_id = $1) as short,
      (select coalesce(sum(i.qty - i.qty_committed), 0)::float from inventory i join location l on l.id = i.location_id
        where i.part_id = $1 and l.locationtype_id = 1) as free`,
    [of],
  );
  expect(Math.min(rows[0].short, rows[0].free)).toBe(0);
};

describe('stock', () => {
  round('20 orders for 5 units: 5 are picked, nothing is oversold', async () => {
    const scarce = await shop.part({}, 5);
    const ids = await Promise.all(times(20, () => shop.order([{ part_id: scarce, qty: 1 }])));
    await atOnce(...ids.map((id) => verbs(id, 'issue', { ignore_warnings: 1 })));
    const { rows } = await house.sql.query(
      'select qty::float, qty_committed::float from inventory where part_id = $1',
      [scarce],
    );
    expect(rows).toEqual([{ qty: 5, qty_committed: 5 }]);
    const replies = await atOnce(...ids.map((id) => performs('pick', id)));
    expect(statuses(replies)).toEqual([...times(5, () => 200), ...times(15, () => 409)]);
    expect(await shop.units(scarce)).toEqual({ moving: 5 });
  });

  round('an adjustment against issues: all that arrives is reserved, and no more than there is', async () => {
    const scarce = await shop.part({}, 2);
    const ids = await Promise.all(times(6, () => shop.order([{ part_id: scarce, qty: 1 }])));
    const adjust = (qty: number) => () =>
      shop.post('/inventoryadjustment', { part_id: scarce, location_id: shop.stockId, qty });
    await atOnce(
      ...ids.map((id) => verbs(id, 'issue', { ignore_warnings: 1 })),
      adjust(2),
      adjust(1),
      adjust(-1),
      adjust(-2),
    );
    await nobodyWaitsInVain(scarce);
  });

  round('stock that arrives for an order that is voided, unissued or closed short meanwhile', async (number) => {
    const scarce = await shop.part();
    const [going, staying] = [
      await shop.issued([{ part_id: scarce, qty: 2 }]),
      await shop.issued([{ part_id: scarce, qty: 1 }]),
    ];
    const verb = ['void', 'unissue', 'closeshort'][number % 3]!;
    const stock = { part_id: scarce, location_id: shop.stockId, qty: 2 };
    await atOnce(verbs(going, verb), () => shop.post('/inventoryadjustment', stock), performs('pick', staying));
    await nobodyWaitsInVain(scarce);
    const { rows } = await house.sql.query('select 1 from reservation where order_id = $1 and closed_at is null', [
      going,
    ]);
    expect(rows).toEqual([]);
  });

  round('the same serial number is taken by one only', async () => {
    const tracked = await shop.part({ tracking: 'serial' });
    await shop.stock(tracked, 3, { tracking: [{ serial: 'A' }, { serial: 'B' }, { serial: 'C' }] });
    const ids = await Promise.all(times(3, () => shop.issued([{ part_id: tracked }])));
    const picks = await Promise.all(ids.map((id) => shop.done('/picklinebyorder', { order_id: [id] })));
    const replies = await atOnce(
      ...picks.map((pick) => () => shop.post(`/pickline/${pick.lines[0].id}/commit`, { tracking: [{ serial: 'C' }] })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });
});

describe('the same call six times at once', () => {
  const six = (path: string, body: unknown = {}) => atOnce(...times(6, () => () => shop.post(path, body)));

  round('issue, commit and finish of a pick happen once', async () => {
    const id = await shop.order([{ part_id: part, qty: 3 }]);
    expect(statuses(await six(`/salesorder/${id}/issue`))).toEqual(times(6, () => 200));
    const made = await six('/picklinebyorder', { order_id: [id] });
    expect(statuses(made)).toEqual([201, ...times(5, () => 409)]);
    const pick = made.find((reply) => reply.status === 201)!.body;
    expect(statuses(await six(`/pickline/${pick.lines[0].id}/commit`, { qty: 2 }))).toEqual(times(6, () => 200));
    expect(statuses(await six(`/pick/${pick.id}/finish`))).toEqual(times(6, () => 200));
    expect(await shop.counters(id, 'qty_picked')).toEqual([2]);
    const events = (await shop.get(`/salesorder/${id}/timeline`)).map((entry: { event: string }) => entry.event);
    expect(events).toEqual([
      'salesorder.created',
      'salesorder.issued',
      'pick.created',
      'pickline.committed',
      'pick.finished',
    ]);
  });

  round('moveitem, finish of a pack and of a ship, and pickup happen once', async () => {
    const id = await through(await issued(4), 'pick');
    const made = await six('/packlinebyorder', { order_id: [id] });
    expect(statuses(made)).toEqual([201, ...times(5, () => 409)]);
    const pack = made.find((reply) => reply.status === 201)!.body;
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    const body = { add_carton_id: carton.id, order_id: id, part_id: part, qty: 2, subtract_location_id: shop.movingId };
    expect(statuses(await six(`/pack/${pack.id}/moveitem`, body))).toEqual([200, 200, ...times(4, () => 409)]);
    expect(statuses(await six(`/pack/${pack.id}/finish`))).toEqual(times(6, () => 200));
    const ships = await six('/shiplinebyorder', { order_id: [id] });
    expect(statuses(ships)).toEqual([201, ...times(5, () => 409)]);
    const ship = ships.find((reply) => reply.status === 201)!.body;
    expect(statuses(await six(`/ship/${ship.id}/finish`))).toEqual(times(6, () => 200));
    const { pickuplines } = await shop.see(id, 'pickuplines');
    const pickups = await six('/pickup', { pickupline_ids: [pickuplines[0].id], site_id: shop.siteId });
    expect(statuses(pickups)).toEqual([201, ...times(5, () => 409)]);
    expect((await shop.see(id, 'invoices')).invoices).toHaveLength(1);
  });

  round('each task is performed once', async () => {
    const id = await issued(2, 2);
    for (const task of [1, 2, 3, 4]) {
      const replies = await six(`/task/${task}/perform`, { order_id: [id] });
      expect(statuses(replies), `task ${task}`).toEqual([200, ...times(5, () => 409)]);
    }
    expect([await shop.status(id), await shop.counters(id, 'qty_picked_up')]).toEqual(['Fulfilled', [2, 2]]);
  });

  round('autopack, and a void, happen once', async () => {
    await shop.cartontype();
    const id = await through(await issued(3), 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    await six(`/pack/${pack.id}/autopack`);
    expect(await shop.get(`/pack/${pack.id}/carton`)).toHaveLength(1);
    expect(statuses(await six(`/salesorder/${id}/void`))).toEqual(times(6, () => 200));
  });

  round('with one Idempotency-Key there is one record', async (number) => {
    const id = await issued(2);
    const key = { 'idempotency-key': `race ${number} ${id}` };
    const replies = await atOnce(
      ...times(6, () => () => house.call('POST', '/task/1/perform', { order_id: [id] }, key)),
    );
    for (const { status, body } of replies)
      expect([200, 409]).toContain(status === 409 && body.code !== 'idempotency.running' ? body.code : status);
    expect((await shop.see(id, 'picks')).picks).toHaveLength(1);
  });
});

describe('against each other on the same order', () => {
  round('issue, pick and void', async () => {
    const id = await shop.order([{ part_id: part, qty: 2 }]);
    await atOnce(verbs(id, 'issue'), performs('pick', id), verbs(id, 'void'), performs('pick', id));
    await atOnce(verbs(id, 'void'), verbs(id, 'issue'), performs('pick', id));
    const { rows } = await house.sql.query('select 1 from reservation where order_id = $1 and closed_at is null', [id]);
    if ((await shop.status(id)) === 'Void') expect(rows).toEqual([]);
  });

  round('void, pack, unissue and the deletion of the pick', async () => {
    const id = await through(await issued(2, 2), 'pick');
    const pick = (await shop.see(id, 'picks')).picks[0].id;
    await atOnce(verbs(id, 'void'), performs('pack', id), verbs(id, 'unissue'), () =>
      house.call('DELETE', `/pick/${pick}`),
    );
  });

  round('the deletion of a pack against ship, void and a move', async () => {
    const id = await through(await issued(2, 2), 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id], start_in_carton: 1 });
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    const body = { add_carton_id: carton.id, move_all: 1, subtract_location_id: pack.cartons[0].location_id };
    await atOnce(
      () => shop.post(`/pack/${pack.id}/moveitem`, body),
      () => shop.post(`/pack/${pack.id}/finish`),
      () => house.call('DELETE', `/pack/${pack.id}`),
      () => house.call('DELETE', `/pack/${pack.id}/carton/${carton.id}`),
      performs('ship', id),
      verbs(id, 'void'),
    );
  });

  round('pickup against closing short, void and the deletion of the ship', async () => {
    const id = await through(await issued(2, 2), 'pick', 'pack', 'ship');
    const ship = (await shop.see(id, 'ships')).ships[0].id;
    await atOnce(performs('pickup', id), verbs(id, 'closeshort'), verbs(id, 'void'), () =>
      house.call('DELETE', `/ship/${ship}`),
    );
    expect(['Fulfilled', 'Closed Short', 'Void', 'In Progress']).toContain(await shop.status(id));
  });

  round('hold and release against every step', async () => {
    const id = await issued(2);
    const steps = (['pick', 'pack', 'ship', 'pickup'] as const).map((task) => performs(task, id));
    await atOnce(
      ...steps,
      verbs(id, 'hold', { reason: 'Wait' }),
      verbs(id, 'release'),
      verbs(id, 'hold', { reason: 'Wait' }),
      ...steps,
    );
  });
});

describe('orders that share records', () => {
  round('picks over overlapping sets of orders: each line is on one pick', async () => {
    const ids = await Promise.all(times(5, () => issued(2)));
    const sets = times(8, (index) => [0, 1, 2].map((step) => ids[(index + step * (index % 2 === 0 ? 1 : 3)) % 5]!));
    const replies = await atOnce(...sets.map((order_id) => () => shop.post('/picklinebyorder', { order_id })));
    const taken = replies.flatMap((reply) => (reply.status === 201 ? reply.body.order_ids : []));
    expect(taken.sort()).toEqual([...ids].sort());
    await atOnce(...sets.map((orders) => () => shop.perform('pick', orders)));
    const picks = new Set(replies.filter((reply) => reply.status === 201).map((reply) => reply.body.id as number));
    await atOnce(...[...picks].map((pick) => () => shop.post(`/pick/${pick}/finish`)));
  });

  round('by customer, by part and by order at once', async () => {
    const customer = await shop.done('/customer', { type: 'Company', name: 'Ernst Handel' });
    const ids = await Promise.all(times(4, () => shop.issued([{ part_id: part }], { customer_id: customer.id })));
    const replies = await atOnce(
      () => shop.post('/picklinebycustomer', { customer_id: [customer.id] }),
      () => shop.post('/picklinebypart', { part_id: [part] }),
      () => shop.post('/picklinebyorder', { order_id: ids.slice(1) }),
      verbs(ids[0]!, 'void'),
      verbs(ids[3]!, 'hold', { reason: 'Wait' }),
    );
    const taken = replies.slice(0, 3).flatMap((reply) => (reply.status === 201 ? reply.body.order_ids : []));
    expect(new Set(taken).size).toBe(taken.length);
  });

  round('a shared carton: two ships, a void of the one and a pickup of the other', async () => {
    const [a, b] = [await through(await issued(), 'pick'), await through(await issued(), 'pick')];
    const pack = await shop.done('/packlinebyorder', { order_id: [a, b], start_in_carton: 1 });
    await shop.done(`/pack/${pack.id}/finish`);
    await atOnce(
      () => shop.post('/shiplinebyorder', { order_id: [a] }),
      () => shop.post('/shiplinebyorder', { order_id: [b] }),
      performs('ship', a),
      performs('ship', b),
      verbs(b, 'void'),
      verbs(a, 'closeshort'),
    );
    await atOnce(performs('ship', a), performs('ship', b), performs('pickup', a), performs('pickup', b));
    const { rows } = await house.sql.query('select count(*)::int as count from shipline where carton_id = $1', [
      pack.cartons[0].id,
    ]);
    expect(rows[0].count).toBeLessThanOrEqual(1);
  });

  round('pickups of overlapping sets of cartons', async () => {
    const ids = await Promise.all(times(4, () => issued()));
    await shop.through(ids, 'pick', 'pack', 'ship');
    const lines = await Promise.all(
      ids.map(async (id) => (await shop.see(id, 'pickuplines')).pickuplines[0].id as number),
    );
    const sets = times(6, (index) => [lines[index % 4]!, lines[(index + 1) % 4]!]);
    await atOnce(...sets.map((pickupline_ids) => () => shop.post('/pickup', { pickupline_ids, site_id: shop.siteId })));
    const left = await house.sql.query('select 1 from pickupline where id = any($1) and pickup_id is null', [lines]);
    expect(left.rows.length % 2).toBe(0);
  });
});

describe('a storm', () => {
  /** A generator of whole numbers that is the same for every seed (mulberry32). */
  const dice = (seed: number) => {
    let state = seed;
    return (below: number) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
  };

  round('of everything that anybody can do, on eight orders of three scarce parts', async (number) => {
    const roll = dice(number + 1);
    const parts = await Promise.all([7, 9, 11].map((stock) => shop.part({}, stock)));
    const willCall = await shop.carrier('Will Call');
    const ids = await Promise.all(
      times(8, (index) =>
        shop.order(
          times(1 + roll(3), () => ({ part_id: parts[roll(3)]!, qty: 1 + roll(4) })),
          index % 4 === 3 ? { carrier_id: willCall } : {},
        ),
      ),
    );
    const one = <T>(from: readonly T[]): T | undefined => from[roll(from.length || 1)];
    for (let wave = 0; wave < 8; wave++) {
      const there = await house.sql.query<{
        kind: string;
        id: number;
        pack_id: number | null;
        location_id: number | null;
      }>(
        `select 'pick' as kind, id, null::int as pack_id, null::int as location_id from pick where id in (select pick_id from pickline where order_id = any($1))
         union all select 'pickline', id, null, null from pickline where order_id = any($1) and pick_id is not null
         union all select 'pack', id, null, null from pack where id in (select pack_id from packline where order_id = any($1))
         union all select 'carton', c.id, c.pack_id, c.location_id from carton c where pack_id in (select pack_id from packline where order_id = any($1))
         union all select 'ship', id, null, null from ship where id in (
           select ship_id from shipline where order_id = any($1)
           union select s.ship_id from shipline s join carton c on c.id = s.carton_id join packline p on p.pack_id = c.pack_id where p.order_id = any($1))
         union all select 'pickupline', id, null, null from pickupline where id in (select pickupline_id from pickupline_order where order_id = any($1))`,
        [ids],
      );
      const any = (kind: string) =>
        one(there.rows.filter((row) => row.kind === kind)) ?? { id: 999_999, pack_id: 999_999, location_id: 1 };
      const some = () => [...new Set(times(1 + roll(3), () => one(ids)!))];
      const deeds: (() => () => Promise<Reply>)[] = [
        () => verbs(one(ids)!, 'issue', { ignore_warnings: 1 }),
        () => verbs(one(ids)!, 'issue', { ignore_warnings: 1 }),
        () =>
          verbs(one(ids)!, one(['unissue', 'void', 'closeshort', 'hold', 'release', 'release'])!, { reason: 'Wait' }),
        () => verbs(one(ids)!, 'skip', { step: one(['pack', 'ship']), by: 'Ann' }),
        ...(['pick', 'pick', 'pack', 'ship', 'pickup'] as const).map((task) => () => {
          const orders = some();
          const partial = roll(2);
          return () => shop.perform(task, orders, { partial });
        }),
        ...['pick', 'pack', 'ship'].map((kind) => () => {
          const body = { order_id: some(), start_in_carton: roll(2) };
          return () => shop.post(`/${kind}linebyorder`, body);
        }),
        ...['pick', 'pack', 'ship'].flatMap((kind) => [
          () => {
            const { id } = any(kind);
            return () => shop.post(`/${kind}/${id}/finish`);
          },
          () => {
            const { id } = any(kind);
            return () => (roll(3) === 0 ? house.call('DELETE', `/${kind}/${id}`) : shop.post(`/${kind}/${id}/finish`));
          },
        ]),
        () => {
          const { id } = any('pickline');
          const body = roll(2) === 0 ? {} : { qty: 1 };
          return () => shop.post(`/pickline/${id}/commit`, body);
        },
        () => {
          const { id } = any('pack');
          return () => shop.post(`/pack/${id}/${one(['carton', 'autopack'])}`, {});
        },
        () => {
          const [to, from] = [any('carton'), any('carton')];
          const body = {
            add_carton_id: to.id,
            move_all: 1,
            ...(roll(2) === 0 ? {} : { subtract_location_id: from.location_id }),
          };
          return () => shop.post(`/pack/${to.pack_id}/moveitem`, body);
        },
        () => {
          const { id, pack_id } = any('carton');
          return () => house.call('DELETE', `/pack/${pack_id}/carton/${id}`);
        },
        () => {
          const pickupline_ids = [any('pickupline').id];
          return () => shop.post('/pickup', { pickupline_ids });
        },
        () => {
          const body = { part_id: one(parts), location_id: shop.stockId, qty: one([1, 2, -1, -3]) };
          return () => shop.post('/inventoryadjustment', body);
        },
      ];
      await atOnce(...times(10, () => one(deeds)!()));
      expect(await house.verify(), `round ${number}, wave ${wave}`).toEqual([]);
      for (const id of parts) await nobodyWaitsInVain(id);
    }
  });
});
