import { sql } from 'kysely';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordDeletion } from '../../platform/events/record-event.ts';
import { voidLabels } from './void-labels.ts';

/**
 * Deletes empty cartons, and requests that their labels are voided. Their locations stay, because the ledger refers to them, and
 * become inactive. The supply of the carton types grows again.
 * @param cartons each with the orders whose timelines show the deletion
 */
export async function dropCartons(
  context: OperationContext,
  cartons: readonly { id: number; orders: readonly number[] }[],
): Promise<void> {
  if (cartons.length === 0) return;
  await voidLabels(
    context,
    cartons.map(({ id }) => id),
  );
  await recordDeletion(context, ...cartons.map(({ id, orders }) => ({ event: 'carton.deleted', id, orders }) as const));
  await sql`
    -- Deletes cartons and returns them to the supply of their types.
    with deleted as (delete from carton where id = any(${cartons.map(({ id }) => id)}::bigint[]) returning location_id, cartontype_id),
    returned as (
      update cartontype t set supply = least(t.supply::bigint + g.qty, 2147483647), updated_at = now()
      from (select cartontype_id, count(*) as qty from deleted group by cartontype_id) g where t.id = g.cartontype_id and t.supply is not null
    )
    update location set active = false, updated_at = now() where id in (select location_id from deleted)`.execute(
    context.tx,
  );
}
