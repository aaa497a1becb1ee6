import { Context } from '@temporalio/activity';
import type { CallOptions } from '../../client/client.ts';
import { traceparent } from '../../tracing/tracing.ts';
import { requestHeader } from '../../workflows/contract/order.ts';
import { requestId } from './request-id.ts';

/**
 * Every call carries the workflow's id: the service does not tell a workflow about what it did itself. It also carries the
 * id of the request that the workflow comes from, and its trace.
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
