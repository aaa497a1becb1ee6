import { sql } from 'kysely';
import type { CartonLabelContent } from '../../../lib/printing/content.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { fromSite, shipTo } from './addresses.ts';
import type { DocumentSource } from './targets.ts';

/**
 * Reads the content of a carton label. "1 of 3" counts the cartons of the pack with units of the same orders: a pack of several
 * orders has cartons that are sent elsewhere.
 * @throws record.unknown; document.nothing-to-print for an empty carton
 */
export async function readCartonLabel(tx: Tx, cartonId: number): Promise<DocumentSource<CartonLabelContent>> {
  const { rows } = await sql<
    Omit<CartonLabelContent, 'orders'> & { site_id: number; order_ids: number[]; orders: string[] }
  >`
    -- Reads the carton and its orders, and counts the cartons of its pack that hold units of these orders.
    with held as (
      select distinct c.id as carton_id, c.number, r.order_id
      from carton one join carton c on c.pack_id = one.pack_id
      join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where one.id = ${cartonId}
    ), own as (
      select order_id from held where carton_id = ${cartonId}
    ), together as (
      select distinct carton_id, number from held where order_id in (select order_id from own)
    )
    select k.number || '-' || c.number as number, k.site_id, n.order_ids, n.orders, a.weight_g, a.tracking_number,
      exists (select 1 from booking b where b.carton_id = c.id and b.state = 'booked' and b.test) as test,
      (select count(*)::int from together t where t.number <= c.number) as "at", (select count(*)::int from together) as "of",
      ${fromSite} as "from", n.ship_to, coalesce(r.name, n.carrier) as carrier, coalesce(v.name, n.service_level) as service_level
    from carton c join pack k on k.id = c.pack_id join site s on s.id = k.site_id
    cross join lateral (select c.weight_g, c.tracking_number) a
    left join carrier r on r.id = c.carrier_id left join carrierservicelevel v on v.id = c.carrierservicelevel_id
    left join lateral (
      select array_agg(o.id order by o.id) as order_ids, array_agg(o.number order by o.id) as orders,
        (array_agg(${shipTo} order by o.id))[1] as ship_to, min(r.name) as carrier, min(v.name) as service_level
      from own join salesorder o on o.id = own.order_id left join customer c on c.id = o.customer_id
      left join carrier r on r.id = o.carrier_id left join carrierservicelevel v on v.id = o.carrierservicelevel_id) n on true
    where c.id = ${cartonId}`.execute(tx);
  const [label] = rows;
  if (!label) throw noSuch('carton', cartonId);
  const { site_id, order_ids, ...content } = label;
  if (order_ids === null) {
    throw problem('document.nothing-to-print', `Carton ${content.number} is empty: put something into it first.`);
  }
  return { number: content.number, site_id, order_ids, content };
}
