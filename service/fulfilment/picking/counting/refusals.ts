import { sql } from 'kysely';
import { trim } from '../../../inventory/stock/quantity.ts';
import type { Tx } from '../../../platform/database/operation.ts';
import type { Column, Row } from '../../../platform/database/row.ts';
import { firstOf } from '../../../platform/database/rows.ts';
import { isoTime, personName } from '../../../platform/database/sql-forms.ts';
import { type Problem, problem } from '../../../platform/problems/problems.ts';
import { type CountedUnits, callsOfCounted } from '../counted-lines.ts';
import type { CountLine } from './count-line.ts';

/** SQL of the name of the account `a` that counted. */
const counterName = sql`coalesce(${personName('a')}, 'a user who was deleted')`;

/** Returns the problem that a committed line has nothing left to count. It names the person who counted or committed the last unit. */
export async function committedBefore(tx: Tx, { id, qty, part }: CountLine): Promise<Problem> {
  const { rows } = await sql<{ by: string; at: string }>`
    -- Reads who committed the line.
    select ${counterName} as by, ${isoTime('m.created_at')} as at from inventorymovement m left join account a on a.id = m.account_id
    where m.pickline_id = ${id} and m.reason = 'pick' order by m.id desc limit 1`.execute(tx);
  const [last] = rows;
  const who = last ? `, the last one by ${last.by}` : '';
  return problem('pickline.counted', `All ${trim(qty)} of part ${part} were counted for pickline ${id}${who}.`, {
    pickline_id: id,
    by: last?.by ?? null,
    at: last?.at ?? null,
  });
}

/** Returns the problem that a count goes beyond the line. It names the people who counted what is counted. */
export async function beyondLine(tx: Tx, { id, qty, part, counted }: CountLine): Promise<Problem> {
  const { rows } = await sql<CountedUnits & { by: string; qty_by: string }>`
    -- Reads who counted the units of the line.
    select c.location_id, c.lot, c.serial, c.qty, ${counterName} as by, sum(c.qty) over (partition by c.account_id) as qty_by
    from picklinecount c left join account a on a.id = c.account_id where c.pickline_id = ${id} order by c.id`.execute(
    tx,
  );
  const people = [...new Map(rows.map(({ by, qty_by }) => [by, qty_by]))].map(([by, sum]) => `${trim(sum)} by ${by}`);
  const who = people.length > 0 ? ` (${people.join(', ')})` : '';
  // The line became shorter after it was counted.
  const isFull = Number(counted) === Number(qty);
  const advice = isFull ? 'Commit the line, or take back the count.' : 'Count fewer.';
  return problem(
    'pickline.counted',
    `Pickline ${id} is for ${trim(qty)} of part ${part}, and ${trim(counted)} are counted${who}. ${advice}`,
    {
      pickline_id: id,
      qty_counted: Number(counted),
      ...(isFull && { next: callsOfCounted({ id, part, units: rows }) }),
    },
  );
}

/** Returns the problem that a serial number is counted already; null if it is not. */
export async function serialCountedBefore(
  tx: Tx,
  { part_id, part }: CountLine,
  serial: string,
): Promise<Problem | null> {
  const { rows } = await sql<Row<'picklinecount', 'pickline_id'> & { by: string }>`
    -- Finds the line for which the serial number is counted.
    select c.pickline_id, ${counterName} as by
    from picklinecount c left join account a on a.id = c.account_id where c.part_id = ${part_id} and c.serial = ${serial}`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return null;
  return problem(
    'pickline.counted',
    `Serial number ${serial} of part ${part} was counted for pickline ${first.pickline_id} by ${first.by}.`,
    { pickline_id: first.pickline_id, by: first.by },
  );
}

/** Returns the problem that the units of a place are counted already. It names the lines, and the people who counted. */
export async function countedThere(tx: Tx, line: CountLine, { location_id, lot }: CountedUnits): Promise<Problem> {
  const { rows } = await sql<
    Row<'picklinecount', 'pickline_id' | 'qty'> & { location: Column<'location', 'name'>; by: string }
  >`
    -- Reads what is counted at the location.
    select c.pickline_id, c.qty, l.name as location, ${counterName} as by
    from picklinecount c join location l on l.id = c.location_id left join account a on a.id = c.account_id
    where c.part_id = ${line.part_id} and c.location_id = ${location_id} and (${lot}::text is null or c.lot = ${lot})
    order by c.id limit 5`.execute(tx);
  const { pickline_id, location } = firstOf(rows);
  const counted = rows.map((row) => `${trim(row.qty)} for pickline ${row.pickline_id} by ${row.by}`);
  const units = lot === null ? `part ${line.part}` : `lot ${lot} of part ${line.part}`;
  const detail = `Too few of ${units} are at ${location} beside what is counted there already: ${counted.join(', ')}.`;
  return problem('pickline.counted', detail, { pickline_id });
}

/** Returns the problem that fewer units are counted than are to be taken back. */
export async function fewerCounted(
  tx: Tx,
  { id, part }: CountLine,
  { location_id, qty }: CountedUnits,
): Promise<Problem> {
  const { rows } = await sql<
    Row<'picklinecount', 'qty'> & { location: Column<'location', 'name'>; unit: string | null }
  >`
    -- Reads what is counted of the line.
    select l.name as location, c.qty, coalesce('serial number ' || c.serial, 'lot ' || c.lot) as unit
    from picklinecount c join location l on l.id = c.location_id where c.pickline_id = ${id} order by c.id limit 5`.execute(
    tx,
  );
  const counted = rows.map((row) => `${trim(row.qty)} at ${row.location}${row.unit === null ? '' : ` (${row.unit})`}`);
  return problem(
    'pickline.not-counted',
    `${trim(qty.replace('-', ''))} of part ${part} can't be taken back there: ${counted.length > 0 ? `counted are ${counted.join(', ')}` : `nothing is counted for pickline ${id}`}.`,
    { pickline_id: id, location_id },
  );
}
