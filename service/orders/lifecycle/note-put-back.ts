import { sql } from 'kysely';
import { type Decision, forgetOutside, noteUnits } from '../../fulfilment/work/put-back/note.ts';
import { outsideOfStorage } from '../../inventory/stock/release.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { packStates } from '../../platform/states/states.ts';

/**
 * Notes which units of an order people have in their hands, in cartons or on ships, where these belong, and who decided. The books move
 * the units back at once, and forget what is counted; the people who hold them read it on their lists. Call it before both.
 */
export async function notePutBack(context: OperationContext, orderId: number, decision: Decision): Promise<void> {
  await forgetOutside(context.tx, [orderId]);
  await noteUnits(
    context,
    sql`
    with outside as (${outsideOfStorage([orderId])}), counted as (
      select l.pick_id, null::bigint as pack_id, null::bigint as ship_id, null::text as carton, l.order_id, c.part_id, c.qty, c.lot, c.serial,
        c.location_id
      from pickline l join picklinecount c on c.pickline_id = l.id where l.order_id = ${orderId} and l.pick_id is not null
    ), held as (
      -- Units in a carton are with its pack and its ship. Loose ones are with the pack that has begun, or else with their pick.
      select case when coalesce(c.pack_id, begun.id) is null then picked.id end as pick_id, coalesce(c.pack_id, begun.id) as pack_id,
        shipped.id as ship_id, k.number || '-' || c.number as carton, o.order_id, o.part_id, o.qty, o.lot, o.serial,
        o.to_location_id as location_id
      from outside o
      left join carton c on c.location_id = o.from_location_id
      left join pack k on k.id = c.pack_id
      left join lateral (
        select max(p.id) as id from packline l join pack p on p.id = l.pack_id
        where l.line_id = o.line_id and l.part_id = o.part_id and p.status_id = ${sql.lit(packStates.id.Open)}) begun on true
      left join lateral (
        select max(l.pick_id) as id from pickline l where l.line_id = o.line_id and l.part_id = o.part_id and l.qty_committed > 0) picked on true
      left join lateral (
        select max(l.ship_id) as id from shipline l
        where l.carton_id = c.id or (c.id is null and l.order_id = o.order_id and l.pickup_id is null)) shipped on true
    )
    select * from counted union all select * from held`,
    decision,
  );
}
