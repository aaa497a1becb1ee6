import { type RawBuilder, sql } from 'kysely';
import type { Plan, Step } from '../../../../config/planning/plan.ts';
import { isBookingDue } from '../../../../workflows/contract/booking-step.ts';
import type { LockedOrder } from '../../../inventory/stock/locks.ts';
import { lacksLabel, relabelCode } from '../../../inventory/stock/voided-labels.ts';
import type { OperationContext, Tx } from '../../../platform/database/operation.ts';
import type { Column, NotNullRow, Row } from '../../../platform/database/row.ts';
import { isoTime } from '../../../platform/database/sql-forms.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { actorName } from '../../../platform/records/actor-name.ts';
import { cartonStates, shipStates } from '../../../platform/states/states.ts';
import { assertNoLabel } from './booked-cartons.ts';
import { voidLabels } from './void-labels.ts';

interface LabelledCarton extends Row<'carton', 'id' | 'number'>, NotNullRow<'carton', 'tracking_number'> {
  /** True where the carton is on a finished ship. */
  is_shipped: boolean;
  /** True if the engine can book it again: a carrier of the plan booked it, and no other order has units in it. */
  is_own: boolean;
}

/** Labels that are wrong from now on. */
interface WrongLabels {
  /** The cartons; null for all cartons of the order. */
  readonly cartonIds: readonly number[] | null;
  /** The change, for a refusal: `change the address`. */
  readonly what: string;
  /** The detail of the attention. */
  readonly why: string;
}

/**
 * Voids labels of an order whose address or contents change, and has the engine book the cartons again. The order is in
 * attention until they are booked: a step by hand asks before it ships without a label. A label that the engine
 * cannot book again is kept.
 * @param order a locked order
 * @throws order.shipped for a labelled carton that is on a finished ship; order.state for a label that a person must cancel
 */
export async function relabel(
  context: OperationContext,
  order: LockedOrder,
  { cartonIds, what, why }: WrongLabels,
): Promise<void> {
  const { tx } = context;
  const cartons = await labelledCartons(tx, order.id, cartonIds);
  if (cartons.length === 0) return;
  assertNotShipped(order, cartons);
  if (!(await isBookingDueNow(tx, order.id)) || cartons.some(({ is_own }) => !is_own))
    return assertNoLabel(tx, order, what);
  const ids = cartons.map(({ id }) => id);
  await voidLabels(context, ids);
  await sql`
    -- Clears the labels of the cartons.
    update carton set tracking_number = null, label_url = null, tracking_status = null, tracked_at = null, updated_at = this_second()
    where id = any(${ids}::bigint[])`.execute(tx);
  await beginRelabel(tx, order, why);
  const cleared = { tracking_number: null, label_url: null };
  const modified = ids.map((id) => ({ event: 'carton.modified', id, orders: [order.id], detail: cleared }) as const);
  await recordEvent(context, ...modified);
}

/** All labels of an order are wrong: its address changes. */
export const addressChanged: WrongLabels = {
  cartonIds: null,
  what: 'change the address',
  why: 'The address has changed: the labels are voided, and the carrier books anew',
};

/**
 * Puts a locked order in attention until the carrier has booked again, if a carton lacks a label and the engine
 * books before the present step or an earlier one. The engine has begun, so that the order is at work.
 * @param detail why the labels are withdrawn
 */
export async function beginRelabel(tx: Tx, { id }: Pick<LockedOrder, 'id'>, detail: string): Promise<void> {
  if (!(await isBookingDueNow(tx, id))) return;
  await sql`
    -- Puts the order in attention at its present step.
    update salesorder o set attention = jsonb_build_object('step', v.step, 'code', ${relabelCode}::text, 'detail', ${detail}::text,
        'since', ${isoTime('now()')}, 'retry_at', ${isoTime('now()')}), updated_at = this_second()
    from order_state v where v.id = o.id and o.id = ${id} and v.step is not null and ${lacksLabel}`.execute(tx);
}

/**
 * Withdraws the carrier's labels of cartons whose tracking numbers are removed or replaced: the carrier takes them
 * back, and books new ones if they are due.
 * @param orders locked orders with units in the cartons
 * @param number the number that the cartons have from now on; null for none
 */
export async function withdrawLabels(
  context: OperationContext,
  {
    cartonIds,
    orders,
    number,
  }: { cartonIds: readonly number[]; orders: readonly LockedOrder[]; number: string | null },
): Promise<void> {
  const { rows } = await sql<Row<'booking', 'id'> & NotNullRow<'booking', 'carton_id' | 'carton_number'>>`
    -- Finds the labels in effect of the cartons that have another number.
    select id, carton_id, carton_number from booking where carton_id = any(${cartonIds}::bigint[]) and state = 'booked'
      and ${comparable(sql`tracking_number`)} is distinct from ${comparable(sql`${number}::text`)} order by carton_id`.execute(
    context.tx,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ carton_id }) => carton_id);
  await voidLabels(context, ids);
  await sql`
    -- Clears what the carrier said about the labels.
    update carton c set label_url = nullif(c.label_url, b.label_url), tracking_status = null, tracked_at = null
    from booking b where b.id = any(${rows.map(({ id }) => id)}::bigint[]) and c.id = b.carton_id`.execute(context.tx);
  if (number !== null) return;
  const cartons = rows.map(({ carton_number }) => carton_number).join(', ');
  for (const order of orders) await beginRelabel(context.tx, order, labelWithdrawn(cartons, 'was taken off'));
}

/** SQL: a tracking number without blanks and in small letters, as people type it. */
const comparable = (number: RawBuilder<unknown>) => sql`lower(regexp_replace(${number}, '\\s', '', 'g'))`;

/** Returns the sentence about a withdrawn label. */
export const labelWithdrawn = (carton: number | string, how: string): string =>
  `The label of carton ${carton} ${how}, and the carrier books it anew`;

/** Locks the labelled cartons of an order that were not picked up. */
async function labelledCartons(
  tx: Tx,
  orderId: number,
  cartonIds: readonly number[] | null,
): Promise<LabelledCarton[]> {
  const { rows } = await sql<LabelledCarton>`
    -- Locks the labelled cartons of the order that were not picked up.
    select c.id, c.number, c.tracking_number,
      exists (select 1 from shipline l join ship s on s.id = l.ship_id
        where l.carton_id = c.id and s.status_id = ${sql.lit(shipStates.id.Finished)}) as is_shipped,
      exists (select 1 from booking b where b.carton_id = c.id and b.state = 'booked' and b.order_id = ${orderId})
        and not exists (select 1 from inventory i join reservation r on r.inventory_id = i.id
          where i.location_id = c.location_id and r.closed_at is null and r.order_id <> ${orderId}) as is_own
    from carton c
    where c.tracking_number is not null and (${cartonIds}::bigint[] is null or c.id = any(${cartonIds}::bigint[])) and c.status_id <> ${sql.lit(cartonStates.id.Locked)} and c.location_id in (
      select i.location_id from reservation r join inventory i on i.id = r.inventory_id
      where r.order_id = ${orderId} and r.closed_at is null)
    order by c.id for no key update of c`.execute(tx);
  return rows;
}

function assertNotShipped({ id, number }: LockedOrder, cartons: readonly LabelledCarton[]): void {
  const shipped = cartons.filter(({ is_shipped }) => is_shipped);
  if (shipped.length === 0) return;
  const names = shipped.map(({ number, tracking_number }) => `carton ${number} (${tracking_number})`).join(', ');
  throw problem(
    'order.shipped',
    `Order ${number} is shipped: ${names}. If the carrier has not fetched it, delete the ship and change the address then; otherwise redirect it at the carrier.`,
    { order_id: id, carton_ids: shipped.map(({ id }) => id) },
  );
}

/** Returns whether the carrier books before the present step of the order, or has booked before an earlier one. */
async function isBookingDueNow(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql<
    Row<'salesorder', 'plan'> & { plan: Pick<Plan, 'carrier' | 'steps'> | null; step: Step | null }
  >`
    -- Reads the plan, and the step that comes next.
    select o.plan, v.step from salesorder o join order_state v on v.id = o.id where o.id = ${orderId}`.execute(tx);
  const { plan = null, step = null } = rows[0] ?? {};
  return plan !== null && step !== null && isBookingDue(step, plan);
}

/**
 * Has the engine book again an order whose carrier refused, because its address has changed. A carrier that is away is tried all the
 * time, with the present address.
 */
export async function retryBooking(context: OperationContext, { id }: LockedOrder): Promise<void> {
  if (!(await isBookingDueNow(context.tx, id))) return;
  const { rows } = await sql<{ attention: Column<'salesorder', 'attention'> & { step: Step; code: string } }>`
    -- Notes that the booking of an order whose carrier refused is tried again.
    update salesorder set attention = attention || jsonb_build_object('retry_at', ${isoTime('now()')})
    where id = ${id} and attention ->> 'code' like 'carrier.%' and attention ->> 'code' not in ('carrier.unavailable', ${relabelCode})
      and not attention ? 'retry_at'
    returning attention`.execute(context.tx);
  const [refused] = rows;
  if (!refused) return;
  const { step, code } = refused.attention;
  const detail = { by: await actorName(context, null), step, code };
  await recordEvent(context, { event: 'salesorder.retried', id, orders: [id], detail });
}
