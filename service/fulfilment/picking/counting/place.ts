import { sql } from 'kysely';
import { explainShortage } from '../../../inventory/stock/explain-shortage.ts';
import type { Tx } from '../../../platform/database/operation.ts';
import { firstRow } from '../../../platform/database/rows.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { assertStorage } from '../commit.ts';
import type { CountedUnits } from '../counted-lines.ts';
import type { CountLine } from './count-line.ts';
import { countedThere } from './refusals.ts';

interface StockOfPlace {
  /** Whether the place has the units, beside all that is counted there. */
  readonly there: boolean;
  /** Whether it has them without regard to what is counted. */
  readonly in_stock: boolean;
  /** Whether so many units of the part are free at the location, beside those that are counted for lines of other locations. */
  readonly free: boolean;
  /** The lot of the serial number. */
  readonly lot: string | null;
}

/**
 * Refuses units that a commit could not take. A commit takes any lot or serial number of the location of its line, because the lines
 * that have reserved it get other units there. From another location it takes as many units as are free.
 * @returns the units, with the lot of their serial number
 * @throws reference.unknown, stock.short, tracking.mismatch as the commit; pickline.counted where others have counted the units
 */
export async function assertTakable(tx: Tx, line: CountLine, units: CountedUnits): Promise<CountedUnits> {
  const { part_id, line_id } = line;
  const { location_id, lot, serial, qty } = units;
  const isElsewhere = location_id !== line.location_id;
  if (isElsewhere) await assertStorage(tx, location_id, line.site_id);
  const ofUnits = sql`(${serial}::text is null or serial = ${serial}) and (${serial}::text is not null or ${lot}::text is null or lot = ${lot})`;
  const result = await sql<StockOfPlace>`
    -- Compares the units with the stock of the location, and with what is counted there.
    with stock as (
      select qty, qty_committed, lot, serial from inventory where part_id = ${part_id} and location_id = ${location_id} and qty > 0
    ), counted as (
      select c.qty, c.lot, c.serial, l.location_id is distinct from c.location_id as elsewhere
      from picklinecount c join pickline l on l.id = c.pickline_id where c.part_id = ${part_id} and c.location_id = ${location_id}
    ), total as (
      select (select coalesce(sum(qty), 0) from stock where ${ofUnits}) as stock,
        (select coalesce(sum(qty), 0) from counted where ${ofUnits}) + ${qty}::numeric as counted,
        (select coalesce(sum(qty - qty_committed), 0) from stock) as free,
        (select coalesce(sum(qty), 0) from counted where elsewhere) + ${qty}::numeric as elsewhere
    )
    select stock >= counted as there, stock >= ${qty}::numeric as in_stock, ${!isElsewhere} or free >= elsewhere as free,
      (select lot from stock where serial = ${serial}) as lot
    from total`.execute(tx);
  const place = firstRow(result);
  if (!place.there && place.in_stock) throw await countedThere(tx, line, units);
  if (!place.there || !place.free)
    throw await explainShortage(tx, { line_id, part_id, location_id, lot: serial ? null : lot, serial, qty });
  if (serial === null) return units;
  if (lot !== null && lot !== place.lot) {
    throw problem(
      'tracking.mismatch',
      `Serial number ${serial} of part ${line.part} is of ${place.lot === null ? 'no lot' : `lot ${place.lot}`}, and not of lot ${lot}.`,
      {
        errors: [{ pointer: '/lot', detail: 'is not the lot of the serial number' }],
      },
    );
  }
  return { ...units, lot: place.lot };
}
