import { sql } from 'kysely';
import type { Tolerance } from '../../config/receiving.ts';
import { folded } from '../../lib/expressions/folding.ts';
import { lockStock } from '../inventory/stock/locks.ts';
import { type EntryUnits, readEntries } from '../inventory/stock/named-parts.ts';
import { asStocked, trackingOf } from '../inventory/stock/tracking.ts';
import { assertWhole } from '../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { unfit } from '../platform/records/refusals.ts';
import { locationType } from '../platform/states/kinds.ts';
import { countStates } from '../platform/states/states.ts';
import { type LockedCount, lockCount } from './operations.ts';
import type { CountEntry, EnterBody } from './schema.ts';
import { linesToRecount } from './tolerance.ts';

interface CountedUnits {
  readonly part_id: number;
  readonly location_id: number;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly qty: string;
}

/**
 * Notes the counted units and the booked units of this moment. The approval moves their difference, so that later movements count in
 * neither. Units that pickers have counted, or that people have to put back there, are in their hands and not on the shelf. Another
 * value for a line replaces the former one.
 * @returns the ids of the lines to count a second time
 */
export const enterCount = operation(
  'count.enter',
  async (context, { id, body, tolerance }: { id: number; body: EnterBody; tolerance: Tolerance }) => {
    const { tx, actor } = context;
    const count = await lockCount(tx, id);
    countStates.demand('enter', count);
    const units = await unitsOf(tx, count, body.lines);
    await lockStock(
      tx,
      count.site_id,
      units.map(({ part_id }) => part_id),
    );
    const spelled = await asStocked(tx, ({ part_id }) => part_id, units);
    await sql`
      -- Notes the counted quantities, and those on the shelf by the books.
      insert into countline as c (count_id, part_id, location_id, lot, serial, qty, qty_expected, counts, counted_by, counted_at)
      select ${id}, e.part_id, e.location_id, e.lot, e.serial, e.qty, greatest(coalesce(i.qty, 0) - h.qty, 0), 1, ${actor.userId},
        this_second()
      from jsonb_to_recordset(${JSON.stringify(spelled)}::jsonb) as e(part_id bigint, location_id bigint, lot text, serial text, qty numeric)
      left join inventory i on i.part_id = e.part_id and i.location_id = e.location_id
        and i.lot is not distinct from e.lot and i.serial is not distinct from e.serial
      cross join lateral (
        select coalesce(sum(p.qty), 0) as qty from (
          select qty, lot, serial from picklinecount where part_id = e.part_id and location_id = e.location_id
          union all
          select qty, lot, serial from putback where part_id = e.part_id and location_id = e.location_id and back_at is null) p
        where p.lot is not distinct from e.lot and p.serial is not distinct from e.serial) h
      on conflict (count_id, part_id, location_id, lot, serial)
        do update set qty = excluded.qty, qty_expected = excluded.qty_expected, counts = c.counts + 1,
          counted_by = excluded.counted_by, counted_at = excluded.counted_at`.execute(tx);
    await sql`update count set updated_at = this_second() where id = ${id}`.execute(tx);
    await recordEvent(context, { event: 'count.entered', id, detail: { lines: spelled.length } });
    return linesToRecount(tx, id, tolerance);
  },
);

/** Reads the entries of a body. @throws body.invalid, reference.unknown, tracking.required */
async function unitsOf(tx: Tx, count: LockedCount, entries: readonly CountEntry[]): Promise<CountedUnits[]> {
  const named = await readEntries(tx, entries);
  const places = await placesOf(tx, count, entries);
  const seen = new Set<string>();
  return entries.map(({ location_id, qty }, position) => {
    const units = named[position] as EntryUnits;
    const { part } = units;
    const pointer = `/lines/${position}`;
    if (part.per_unit !== '1') throw unfit(`${pointer}/part_id`, 'must be no alias: units are counted one by one');
    if (!places.has(location_id)) throw unfit(`${pointer}/location_id`, 'must be a storage location of the count');
    if (count.part_ids && !count.part_ids.includes(part.part_id))
      throw unfit(`${pointer}/part_id`, 'must be a part of the count');
    assertWhole(qty, part, `${pointer}/qty`);
    const { lot, serial } = trackingOf(part, units, pointer);
    if (serial && Number(qty) > 1) throw unfit(`${pointer}/qty`, 'must be 1 or 0: a serial number is one unit');
    const place = [part.part_id, location_id, folded(lot ?? ''), folded(serial ?? '')].join('/');
    if (seen.has(place))
      throw unfit(`${pointer}/qty`, 'is named twice for the same units. Send all of them as one line');
    seen.add(place);
    return { part_id: part.part_id, location_id, lot, serial, qty };
  });
}

/** Returns the named locations that are places of the count. */
async function placesOf(tx: Tx, count: LockedCount, entries: readonly CountEntry[]): Promise<Set<number>> {
  const ids = [...new Set(entries.map(({ location_id }) => location_id))];
  const { rows } = await sql<Row<'location', 'id'>>`
    -- Finds the named locations of the count.
    select id from location where id = any(${ids}::bigint[]) and site_id = ${count.site_id}
      and locationtype_id = ${sql.lit(locationType.storage)} and active
      and (${count.location_ids}::bigint[] is null or id = any(${count.location_ids}::bigint[]))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
