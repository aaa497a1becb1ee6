import { type RawBuilder, sql } from 'kysely';
import { foldedSql } from '../../lib/expressions/folding.ts';
import { mostNamed, noteReturn } from '../fulfilment/work/note-return.ts';
import { lockStock } from '../inventory/stock/locks.ts';
import { type FreeUnits, moveFree } from '../inventory/stock/move-free.ts';
import { assertPlaces } from '../inventory/stock/places.ts';
import { trim } from '../inventory/stock/quantity.ts';
import { assertUniqueSerials, type TrackedPart } from '../inventory/stock/tracking.ts';
import { assertWhole, isWhole } from '../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import { planForMany } from '../platform/database/plan-for-many.ts';
import type { NullableRow, Row } from '../platform/database/row.ts';
import { problem } from '../platform/problems/problems.ts';
import { unfit, unknownRecord } from '../platform/records/refusals.ts';
import { returnOrderStates } from '../platform/states/states.ts';
import { type LockedReturn, lockReturn } from './lock.ts';
import type { ReceiveBody } from './schema.ts';

/** Units of a body with the line of the return that they belong to, and how many of them may arrive. */
interface Arrival
  extends NullableRow<'inventorymovement', 'lot' | 'serial'>,
    TrackedPart,
    Row<'returnorderline', 'line_id' | 'part_id'> {
  position: number;
  /** The line of the return; null if it has none for the units. */
  id: number | null;
  qty: string;
  /** The authorised quantity of the line, and the quantity that has arrived with this body. */
  authorised: string;
  arrived: string;
  excess: boolean;
  /** Units with the lot or serial number left with the line, and are not back. */
  fits: boolean;
  /** Their expiry date: `2027-01-31`. */
  expires_on: string | null;
}

/**
 * Receives scanned units of a return, by its line or by the part. Lots and serial numbers must have left with the order. The units wait
 * for their inspection at a location whose stock no order gets.
 * @throws returnorder.excess where more arrive than were authorised; tracking.required, tracking.mismatch, reference.unknown
 */
export const receiveReturn = operation(
  'returnorder.receive',
  async (context, { id, body }: { id: number; body: ReceiveBody }) => {
    const { tx, actor } = context;
    const row = await lockReturn(tx, id);
    returnOrderStates.demand('receive', row);
    const locationId = body.location_id ?? row.location_id;
    if (locationId === null)
      throw unfit('/location_id', "is required: the operators' file names no location for this return");
    await assertPlaces(tx, row.site_id, [{ pointer: '/location_id', id: locationId, available: false }]);
    assertUniqueSerials(body.lines);
    await planForMany(tx, body.lines.length);
    const arrivals = await readArrivals(tx, row, body);
    for (const arrival of arrivals) assertArrival(arrival, row, body);
    await lockStock(
      tx,
      row.site_id,
      arrivals.map(({ part_id }) => part_id),
    );
    await moveFree(
      tx,
      actor,
      arrivals.map((arrival) => unitsOf(arrival, row, locationId)),
    );
    const arrived = arrivals.map((arrival) => {
      const { condition = null, note = null } = body.lines[arrival.position] ?? {};
      return { ...arrival, condition, note };
    });
    await sql`
      -- Writes the units that arrived, and the state of the return. A label that is not booked yet is not needed any more.
      with arrived as (
        insert into returnorderunit (returnorder_id, returnorderline_id, part_id, location_id, lot, serial, qty, condition, note, received_by)
        select ${id}, a.id, a.part_id, ${locationId}, a.lot, a.serial, a.qty, a.condition, a.note, ${actor.userId}
        from jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb)
          as a(id bigint, part_id bigint, lot text, serial text, qty numeric, condition text, note text)
      )
      update returnorder set status_id = ${returnOrderStates.id.Received}, received_at = this_second(), inspected_at = null,
        label_due = false, updated_at = this_second() where id = ${id}`.execute(tx);
    const detail = {
      units: arrivals
        .map(({ part, qty, lot, serial }) => ({ part, qty: Number(qty), lot, serial }))
        .slice(0, mostNamed),
    };
    await noteReturn(context, row, 'returnorder.received', detail);
  },
);

const entries = (body: ReceiveBody): RawBuilder<unknown> => sql`
  select (e.position - 1)::int as position, e.line_id, e.part_id, coalesce(e.qty, 1) as qty, nullif(e.lot, '') as lot,
    nullif(e.serial, '') as serial
  from rows from (jsonb_to_recordset(${JSON.stringify(body.lines)}::jsonb)
    as (line_id bigint, part_id bigint, qty numeric, lot text, serial text)) with ordinality
    as e(line_id, part_id, qty, lot, serial, position)`;

const sameText = (one: string, other: string) => sql.raw(`${foldedSql(one)} is not distinct from ${foldedSql(other)}`);

/**
 * Finds the line of each entry. An entry with a part takes the line that its lot or serial number left with, or else the first line that
 * waits for units.
 */
async function readArrivals(
  tx: Tx,
  { id, salesorder_id: orderId }: LockedReturn,
  body: ReceiveBody,
): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    -- Finds the line of each entry, and what may still arrive. One statement for any number of entries.
    with entry as (${entries(body)}
    ), line as materialized (
      select l.id, l.line_id, l.part_id, l.qty_authorised, coalesce(sum(u.qty), 0) as received
      from returnorderline l left join returnorderunit u on u.returnorderline_id = l.id where l.returnorder_id = ${id} group by l.id
    ), departed as materialized (
      -- A pickup took the units out. Its undo puts them in again.
      select line_id, part_id, lot, serial, sum(case when to_location_id is null then qty else -qty end) as qty
      from inventorymovement where order_id = ${orderId} and pickup_id is not null group by 1, 2, 3, 4
    ), back as materialized (
      select l.line_id, u.part_id, u.lot, u.serial, sum(u.qty - u.qty_sent_back) as qty
      from returnorder r join returnorderline l on l.returnorder_id = r.id join returnorderunit u on u.returnorderline_id = l.id
      where r.salesorder_id = ${orderId} group by 1, 2, 3, 4
    ), candidate as (
      select e.position, l.* from entry e join line l on l.id = e.line_id
      union all
      select e.position, l.* from entry e join line l on l.part_id = e.part_id where e.line_id is null
    ), matched as (
      select distinct on (e.position) e.position, e.qty, c.id, c.line_id, c.part_id, c.qty_authorised, c.received,
        coalesce(d.lot, e.lot) as lot, coalesce(d.serial, e.serial) as serial, coalesce(d.qty, 0) - coalesce(b.qty, 0) as out
      from entry e left join candidate c on c.position = e.position
      left join departed d on d.line_id = c.line_id and d.part_id = c.part_id and ${sameText('d.lot', 'e.lot')} and ${sameText('d.serial', 'e.serial')}
      left join back b on b.line_id = d.line_id and b.part_id = d.part_id and b.lot is not distinct from d.lot and b.serial is not distinct from d.serial
      order by e.position, d.qty is null, c.received >= c.qty_authorised, c.id
    ), expiry as (
      select r.line_id, r.part_id, i.lot, i.serial, min(i.expires_on) as expires_on
      from reservation r join inventory i on i.id = r.inventory_id where r.order_id = ${orderId} and i.expires_on is not null group by 1, 2, 3, 4
    )
    select m.position, m.id, m.line_id, m.part_id, trim_scale(m.qty) as qty, m.lot, m.serial, p.number as part, p.unit, ${sql.raw(isWhole)} as whole,
      p.tracking, m.qty_authorised as authorised, m.received + sum(m.qty) over same_line as arrived,
      m.received + sum(m.qty) over same_line > m.qty_authorised as excess,
      sum(m.qty) over (partition by m.id, m.lot, m.serial) <= m.out as fits,
      to_char(x.expires_on, 'YYYY-MM-DD') as expires_on
    from matched m left join part p on p.id = m.part_id
    left join expiry x on x.line_id = m.line_id and x.part_id = m.part_id and x.lot is not distinct from m.lot and x.serial is not distinct from m.serial
    window same_line as (partition by m.id) order by m.position`.execute(tx);
  return rows;
}

/** Refuses units that may not arrive. */
function assertArrival(arrival: Arrival, row: LockedReturn, body: ReceiveBody): void {
  const { position, id, part, tracking, lot, serial, qty, arrived, authorised } = arrival;
  const pointer = `/lines/${position}`;
  const entry = body.lines[position];
  if (id === null) {
    if (entry?.line_id != null) throw unknownRecord(`${pointer}/line_id`, 'returnorderline', entry.line_id);
    throw unfit(`${pointer}/part_id`, `is no part of return ${row.number}`);
  }
  assertWhole(qty, arrival, `${pointer}/qty`);
  const named = tracking === 'lot' ? lot : tracking === 'serial' ? serial : part;
  if (named === null) {
    throw problem('tracking.required', `Part ${part} is tracked by ${tracking}: scan the ${tracking} of the units.`, {
      errors: [{ pointer: `${pointer}/${tracking}`, detail: 'is required' }],
    });
  }
  if (tracking === 'serial' && qty !== '1') throw unfit(`${pointer}/qty`, 'must be 1 for a serial number');
  if (arrival.excess) {
    const raise = { lines: [{ line_id: id, qty: Number(arrived) }] };
    const path = `/returnorder/${row.id}/authorise`;
    throw problem(
      'returnorder.excess',
      `${trim(authorised)} of part ${part} are authorised for return ${row.number}, and ${trim(arrived)} would have arrived. Authorise more first.`,
      { line_id: id, next: [{ method: 'POST', path, body: raise, why: 'Authorises the units that arrived' }] },
    );
  }
  if (!arrival.fits) {
    const units = serial ? ` of serial number ${serial}` : lot ? ` of lot ${lot}` : '';
    throw problem(
      'tracking.mismatch',
      `No ${trim(qty)} units of part ${part}${units} left with the line and are still away.`,
      {
        errors: [{ pointer, detail: 'is not what left' }],
      },
    );
  }
}

const unitsOf = (arrival: Arrival, row: LockedReturn, locationId: number): FreeUnits => ({
  part_id: arrival.part_id,
  from: null,
  to: locationId,
  lot: arrival.lot,
  serial: arrival.serial,
  qty: arrival.qty,
  expires_on: arrival.expires_on,
  reason: `return ${row.number}`,
  order_id: row.salesorder_id,
  line_id: arrival.line_id,
});
