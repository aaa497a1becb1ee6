import { sql } from 'kysely';
import { packStates } from '../../fulfilment/packing/states.ts';
import { outsideOfStorage } from '../../inventory/stock/release.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { personName } from '../../platform/database/sql-forms.ts';

/** Why an order leaves its picks and packs. */
export type Leaving = 'void' | 'closeshort' | 'unissue';

/**
 * Notes on the picks and packs of an order which units people have in their hands, where these belong, and who decided. The books move the
 * units back at once, and forget what is counted; the people who hold them read it on their lists. Call it before both.
 * @param by the person who decided; null for the caller
 */
export async function notePutBack(
  { tx, actor }: OperationContext,
  orderId: number,
  { why, by = null }: { readonly why: Leaving; readonly by?: string | null },
): Promise<void> {
  await sql`
    -- Adds the units that are counted, at the moving location or in open cartons to their picks and packs.
    with outside as (${outsideOfStorage([orderId])}), counted as (
      select l.pick_id, null::bigint as pack_id, l.order_id, c.part_id, c.qty, c.location_id, c.lot, c.serial
      from pickline l join picklinecount c on c.pickline_id = l.id where l.order_id = ${orderId} and l.pick_id is not null
    ), held as (
      -- Units in a carton are with its pack, and loose ones with the pack that has begun, or else with their pick.
      select case when coalesce(c.pack_id, begun.id) is null then picked.id end as pick_id, coalesce(c.pack_id, begun.id) as pack_id,
        o.order_id, o.part_id, o.qty, o.to_location_id as location_id, o.lot, o.serial
      from outside o
      left join carton c on c.location_id = o.from_location_id
      left join lateral (
        select max(p.id) as id from packline l join pack p on p.id = l.pack_id
        where l.line_id = o.line_id and l.part_id = o.part_id and p.status_id = ${sql.lit(packStates.id.Open)}) begun on true
      left join lateral (
        select max(l.pick_id) as id from pickline l where l.line_id = o.line_id and l.part_id = o.part_id and l.qty_committed > 0) picked on true
    ), listed as (
      select u.pick_id, u.pack_id, jsonb_agg(jsonb_build_object('order_id', s.id, 'order', s.number, 'part_id', p.id, 'part', p.number,
          'qty', trim_scale(u.qty), 'location_id', l.id, 'location', l.name, 'lot', u.lot, 'serial', u.serial, 'why', ${why}::text,
          'by', coalesce(${by}::text, ${personName('a')}), 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'))
          order by l.name, p.number, u.lot, u.serial) as units
      from (select * from counted union all select * from held) u
      join salesorder s on s.id = u.order_id join part p on p.id = u.part_id join location l on l.id = u.location_id
      left join account a on a.id = ${actor.userId}
      group by u.pick_id, u.pack_id
    ), picks as (
      update pick p set put_back = coalesce(p.put_back, '[]') || l.units, updated_at = this_second() from listed l where p.id = l.pick_id
    )
    update pack p set put_back = coalesce(p.put_back, '[]') || l.units, updated_at = this_second() from listed l where p.id = l.pack_id`.execute(
    tx,
  );
}
