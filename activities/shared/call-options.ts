import { Context } from '@temporalio/activity';
import type { CallOptions } from '../../client/client.ts';
import { traceparent } from '../../tracing/tracing.ts';
import { requestHeader } from '../../workflows/contract/event.ts';
import { requestId } from './request-id.ts';

/**
 * Returns the options of a call to the service. The id of the workflow keeps the service from reporting events to a workflow
 * that caused them; the ids of request and trace connect the call with what started the workflow.
 */
export function callOptions(headers: Readonly<Record<string, string>> = {}): CallOptions {
  const { info, cancellationSignal } = Context.current();
  const workflow = info.workflowExecution?.workflowId;
  const request = requestId();
  const trace = traceparent();
  return {
    signal: cancellationSignal,
    headers: {
      ...(workflow ? { 'x-conveyor-workflow': workflow } : {}),
      ...(request === undefined ? {} : { [requestHeader]: request }),
      ...(trace === null ? {} : { traceparent: trace }),
      ...headers,
    },
  };
}

/** Returns the id of the workflow that runs the current activity. */
export function workflowId(): string {
  const execution = Context.current().info.workflowExecution;
  if (!execution) throw new Error('The activity does not belong to a workflow');
  return execution.workflowId;
}
