import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { pickStates } from '../../platform/states/states.ts';
import { finishPicks } from './finish-picks.ts';

/**
 * Sets picks without lines to Void, and finishes open picks whose lines are all committed.
 * @param orders the locked orders of the picks
 * @param picks null stands for no pick
 */
export async function endPicks(
  context: OperationContext,
  orders: readonly LockedOrder[],
  picks: readonly (number | null)[],
): Promise<void> {
  const { tx } = context;
  const pickIds = [...new Set(picks.flatMap((id) => id ?? []))];
  if (pickIds.length === 0) return;
  const { rows: empty } = await sql<Row<'pick', 'id'>>`
    -- Sets the picks without lines to Void.
    update pick p set status_id = ${sql.lit(pickStates.id.Void)}, updated_at = this_second()
    where p.id = any(${pickIds}::bigint[]) and not exists (select from pickline l where l.pick_id = p.id) returning p.id`.execute(
    tx,
  );
  const orderIds = orders.map(({ id }) => id);
  await recordEvent(context, ...empty.map(({ id }) => ({ event: 'pick.voided', id, orders: orderIds }) as const));
  const { rows: done } = await sql<Row<'pick', 'id'>>`
    -- Finds the open picks without an open line.
    select p.id from pick p where p.id = any(${pickIds}::bigint[]) and p.status_id = ${sql.lit(pickStates.id.Open)}
      and not exists (select from pickline l where l.pick_id = p.id and l.qty_committed < l.qty)`.execute(tx);
  if (done.length === 0) return;
  await finishPicks(
    context,
    done.map(({ id }) => id),
    orders,
  );
}
