import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';
import { atOnce, rounds } from './rounds.ts';

const { service, shop } = await testShop();

const waves = 6;
const callsAtOnce = 10;

/** A generator of whole numbers that is the same for every seed (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

interface There {
  kind: string;
  id: number;
  pack_id: number | null;
  location_id: number | null;
}

/** Returns the records that the orders are on. */
async function recordsOf(ids: readonly number[]): Promise<There[]> {
  const { rows } = await service.sql.query<There>(
    `with o as (select unnest($1::bigint[]) as id), pk as (select distinct pack_id as id from packline where order_id in (select id from o))
     select distinct 'pick' as kind, pick_id as id, null::bigint as pack_id, null::bigint as location_id
       from pickline where order_id in (select id from o) and pick_id is not null
     union all select 'pickline', id, null, null from pickline where order_id in (select id from o) and pick_id is not null
     union all select 'pack', id, null, null from pk
     union all select 'carton', c.id, c.pack_id, c.location_id from carton c join pk on pk.id = c.pack_id
     union all select distinct 'ship', s.ship_id, null::bigint, null::bigint from shipline s left join carton c on c.id = s.carton_id
       where s.order_id in (select id from o) or c.pack_id in (select id from pk)
     union all select distinct 'pickupline', pickupline_id, null::bigint, null::bigint from pickupline_order where order_id in (select id from o)`,
    [ids],
  );
  return rows;
}

/** Checks that no part has both free units and orders that wait for it. */
async function inVain(partId: number): Promise<number> {
  const { rows } = await service.sql.query(
    `select least((select coalesce(sum(qty_short), 0) from work where part_id = $1),
      (select coalesce(sum(i.qty - i.qty_committed), 0) from inventory i join location l on l.id = i.location_id
        where i.part_id = $1 and l.locationtype_id = 1))::float as units`,
    [partId],
  );
  return rows[0].units;
}

test(
  'a storm of everything that anybody can do, on eight orders of three scarce parts, breaks nothing',
  async () => {
    for (let number = 1; number <= rounds; number++) await storm(number);
  },
  20_000 * rounds,
);

async function storm(seed: number): Promise<void> {
  const roll = dice(seed);
  const parts = await Promise.all([16, 18, 20].map((stock) => shop.part({}, stock)));
  const willCall = await shop.carrier('Will Call');
  const ids: number[] = [];
  for (let index = 0; index < 8; index++) {
    const lines = times(1 + roll(3), () => ({ part_id: parts[roll(3)]!, qty: 1 + roll(4) }));
    ids.push(await shop.order(lines, index % 4 === 3 ? { carrier_id: willCall } : {}));
  }
  // Before the storm, some orders are at later steps, two of them together each time.
  for (let pair = 0; pair < 8; pair += 2) {
    const order_id = ids.slice(pair, pair + 2);
    for (const task of times(roll(6), (step) => step)) {
      const body = { order_id, partial: 1 };
      if (task === 0) for (const id of order_id) await shop.post(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
      else if (task === 2 && roll(2) === 0) await shop.post('/packlinebyorder', { order_id, start_in_carton: 1 });
      else await shop.post(`/task/${task}/perform`, body);
    }
  }
  for (let wave = 1; wave <= waves; wave++) {
    const there = await recordsOf(ids);
    const calls = times(callsAtOnce, () => anyCall(roll, ids, parts, there));
    await atOnce(
      ...calls.map(
        ([method, path, body]) =>
          () =>
            service.call(method, path, body),
      ),
    );
    const where = `seed ${seed}, wave ${wave}: ${JSON.stringify(calls)}`;
    expect(await service.verify(), where).toEqual([]);
    for (const part of parts) expect(await inVain(part), where).toBe(0);
  }
}

type AnyCall = [method: string, path: string, body: unknown];

/** Makes one call of the interface, on records that exist or were just deleted. */
function anyCall(
  roll: (below: number) => number,
  ids: readonly number[],
  parts: readonly number[],
  there: readonly There[],
): AnyCall {
  const one = <T>(from: readonly T[]): T => from[roll(from.length)]!;
  const any = (kind: string): There => {
    const known = there.filter((row) => row.kind === kind);
    return known.length > 0 ? one(known) : { kind, id: 999_999, pack_id: 999_999, location_id: shop.movingId };
  };
  const order = one(ids);
  const some = { order_id: [...new Set(times(1 + roll(3), () => one(ids)))] };
  const kind = one(['pick', 'pack', 'ship']);
  const carton = any('carton');
  const actions: (() => AnyCall)[] = [
    () => ['POST', `/salesorder/${order}/issue`, { ignore_warnings: 1 }],
    () => ['POST', `/salesorder/${order}/issue`, { ignore_warnings: 1 }],
    () => [
      'POST',
      `/salesorder/${order}/${one(['unissue', 'void', 'closeshort', 'hold', 'release', 'release'])}`,
      { reason: 'Wait' },
    ],
    () => ['POST', `/salesorder/${order}/release`, {}],
    () => ['POST', `/salesorder/${order}/skip`, { step: one(['pack', 'ship']), by: 'Ann' }],
    () => ['POST', '/task/1/perform', { ...some, partial: roll(2) }],
    () => ['POST', '/task/1/perform', { ...some, partial: 1 }],
    () => ['POST', `/task/${2 + roll(3)}/perform`, some],
    () => ['POST', `/task/${2 + roll(3)}/perform`, { order_id: [order] }],
    () => ['POST', `/${kind}linebyorder`, { ...some, start_in_carton: roll(2) }],
    () => ['POST', `/${kind}linebyorder`, { ...some, start_in_carton: roll(2) }],
    () => ['POST', `/${kind}/${any(kind).id}/finish`, {}],
    () => ['POST', `/${kind}/${any(kind).id}/finish`, {}],
    () => ['DELETE', `/${kind}/${any(kind).id}`, undefined],
    () => ['POST', `/pickline/${any('pickline').id}/commit`, roll(2) === 0 ? {} : { qty: 1 }],
    () => ['POST', `/pack/${any('pack').id}/${one(['carton', 'autopack'])}`, {}],
    () => ['POST', `/pack/${carton.pack_id}/moveitem`, { add_carton_id: carton.id, move_all: 1 }],
    () => {
      const from = { subtract_location_id: any('carton').location_id };
      return [
        'POST',
        `/pack/${carton.pack_id}/moveitem`,
        { add_carton_id: carton.id, part_id: one(parts), qty: 1, ...from },
      ];
    },
    () => ['DELETE', `/pack/${carton.pack_id}/carton/${carton.id}`, undefined],
    () => ['POST', '/pickup', { pickupline_ids: [any('pickupline').id] }],
    () => [
      'POST',
      '/inventoryadjustment',
      { part_id: one(parts), location_id: shop.stockId, qty: one([1, 2, -1, -3]) },
    ],
  ];
  return one(actions)();
}
