import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { redriveAutowork } from '../autowork/operations.ts';
import { redriveRun } from '../bulk-runs/operations.ts';
import type { CallContext } from '../platform/database/operation.ts';
import { Problem } from '../platform/problems/problems.ts';
import { redriveReturn } from '../returns/operations.ts';
import { redriveDelivery } from '../webhooks/operations.ts';
import { redriveOrder } from './drive.ts';
import type { Difference } from './reconcile.ts';
import { inParallel } from './reconcile-runs.ts';
import type { RecordKind } from './schema.ts';

/** A difference, and whether it was removed. */
export interface FixedDifference extends Difference {
  readonly fixed: boolean;
  /** Why it was not removed; null where it was. */
  readonly why: string | null;
}

/** Writes the start of an open record's workflow into the outbox. */
function redrive(call: CallContext, { record, id, workflow_id, kind }: Difference): Promise<unknown> {
  const drives: Readonly<Record<RecordKind, () => Promise<unknown>>> = {
    salesorder: () => redriveOrder(call, { orderId: id, why: reasons[kind] }),
    autowork: () => redriveAutowork(call, id),
    bulkrun: () => redriveRun(call, id),
    returnorder: () => redriveReturn(call, id),
    webhookdelivery: () => redriveDelivery(call, { deliveryId: id, workflowId: workflow_id }),
  };
  return drives[record]();
}

/** The reason of each start in the timeline, and of each end in Temporal's pages. */
const reasons: Readonly<Record<Difference['kind'], string>> = {
  missing: 'Temporal had no workflow of it.',
  ended: 'Its workflow had ended.',
  failed: 'Its workflow had failed.',
  over: 'Its record is over.',
  other_epoch: 'Its workflow belonged to another epoch of the database.',
};

/**
 * Removes differences: it terminates runs, and writes start rows into the outbox. A record that its operation refuses keeps its
 * difference, with the reason.
 */
export function fix(call: CallContext, client: Client, differences: readonly Difference[]): Promise<FixedDifference[]> {
  return inParallel(differences, async (difference) => {
    const { kind, remedy } = difference;
    try {
      // If the process dies in between, the next comparison finds that the workflow has ended.
      if (kind === 'over' || kind === 'other_epoch') await terminate(client, difference);
      if (remedy === 'start') await redrive(call, difference);
      return { ...difference, fixed: true, why: null };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...difference, fixed: false, why: error.message };
    }
  });
}

async function terminate(client: Client, { kind, workflow_id, run_id }: Difference): Promise<void> {
  const workflow = client.workflow.getHandle(workflow_id, run_id ?? undefined);
  try {
    await workflow.terminate(`conveyor engine reconcile: ${reasons[kind]}`);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
