import { sql } from 'kysely';
import { lockPickline, lockStock } from '../../../inventory/stock/locks.ts';
import { isWhole } from '../../../inventory/stock/whole-units.ts';
import type { Tx } from '../../../platform/database/operation.ts';
import { RepeatTransaction } from '../../../platform/database/repeat-transaction.ts';
import type { Column, Row } from '../../../platform/database/row.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { type LockedLine, lockLine, notOnPick } from '../commit.ts';
import type { Line } from '../read-line.ts';
import type { Count } from './schema.ts';

/** A pickline before a count, and what the count would make of it. */
export interface CountLine extends Line, Row<'pickline', 'site_id'> {
  readonly pick_id: number;
  readonly location_id: number;
  /** The status of its pick. */
  readonly status_id: Column<'pick', 'status_id'>;
  /** The units that are counted before. */
  readonly counted: string;
  /** The units that are counted after it. */
  readonly after: string;
  /** Whether every unit is counted after it. */
  readonly completes: boolean;
  /** Whether more units would be counted than the line has. */
  readonly exceeds: boolean;
}

export interface LineToCount {
  readonly line: CountLine;
  /** The line for its commit, with the locks of one; null where the count does not complete it. */
  readonly forCommit: LockedLine | null;
}

/**
 * Locks a pickline for a count. A count that completes the line commits it, and takes the locks of a commit in their order. Every
 * other count locks the line alone, so that people who count lines of one pick do not wait for each other. It locks the stock too
 * where the units are not those that are reserved for the line.
 * @throws record.unknown; pick.state where the line is on no pick
 */
export async function lockToCount(tx: Tx, picklineId: number, input: Count): Promise<LineToCount> {
  const qty = input.qty ?? '1';
  const before = await readToCount(tx, picklineId, qty);
  const forCommit = before.completes && !before.committed ? await lockLine(tx, picklineId) : null;
  const withStock = forCommit !== null || needsStock(before, input);
  if (withStock) await lockStock(tx, before.site_id, [before.part_id]);
  await lockPickline(tx, picklineId);
  const line = await readToCount(tx, picklineId, qty);
  const lacksLocks = (line.completes && forCommit === null) || (needsStock(line, input) && !withStock);
  // Others have counted, or moved the stock, between the two looks.
  if (lacksLocks && !line.committed) throw new RepeatTransaction(`Pickline ${line.id} has changed.`);
  // Somebody may have taken units back.
  return { line, forCommit: line.completes ? forCommit : null };
}

/** Returns whether a count must look at the stock: units at the location of an untracked line are reserved for it. */
export const needsStock = (line: CountLine, { qty = '1', location_id }: Count): boolean =>
  !qty.startsWith('-') && (line.tracking !== 'none' || (location_id ?? line.location_id) !== line.location_id);

async function readToCount(tx: Tx, id: number, qty: string): Promise<CountLine> {
  const { rows } = await sql<CountLine & { pick_id: number | null }>`
    -- Reads the pickline with its part and its pick, and adds the quantity to what is counted.
    select l.id, l.pick_id, l.work_id, l.order_id, l.line_id, l.part_id, l.location_id, l.qty, l.qty_committed > 0 as committed, l.site_id,
      p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking, k.status_id,
      c.counted, c.counted + ${qty}::numeric as after, c.counted + ${qty}::numeric >= l.qty as completes,
      c.counted + ${qty}::numeric > l.qty as exceeds
    from pickline l join part p on p.id = l.part_id left join pick k on k.id = l.pick_id
    cross join lateral (select coalesce(sum(qty), 0) as counted from picklinecount where pickline_id = l.id) c
    where l.id = ${id}`.execute(tx);
  const [line] = rows;
  if (!line) throw problem('record.unknown', `There is no pickline ${id}.`);
  if (line.pick_id === null) throw notOnPick(id);
  return line;
}
