import { sql } from 'kysely';
import { trim } from '../../inventory/stock/quantity.ts';
import { assertUniqueSerials, notTracked, type TrackedPart, trackingRequired } from '../../inventory/stock/tracking.ts';
import { assertWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { NotNullRow, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { Commit, Tracking } from './schema.ts';

/** The fields of a pickline that decide which units a commit may take. */
export type CommitLine = TrackedPart & Row<'pickline', 'id' | 'part_id' | 'qty'>;

/** A quantity of a lot, or the unit with a serial number. Without either, any units. */
export interface CommitUnits {
  qty: string;
  lot?: string | null;
  serial?: string | null;
}

/**
 * Returns the units that a commit takes, by lot or serial number where the part is tracked. A body without details takes the
 * whole line.
 * @throws tracking.required, tracking.mismatch where the details do not fit how the part is tracked
 */
export function unitsToCommit(line: CommitLine, input: Commit): CommitUnits[] {
  const { tracking = [] } = input;
  if (tracking.length === 0) {
    if (line.tracking !== 'none' && (input.qty !== undefined || input.location_id !== undefined)) {
      throw trackingRequired(line);
    }
    if (input.qty !== undefined) assertWhole(input.qty, line, '/qty');
    return [{ qty: input.qty ?? line.qty }];
  }
  if (line.tracking === 'none') throw notTracked(line);
  assertUniqueSerials(tracking);
  return tracking.map((entry, position) => trackedUnits(line, entry, `/tracking/${position}`));
}

function trackedUnits(line: CommitLine, { lot, serial, qty }: Tracking[number], pointer: string): CommitUnits {
  const byLot = line.tracking === 'lot';
  if (byLot ? !lot || !qty : !serial) {
    throw problem('tracking.mismatch', `Part ${line.part} is tracked by ${line.tracking}.`, {
      errors: [{ pointer, detail: byLot ? 'needs lot and qty' : 'needs serial' }],
    });
  }
  if (qty) assertWhole(qty, line, `${pointer}/qty`);
  return byLot && qty ? { lot, qty } : { serial, lot, qty: '1' };
}

/**
 * Returns how many units are taken in all.
 * @throws body.invalid where they are more than the line; tracking.mismatch where they are not the `qty` of the body
 */
export async function totalOf(
  tx: Tx,
  line: CommitLine,
  units: readonly CommitUnits[],
  { qty, tracking }: Commit,
): Promise<string> {
  const { rows } = await sql<{ sum: string; over: boolean; differs: boolean }>`
    select coalesce(sum(q), 0) as sum, sum(q) > ${line.qty}::numeric as over, coalesce(sum(q) <> ${qty ?? null}::numeric, false) as differs
    from unnest(${units.map((unit) => unit.qty)}::numeric[]) as q`.execute(tx);
  const { sum, over, differs } = firstOf(rows);
  if (over) {
    throw problem('body.invalid', `Pickline ${line.id} is for ${trim(line.qty)} units; ${trim(sum)} are too many.`, {
      errors: [{ pointer: tracking?.length ? '/tracking' : '/qty', detail: `must be at most ${trim(line.qty)}` }],
    });
  }
  if (differs && qty !== undefined) {
    throw problem('tracking.mismatch', `The quantities in \`tracking\` add up to ${trim(sum)}, not to ${trim(qty)}.`, {
      errors: [{ pointer: '/tracking', detail: `must add up to ${trim(qty)}` }],
    });
  }
  return sum;
}

/** Adds the lot to units that are named by their serial number: each came in with a lot, and keeps it. */
export async function withLots(
  tx: Tx,
  line: CommitLine,
  locationId: number,
  units: readonly CommitUnits[],
): Promise<CommitUnits[]> {
  const { rows } = await sql<Row<'inventory', 'lot'> & NotNullRow<'inventory', 'serial'>>`
    select lot, serial from inventory where part_id = ${line.part_id} and location_id = ${locationId}
      and serial = any(${units.map((unit) => unit.serial ?? null)}::text[]) and qty > 0`.execute(tx);
  const lots = new Map(rows.map(({ serial, lot }) => [serial, lot]));
  return units.map((unit) => (unit.serial ? { ...unit, lot: lots.get(unit.serial) ?? null } : unit));
}
