import { sql } from 'kysely';
import { grouped } from '../../../lib/grouped.ts';
import type { PickedPart, PicklistContent, Tracked } from '../../../lib/printing/content.ts';
import { sum } from '../../../lib/printing/format.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import type { DocumentSource } from './targets.ts';

interface PicklistRow {
  location: string;
  part: string;
  description: string;
  unit: string | null;
  order: string;
  qty: string;
  qty_picked: string;
  tracked: Tracked[];
}

/** Reads the content of a pick list. @throws record.unknown */
export async function readPicklist(tx: Tx, pickId: number): Promise<DocumentSource<PicklistContent>> {
  const { rows } = await sql<
    Row<'pick', 'number' | 'site_id'> & {
      site: Column<'site', 'name'>;
      orders: (PicklistContent['orders'][number] & { id: number })[];
      rows: PicklistRow[];
    }
  >`
    -- Reads the pick with its orders, and its lines in walking order, the order of lists that are sorted by location.name.
    select p.number, p.site_id, s.name as site,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'customer', c.name, 'carrier', r.name,
          'priority', o.priority, 'notes', coalesce(o.plan -> 'notes', '[]')) order by o.priority, o.id)
        from salesorder o left join customer c on c.id = o.customer_id left join carrier r on r.id = o.carrier_id
        where o.id in (select order_id from pickline where pick_id = p.id)), '[]') as orders,
      coalesce((
        select jsonb_agg(jsonb_build_object('location', coalesce(l.name, '?'), 'part', q.number, 'description', q.name, 'unit', nullif(q.unit, 'each'), 'order', o.number,
          'qty', trim_scale(k.qty)::text, 'qty_picked', trim_scale(k.qty_committed)::text, 'tracked', t.tracked)
          order by l.name collate natural_order, q.number collate natural_order, o.priority, o.id, k.id)
        from pickline k join salesorder o on o.id = k.order_id join part q on q.id = k.part_id
        left join location l on l.id = k.location_id
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('lot', i.lot, 'serial', i.serial, 'qty', trim_scale(r.qty)::text)
            order by i.expires_on, i.lot, i.serial), '[]') as tracked
          from reservation r join inventory i on i.id = r.inventory_id
          where q.tracking <> 'none' and r.line_id = k.line_id and r.part_id = k.part_id and i.location_id = k.location_id
            and r.closed_at is null and k.qty_committed < k.qty) t
        where k.pick_id = p.id), '[]') as rows
    from pick p join site s on s.id = p.site_id where p.id = ${pickId}`.execute(tx);
  const [pick] = rows;
  if (!pick) throw noSuch('pick', pickId);
  const { number, site_id, site, orders } = pick;
  return {
    number,
    site_id,
    order_ids: orders.map(({ id }) => id),
    content: { number, site, orders: orders.map(({ id, ...order }) => order), stops: stopsOf(pick.rows) },
  };
}

/** Returns the locations to visit, with the parts to pick at each, in the order of the rows. */
function stopsOf(rows: readonly PicklistRow[]): PicklistContent['stops'] {
  return [...grouped(rows, ({ location }) => location)].map(([location, there]) => ({
    location,
    parts: [...grouped(there, ({ part }) => part).values()].map(partOf),
  }));
}

/** Merges the lines of one part at one location: the picker takes the units of all orders at once. */
function partOf(rows: readonly PicklistRow[]): PickedPart {
  const { part, description, unit } = firstOf(rows);
  const orders = [...grouped(rows, ({ order }) => order)];
  const tracked = grouped(
    rows.flatMap((row) => row.tracked),
    ({ lot, serial }) => JSON.stringify([lot, serial]),
  );
  return {
    part,
    description,
    unit,
    qty: sum(rows.map(({ qty }) => qty)),
    qty_picked: sum(rows.map(({ qty_picked }) => qty_picked)),
    tracked: [...tracked.values()].map((same) => ({ ...firstOf(same), qty: sum(same.map(({ qty }) => qty)) })),
    orders: orders.map(([number, own]) => ({ number, qty: sum(own.map(({ qty }) => qty)) })),
  };
}
