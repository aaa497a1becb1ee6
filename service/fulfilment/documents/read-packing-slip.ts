import { type RawBuilder, sql } from 'kysely';
import type { Address, DeliveredLine, PackingSlipContent } from '../../../lib/printing/content.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { planForMany } from '../../platform/database/plan-for-many.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { lineType, partType, task } from '../../platform/states/kinds.ts';
import { shipStates } from '../../platform/states/states.ts';
import { billTo, fromSite, shipTo } from './addresses.ts';
import type { DocumentSource, Target } from './targets.ts';

/**
 * Reads the content of a packing slip: one delivery of one order. The units are the contents of its cartons. Without cartons they
 * are the units that were picked up, or are ready for pickup.
 * @throws record.unknown
 */
export async function readPackingSlip(tx: Tx, target: Target): Promise<DocumentSource<PackingSlipContent>> {
  const { order_id } = target;
  const { rows: heads } = await sql<
    Omit<PackingSlipContent, 'lines' | 'cartons' | 'number' | 'bill_to'> & {
      site_id: number;
      line_count: number;
      bill_to: Address;
    }
  >`
    -- Reads the order with the names and addresses that the head of the slip shows.
    select o.site_id, o.number as "order", to_char(o.issue_date at time zone s.time_zone, 'YYYY-MM-DD') as ordered_on, c.name as customer,
      to_char(o.deliver_by at time zone s.time_zone, 'YYYY-MM-DD HH24:MI') as deliver_by, nullif(o.gift_message, '') as gift_message,
      c.number as customer_number, j.name as job, ${fromSite} as "from", ${shipTo} as ship_to, ${billTo} as bill_to, r.name as carrier,
      v.name as service_level,
      (select count(*) from salesorderline l where l.salesorder_id = o.id)::int as line_count
    from salesorder o left join customer c on c.id = o.customer_id join site s on s.id = o.site_id
    left join job j on j.id = o.job_id left join carrier r on r.id = o.carrier_id
    left join carrierservicelevel v on v.id = o.carrierservicelevel_id
    where o.id = ${order_id}`.execute(tx);
  const { site_id, line_count, bill_to, ...head } = firstOf(heads);
  await planForMany(tx, line_count);
  const inBoxes = target.column === 'pack_id' || (target.column === 'ship_id' && (await isPacked(tx, order_id)));
  const { rows: lines } = await sql<DeliveredLine>`
    -- Reads the lines of the slip, with their lots, serial numbers and components.
    with moved as (${inBoxes ? inCartons(target) : loose(target)}), ${linesOf(order_id)}`.execute(tx);
  const cartons = inBoxes ? await cartonsOf(tx, target) : [];
  return {
    number: head.order,
    site_id,
    order_ids: [order_id],
    content: {
      ...head,
      number: await numberOf(tx, target, head.order),
      bill_to: isEmpty(bill_to) || sameAddress(bill_to, head.ship_to) ? null : bill_to,
      lines,
      cartons,
    },
  };
}

const places = ['company', 'address_1', 'address_2', 'city', 'region', 'postal_code', 'country'] as const;
const isEmpty = (address: Address) => places.every((member) => !address[member]);
const sameAddress = (a: Address, b: Address) => a.name === b.name && places.every((member) => a[member] === b[member]);

/** Returns the number of a slip: of the ship or pack, or of the order. */
async function numberOf(tx: Tx, { column, id }: Target, order: string): Promise<string> {
  if (column === 'pickupline_id') return order;
  const { rows } = await sql<Row<'ship', 'number'>>`
    select number from ${sql.table(column === 'ship_id' ? 'ship' : 'pack')} where id = ${id}`.execute(tx);
  return rows[0]?.number ?? order;
}

async function isPacked(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from work where order_id = ${orderId} and task_id = ${sql.lit(task.pack)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** SQL: the cartons `c` of this delivery and of earlier ones, with the id of their `delivery`. Ids grow with time. */
const cartonsUpTo = ({ column, id }: Target): RawBuilder<unknown> =>
  column === 'pack_id'
    ? sql`(select c.*, c.pack_id as delivery from carton c where c.pack_id <= ${id})`
    : sql`(select c.*, s.ship_id as delivery from shipline s join carton c on c.id = s.carton_id
        join ship h on h.id = s.ship_id and h.status_id <> ${sql.lit(shipStates.id.Void)} where s.ship_id <= ${id})`;

/** SQL: rows (line_id, part_id, qty in units of the part, here, lot, serial). `here`: in this delivery, not in an earlier one. */
const inCartons = (target: Target) => sql`
  -- Returns the units of the order in the cartons of this delivery and of earlier ones.
  select r.line_id, r.part_id, r.qty, c.delivery = ${target.id}::bigint as here, i.lot, i.serial
  from reservation r join inventory i on i.id = r.inventory_id join ${cartonsUpTo(target)} c on c.location_id = i.location_id
  where r.order_id = ${target.order_id}`;

/** SQL: the same rows without cartons. Movements have the units that were picked up, and work has the others. */
function loose({ column, id, order_id }: Target): RawBuilder<unknown> {
  const delivery =
    column === 'pickupline_id'
      ? sql`
          -- Returns the pickup of the pickupline, and the tasks between which its units wait.
          select pickup_id, ${sql.lit(task.pick)} as done, ${sql.lit(task.pickup)} as next from pickupline where id = ${id}`
      : sql`
          -- Returns the latest pickup of the order on the ship, and the tasks between which its units wait.
          select max(s.pickup_id) as pickup_id, case when bool_and(h.status_id = ${sql.lit(shipStates.id.Open)})
            then ${sql.lit(task.pick)} else ${sql.lit(task.ship)} end as done,
          case when bool_and(h.status_id = ${sql.lit(shipStates.id.Open)}) then ${sql.lit(task.ship)} else ${sql.lit(task.pickup)} end as next
        from shipline s join ship h on h.id = s.ship_id where s.ship_id = ${id} and s.order_id = ${order_id}`;
  return sql`
    -- Returns the units that were picked up until this delivery, and those that wait for their pickup.
    select m.line_id, m.part_id, m.qty, m.pickup_id is not distinct from d.pickup_id as here, null as lot, null as serial
    from (${delivery}) d join inventorymovement m on m.order_id = ${order_id} and m.pickup_id is not null
      and (d.pickup_id is null or m.pickup_id <= d.pickup_id)
    union all
    select b.line_id, b.part_id, qty_ready(b) - a.qty_done, true, null, null
    from (${delivery}) d join work b on b.order_id = ${order_id} and b.task_id = d.done
    join work a on a.line_id = b.line_id and a.part_id = b.part_id and a.task_id = d.next
    where d.pickup_id is null and case when b.qty_done > a.qty_done then qty_ready(b) > a.qty_done end`;
}

/** SQL: the line of the part `p` is a case of several units of one part, so half a case may be delivered. */
const isCase = sql`(d.parts = 1 and p.parttype_id <> ${sql.lit(partType.kit)})`;

/**
 * SQL: the lines of the slip, from the rows `moved`. A kit is delivered with its last component.
 */
const linesOf = (orderId: number) => sql`
  handled as (
    select w.line_id, w.part_id, max(w.per_unit) as per_unit, bool_or(w.stocked) as stocked
    from work w where w.order_id = ${orderId} group by w.line_id, w.part_id
  ), shares as (
    select h.line_id, h.part_id, h.stocked, h.per_unit, coalesce(sum(m.qty) filter (where m.here), 0) as qty,
      coalesce(sum(m.qty) filter (where not m.here), 0) / h.per_unit as before, coalesce(sum(m.qty), 0) / h.per_unit as upto
    from handled h left join moved m on m.line_id = h.line_id and m.part_id = h.part_id
    group by h.line_id, h.part_id, h.stocked, h.per_unit
  ), delivered as (
    select line_id, bool_or(stocked) as stocked, count(*) as parts, count(*) > 1 or min(per_unit) <> 1 as kit, min(before) as before, min(upto) as upto
    from shares group by line_id
  ), first as (
    select not exists (select 1 from moved where not here) as first
  ), tracked as (
    select line_id, jsonb_agg(jsonb_build_object('lot', lot, 'serial', serial, 'qty', trim_scale(qty)::text) order by lot, serial) as units
    from (select line_id, lot, serial, sum(qty) as qty from moved where here and num_nonnulls(lot, serial) > 0
      group by line_id, lot, serial) m group by line_id
  ), components as (
    select s.line_id, jsonb_agg(jsonb_build_object('part', q.number, 'description', q.name, 'qty', trim_scale(s.qty)::text)
      order by q.number) as parts
    from shares s join delivered d on d.line_id = s.line_id and d.kit join part q on q.id = s.part_id where s.qty > 0
    group by s.line_id
  ), whole as (
    select l.*, l.qty - l.qty_canceled as wanted, d.kit, case
      -- Lines without stock are delivered with the first delivery.
      when not d.stocked then case when f.first then l.qty - l.qty_canceled else 0 end
      when d.kit and not ${isCase} then floor(d.upto) - floor(d.before) else d.upto - d.before end as here,
      case when not d.stocked then l.qty - l.qty_canceled when d.kit and not ${isCase} then floor(d.upto) else d.upto end as upto
    from salesorderline l join part p on p.id = l.part_id join delivered d on d.line_id = l.id cross join first f
    where l.salesorder_id = ${orderId} and l.linetype_id = ${sql.lit(lineType.sale)}
  )
  select p.number as part, coalesce(nullif(l.description, ''), p.name) as description, nullif(p.unit, 'each') as unit, trim_scale(l.wanted)::text as ordered,
    trim_scale(l.here)::text as delivered, trim_scale(greatest(l.wanted - l.upto, 0))::text as to_come,
    coalesce(t.units, '[]') as tracked, coalesce(c.parts, '[]') as components
  from whole l join part p on p.id = l.part_id left join tracked t on t.line_id = l.id left join components c on c.line_id = l.id
  where l.wanted > 0 or l.here > 0
  order by l.id`;

async function cartonsOf(tx: Tx, target: Target): Promise<PackingSlipContent['cartons']> {
  const { rows } = await sql<PackingSlipContent['cartons'][number]>`
    -- Reads the cartons of the delivery with their tracking numbers.
    select k.number || '-' || c.number as number, t.name as type, c.weight_g, c.tracking_number
    from ${cartonsUpTo(target)} c join pack k on k.id = c.pack_id left join cartontype t on t.id = c.cartontype_id
    where c.delivery = ${target.id} and exists (
      select 1 from inventory i join reservation r on r.inventory_id = i.id
      where i.location_id = c.location_id and r.order_id = ${target.order_id})
    order by c.pack_id, c.number`.execute(tx);
  return rows;
}
