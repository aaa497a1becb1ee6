import { sql } from 'kysely';
import { traceparent } from '../../../tracing/tracing.ts';
import type { OperationContext } from '../database/operation.ts';
import { ringAfter } from './relay-wakeup.ts';

/** Has the relay tell a workflow something, once the transaction is through. How, the relay knows by the id of the workflow. */
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
  ringAfter(tx);
}
