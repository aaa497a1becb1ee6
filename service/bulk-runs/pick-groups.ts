import { type RawBuilder, sql } from 'kysely';
import type { PickGrouping } from '../../records/states/bulk-run.ts';
import type { Tx } from '../platform/database/operation.ts';
import { type Groupable, groupOrders, type OrderGroup } from './group-orders.ts';
import type { BulkOptions } from './schema.ts';

/** SQL of the value that the orders of a group share. It is the name of the group, too. */
const keys: Readonly<Record<PickGrouping, RawBuilder<string | null>>> = {
  customer: sql`(select c.name || ' (' || c.id || ')' from customer c where c.id = s.customer_id)`,
  destination: sql`nullif(concat_ws(' ', s.ship_country, s.ship_postal_code), '')`,
  // Orders for the same parts: one walk to the shelf serves them all.
  part: sql`l.parts`,
  carrier: sql`(select c.name || ' (' || c.id || ')' from carrier c where c.id = s.carrier_id)`,
  tag: sql`s.wave`,
};

/**
 * Returns the picks that orders go into, in the sequence of the orders.
 * @param orderIds SQL of the orders, as rows (order_id, at)
 */
export async function pickGroups(
  tx: Tx,
  orderIds: RawBuilder<unknown>,
  { by, max_orders, max_lines, max_weight_g }: BulkOptions,
): Promise<OrderGroup[]> {
  const { rows } = await sql<Groupable>`
    -- Selects key, lines and weight of each order.
    select s.id, s.site_id, ${by === undefined ? sql`null` : keys[by]} as key, l.lines, l.weight_g
    from (${orderIds}) o join salesorder s on s.id = o.order_id
    -- The picklines that a pick would have now: those with a location that are on no pick. Kits have picklines of their parts.
    left join lateral (
      select count(*)::int as lines, case when bool_and(p.weight_g is not null) then sum(k.qty * p.weight_g)::float8 end as weight_g,
        string_agg(distinct p.number, ', ' order by p.number) as parts
      from pickline k join part p on p.id = k.part_id
      where k.order_id = s.id and k.pick_id is null and k.location_id is not null) l on true
    order by o.at`.execute(tx);
  return groupOrders(rows, {
    maxOrders: max_orders,
    maxLines: max_lines,
    maxWeightG: max_weight_g === undefined ? undefined : Number(max_weight_g),
  });
}

/** Groups the orders of a run, and stores each group as a unit. */
export async function groupUnits(tx: Tx, runId: number, options: BulkOptions): Promise<void> {
  const ofRun = sql`select order_id, id as at from bulkrunorder where bulkrun_id = ${runId}`;
  const groups = await pickGroups(tx, ofRun, options);
  const ids = groups.flatMap(({ orders }) => orders.map((order) => order.id));
  const units = groups.flatMap(({ orders }, at) => orders.map(() => at + 1));
  await sql`
    -- Stores the unit of each order.
    update bulkrunorder b set unit = g.unit
    from unnest(${ids}::bigint[], ${units}::int[]) as g(order_id, unit)
    where b.bulkrun_id = ${runId} and b.order_id = g.order_id and b.unit <> g.unit`.execute(tx);
}
