import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** The parts of a request that name records. */
export interface RequestRecords {
  /** The address of the endpoint: `/pick/{pick_id}/finish`. */
  readonly path: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** SQL of the orders of a record, by the parameter of its address or the field of its body. */
const ordersOf: Readonly<Record<string, (ids: readonly number[]) => ReturnType<typeof sql<{ id: number }>>>> = {
  pick_id: (ids) => sql`select distinct order_id as id from pickline where pick_id = any(${ids}::bigint[]) order by 1`,
  pickline_id: (ids) => sql`select distinct order_id as id from pickline where id = any(${ids}::bigint[]) order by 1`,
  pack_id: (ids) => sql`select distinct order_id as id from packline where pack_id = any(${ids}::bigint[]) order by 1`,
  ship_id: (ids) => sql`
    -- Finds the orders of the shiplines, and those with units in their cartons.
    select order_id as id from shipline where ship_id = any(${ids}::bigint[]) and order_id is not null
    union
    select r.order_id from shipline s join carton c on c.id = s.carton_id
    join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
    where s.ship_id = any(${ids}::bigint[]) order by 1`,
  carton_id: (ids) => sql`
    -- Finds the orders of the packs of cartons: a carton may be empty.
    select distinct l.order_id as id from carton c join packline l on l.pack_id = c.pack_id
    where c.id = any(${ids}::bigint[]) order by 1`,
  booking_id: (ids) => sql`
    select distinct order_id as id from booking where id = any(${ids}::bigint[]) and order_id is not null order by 1`,
  pickupline_ids: (ids) => sql`
    select distinct order_id as id from pickupline_order where pickupline_id = any(${ids}::bigint[]) order by 1`,
};

/** The kinds of records that `{id}` stands for in addresses. */
const idOf: Readonly<Record<string, string>> = {
  salesorder: 'order_id',
  transferorder: 'order_id',
  useorder: 'order_id',
  pick: 'pick_id',
  pack: 'pack_id',
  ship: 'ship_id',
  booking: 'booking_id',
};

/** The fields of bodies that name orders, or records of orders. */
const fieldNames = ['order_id', 'salesorder_id', 'pick_id', 'ship_id', 'carton_id', 'pickupline_ids'];

/** Returns the orders that a request is about: those of the record in its address, or of the ids in its body. */
export async function ordersOfRequest(database: Database, { path, params, body }: RequestRecords): Promise<number[]> {
  const [, resource = ''] = path.split('/');
  const named = Object.entries(params).map(
    ([name, id]) => [name === 'id' ? idOf[resource] : name, [Number(id)]] as const,
  );
  const listed = fieldNames.map((name) => [name, idsIn(body[name])] as const);
  for (const [name, ids] of [...named, ...listed]) {
    if (name === undefined || ids.length === 0) continue;
    if (/^((sales|transfer|use)order|order)_id$/.test(name)) return [...ids];
    const statement = ordersOf[name];
    if (statement) return (await statement(ids).execute(database.kysely)).rows.map(({ id }) => id);
  }
  return [];
}

const idsIn = (value: unknown): number[] => [value].flat().filter((id): id is number => typeof id === 'number');
