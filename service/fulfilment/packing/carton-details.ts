import { sql } from 'kysely';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { voidLabels } from '../work/void-labels.ts';

/** Carrier and tracking of cartons, as a task that is done at once takes them along. */
export interface TaskDetails {
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
  tracking_number?: string | null;
}

export interface DetailedCarton {
  id: number;
  order_ids: readonly number[];
}

/** Sets what is given on the cartons; nothing where nothing is given. They are not locked yet. */
export async function setDetails(
  context: OperationContext,
  cartons: readonly DetailedCarton[],
  details: TaskDetails,
): Promise<void> {
  const given = await agreed(
    context.tx,
    Object.fromEntries(Object.entries(details).filter(([, value]) => value != null)),
  );
  const changes = Object.entries(given);
  if (changes.length === 0 || cartons.length === 0) return;
  if (given.carrier_id !== undefined) {
    await withoutLabelsOfOthers(
      context,
      cartons.map(({ id }) => id),
      given.carrier_id ?? null,
    );
  }
  const set = sql.join(changes.map(([field, value]) => sql`${sql.ref(field)} = ${value}`));
  await sql`update carton set ${set}, updated_at = now() where id = any(${cartons.map((carton) => carton.id)}::int[])`.execute(
    context.tx,
  );
  const detail = Object.fromEntries(changes);
  await recordEvent(
    context,
    ...cartons.map(({ id, order_ids }) => ({ event: 'carton.modified', id, orders: order_ids, detail }) as const),
  );
}

/** Cartons that go with another carrier from now on have labels of the former one voided, and go without until they are booked. */
export async function withoutLabelsOfOthers(
  context: OperationContext,
  cartonIds: readonly number[],
  carrierId: number | null,
): Promise<void> {
  const without = await voidLabels(context, cartonIds, carrierId);
  if (without.length === 0) return;
  await sql`
    update carton set tracking_number = null, label_url = null, tracking_status = null, tracked_at = null
    where id = any(${without}::int[])`.execute(context.tx);
}

/**
 * A service level names its carrier, and another carrier ends the level.
 * @throws reference.unknown, body.invalid where they do not exist or do not belong together
 */
export async function agreed<Details extends TaskDetails>(tx: Tx, details: Details): Promise<Details> {
  const { carrier_id: carrier, carrierservicelevel_id: level } = details;
  if (carrier == null && level == null) return details;
  const { rows } = await sql<{ carrier: boolean; level_carrier_id: number | null }>`
    select exists (select 1 from carrier where id = ${carrier ?? null}::int) as carrier,
      (select carrier_id from carrierservicelevel where id = ${level ?? null}::int) as level_carrier_id`.execute(tx);
  const { carrier: known, level_carrier_id: owner } = rows[0]!;
  if (carrier != null && !known) throw unfit('reference.unknown', 'carrier_id', `there is no carrier ${carrier}`);
  if (level == null) return level === undefined ? { ...details, carrierservicelevel_id: null } : details;
  if (owner === null) throw unfit('reference.unknown', 'carrierservicelevel_id', `there is no service level ${level}`);
  if (carrier != null && carrier !== owner) {
    throw unfit('body.invalid', 'carrierservicelevel_id', 'is a service level of another carrier');
  }
  return { ...details, carrier_id: owner };
}

const unfit = (code: 'reference.unknown' | 'body.invalid', field: string, detail: string): Problem =>
  problem(code, `${field}: ${detail}.`, { errors: [{ pointer: `/${field}`, detail }] });
