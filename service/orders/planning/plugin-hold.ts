import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import { pluginHolds, refusalHold } from '../../../config/planning/plugin-holds.ts';
import { endOfRefusal } from '../../fulfilment/work/held.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { problem } from '../../platform/problems/problems.ts';
import { isOpen } from '../../platform/states/open.ts';
import { endHold } from './hold.ts';

/** Returns the reason of the hold that starts because plugins refuse the new plan of an order. Null for none. */
export function startingRefusal(was: Plan, plan: Plan): string | null {
  const refusal = refusalHold(plan);
  return refusal === refusalHold(was) ? null : refusal;
}

/**
 * Ends the holds by refusals and faults of plugins that the new plan does not have. If the order has another reason to be held, only
 * these reasons go.
 */
export async function endPluginHolds(context: OperationContext, orderId: number, was: Plan, plan: Plan): Promise<void> {
  const remaining = pluginHolds(plan);
  const ended = pluginHolds(was).filter((reason) => !remaining.includes(reason));
  if (ended.length === 0) return;
  const result = await sql<Row<'salesorder', 'hold_reason'>>`
    select hold_reason from salesorder where id = ${orderId}`.execute(context.tx);
  const before = firstRow(result).hold_reason;
  if (before === null) return;
  const reason = ended.reduce(withoutReason, before);
  if (reason === before) return;
  if (reason === '') await endHold(context, orderId);
  else {
    await sql`update salesorder set hold_reason = ${reason}, updated_at = this_second() where id = ${orderId}`.execute(
      context.tx,
    );
  }
}

/** Returns the reasons of a hold, as `repin` joins them, without one of them. */
function withoutReason(reasons: string, ended: string): string {
  if (reasons === ended) return '';
  if (reasons.startsWith(`${ended}; `)) return reasons.slice(ended.length + 2);
  const at = `${reasons}; `.indexOf(`; ${ended}; `);
  return at < 0 ? reasons : reasons.slice(0, at) + reasons.slice(at + ended.length + 2);
}

/**
 * Checks that no plugin refuses the plan of an order whose hold is to end. Unlike other holds, nobody can ignore a refusal: it ends
 * with another plan.
 * @throws order.refused-by-plugin
 */
export async function assertNotRefused(tx: Tx, order: LockedOrder): Promise<void> {
  if (!isOpen(order)) return;
  const result = await sql<{ refusals: string[] | null }>`
    -- Reads the sentences of the plugins that refuse the plan.
    select plan -> 'refusals' as refusals from salesorder where id = ${order.id}`.execute(tx);
  const { refusals } = firstRow(result);
  if (refusals === null) return;
  const detail = `Order ${order.number} is refused: ${refusals.join('; ')}. ${endOfRefusal}`;
  throw problem('order.refused-by-plugin', detail, { order_id: order.id });
}
