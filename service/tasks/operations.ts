import { sql } from 'kysely';
import type { Step } from '../../plugins/plan.ts';
import type { Resource } from '../listing/resource.ts';
import { operation, type Tx } from '../operation.ts';
import { performPack } from '../packing/operations.ts';
import { carton, pack } from '../packing/resource.ts';
import { type LineDetail, performPick } from '../picking/operations.ts';
import { pick } from '../picking/resource.ts';
import { performPickup } from '../pickup/operations.ts';
import { pickup } from '../pickup/resource.ts';
import { problem } from '../problems.ts';
import { performShip } from '../shipping/operations.ts';
import { ship } from '../shipping/resource.ts';

/** The tasks by their ids (design page §3), and the record that each of them makes. */
export const tasks: Readonly<Record<number, { step: Step; makes: Resource }>> = {
  1: { step: 'pick', makes: pick },
  2: { step: 'pack', makes: pack },
  3: { step: 'ship', makes: ship },
  4: { step: 'pickup', makes: pickup },
};

export interface Perform {
  taskId: number;
  orderIds: readonly number[];
  lines?: readonly LineDetail[] | null;
  /** Do what can be done and leave the rest open, instead of refusing all of it. */
  partial?: boolean;
  /** Details for the cartons of the orders, set with the task. */
  carrierId?: number | null;
  carrierservicelevelId?: number | null;
  trackingNumber?: string | null;
}

/**
 * Does one task for orders at once, in one transaction (design page §5): what an automatic step calls, open to people too.
 * @returns id of the record it made: a pick, pack, ship or pickup
 */
export const performTask = operation('task.perform', async (context, input: Perform): Promise<number> => {
  const task = tasks[input.taskId];
  if (!task) throw problem('record.unknown', `There is no task ${input.taskId}; GET /task lists them.`);
  const { orderIds, lines = null, partial = false } = input;
  const run = {
    pick: () => performPick.within(context, { orderIds, lines, partial }),
    pack: () => performPack.within(context, { orderIds, lines }),
    ship: () => performShip.within(context, orderIds),
    pickup: () => performPickup.within(context, orderIds),
  }[task.step];
  if (task.step === 'pickup') {
    await setCartonDetails(context.tx, input);
    return run();
  }
  const id = await run();
  if (task.step !== 'pick') await setCartonDetails(context.tx, input);
  return id;
});

/** Carrier and tracking of the orders' cartons, as long as they are not locked. */
async function setCartonDetails(tx: Tx, input: Perform): Promise<void> {
  const { carrierId = null, carrierservicelevelId = null, trackingNumber = null } = input;
  if (carrierId === null && carrierservicelevelId === null && trackingNumber === null) return;
  await sql`
    update ${sql.table(carton.table)} c set carrier_id = coalesce(${carrierId}, c.carrier_id),
      carrierservicelevel_id = coalesce(${carrierservicelevelId}, c.carrierservicelevel_id),
      tracking_number = coalesce(${trackingNumber}, c.tracking_number), updated_at = now()
    where c.status_id <> 3 and c.location_id in (
      select i.location_id from reservation r join inventory i on i.id = r.inventory_id
      where r.order_id = any(${input.orderIds}::int[]) and r.closed_at is null)`.execute(tx);
}
