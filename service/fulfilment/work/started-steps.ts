import { type RawBuilder, sql } from 'kysely';
import type { SkippableStep } from '../../../config/planning/plan.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { task } from '../../platform/states/kinds.ts';
import type { Undoable } from './undo.ts';

type OrderId = RawBuilder<unknown>;

/** SQL: the ids of the packs or ships with goods of an order. */
const recordIds: Readonly<Record<SkippableStep, (orderId: OrderId) => RawBuilder<unknown>>> = {
  pack: (orderId) => sql`select pack_id as id from packline where order_id = ${orderId}`,
  ship: (orderId) => sql`
    select ship_id as id from shipline where order_id = ${orderId} union
    select s.ship_id from reservation r join inventory i on i.id = r.inventory_id join carton c on c.location_id = i.location_id
    join shipline s on s.carton_id = c.id where r.order_id = ${orderId}`,
};

/** Returns the packs or ships with goods of an order. */
export async function recordsOfStep(tx: Tx, orderId: number, step: SkippableStep): Promise<Undoable[]> {
  const { rows } = await sql<{ id: Column<'shipline', 'ship_id'> }>`
    select distinct id from (${recordIds[step](sql`${orderId}`)}) k order by id`.execute(tx);
  return rows.map(({ id }) => ({ kind: step, id }));
}

/** SQL: whether anything of the order is done for the step, or is on a list of it. */
export const stepStarted = (step: SkippableStep, orderId: OrderId) => sql<boolean>`(exists (${recordIds[step](orderId)})
  or exists (select from work where order_id = ${orderId} and task_id = ${sql.lit(task[step])} and qty_done > 0))`;

/** Returns whether anything of the order is done for the step, or is on a list of it. */
export async function isStepStarted(tx: Tx, orderId: number, step: SkippableStep): Promise<boolean> {
  const result = await sql<{ started: boolean }>`
    select ${stepStarted(step, sql`${orderId}`)} as started`.execute(tx);
  return firstRow(result).started;
}
