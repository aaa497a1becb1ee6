import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/operation.ts';
import { firstOf } from '../../../platform/database/rows.ts';
import type { Line } from '../read-line.ts';

/** What became of units that a picker has reported as missing or damaged. */
export interface WrittenOff {
  readonly qty: number;
  readonly location_id: number;
  /** Of these, the units that the order has reserved again, or that other units of the location replace. */
  readonly replaced: number;
  /** Of these, the units that the order now waits for. */
  readonly short: number;
}

/** Returns what became of units of a line that are written off, after other stock was reserved in their place. */
export async function replacementOf(
  tx: Tx,
  { work_id }: Pick<Line, 'work_id'>,
  { qty, location_id }: { readonly qty: string; readonly location_id: number },
): Promise<WrittenOff> {
  const { rows } = await sql<{ short: string }>`
    select least(qty_short, ${qty}::numeric) as short from work where id = ${work_id}`.execute(tx);
  const [all, short] = [Number(qty), Number(firstOf(rows).short)];
  return { qty: all, location_id, replaced: Number((all - short).toFixed(6)), short };
}

/** Puts units of the order line that are reserved and on no pick onto a pick, so that its picker goes on to their place. */
export async function refillPick(tx: Tx, { work_id }: Pick<Line, 'work_id'>, pickId: number): Promise<void> {
  await sql`
    -- Puts the other lines of the work onto the pick.
    update pickline set pick_id = ${pickId}, updated_at = this_second()
    where work_id = ${work_id} and pick_id is null and location_id is not null`.execute(tx);
}
