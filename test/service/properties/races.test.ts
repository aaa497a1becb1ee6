import { beforeEach, describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import type { Reply } from '../../support/test-service.ts';
import { atOnce, rounds } from './rounds.ts';

const { service, shop } = await testShop({ config: 'counting: { units: 1000 }' }, 'each');

/** A part with more stock than all orders need. */
let part: number;
beforeEach(async () => {
  part = await shop.part({}, 10_000);
});

const round = (name: string, race: (number: number) => Promise<void>) =>
  test(
    name,
    async () => {
      for (let number = 0; number < rounds; number++) await race(number);
    },
    5_000 * rounds,
  );
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
/** Checks that no order waits for units that are free in storage. */
const nobodyWaitsInVain = async (of: number) => {
  const { rows } = await service.sql.query(
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
    const { rows } = await service.sql.query(
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
    const { rows } = await service.sql.query('select 1 from reservation where order_id = $1 and closed_at is null', [
      going,
    ]);
    expect(rows).toEqual([]);
  });

  round('lots that pickers take from each other, give back, and that are carried away meanwhile', async (number) => {
    const shelf = await shop.storage();
    const lots = await shop.part({ tracking: 'lot' });
    const own = { A: shop.stockId, B: shop.stockId, C: shelf };
    for (const [lot, location_id] of Object.entries(own)) {
      await shop.stock(lots, 4, { location_id, tracking: [{ lot, qty: 4 }] });
    }
    const ids = await Promise.all(times(4, (at) => shop.issued([{ part_id: lots, qty: 1 + (at % 3) }])));
    const { lines } = await shop.done('/picklinebyorder', { order_id: ids });
    const line = (at: number, verb: string, body?: object) => () =>
      shop.post(`/pickline/${lines[at % lines.length].id}/${verb}`, body);
    const carried = (from_location_id: number, to_location_id: number, lot: string) => () =>
      shop.post('/inventorytransfer', {
        part_id: lots,
        from_location_id,
        to_location_id,
        qty: 3,
        tracking: [{ lot, qty: 3 }],
      });
    await atOnce(
      ...['A', 'B', 'C'].map((lot, at) =>
        line(at + number, 'commit', {
          location_id: own[lot as keyof typeof own],
          keep_rest: 1,
          tracking: [{ lot, qty: 1 }],
        }),
      ),
      line(number + 1, 'commit'),
      line(number, 'uncommit'),
      carried(shop.stockId, shelf, 'A'),
      carried(shelf, shop.stockId, 'C'),
      verbs(ids[number % 4]!, 'void'),
    );
    expect(await service.verify()).toEqual([]);
    await nobodyWaitsInVain(lots);
  });

  round('only one request gets a serial number', async () => {
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

describe('receipts and counts', () => {
  const expected = async (partId: number, qty: number) => {
    const { id, lines } = await shop.done('/receipt?embed=lines', { lines: [{ part_id: partId, qty }] });
    return { id: id as number, line_id: lines[0].id as number };
  };
  const receives = (id: number, line_id: number, qty: number) => () =>
    shop.post(`/receipt/${id}/receive`, { lines: [{ line_id, qty, location_id: shop.stockId }] });
  const counted = async (partId: number) =>
    (await shop.done('/count', { location_ids: [shop.stockId], part_ids: [partId] })).id as number;
  const enters = (id: number, partId: number, qty: number) => () =>
    shop.post(`/count/${id}/enter`, { lines: [{ part_id: partId, location_id: shop.stockId, qty }] });

  round('people who receive the same line get no more than it expects, and orders that wait get it', async () => {
    const scarce = await shop.part();
    const waiting = await Promise.all(times(3, () => shop.issued([{ part_id: scarce, qty: 2 }])));
    const { id, line_id } = await expected(scarce, 5);
    const replies = await atOnce(
      ...times(4, () => receives(id, line_id, 2)),
      verbs(waiting[0]!, 'void'),
      performs('pick', waiting[1]!),
    );
    expect(statuses(replies.slice(0, 4))).toEqual([200, 200, 409, 409]);
    await nobodyWaitsInVain(scarce);
    const [line] = (await shop.get(`/receipt/${id}?embed=lines`)).lines;
    expect(line.qty_received).toBe(4);
  });

  round('what comes in while a receipt is closed is on it, or is refused', async () => {
    const scarce = await shop.part();
    const { id, line_id } = await expected(scarce, 9);
    const replies = await atOnce(...times(3, () => receives(id, line_id, 3)), () => shop.post(`/receipt/${id}/close`));
    const received = replies.slice(0, 3).filter(({ status }) => status === 200).length * 3;
    expect((await shop.units(scarce)).storage ?? 0).toBe(received);
    expect(replies[3]!.status).toBe(200);
    const { differences } = await shop.done(`/receipt/${id}/close`);
    expect(differences.map((one: { received: number }) => one.received)).toEqual(received === 9 ? [] : [received]);
  });

  round('a count against picks and receipts moves what it found, and nothing else', async () => {
    const scarce = await shop.part({}, 10);
    const [first, second] = await Promise.all(times(2, () => shop.issued([{ part_id: scarce, qty: 3 }])));
    const { id, line_id } = await expected(scarce, 4);
    const count = await counted(scarce);
    const [entered] = await atOnce(enters(count, scarce, 8), performs('pick', first!), receives(id, line_id, 2));
    expect(entered!.status).toBe(200);
    const [line] = (await shop.get(`/countline?count_id=${count}`)).data;
    expect([7, 9, 10, 12]).toContain(line.qty_expected);
    const [approved] = await atOnce(
      () => shop.post(`/count/${count}/approve`),
      performs('pick', second!),
      receives(id, line_id, 2),
      enters(count, scarce, 8),
    );
    // Quantities entered just before the approval count.
    expect(approved!.status).toBe(200);
    const [after] = (await shop.get(`/countline?count_id=${count}`)).data;
    const { storage = 0, moving = 0 } = await shop.units(scarce);
    expect(storage + moving).toBe(14 + after.qty - after.qty_expected);
    await nobodyWaitsInVain(scarce);
  });

  round('missing units against orders that reserve them, and an approval that is sent twice', async () => {
    const scarce = await shop.part({}, 4);
    const count = await counted(scarce);
    expect((await enters(count, scarce, 1)()).status).toBe(200);
    const ids = await Promise.all(times(3, () => shop.order([{ part_id: scarce, qty: 2 }])));
    const replies = await atOnce(
      ...times(2, () => () => shop.post(`/count/${count}/approve`)),
      ...ids.map((id) => verbs(id, 'issue', { ignore_warnings: 1 })),
    );
    if (replies.slice(0, 2).every(({ status }) => status === 409)) {
      expect(replies[0]!.body.code).toBe('stock.short');
      await shop.done(`/count/${count}/approve`);
    }
    expect(await shop.units(scarce)).toEqual({ storage: 1 });
    await nobodyWaitsInVain(scarce);
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
      'salesorder.started',
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
      ...times(6, () => () => service.call('POST', '/task/1/perform', { order_id: [id] }, key)),
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
    const { rows } = await service.sql.query('select 1 from reservation where order_id = $1 and closed_at is null', [
      id,
    ]);
    if ((await shop.status(id)) === 'Void') expect(rows).toEqual([]);
  });

  round('void, pack, unissue and the deletion of the pick', async () => {
    const id = await through(await issued(2, 2), 'pick');
    const pick = (await shop.see(id, 'picks')).picks[0].id;
    await atOnce(verbs(id, 'void'), performs('pack', id), verbs(id, 'unissue'), () =>
      service.call('DELETE', `/pick/${pick}`),
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
      () => service.call('DELETE', `/pack/${pack.id}`),
      () => service.call('DELETE', `/pack/${pack.id}/carton/${carton.id}`),
      performs('ship', id),
      verbs(id, 'void'),
    );
  });

  round('pickup against closing short, void and the deletion of the ship', async () => {
    const id = await through(await issued(2, 2), 'pick', 'pack', 'ship');
    const ship = (await shop.see(id, 'ships')).ships[0].id;
    await atOnce(performs('pickup', id), verbs(id, 'closeshort'), verbs(id, 'void'), () =>
      service.call('DELETE', `/ship/${ship}`),
    );
    expect(['Fulfilled', 'Closed Short', 'Void', 'In Progress']).toContain(await shop.status(id));
  });

  round('cancels of a line against every step', async () => {
    const part = await shop.part({}, 4);
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const next = await shop.issued([{ part_id: part, qty: 2 }]);
    const [line] = (await shop.see(id)).lines;
    const cancel = verbs(id, `line/${line.id}/cancel`, { qty: 1, reason: 'Too many' });
    const steps = (['pick', 'pack', 'ship', 'pickup'] as const).map((task) => performs(task, id));
    await atOnce(cancel, ...steps, cancel, performs('pick', next), cancel);
    await nobodyWaitsInVain(part);
  });

  round('changes of lines against every step', async () => {
    const part = await shop.part({}, 6);
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const next = await shop.issued([{ part_id: part, qty: 2 }]);
    const [line] = (await shop.see(id)).lines;
    const changes = [[{ id: line.id, qty: 5 }], [{ part_id: part, qty: 1 }], [{ id: line.id, qty: 2 }]];
    const [more, another, less] = changes.map((lines) => verbs(id, 'change', { lines }));
    const steps = (['pick', 'pack', 'ship', 'pickup'] as const).map((task) => performs(task, id));
    await atOnce(more!, ...steps, another!, performs('pick', next), less!);
    await nobodyWaitsInVain(part);
  });

  round('cancels of a line against the person who picks it', async () => {
    const part = await shop.part({}, 6);
    const id = await shop.issued([{ part_id: part, qty: 4 }]);
    const { id: pick, lines } = await shop.done('/picklinebyorder', { order_id: [id] });
    const next = await shop.issued([{ part_id: part, qty: 4 }]);
    const [{ line_id, id: pickline }] = lines;
    const cancel = verbs(id, `line/${line_id}/cancel`, { qty: 1, reason: 'Too many' });
    const at =
      (verb: string, body: object = {}) =>
      () =>
        shop.post(`/pickline/${pickline}/${verb}`, body);
    await atOnce(
      at('count'),
      cancel,
      at('commit', { qty: 1, keep_rest: 1 }),
      cancel,
      at('uncommit'),
      at('commit'),
      () => shop.post(`/pick/${pick}/finish`),
      performs('pick', next),
    );
    const [canceled] = await shop.counters(id, 'qty_canceled');
    const { storage = 0, moving = 0 } = await shop.units(part);
    expect([canceled, storage + moving]).toEqual([2, 6]);
    await nobodyWaitsInVain(part);
  });

  round('changes of lines against the person who packs them', async () => {
    const part = await shop.part({}, 8);
    const id = await through(await shop.issued([{ part_id: part, qty: 4 }]), 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    const [line] = (await shop.see(id)).lines;
    const move = (qty: number) => () => shop.post(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, qty });
    const [less, more, none] = [3, 5, 0].map((qty) =>
      verbs(id, 'change', { lines: [{ id: line.id, qty }, ...(qty === 0 ? [{ part_id: part, qty: 1 }] : [])] }),
    );
    const finish = () => shop.post(`/pack/${pack.id}/finish`);
    await atOnce(move(2), less!, move(1), finish, more!, () => service.call('DELETE', `/pack/${pack.id}`), finish);
    await atOnce(none!, finish, performs('pack', id), performs('ship', id));
    await nobodyWaitsInVain(part);
  });

  round('two cancels that together end an order, a void and a change that adds to it', async () => {
    const part = await shop.part({}, 4);
    const id = await through(await shop.issued(times(2, () => ({ part_id: part, qty: 2 }))), 'pick');
    const lines: { id: number }[] = (await shop.see(id)).lines;
    const cancels = lines.map((line) => verbs(id, `line/${line.id}/cancel`, { qty: 2, reason: 'Not needed' }));
    const add = verbs(id, 'change', { lines: [{ part_id: part, qty: 1 }] });
    await atOnce(...cancels, add, verbs(id, 'void'), ...cancels);
    expect(await shop.status(id)).toBe('Void');
    expect(await shop.units(part)).toEqual({ storage: 4 });
  });

  round('a use order that is consumed, voided and closed short at once', async (number) => {
    const part = await shop.part({}, 3);
    const { id } = await shop.done('/useorder', { purpose: 'Repair', lines: [{ part_id: part, qty: 3 }] });
    await shop.done(`/useorder/${id}/issue`);
    await through(id, 'pick');
    const verb = (name: string) => () => shop.post(`/useorder/${id}/${name}`);
    const pickup = performs('pickup', id);
    await atOnce(...[pickup, verb('void'), pickup, verb('closeshort')].slice(number % 2), verb('unissue'));
    const { storage = 0 } = await shop.units(part);
    const { name } = (await shop.get(`/useorder/${id}?embed=status`)).status;
    expect([name, storage]).toEqual(storage === 0 ? ['Fulfilled', 0] : [name, 3]);
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
    const ordersOnRecords = replies.flatMap((reply) => (reply.status === 201 ? reply.body.order_ids : []));
    expect(ordersOnRecords.sort()).toEqual([...ids].sort());
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
    const ordersOnRecords = replies.slice(0, 3).flatMap((reply) => (reply.status === 201 ? reply.body.order_ids : []));
    expect(new Set(ordersOnRecords).size).toBe(ordersOnRecords.length);
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
    const { rows } = await service.sql.query('select count(*)::int as count from shipline where carton_id = $1', [
      pack.cartons[0].id,
    ]);
    expect(rows[0].count).toBeLessThanOrEqual(1);
  });

  round('the undo of a pickup against itself, another pickup and closing short', async () => {
    const order = await shop.issued([{ part_id: part, qty: 2, unit_price: 10 }]);
    const id = await through(order, 'pick', 'pack', 'ship', 'pickup');
    const [{ id: pickup }] = (await shop.see(id, 'pickups')).pickups;
    const undo = () => shop.post(`/pickup/${pickup}/undo`, { reason: 'The van was full' });
    const [first, second] = await atOnce(undo, undo, performs('pickup', id), verbs(id, 'closeshort'));
    expect(statuses([first!, second!])).toEqual([200, 409]);
    const { rows } = await service.sql.query('select sum(total)::float as owed from invoice where order_id = $1', [id]);
    const [picked] = await shop.counters(id, 'qty_picked_up');
    expect(rows[0].owed).toBe(picked! * 10);
  });

  round('two returns of the same units, and the undo of their pickup', async () => {
    const order = await through(await issued(), 'pick', 'pack', 'ship', 'pickup');
    const [line] = await shop.get(`/salesorder/${order}/line`);
    const [{ id: pickup }] = (await shop.see(order, 'pickups')).pickups;
    const lines = [{ line_id: line.id, qty: 2 }];
    const request = () => shop.post('/returnorder', { salesorder_id: order, lines });
    const undo = () => shop.post(`/pickup/${pickup}/undo`, { reason: 'The van was full' });
    const replies = await atOnce(request, undo, request);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  round('the goods of a return come, are inspected and are credited once', async () => {
    const order = await shop.issued([{ part_id: part, qty: 2, unit_price: 10 }]);
    await through(order, 'pick', 'pack', 'ship', 'pickup');
    const [line] = await shop.get(`/salesorder/${order}/line`);
    const lines = [{ line_id: line.id, qty: 2 }];
    const { id } = await shop.done('/returnorder', { salesorder_id: order, lines });
    const location_id = (await shop.done('/location', { site_id: shop.siteId, name: `Dock ${id}`, active: false })).id;
    const four = (verb: string, body: object = {}) =>
      atOnce(...times(4, () => () => shop.post(`/returnorder/${id}/${verb}`, body)));
    await four('authorise');
    const received = await four('receive', { location_id, lines: [{ part_id: part, qty: 2 }] });
    expect(statuses(received)).toEqual([200, 409, 409, 409]);
    const [{ id: unit_id }] = received.find(({ status }) => status === 200)!.body.units;
    const inspected = await four('inspect', { units: [{ unit_id, outcome: 'scrap', reason: 'broken' }] });
    expect(statuses(inspected)).toEqual([200, 409, 409, 409]);
    expect(statuses(await four('close'))).toEqual([200, 200, 200, 200]);
    const { rows } = await service.sql.query('select total::float from invoice where order_id = $1 order by id', [
      order,
    ]);
    expect(rows).toEqual([{ total: 20 }, { total: -20 }]);
  });

  /** The receipt of two units that left with a transfer order, and the shelf for them. */
  const sent = async (number: number, word: string) => {
    const name = `${word} ${number}`;
    const to_site_id = (await shop.done('/site', { name, sitetype_id: 1 })).id;
    const shelf = await shop.done('/location', { site_id: to_site_id, name, locationtype_id: 1 });
    const { id } = await shop.done('/transferorder', { to_site_id, lines: [{ part_id: part, qty: 2 }] });
    await shop.done(`/transferorder/${id}/issue`, { ignore_warnings: 1 });
    await through(id, 'pick', 'pack', 'ship', 'pickup');
    const [receipt] = (await shop.get(`/receipt?order_id=${id}`)).data;
    return { receipt, shelf };
  };

  round('people at the other site who receive the same units of a transfer order', async (number) => {
    const { receipt, shelf } = await sent(number, 'Branch');
    const receives = (qty: number) => () =>
      shop.post(`/receipt/${receipt.id}/receive`, { lines: [{ part_id: part, qty, location_id: shelf.id }] });
    const four = await atOnce(receives(1), receives(1), receives(1), receives(2));
    const came = four.flatMap(({ status }, at) => (status === 200 ? [at === 3 ? 2 : 1] : []));
    expect(came.reduce((sum, qty) => sum + qty, 0)).toBe(2);
    const closed = await atOnce(...times(2, () => () => shop.post(`/receipt/${receipt.id}/close`)), receives(1));
    expect(closed.map(({ status }) => status)).toEqual([200, 200, 409]);
  });

  round('one return is exchanged for one order, and authorised for no more than left', async () => {
    const order = await through(await issued(3), 'pick', 'pack', 'ship', 'pickup');
    const [{ id: line_id }] = await shop.get(`/salesorder/${order}/line`);
    const request = (qty: number) => () =>
      shop.post('/returnorder', { salesorder_id: order, lines: [{ line_id, qty }] });
    const { id, lines } = (await request(1)()).body;
    await shop.done(`/returnorder/${id}/authorise`);
    const raise = () => shop.post(`/returnorder/${id}/authorise`, { lines: [{ line_id: lines[0].id, qty: 3 }] });
    const exchange = () => shop.post(`/returnorder/${id}/exchange`);
    const replies = await atOnce(exchange, raise, exchange, request(1), exchange);
    expect(new Set([replies[0], replies[2], replies[4]].map((reply) => reply!.body.id)).size).toBe(1);
    expect([replies[1], replies[3]].filter((reply) => reply!.status < 300)).toHaveLength(1);
  });

  round('goods that come back against a count of their shelf, and an order that waits for them', async (number) => {
    const scarce = await shop.part({}, 2);
    const order = await through(await shop.issued([{ part_id: scarce, qty: 2 }]), 'pick', 'pack', 'ship', 'pickup');
    const waiting = await shop.issued([{ part_id: scarce, qty: 2 }]);
    const [{ id: line_id }] = await shop.get(`/salesorder/${order}/line`);
    const [{ id: pickup }] = (await shop.see(order, 'pickups')).pickups;
    const { id } = await shop.done('/returnorder', { salesorder_id: order, lines: [{ line_id, qty: 2 }] });
    await shop.done(`/returnorder/${id}/authorise`);
    const place = { site_id: shop.siteId, name: `Returned ${number}`, active: false };
    const location_id = (await shop.done('/location', place)).id;
    const receive = () =>
      shop.post(`/returnorder/${id}/receive`, { location_id, lines: [{ part_id: scarce, qty: 2 }] });
    const undo = () => shop.post(`/pickup/${pickup}/undo`, { reason: 'The van was full' });
    const [received, undone] = await atOnce(receive, undo, receive);
    expect(undone!.status).toBe(409);
    const { units } = received!.status === 200 ? received!.body : await shop.get(`/returnorder/${id}?embed=units`);
    const count = await shop.done('/count', { location_ids: [shop.stockId], part_ids: [scarce] });
    await shop.done(`/count/${count.id}/enter`, { lines: [{ part_id: scarce, location_id: shop.stockId, qty: 1 }] });
    const restock = { unit_id: units[0].id, outcome: 'restock', location_id: shop.stockId, qty: 1 };
    const inspect = () => shop.post(`/returnorder/${id}/inspect`, { units: [restock] });
    await atOnce(inspect, () => shop.post(`/count/${count.id}/approve`), inspect, performs('pick', waiting), inspect);
    const { storage = 0, moving = 0 } = await shop.units(scarce);
    expect(storage + moving).toBe(3);
    await nobodyWaitsInVain(scarce);
  });

  round('the undo of the pickup of a transfer order against its receipt at the other site', async (number) => {
    const { receipt, shelf } = await sent(number, 'Other branch');
    const lines = [{ part_id: part, qty: 2, location_id: shelf.id }];
    const replies = await atOnce(
      () => shop.post(`/pickup/${receipt.pickup_id}/undo`, { reason: 'The van was full' }),
      () => shop.post(`/receipt/${receipt.id}/receive`, { lines }),
      () => shop.post(`/receipt/${receipt.id}/close`, { reason: 'Lost' }),
    );
    // Either the pickup is undone, or the goods come in or are lost.
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const [undone, received, closed] = replies.map(({ status }) => status === 200);
    expect(undone && (received || closed)).toBe(false);
    expect(await service.verify()).toEqual([]);
  });

  round('pickups of overlapping sets of cartons', async () => {
    const ids = await Promise.all(times(4, () => issued()));
    await shop.through(ids, 'pick', 'pack', 'ship');
    const lines = await Promise.all(
      ids.map(async (id) => (await shop.see(id, 'pickuplines')).pickuplines[0].id as number),
    );
    const sets = times(6, (index) => [lines[index % 4]!, lines[(index + 1) % 4]!]);
    await atOnce(...sets.map((pickupline_ids) => () => shop.post('/pickup', { pickupline_ids, site_id: shop.siteId })));
    const left = await service.sql.query('select 1 from pickupline where id = any($1) and pickup_id is null', [lines]);
    expect(left.rows.length % 2).toBe(0);
  });
});
