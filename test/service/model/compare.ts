import { expect } from 'vitest';
import type { TestService } from '../../support/test-service.ts';
import { totalOf } from './orders.ts';
import { closePacks } from './packs.ts';
import {
  add,
  addUnits,
  type Carton,
  cartonUnits,
  counter,
  loose,
  sum,
  takeUnits,
  type Units,
  type Work,
  type World,
} from './world.ts';

type Cell = number | string | boolean | null;

/** Facts of the service or of the model: rows of each kind, in any order. */
interface Facts {
  lines: Cell[][];
  orders: Cell[][];
  short: Cell[][];
  stock: Cell[][];
  moving: Cell[][];
  contents: Cell[][];
  picks: Cell[][];
  picklines: Cell[][];
  packs: Cell[][];
  packlines: Cell[][];
  cartons: Cell[][];
  ships: Cell[][];
  shiplines: Cell[][];
  pallets: Cell[][];
  pickuplines: Cell[][];
  receipts: Cell[][];
  counts: Cell[][];
  countlines: Cell[][];
  returns: Cell[][];
  returnlines: Cell[][];
  returnunits: Cell[][];
}

/** Values that only the service knows: ids, and its choices of units. */
interface ServiceFacts extends Facts {
  pickline_ids: {
    id: number;
    line: number;
    part: number;
    pick: number | null;
    location: number;
    qty: number;
    committed: boolean;
    lots: [string, number, movement: number][];
  }[];
  carton_places: { id: number; pack: number; location: number }[];
  /** Units in cartons, in the order in which they were put there. */
  put: [carton: number, line: number, part: number, lot: string][];
  issued: [order: number, second: number][];
  sent: [receipt: number, order: number, pickup: number][];
  pickup_of: { id: number; pickup: number }[];
  /** Units that were picked, in the order of the ledger. The model cannot know the order within one call. */
  picked: [line: number, part: number, lot: string, location: number][];
  received: [part: number, location: number, lot: string, second: number][];
}

const list = (cells: string, from: string) =>
  `(select coalesce(json_agg(json_build_array(${cells})), '[]') from ${from})`;
const lot = `coalesce(i.lot, '')`;
const held = `reservation r join inventory i on i.id = r.inventory_id`;
const query = `
  with o as materialized (select unnest($1::bigint[]) as id),
  pickids as (select pick_id as id from pickline where order_id in (select id from o) union select unnest($3::bigint[])),
  packids as (select pack_id as id from packline where order_id in (select id from o) union select unnest($4::bigint[])),
  boxes as materialized (select * from carton where pack_id in (select id from packids)),
  shipids as (
    select ship_id as id from shipline where order_id in (select id from o) or carton_id in (select id from boxes)
    union select unnest($5::bigint[]))
  select json_build_object(
    'orders', ${list('id, status_id, held_at is not null, case when status_id < 5 then total end', 'salesorder where id in (select id from o)')},
    'issued', ${list('id, extract(epoch from issue_date)::bigint', 'salesorder where id in (select id from o) and issue_date is not null')},
    'lines', ${list('id, qty, unit_price, qty_picked, qty_packed, qty_shipped, qty_picked_up, qty_canceled, qty_returned', 'salesorderline where salesorder_id in (select id from o)')},
    'short', ${list('line_id, part_id, qty_short', 'work where order_id in (select id from o) and task_id = 1 and qty_short > 0')},
    'stock', ${list(
      `i.part_id, i.location_id, ${lot}, i.qty, i.qty_committed`,
      `inventory i join location l on l.id = i.location_id
      where i.part_id = any($2) and l.locationtype_id = 1 and i.qty > 0`,
    )},
    'picked', (select coalesce(json_agg(json_build_array(m.line_id, m.part_id, coalesce(m.lot, ''), m.from_location_id) order by m.id), '[]')
      from inventorymovement m join location s on s.id = m.from_location_id and s.locationtype_id = 1
      where m.reason = 'pick' and m.order_id in (select id from o)),
    'received', ${list(
      `i.part_id, i.location_id, ${lot}, extract(epoch from i.received_at)::bigint`,
      'inventory i join location l on l.id = i.location_id where i.part_id = any($2) and l.locationtype_id = 1',
    )},
    'moving', ${list(
      `r.line_id, r.part_id, ${lot}, r.qty`,
      `${held} join location l on l.id = i.location_id
      where r.order_id in (select id from o) and r.closed_at is null and l.locationtype_id = 2`,
    )},
    'contents', ${list(`c.id, r.line_id, r.part_id, ${lot}, r.qty`, `boxes c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id`)},
    'put', (select coalesce(json_agg(json_build_array(c.id, r.line_id, r.part_id, ${lot}) order by r.id), '[]')
      from boxes c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id),
    'picks', ${list('id, status_id', 'pick where id in (select id from pickids)')},
    'picklines', ${list('line_id, part_id, pick_id, location_id, qty, qty_committed, finished', 'pickline where order_id in (select id from o) and location_id is not null')},
    'pickline_ids', (select coalesce(json_agg(json_build_object('id', k.id, 'line', k.line_id, 'part', k.part_id, 'pick', k.pick_id, 'location', k.location_id,
        'qty', k.qty, 'committed', k.qty_committed > 0, 'lots', (
          select coalesce(json_agg(json_build_array(lot, qty, id)), '[]') from (
            select coalesce(m.lot, '') as lot, sum(case m.reason when 'pick' then m.qty else -m.qty end) as qty, min(m.id) as id
            from inventorymovement m
            where m.pickline_id = k.id and m.reason in ('pick', 'canceled') and m.id > coalesce((
              select max(b.id) from inventorymovement b where b.pickline_id = k.id and b.reason = 'given back'), 0)
            group by 1 having sum(case m.reason when 'pick' then m.qty else -m.qty end) > 0) c)) order by k.id), '[]')
      from pickline k where k.order_id in (select id from o) and k.location_id is not null),
    'packs', ${list('id, status_id', 'pack where id in (select id from packids)')},
    'packlines', ${list('pack_id, line_id, part_id, qty', '(select pack_id, line_id, part_id, sum(qty) as qty from packline where order_id in (select id from o) group by 1, 2, 3) p')},
    'cartons', ${list('id, pack_id, status_id, pallet_id', 'boxes')},
    'carton_places', (select coalesce(json_agg(json_build_object('id', id, 'pack', pack_id, 'location', location_id) order by id), '[]') from boxes),
    'pickup_of', (select coalesce(json_agg(json_build_object('id', p.id, 'pickup', p.pickup_id)), '[]') from pickupline p
      where p.pickup_id is not null and (p.order_id in (select id from o) or p.carton_id in (select id from boxes))),
    'ships', ${list('id, status_id', 'ship where id in (select id from shipids)')},
    'shiplines', ${list('ship_id, carton_id, order_id', 'shipline where ship_id in (select id from shipids)')},
    'pallets', ${list('id, ship_id', 'pallet where ship_id in (select id from shipids)')},
    'pickuplines', ${list(
      `p.id, p.carton_id, p.order_id, p.pickup_id is not null,
      array_to_string(array(select order_id from pickupline_order where pickupline_id = p.id order by 1), ',')`,
      'pickupline p where p.order_id in (select id from o) or p.carton_id in (select id from boxes)',
    )},
    'receipts', ${list(
      'r.id, r.status_id, l.part_id, l.qty, l.qty_received',
      'receipt r join receiptline l on l.receipt_id = r.id where r.id = any($6) or r.order_id in (select id from o)',
    )},
    'sent', ${list('id, order_id, pickup_id', 'receipt where order_id in (select id from o)')},
    'counts', ${list('id, status_id', 'count where id = any($7)')},
    'countlines', ${list(`i.count_id, i.part_id, i.location_id, ${lot}, i.qty, i.qty_expected`, 'countline i where i.count_id = any($7)')},
    'returns', ${list('id, status_id', 'returnorder where salesorder_id in (select id from o)')},
    'returnlines', ${list('l.id, l.qty_requested, l.qty_authorised', 'returnorderline l join returnorder r on r.id = l.returnorder_id where r.salesorder_id in (select id from o)')},
    'returnunits', ${list(
      'u.id, u.returnorderline_id, u.qty, u.qty = u.qty_restocked + u.qty_quarantined + u.qty_scrapped + u.qty_sent_back',
      'returnorderunit u join returnorder r on r.id = u.returnorder_id where r.salesorder_id in (select id from o)',
    )}
  ) as answer`;

const orderStatuses = ['', 'Draft', 'Issued', 'In Progress', 'Fulfilled', 'Closed Short', 'Void'];
const statuses = ['', 'Open', 'Finished', 'Void'];
const receiptStatuses = ['', 'Open', 'Receiving', 'Closed', 'Canceled'];
const countStatuses = ['', 'Open', 'Approved', 'Canceled'];
const returnStatuses = ['', 'Requested', 'Authorised', 'Received', 'Inspected', 'Closed', 'Refused', 'Canceled'];
const cartonStatuses = ['', 'Open', 'Closed', 'Locked', 'Void'];

/** Reads the facts, copies values that only the service knows into the model, and checks that both are the same. */
export async function compare(world: World, service: TestService): Promise<void> {
  const idsOf = (records: Iterable<{ id: number | null }>) => [...records].map((record) => record.id);
  const { rows } = await service.sql.query<{ answer: ServiceFacts }>({
    name: 'model facts',
    text: query,
    values: [
      idsOf(world.orders),
      world.parts.map((part) => part.id),
      idsOf(world.picks),
      idsOf(world.packs),
      idsOf(world.ships),
      idsOf(world.receipts),
      idsOf(world.counts),
    ],
  });
  const answer = rows[0]!.answer;
  adoptCartons(world, answer);
  adoptPicklines(world, answer);
  adoptPickuplines(world, answer);
  adoptSequences(world, answer);
  for (const row of world.rows) {
    const same = answer.received.find(
      ([part, at, of]) => part === row.part.id && at === row.location && of === row.lot,
    );
    if (same) row.receivedAt = same[3];
  }
  for (const work of world.works()) {
    const own = answer.picked.filter(([line, part]) => line === work.line.id && part === work.part.id);
    work.from = own.map(([, , lot, location]) => ({ lot, location }));
  }
  const expected = factsOf(world);
  const kinds = Object.keys(expected) as (keyof Facts)[];
  expect(sorted(Object.fromEntries(kinds.map((kind) => [kind, answer[kind]])))).toEqual(sorted(expected));
}

/** Copies the moments of issues, and in which order units were put into cartons. */
function adoptSequences(world: World, answer: ServiceFacts): void {
  for (const order of world.orders)
    order.issuedAt = answer.issued.find(([id]) => id === order.id)?.[1] ?? order.issuedAt;
  for (const work of world.works()) {
    for (const [carton, units] of work.cartons) {
      const own = answer.put.filter(
        ([id, line, part]) => id === carton.id && line === work.line.id && part === work.part.id,
      );
      const places = new Map(own.map(([, , , of], at) => [of, at]));
      work.cartons.set(carton, new Map([...units].sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0))));
    }
  }
}

/** Checks cartons that the service chose: they must take all loose units, lots in their order. Their choice is free. */
function adoptCartons(world: World, answer: ServiceFacts): void {
  const choosing = [...world.packs].filter((pack) => pack.choosing);
  for (const pack of choosing) {
    const expected = new Map<string, number>();
    const key = (line: number, part: number, of: string) => `${line}/${part}/${of}`;
    for (const work of world.works()) {
      const qty = loose(work, pack);
      if (qty === 0) continue;
      for (const [of, share] of takeUnits(work.moving, qty)) expected.set(key(work.line.id, work.part.id, of), share);
    }
    const places = answer.carton_places.filter((place) => place.pack === pack.id);
    const known = new Set([...world.cartons].map((carton) => carton.id));
    for (const place of places.filter(({ id }) => !known.has(id))) {
      const carton: Carton = {
        id: place.id,
        location: place.location,
        pack,
        status: 'Open',
        ship: null,
        pallet: null,
        tracked: false,
      };
      world.cartons.add(carton);
      for (const [in_, line, part, of, qty] of answer.contents as [number, number, number, string, number][]) {
        if (in_ !== place.id) continue;
        add(expected, key(line, part, of), -qty);
        addUnits(cartonUnits(workOf(world, line, part), carton), new Map([[of, qty]]));
      }
    }
    expect([...expected], `what pack ${pack.id} was to put into cartons and did not`).toEqual([]);
    pack.choosing = false;
  }
  closePacks(world, world.closing.splice(0));
  const known = new Set([...world.cartons].map((carton) => carton.id));
  for (const carton of world.cartons) {
    if (carton.location !== null) continue;
    const fits = (id: number) => (carton.id === null ? !known.has(id) : carton.id === id);
    const place = answer.carton_places.find((one) => one.pack === carton.pack.id && fits(one.id));
    if (place) Object.assign(carton, { id: place.id, location: place.location });
  }
}

const workOf = (world: World, line: number, part: number): Work =>
  world.works().find((work) => work.line.id === line && work.part.id === part)!;

/** Sets the id and the lots of each pickline of the model from an equal pickline of the service. */
function adoptPicklines(world: World, answer: ServiceFacts): void {
  for (const work of world.works()) {
    const open = answer.pickline_ids.filter((one) => one.line === work.line.id && one.part === work.part.id);
    for (const line of [...work.picklines].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity))) {
      const same = (one: (typeof open)[number]) =>
        one.qty === line.qty &&
        one.location === line.location &&
        one.pick === (line.pick?.id ?? null) &&
        one.committed === line.committed;
      const match = open.find((one) => same(one) && one.id === line.id) ?? open.find(same);
      if (!match) continue;
      open.splice(open.indexOf(match), 1);
      line.id = match.id;
      if (!line.committed) continue;
      line.movements = new Map(match.lots.map(([of, , movement]) => [of, movement]));
      const lots: Units = new Map();
      for (const [of, qty] of match.lots) add(lots, of, qty);
      // After an order is closed short, its picklines are shorter than the units that were moved for them.
      if (sum(lots.values()) === line.qty) line.lots = lots;
    }
  }
}

function adoptPickuplines(world: World, answer: ServiceFacts): void {
  const known = new Set([...world.pickuplines].map((line) => line.id));
  for (const line of world.pickuplines) {
    if (line.id !== null) continue;
    const match = answer.pickuplines.find(
      ([id, carton, order]) =>
        !known.has(id as number) &&
        (carton === line.of.id || order === line.of.id) &&
        (carton === null) === 'lines' in line.of,
    );
    if (match) line.id = match[0] as number;
  }
  for (const line of world.pickuplines) {
    line.pickup = answer.pickup_of.find(({ id }) => id === line.id)?.pickup ?? null;
  }
  for (const receipt of world.receipts.filter(({ id, sent }) => id === null && sent !== null)) {
    const { order, lines } = receipt.sent!;
    receipt.id = answer.sent.find(([, of, pickup]) => of === order.id && pickup === lines[0]!.pickup)?.[0] ?? null;
  }
}

function factsOf(world: World): Facts {
  const works = world.works();
  const flag = <T>(names: string[], name: T) => names.indexOf(String(name));
  return {
    orders: world.orders.map((order) => [
      order.id,
      flag(orderStatuses, order.status),
      order.held,
      /Closed Short|Void/.test(order.status) ? null : totalOf(order),
    ]),
    lines: world.orders.flatMap((order) =>
      order.lines.map((line) => {
        const up =
          line.carriedAlong && order.status === 'Fulfilled' ? line.qty - line.canceled : counter(line, 'pickup');
        const { id, qty, price, canceled, returned } = line;
        const done = (['pick', 'pack', 'ship'] as const).map((step) => counter(line, step));
        return [id, qty, order.kind === 'sales' ? price : 0, ...done, up, canceled, returned];
      }),
    ),
    short: works.filter((work) => work.short > 0).map((work) => [work.line.id, work.part.id, work.short]),
    stock: world.rows
      .filter((row) => row.qty > 0)
      .map((row) => [row.part.id, row.location, row.lot, row.qty, row.committed]),
    moving: works.flatMap((work) => [...work.moving].map(([of, qty]) => [work.line.id, work.part.id, of, qty])),
    contents: works.flatMap((work) =>
      [...work.cartons].flatMap(([carton, units]) =>
        [...units].map(([of, qty]) => [carton.id, work.line.id, work.part.id, of, qty]),
      ),
    ),
    picks: [...world.picks].map((pick) => [pick.id, flag(statuses, pick.status)]),
    picklines: works.flatMap((work) =>
      work.picklines.map((line) => [
        work.line.id,
        work.part.id,
        line.pick?.id ?? null,
        line.location,
        line.qty,
        line.committed ? line.qty : 0,
        line.finished,
      ]),
    ),
    packs: [...world.packs].map((pack) => [pack.id, flag(statuses, pack.status)]),
    packlines: works.flatMap((work) =>
      [...work.packlines].map(([pack, qty]) => [pack.id, work.line.id, work.part.id, qty]),
    ),
    cartons: [...world.cartons].map((carton) => [
      carton.id,
      carton.pack.id,
      flag(cartonStatuses, carton.status),
      carton.pallet?.id ?? null,
    ]),
    ships: [...world.ships].map((ship) => [ship.id, flag(statuses, ship.status)]),
    shiplines: [...world.ships].flatMap((ship) => [
      ...world.cartonsOn(ship).map((carton) => [ship.id, carton.id, null]),
      ...[...ship.orders].map((order) => [ship.id, null, order.id]),
    ]),
    pallets: [...world.pallets].map((pallet) => [pallet.id, pallet.ship.id]),
    pickuplines: [...world.pickuplines].map((line) => [
      line.id,
      'lines' in line.of ? null : line.of.id,
      'lines' in line.of ? line.of.id : null,
      line.done,
      [...line.orders]
        .map((order) => order.id)
        .sort((a, b) => a - b)
        .join(','),
    ]),
    receipts: world.receipts.flatMap(({ id, status, lines }) =>
      lines.map(({ part, qty, received }) => [id, flag(receiptStatuses, status), part.id, qty, received]),
    ),
    counts: world.counts.map(({ id, status }) => [id, flag(countStatuses, status)]),
    countlines: world.counts.flatMap(({ id, lines }) =>
      lines.map(({ part, location, lot: of, qty, expected }) => [id, part.id, location, of, qty, expected]),
    ),
    returns: [...world.returns].map(({ id, status }) => [id, flag(returnStatuses, status)]),
    returnlines: [...world.returns].flatMap(({ lines }) =>
      lines.map(({ id, requested, authorised }) => [id, requested, authorised]),
    ),
    returnunits: [...world.returns].flatMap(({ units }) => units.map(({ id, line, open }) => [id, line.id, 1, !open])),
  };
}

function sorted(facts: object): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(facts).map(([kind, rows]) => [kind, (rows as Cell[][]).map((row) => JSON.stringify(row)).sort()]),
  );
}
