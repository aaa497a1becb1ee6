import type { Step } from '../../config/planning/plan.ts';
import { unitsOfLine } from '../fulfilment/work/kits/units-of-line.ts';
import { lineType, locationType, task } from '../platform/states/kinds.ts';
import {
  cartonStates,
  orderStates,
  packStates,
  pickStates,
  receiptStates,
  returnOrderStates,
  shipStates,
} from '../platform/states/states.ts';

/** The orders whose records a rule checks, as SQL conditions. */
export interface OrderScope {
  /** @param column with the id of the order */
  readonly orders: (column: string) => string;
  /** @param carton alias of a carton: whether its pack has units of the orders */
  readonly cartons: (carton: string) => string;
}

/** The units of a line `l` that a step has done, as SQL over its work `w`. */
const doneOf = (step: Step): string => unitsOfLine(step);

/** The amount of the tax `x` of an order `o` or of its line `l` that is added to the prices and not canceled. */
const addedTax = `case when x.included then 0 when x.line_id is null then x.total
  else round(x.total * (l.qty - l.qty_canceled) / nullif(l.qty, 0), o.currency_digits) end`;

/** The tax `x` of the units of a line `l` that the customer has. */
const taxOfKept = 'round(x.total * (l.qty_picked_up - l.qty_returned) / nullif(l.qty, 0), o.currency_digits)';

/** The units of a row `u` of a return that have no outcome yet. */
const withoutOutcome = 'u.qty - u.qty_restocked - u.qty_quarantined - u.qty_scrapped - u.qty_sent_back';

/** The rules of orders: each returns the query for the rows of some orders that break it. */
export const orderRules = {
  'every row that names a site agrees with its order or location': ({ orders }: OrderScope) => `
    select 'work' as relation, w.id, w.site_id, o.site_id as expected from work w join salesorder o on o.id = w.order_id
    where w.site_id <> o.site_id and ${orders('w.order_id')}
    union all
    select 'pickline', p.id, p.site_id, o.site_id from pickline p join salesorder o on o.id = p.order_id
    where p.site_id <> o.site_id and ${orders('p.order_id')}
    union all
    select 'reservation', r.id, r.site_id, o.site_id from reservation r join salesorder o on o.id = r.order_id
    where r.site_id <> o.site_id and ${orders('r.order_id')}
    union all
    select 'inventorymovement', m.id, m.site_id, l.site_id
    from inventorymovement m join location l on l.id = coalesce(m.from_location_id, m.to_location_id)
    where m.site_id <> l.site_id and ${orders('m.order_id')}
    union all
    select 'receipt', r.id, r.site_id, o.to_site_id from receipt r join salesorder o on o.id = r.order_id
    where r.pickup_id is not null and r.status_id <> ${receiptStates.id.Canceled} and r.site_id <> o.to_site_id and ${orders('o.id')}`,
  'units of orders outside storage are picked and not picked up': ({ orders }: OrderScope) => `
    with held as (
      select r.line_id, r.part_id, sum(r.qty) as qty
      from reservation r join inventory i on i.id = r.inventory_id join location l on l.id = i.location_id
      where ${orders('r.order_id')} and r.closed_at is null and l.locationtype_id <> ${locationType.storage} group by 1, 2
    ), picked as (
      select l.line_id, l.part_id, sum(l.qty_committed) - coalesce(max(u.qty_done), 0) as qty
      from pickline l left join work u on u.line_id = l.line_id and u.part_id = l.part_id and u.task_id = ${task.pickup}
      where ${orders('l.order_id')}
      group by 1, 2
    )
    select line_id, part_id, held.qty as held, picked.qty as picked
    from held full join picked using (line_id, part_id) where coalesce(held.qty, 0) <> coalesce(picked.qty, 0)`,
  'cartons hold the units of their packs': ({ orders }: OrderScope) => `
    with held as (
      select c.pack_id, r.line_id, r.part_id, sum(r.qty) as qty
      from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
      where ${orders('r.order_id')} group by 1, 2, 3
    ), wanted as (
      select l.pack_id, l.line_id, l.part_id, sum(l.qty) as qty, bool_or(p.status_id = ${packStates.id.Finished}) as finished
      from packline l join pack p on p.id = l.pack_id
      where ${orders('l.order_id')} group by 1, 2, 3
    )
    select pack_id, line_id, part_id, wanted.qty, held.qty as in_cartons from wanted full join held using (pack_id, line_id, part_id)
    where coalesce(held.qty, 0) > coalesce(wanted.qty, 0) or (finished and coalesce(held.qty, 0) <> wanted.qty)`,
  'reservations in storage equal open picklines with a location': ({ orders }: OrderScope) => `
    with reserved as (
      select r.line_id, r.part_id, sum(r.qty) as qty
      from reservation r join inventory i on i.id = r.inventory_id join location l on l.id = i.location_id
      where ${orders('r.order_id')} and r.closed_at is null and l.locationtype_id = ${locationType.storage} group by 1, 2
    ), open as (
      select line_id, part_id, sum(qty) as qty from pickline
      where ${orders('order_id')} and location_id is not null and qty_committed = 0 group by 1, 2
    )
    select line_id, part_id, reserved.qty as reserved, open.qty as open from reserved full join open using (line_id, part_id)
    where coalesce(reserved.qty, 0) <> coalesce(open.qty, 0)`,
  'picklines add up to the work of their order': ({ orders }: OrderScope) => `
    select w.id as work_id, w.order_id, w.qty, coalesce(sum(l.qty), 0) as picklines,
      w.qty_done, coalesce(sum(l.qty_committed) filter (where l.finished), 0) as committed,
      w.qty_short, coalesce(sum(l.qty) filter (where l.location_id is null), 0) as without_place
    from work w left join pickline l on l.work_id = w.id where ${orders('w.order_id')} and w.task_id = ${task.pick}
    group by w.id having w.qty <> coalesce(sum(l.qty), 0)
      or w.qty_done <> coalesce(sum(l.qty_committed) filter (where l.finished), 0)
      or w.qty_short <> coalesce(sum(l.qty) filter (where l.location_id is null), 0)`,
  "each line's counters are the sums of its work": ({ orders }: OrderScope) => `
    select l.id as line_id, l.qty_picked, l.qty_packed, l.qty_shipped, l.qty_picked_up,
      ${doneOf('pick')} as picked, ${doneOf('pack')} as packed, ${doneOf('ship')} as shipped, ${doneOf('pickup')} as picked_up
    from salesorderline l join salesorder o on o.id = l.salesorder_id left join part p on p.id = l.part_id left join work w on w.line_id = l.id where ${orders('l.salesorder_id')}
    group by l.id, p.id, o.id having l.qty_picked <> ${doneOf('pick')} or l.qty_packed <> ${doneOf('pack')}
      or l.qty_shipped <> ${doneOf('ship')} or l.qty_picked_up <> ${doneOf('pickup')}`,
  'work is for the units of its line that are not canceled': ({ orders }: OrderScope) => `
    select w.id as work_id, w.line_id, w.qty, l.qty as ordered, l.qty_canceled from work w
    join salesorderline l on l.id = w.line_id join salesorder o on o.id = w.order_id
    -- The work of an order that is closed short has the units that left.
    where ${orders('w.order_id')} and o.status_id <> ${orderStates.id['Closed Short']}
      and w.qty <> round((l.qty - l.qty_canceled) * w.per_unit, 6)`,
  'no more is canceled than was ordered and did not leave': ({ orders }: OrderScope) => `
    select l.id as line_id, l.qty, l.qty_canceled, l.qty_picked_up from salesorderline l
    where ${orders('l.salesorder_id')} and l.qty_canceled <> 0 and l.qty_canceled not between 0 and l.qty - l.qty_picked_up`,
  'what pickups took out of stock is what their orders picked up': ({ orders }: OrderScope) => `
    -- That of use orders is consumed.
    with departed as (
      select m.line_id, m.part_id, sum(case when m.to_location_id is null then m.qty else -m.qty end) as qty
      from inventorymovement m where ${orders('m.order_id')} and m.pickup_id is not null group by 1, 2
    ), done as (
      select w.line_id, w.part_id, w.qty_done as qty from work w
      where ${orders('w.order_id')} and w.task_id = ${task.pickup} and w.stocked
    )
    select line_id, part_id, departed.qty as departed, done.qty as picked_up from departed full join done using (line_id, part_id)
    where coalesce(departed.qty, 0) <> coalesce(done.qty, 0)`,
  'no step has more units than the step before it': ({ orders }: OrderScope) => `
    select a.order_id, a.line_id, a.part_id, b.task_id as before, b.qty_done as done_before, a.task_id as task, a.qty_done as done
    from work a join work b on b.line_id = a.line_id and b.part_id = a.part_id and b.task_id < a.task_id and b.stocked
    where ${orders('a.order_id')} and a.qty_done > b.qty_done`,
  'the state of an order follows from its work': ({ orders }: OrderScope) => `
    with state as (
      select order_id, bool_and(qty_done >= qty) filter (where stocked) is not false as done, bool_or(qty_done > 0 and stocked) as started
      from work where ${orders('order_id')} group by order_id
    )
    select o.id as order_id, o.status_id, s.done, s.started from salesorder o join state s on s.order_id = o.id
    where (o.status_id = ${orderStates.id.Fulfilled} and not s.done) or (o.status_id = ${orderStates.id.Issued} and s.started) or (o.status_id = ${orderStates.id['In Progress']} and (s.done or not s.started))`,
  'each order keeps the state that follows from its records': ({ orders }: OrderScope) => `
    select o.id as order_id, o.state as kept_state, o.step as kept_step, o.reason as kept_reason, s.state, s.step, s.reason
    from salesorder o join order_state s on s.id = o.id
    -- That a date has passed changes the view without a transaction. The next attempt to issue, or the step, writes it.
    where ${orders('o.id')} and (o.state, o.step, o.reason) is distinct from (s.state, s.step, s.reason)
      and (o.step is distinct from s.step or o.reason is distinct from 'date')`,
  'each order keeps whether it has something to pack or to ship': ({ orders }: OrderScope) => `
    select o.id as order_id, o.to_pack as kept_to_pack, o.to_ship as kept_to_ship, r.to_pack, r.to_ship
    from salesorder o join order_ready r on r.id = o.id
    where ${orders('o.id')} and (o.to_pack, o.to_ship) <> (r.to_pack, r.to_ship)`,
  'every pickline of a finished pick is committed': ({ orders }: OrderScope) => `
    select l.id as pickline_id, l.pick_id, l.qty, l.qty_committed from pickline l join pick p on p.id = l.pick_id
    where ${orders('l.order_id')} and p.status_id = ${pickStates.id.Finished} and (not l.finished or l.qty_committed <> l.qty)`,
  'counts are of open picklines on open picks, and never exceed them': ({ orders }: OrderScope) => `
    select l.id as pickline_id, l.pick_id, l.qty, l.qty_committed, sum(c.qty) as counted
    from picklinecount c join pickline l on l.id = c.pickline_id left join pick p on p.id = l.pick_id
    where ${orders('l.order_id')}
    group by l.id, p.status_id having sum(c.qty) > l.qty or l.qty_committed > 0 or coalesce(p.status_id, 0) <> ${pickStates.id.Open}`,
  'a carton is locked if and only if it was picked up': ({ cartons }: OrderScope) => `
    select c.id as carton_id, c.status_id, p.pickup_id from carton c left join pickupline p on p.carton_id = c.id
    where ${cartons('c')} and (c.status_id = ${cartonStates.id.Locked}) <> (p.pickup_id is not null)`,
  // Without a pickupline the carton is never picked up, and the order never ends.
  'every closed carton that waits for no ship is ready for pickup': ({ cartons }: OrderScope) => `
    select c.id as carton_id, c.pack_id, s.ship_id from carton c
    left join shipline s on s.carton_id = c.id left join ship on ship.id = s.ship_id
    where ${cartons('c')} and c.status_id = ${cartonStates.id.Closed} and not exists (select from pickupline p where p.carton_id = c.id)
      and case when s.id is not null then ship.status_id <> ${shipStates.id.Open} else not exists (
        select from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null
        join work w on w.order_id = r.order_id and w.task_id = ${task.ship} and w.qty_done < w.qty
        where i.location_id = c.location_id) end`,
  'every order without cartons is ready for pickup with its finished units': ({ orders }: OrderScope) => `
    select w.order_id, w.line_id, w.part_id, before.qty_done, w.qty_done as picked_up from work w
    cross join lateral (
      select b as work, b.qty_done from work b where b.line_id = w.line_id and b.part_id = w.part_id and b.task_id < w.task_id
      order by b.task_id desc limit 1) before
    where ${orders('w.order_id')} and w.task_id = ${task.pickup}
      and case when before.qty_done > w.qty_done then qty_ready(before.work) > w.qty_done end
      and not exists (select from work k where k.order_id = w.order_id and k.task_id = ${task.pack})
      and not exists (select from pickupline p where p.order_id = w.order_id and p.pickup_id is null)`,
  'every order of services alone is ready for pickup': ({ orders }: OrderScope) => `
    select o.id as order_id from salesorder o
    where ${orders('o.id')} and o.status_id in (${orderStates.id.Issued}, ${orderStates.id['In Progress']})
      and not exists (select from work w where w.order_id = o.id and w.stocked)
      and not exists (select from pickupline p where p.order_id = o.id and p.pickup_id is null)`,
  'invoices and credits are for the units that left and did not come back': ({ orders }: OrderScope) => `
    select l.id as line_id, l.qty_picked_up, l.qty_returned, coalesce(sum(i.qty), 0) as invoiced, coalesce(sum(i.total), 0) as total
    from salesorderline l join salesorder o on o.id = l.salesorder_id left join invoiceline i on i.line_id = l.id
    where ${orders('l.salesorder_id')} and l.part_id is not null and l.linetype_id in (${lineType.sale}, ${lineType.shipping})
    -- Only customers pay.
    group by l.id, o.kind having case o.kind when 'sales' then l.qty_picked_up - l.qty_returned else 0 end <> coalesce(sum(i.qty), 0)
      or round((l.qty_picked_up - l.qty_returned) * l.unit_price, l.currency_digits) <> coalesce(sum(i.total), 0)`,
  'what transfer orders sent is expected at their receiving sites': ({ orders }: OrderScope) => `
    -- Units that are expected and not received are in transit, or lost once the receipt is closed.
    with sent as (
      select m.order_id, m.part_id, sum(case m.reason when 'undo' then -m.qty else m.qty end) as qty
      from inventorymovement m join salesorder o on o.id = m.order_id
      where ${orders('o.id')} and o.kind = 'transfer' and m.pickup_id is not null group by 1, 2
    ), expected as (
      select r.order_id, l.part_id, sum(l.qty) as qty
      from receipt r join salesorder o on o.id = r.order_id join receiptline l on l.receipt_id = r.id
      where ${orders('o.id')} and r.pickup_id is not null and r.status_id <> ${receiptStates.id.Canceled} group by 1, 2
    )
    select order_id, part_id, s.qty as sent, e.qty as expected from sent s full join expected e using (order_id, part_id)
    where coalesce(s.qty, 0) <> coalesce(e.qty, 0)`,
  'units that were lost in transit have a reason': ({ orders }: OrderScope) => `
    select l.id as receiptline_id, l.part_id, l.qty, l.qty_received from receipt r join receiptline l on l.receipt_id = r.id
    where ${orders('r.order_id')} and r.pickup_id is not null and r.status_id = ${receiptStates.id.Closed} and l.qty_received < l.qty
      and r.lost_reason is null`,
  'no more units come back than left': ({ orders }: OrderScope) => `
    select l.id as line_id, l.qty_picked_up, l.qty_returned from salesorderline l
    where ${orders('l.salesorder_id')} and (l.qty_returned < 0 or l.qty_returned > l.qty_picked_up)`,
  'nothing is returned twice': ({ orders }: OrderScope) => `
    select b.line_id, b.part_id, b.qty, coalesce(w.qty_done, 0) as departed from (
      select l.line_id, l.part_id, sum(u.qty - u.qty_sent_back) as qty
      from returnorder r join returnorderline l on l.returnorder_id = r.id join returnorderunit u on u.returnorderline_id = l.id
      where ${orders('r.salesorder_id')} group by 1, 2) b
    left join work w on w.line_id = b.line_id and w.part_id = b.part_id and w.task_id = ${task.pickup}
    where b.qty > coalesce(w.qty_done, 0)`,
  'no line of a return has more units than are authorised': ({ orders }: OrderScope) => `
    select l.id as returnorderline_id, l.qty_authorised, sum(u.qty) as received
    from returnorder r join returnorderline l on l.returnorder_id = r.id join returnorderunit u on u.returnorderline_id = l.id
    where ${orders('r.salesorder_id')} group by l.id having sum(u.qty) > l.qty_authorised`,
  'the state of a return follows from its units': ({ orders }: OrderScope) => `
    select r.id as returnorder_id, r.status_id, count(u.id) as units, coalesce(sum(${withoutOutcome}), 0) as without_outcome
    from returnorder r left join returnorderunit u on u.returnorder_id = r.id where ${orders('r.salesorder_id')}
    group by r.id having case r.status_id
      when ${returnOrderStates.id.Received} then coalesce(sum(${withoutOutcome}), 0) = 0
      when ${returnOrderStates.id.Inspected} then coalesce(sum(${withoutOutcome}), 1) > 0
      when ${returnOrderStates.id.Closed} then sum(${withoutOutcome}) > 0 else count(u.id) > 0 end`,
  'lines count the units that stay of closed returns as returned': ({ orders }: OrderScope) => `
    -- Kits are credited whole.
    select l.id as line_id, l.qty_returned, coalesce(k.qty, 0) as stays
    from salesorderline l cross join lateral (
      select case when bool_and(w.per_unit = 1) and count(*) = 1 then min(coalesce(u.qty, 0)) else min(trunc(coalesce(u.qty, 0) / w.per_unit)) end as qty
      from work w left join lateral (
        select sum(u.qty - u.qty_sent_back) as qty from returnorderline r join returnorderunit u on u.returnorderline_id = r.id
        join returnorder o on o.id = r.returnorder_id and o.status_id = ${returnOrderStates.id.Closed}
        where r.line_id = w.line_id and r.part_id = w.part_id) u on true
      where w.line_id = l.id and w.task_id = ${task.pickup} and w.stocked) k
    where ${orders('l.salesorder_id')} and (l.qty_returned <> 0 or exists (select from returnorderline r where r.line_id = l.id))
      and l.qty_returned <> coalesce(k.qty, 0)`,
  'a return has the label that a carrier booked for it': ({ orders }: OrderScope) => `
    select r.id as returnorder_id, r.tracking_number, b.tracking_number as booked from returnorder r
    left join booking b on b.returnorder_id = r.id and b.state = 'booked'
    where ${orders('r.salesorder_id')} and r.tracking_number is distinct from b.tracking_number`,
  'the invoices of a fulfilled order add up to it, and those of returned goods to nothing': ({
    orders,
  }: OrderScope) => `
    with line as (
      select salesorder_id, coalesce(sum(qty_returned), 0) as returned, bool_and(qty_returned = qty_picked_up) as whole
      from salesorderline
      where ${orders('salesorder_id')} and part_id is not null and linetype_id in (${lineType.sale}, ${lineType.shipping})
      group by salesorder_id
    ), due as (
      select o.id, case when l.returned > 0 and l.whole then 0 when coalesce(l.returned, 0) = 0 then o.total end as total
      from salesorder o left join line l on l.salesorder_id = o.id
      where ${orders('o.id')} and o.status_id = ${orderStates.id.Fulfilled}
    )
    select d.id as order_id, d.total, coalesce(sum(i.total), 0) as invoiced from due d left join invoice i on i.order_id = d.id
    group by d.id, d.total having d.total <> coalesce(sum(i.total), 0)`,
  'the lines of each invoice add up to its subtotal': ({ orders }: OrderScope) => `
    select i.id as invoice_id, i.order_id, i.subtotal, coalesce(sum(l.total), 0) as lines
    from invoice i left join invoiceline l on l.invoice_id = i.id where ${orders('i.order_id')}
    group by i.id having i.subtotal <> coalesce(sum(l.total), 0)`,
  'the taxes of an order add up to its tax': ({ orders }: OrderScope) => `
    select o.id as order_id, o.total_tax, sum(${addedTax}) as taxes
    from salesordertax x join salesorder o on o.id = x.salesorder_id left join salesorderline l on l.id = x.line_id
    where ${orders('x.salesorder_id')} and o.status_id <> ${orderStates.id.Void} and o.status_id <> ${orderStates.id['Closed Short']}
    group by o.id having o.total_tax <> sum(${addedTax})`,
  'the taxes on each invoice add up to its tax': ({ orders }: OrderScope) => `
    select i.id as invoice_id, i.order_id, i.total_tax, sum(case when x.included then 0 else x.amount end) as taxes
    from invoice i join invoicetax x on x.invoice_id = i.id where ${orders('i.order_id')}
    group by i.id having i.total_tax <> sum(case when x.included then 0 else x.amount end)`,
  'the invoices have the tax of the units that customers have': ({ orders }: OrderScope) => `
    select x.id as tax_id, x.salesorder_id as order_id, x.line_id, ${taxOfKept} as due, coalesce(sum(i.amount), 0) as invoiced
    from salesordertax x join salesorderline l on l.id = x.line_id join salesorder o on o.id = x.salesorder_id
    left join invoicetax i on i.tax_id = x.id
    where ${orders('x.salesorder_id')} and l.part_id is not null and l.linetype_id in (${lineType.sale}, ${lineType.shipping})
    group by x.id, l.id, o.id having ${taxOfKept} <> coalesce(sum(i.amount), 0)`,
  'each credit corrects an invoice of its order': ({ orders }: OrderScope) => `
    select c.id as invoice_id, c.order_id, c.credited_id from invoice c left join invoice i on i.id = c.credited_id
    where ${orders('c.order_id')} and c.credited_id is not null
      and (i.order_id is distinct from c.order_id or i.credited_id is not null or c.pickup_id is not null)`,
} satisfies Readonly<Record<string, (scope: OrderScope) => string>>;

/** The scope of all orders. */
export const allOrders: OrderScope = { orders: () => 'true', cartons: () => 'true' };
