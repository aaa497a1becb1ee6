import { sql } from 'kysely';
import type { OperationContext } from '../../platform/database/operation.ts';
import { recordDeletion } from '../../platform/events/record-event.ts';
import { cartonStates } from '../../platform/states/states.ts';
import { voidLabels } from './labels/void-labels.ts';

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
    with deleted as (
      delete from carton where id = any(${cartons.map(({ id }) => id)}::bigint[]) returning location_id, cartontype_id, status_id
    ), unused as (
      -- A void carton has given its box back before.
      select location_id, cartontype_id from deleted where status_id <> ${sql.lit(cartonStates.id.Void)}
    ), ${returnBoxes('unused')}
    select from unused`.execute(context.tx);
}

/**
 * Returns the SQL of CTEs that return cartons to the supply of their types, and make their locations inactive.
 * @param cartons name of a CTE with rows `(location_id, cartontype_id)`
 */
export const returnBoxes = (cartons: string) => sql`returned as (
      update cartontype t set supply = least(t.supply::bigint + g.qty, 2147483647), updated_at = this_second()
      from (select cartontype_id, count(*) as qty from ${sql.table(cartons)} group by cartontype_id) g
      where t.id = g.cartontype_id and t.supply is not null
    ), left_place as (
      update location set active = false, updated_at = this_second() where id in (select location_id from ${sql.table(cartons)})
    )`;
