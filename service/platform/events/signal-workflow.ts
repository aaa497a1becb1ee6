import { sql } from 'kysely';
import { traceparent } from '../../../tracing/tracing.ts';
import type { OperationContext } from '../database/operation.ts';
import { wakeRelayAfterCommit } from './relay-wakeup.ts';

/**
 * Lets the relay signal a workflow after the transaction has committed. The id of the workflow decides how the relay does this.
 */
export async function signalWorkflow(
  { tx, actor }: OperationContext,
  workflowId: string,
  payload: object,
): Promise<void> {
  await sql`
    insert into outbox (workflow_id, kind, payload, request_id, traceparent)
    values (${workflowId}, 'signal', ${JSON.stringify(payload)}::jsonb, ${actor.requestId}, ${traceparent()})`.execute(
    tx,
  );
  wakeRelayAfterCommit(tx);
}
