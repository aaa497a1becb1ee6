import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import { asStocked, assertUniqueSerials, type TrackedPart } from '../../inventory/stock/tracking.ts';
import { assertWhole, isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { Tracking } from './schema.ts';

/** A quantity of a lot, or the unit with a serial number, that an order line has at a location. */
export interface TrackedUnits extends LineQuantity, Row<'inventory', 'lot' | 'serial'> {
  part: Column<'part', 'number'>;
}

/** One entry of `tracking`, checked against the part. */
interface WantedUnits {
  lot: string | null;
  serial: string | null;
  qty: string;
}

/**
 * Returns the lots or serial numbers of a part that a person moves. A carton so holds exactly the units that are in it.
 * @param from the location of the units
 * @param lines the order lines that may give units, with how many each
 * @param qty the total, where the body has one
 * @throws tracking.mismatch where `tracking` does not fit the part or the total; stock.short where fewer units are there
 */
export async function trackedUnits(
  tx: Tx,
  from: number,
  lines: readonly LineQuantity[],
  tracking: Tracking,
  qty: string | undefined,
): Promise<TrackedUnits[]> {
  const wanted = await wantedUnits(tx, lines, tracking, qty);
  // A serial number fits with any lot where `tracking` names none.
  const held = sql`(
    select l.order_id, l.line_id, l.part_id, l.qty as most, i.lot, i.serial, w.lot as wanted_lot, w.serial as wanted_serial,
      w.qty as wanted, r.id, r.qty
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(order_id bigint, line_id bigint, part_id bigint, qty numeric)
    join reservation r on r.line_id = l.line_id and r.part_id = l.part_id and r.closed_at is null
    join inventory i on i.id = r.inventory_id and i.location_id = ${from}
    join wanted w on case when w.serial is null then i.lot = w.lot else i.serial = w.serial and i.lot is not distinct from coalesce(w.lot, i.lot) end)`;
  const { rows } = await sql<TrackedUnits & { missing: string; wanted: string; over: boolean }>`
    -- Shares the wanted lots and serials among the reservations of the lines, and reports what they lack.
    with wanted as (
      select lot, serial, sum(qty) as qty
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as a(lot text, serial text, qty numeric) group by lot, serial
    ), share as (${allocate({
      units: { rows: held, order: sql`line_id, id` },
      per: ['wanted_lot', 'wanted_serial'],
      need: sql`wanted`,
    })}
    )
    select s.order_id, s.line_id, s.part_id, p.number as part, s.lot, s.serial, s.share as qty,
      coalesce(w.serial, w.lot) as wanted, w.qty - sum(coalesce(s.share, 0)) over (partition by w.lot, w.serial) as missing,
      sum(s.share) over (partition by s.line_id) > s.most as over
    from wanted w left join share s on s.wanted_lot is not distinct from w.lot and s.wanted_serial is not distinct from w.serial
    left join part p on p.id = s.part_id order by s.line_id, s.lot, s.serial`.execute(tx);
  const short = rows.find((row) => Number(row.missing) > 0 || row.over);
  if (short) {
    const missing = Number(short.missing) > 0 ? `${trim(short.missing)} of ${short.wanted}` : `all of ${short.wanted}`;
    throw problem('stock.short', `Not there to be moved: ${missing}.`, { location_id: from });
  }
  return rows.map(({ missing, wanted, over, ...units }) => units);
}

/** Checks `tracking` against the part of the lines, and returns its entries. */
async function wantedUnits(
  tx: Tx,
  lines: readonly LineQuantity[],
  tracking: Tracking,
  qty: string | undefined,
): Promise<WantedUnits[]> {
  const partIds = [...new Set(lines.map((line) => line.part_id))];
  const { rows } = await sql<TrackedPart>`
    select p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking from part p where p.id = any(${partIds}::bigint[])`.execute(
    tx,
  );
  const part = firstOf(rows);
  if (rows.length > 1) throw mismatch('is of one part: name it in part_id');
  if (part.tracking === 'none') throw mismatch(`does not fit: part ${part.part} is not tracked`);
  assertUniqueSerials(tracking);
  const named = tracking.map((entry, index) => wantedEntry(part, entry, `/tracking/${index}`));
  const wanted = await asStocked(tx, firstOf(partIds), named);
  const sum = wanted.reduce((total, entry) => total + Number(entry.qty), 0);
  if (qty !== undefined && Math.abs(sum - Number(qty)) > 1e-9) throw mismatch(`must add up to ${trim(qty)}`);
  return wanted;
}

function wantedEntry(part: TrackedPart, { lot, serial, qty }: Tracking[number], pointer: string): WantedUnits {
  const byLot = part.tracking === 'lot';
  if (byLot ? !lot || !qty : !serial) throw mismatch(byLot ? 'needs lot and qty' : 'needs serial', pointer);
  if (qty) assertWhole(qty, part, `${pointer}/qty`);
  const own = { lot: lot ?? null, serial: byLot ? null : (serial ?? null) };
  return byLot && qty ? { ...own, qty } : { ...own, qty: '1' };
}

const mismatch = (detail: string, pointer = '/tracking') =>
  problem('tracking.mismatch', `${pointer.slice(1)} ${detail}.`, { errors: [{ pointer, detail }] });
