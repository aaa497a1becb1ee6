import { Context } from '@temporalio/activity';
import type { CallOptions } from '../client/client.ts';

/** Every call carries the workflow's id: the service does not tell a workflow about what it did itself. */
export function callOptions(headers: Readonly<Record<string, string>> = {}): CallOptions {
  const { info, cancellationSignal } = Context.current();
  const workflow = info.workflowExecution?.workflowId;
  return {
    signal: cancellationSignal,
    headers: { ...(workflow ? { 'x-conveyor-workflow': workflow } : {}), ...headers },
  };
}
