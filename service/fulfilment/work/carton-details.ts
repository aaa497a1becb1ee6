import { sql } from 'kysely';
import { type CarrierChoice, resolveCarrier } from '../../carriers/operations.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { openCartons } from '../../platform/states/open.ts';
import { withdrawLabels } from './labels/relabel.ts';
import { voidLabels } from './labels/void-labels.ts';

/** Carrier and tracking number that a task sets on its cartons. */
export interface TaskDetails extends CarrierChoice {
  tracking_number?: string | null;
}

export interface CartonOrders {
  id: number;
  order_ids: readonly number[];
}

/** Sets details on cartons that are not locked. Details that are null or missing change nothing. */
export async function setDetails(
  context: OperationContext,
  cartons: readonly CartonOrders[],
  details: TaskDetails,
): Promise<void> {
  const present: TaskDetails = Object.fromEntries(Object.entries(details).filter(([, value]) => value != null));
  const resolved = await resolveCarrier(context.tx, present);
  const changes = Object.entries(resolved);
  if (changes.length === 0 || cartons.length === 0) return;
  const cartonIds = cartons.map(({ id }) => id);
  if (resolved.carrier_id !== undefined) await dropOtherLabels(context, cartonIds, resolved.carrier_id ?? null);
  const { tracking_number: number = null } = present;
  if (number !== null) await withdrawLabels(context, { cartonIds, orders: [], number });
  const set = sql.join(changes.map(([field, value]) => sql`${sql.ref(field)} = ${value}`));
  await sql`
    -- Sets the details.
    update carton set ${set}, updated_at = this_second() where id = any(${cartonIds}::bigint[])`.execute(context.tx);
  const detail = Object.fromEntries(changes);
  await recordEvent(
    context,
    ...cartons.map(({ id, order_ids }) => ({ event: 'carton.modified', id, orders: order_ids, detail }) as const),
  );
}

/**
 * Requests that labels of other carriers are voided, and clears them from the cartons. The cartons have no label until the new
 * carrier has booked them.
 */
export async function dropOtherLabels(
  context: OperationContext,
  cartonIds: readonly number[],
  carrierId: number | null,
): Promise<void> {
  const unlabelled = await voidLabels(context, cartonIds, carrierId);
  if (unlabelled.length === 0) return;
  await sql`
    update carton set tracking_number = null, label_url = null, tracking_status = null, tracked_at = null
    where id = any(${unlabelled}::bigint[])`.execute(context.tx);
}

/**
 * Gives the cartons of an order its new carrier and service level, if they carry its former ones and have no label. A person may
 * have set other ones on a carton, and those stay.
 */
export async function followOrderCarrier(
  tx: Tx,
  orderId: number,
  former: number | null,
  { carrier_id, carrierservicelevel_id }: CarrierChoice,
): Promise<void> {
  if (former === null) return;
  await sql`
    -- Changes the carrier of the order's cartons that have left no trace with the former one.
    update carton c set carrier_id = ${carrier_id ?? null}::bigint, carrierservicelevel_id = ${carrierservicelevel_id ?? null}::bigint,
      updated_at = this_second()
    where c.carrier_id = ${former} and c.tracking_number is null and c.status_id in (${openCartons}) and c.location_id in (
      select i.location_id from reservation r join inventory i on i.id = r.inventory_id
      where r.order_id = ${orderId} and r.closed_at is null)`.execute(tx);
}
