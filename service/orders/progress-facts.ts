import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { problem } from '../problems.ts';
import type { ProgressFacts } from './progress.ts';

/** Reads what `/progress` is worked out from. @throws record.unknown */
export async function progressFacts(database: Database, orderId: number): Promise<ProgressFacts> {
  const { rows } = await sql<ProgressFacts>`
    select o.id, o.number, s.name as status, o.site_id, ${iso('o.held_at')} as held_at, o.hold_reason, o.attention, o.plan,
      coalesce((select ${iso('max(h.at)')} from happening h where h.order_ids @> array[o.id]), ${iso('o.created_at')}) as last_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('step', lower(t.name), 'qty', trim_scale(w.qty)::text, 'qty_done', trim_scale(w.qty_done)::text,
          'ready', trim_scale(w.ready)::text, 'done', w.done) order by t.id)
        from (
          select w.task_id, sum(w.qty - w.qty_done) as qty, sum(w.qty_done) as qty_done, bool_and(w.qty_done >= w.qty) as done,
            sum(greatest(coalesce(b.qty_done, w.qty - w.qty_short) - w.qty_done, 0)) as ready
          from work w
          left join lateral (
            select b.qty_done from work b where b.line_id = w.line_id and b.part_id = w.part_id and b.task_id < w.task_id
            order by b.task_id desc limit 1) b on true
          where w.order_id = o.id group by w.task_id) w
        join task t on t.id = w.task_id), '[]') as work,
      coalesce((select jsonb_agg(jsonb_build_object('part', p.number, 'qty', trim_scale(w.qty_short)::text) order by w.id)
        from work w join part p on p.id = w.part_id where w.order_id = o.id and w.qty_short > 0), '[]') as short,
      array(select distinct l.pick_id from pickline l join pick p on p.id = l.pick_id where l.order_id = o.id and p.status_id = 1 order by 1) as open_picks,
      array(select distinct l.pack_id from packline l join pack p on p.id = l.pack_id where l.order_id = o.id and p.status_id = 1 order by 1) as open_packs,
      array(select distinct l.ship_id from shipline l join ship p on p.id = l.ship_id
        where p.status_id = 1 and (l.order_id = o.id or l.carton_id in (
          select c.id from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
          where r.order_id = o.id and r.closed_at is null)) order by 1) as open_ships,
      array(select p.id from pickupline p join pickupline_order po on po.pickupline_id = p.id
        where po.order_id = o.id and p.pickup_id is null order by 1) as pickupline_ids
    from salesorder o join salesorderstatus s on s.id = o.status_id where o.id = ${orderId}`.execute(database.kysely);
  if (!rows[0]) throw problem('record.unknown', `There is no sales order ${orderId}.`);
  return rows[0];
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS+00:00')`);
