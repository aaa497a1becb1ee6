import { sql } from 'kysely';
import { trim } from '../../inventory/stock/quantity.ts';
import { assertUniqueSerials } from '../../inventory/stock/unique-serials.ts';
import { type Counted, demandWhole, isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { Tracking } from './schema.ts';

/** So much of a lot, or the unit with a serial number, that an order line has somewhere. */
export interface TrackedUnit {
  order_id: number;
  line_id: number;
  part_id: number;
  part: string;
  lot: string | null;
  serial: string | null;
  qty: string;
}

/** What a line may give of its part. */
interface Offered {
  order_id: number;
  line_id: number;
  part_id: number;
  qty: string;
}

interface Part extends Counted {
  readonly tracking: 'none' | 'lot' | 'serial';
}

/**
 * Which lots or serial numbers of a part are moved, as whoever packs says: what a carton holds is then what is in it.
 * @param qty in all, where it was said too
 * @throws tracking.mismatch where that does not fit the part, or the qty; stock.short where not that much of it is there
 */
export async function trackedUnits(
  tx: Tx,
  from: number,
  offered: readonly Offered[],
  tracking: Tracking,
  qty: string | undefined,
): Promise<TrackedUnit[]> {
  const asked = await askedOf(tx, offered, tracking, qty);
  const { rows } = await sql<TrackedUnit & { missing: string; named: string; over: boolean }>`
    with asked as (
      select lot, serial, sum(qty) as qty
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(lot text, serial text, qty numeric) group by lot, serial
    ), offered as (
      select * from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) as o(order_id int, line_id int, part_id int, qty numeric)
    ), held as (
      select o.order_id, o.line_id, o.part_id, o.qty as most, i.lot, i.serial, a.lot as asked_lot, a.serial as asked_serial, a.qty as asked,
        r.qty, sum(r.qty) over (partition by a.lot, a.serial order by o.line_id, r.id) as upto
      from offered o join reservation r on r.line_id = o.line_id and r.part_id = o.part_id and r.closed_at is null
      join inventory i on i.id = r.inventory_id and i.location_id = ${from}
      join asked a on case when a.serial is null then i.lot = a.lot else i.serial = a.serial and i.lot is not distinct from coalesce(a.lot, i.lot) end
    ), taken as (
      select order_id, line_id, part_id, most, lot, serial, asked_lot, asked_serial, least(qty, asked - (upto - qty)) as qty
      from held where upto - qty < asked
    )
    select t.order_id, t.line_id, t.part_id, p.number as part, t.lot, t.serial, t.qty,
      coalesce(a.serial, a.lot) as named, a.qty - sum(coalesce(t.qty, 0)) over (partition by a.lot, a.serial) as missing,
      sum(t.qty) over (partition by t.line_id) > t.most as over
    from asked a left join taken t on t.asked_lot is not distinct from a.lot and t.asked_serial is not distinct from a.serial
    left join part p on p.id = t.part_id order by t.line_id, t.lot, t.serial`.execute(tx);
  const short = rows.find((row) => Number(row.missing) > 0 || row.over);
  if (short) {
    const missing = Number(short.missing) > 0 ? `${trim(short.missing)} of ${short.named}` : `all of ${short.named}`;
    throw problem('stock.short', `Not there to be moved: ${missing}.`, { location_id: from });
  }
  return rows.map(({ order_id, line_id, part_id, part, lot, serial, qty: units }) => ({
    ...{ order_id, line_id, part_id, part, lot, serial },
    qty: units,
  }));
}

async function askedOf(tx: Tx, offered: readonly Offered[], tracking: Tracking, qty: string | undefined) {
  const partIds = [...new Set(offered.map((unit) => unit.part_id))];
  const { rows } = await sql<Part>`
    select p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking from part p where p.id = any(${partIds}::int[])`.execute(
    tx,
  );
  const part = rows[0]!;
  const mismatch = (detail: string, pointer = '/tracking') =>
    problem('tracking.mismatch', `${pointer.slice(1)} ${detail}.`, { errors: [{ pointer, detail }] });
  if (rows.length > 1) throw mismatch('is of one part: say which in part_id');
  if (part.tracking === 'none') throw mismatch(`does not fit: part ${part.part} is not tracked`);
  assertUniqueSerials(tracking);
  const asked = tracking.map((entry, position) => {
    const pointer = `/tracking/${position}`;
    const fits = part.tracking === 'lot' ? entry.lot && entry.qty : entry.serial;
    if (!fits) throw mismatch(part.tracking === 'lot' ? 'needs lot and qty' : 'needs serial', pointer);
    if (entry.qty) demandWhole(entry.qty, part, `${pointer}/qty`);
    const lot = entry.lot ?? null;
    return part.tracking === 'lot'
      ? { lot, serial: null, qty: entry.qty! }
      : { lot, serial: entry.serial ?? null, qty: '1' };
  });
  const sum = asked.reduce((total, entry) => total + Number(entry.qty), 0);
  if (qty !== undefined && Math.abs(sum - Number(qty)) > 1e-9) throw mismatch(`must add up to ${trim(qty)}`);
  return asked;
}
