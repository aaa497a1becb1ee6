import { Context } from '@temporalio/activity';
import type { CallOptions } from '../../client/client.ts';
import { traceparent } from '../../lib/tracing/tracing.ts';
import { requestHeader } from '../../workflows/contract/event.ts';
import { priorityHeader } from '../../workflows/contract/priority.ts';
import { localAttempt } from '../../workflows/contract/retry.ts';
import { priority, requestId } from './call-headers.ts';

/** Header with the user that the engine acts for. */
const onBehalfHeader = 'x-on-behalf-of';

/** The activities that have sent a request on behalf of a user. */
const onBehalf = new WeakSet<Context>();

/** Returns true if the current activity acts for a user, with the permissions of that user. */
export function actsOnBehalf(): boolean {
  return onBehalf.has(Context.current());
}

/**
 * The options of a call in a local activity. It is short, and fails at once while the service gives no answer: an ordinary activity
 * makes the call then. It is repeated once after a closed connection or 503, without a key, as Temporal repeats the activity. The
 * attempts of a local activity are not visible either.
 */
export const localCall = {
  timeout: localAttempt.callSeconds * 1_000,
  retries: 1,
  idempotencyKey: null,
  failFast: true,
} as const satisfies CallOptions;

/**
 * Returns the options of a call to the service. The id of the workflow keeps the service from reporting events to a workflow
 * that caused them. The ids of request and trace connect the call with the start of the workflow. By its priority the service
 * makes bulk work wait.
 */
export function callOptions(headers: Readonly<Record<string, string>> = {}): CallOptions {
  return { ...reportOptions(headers), ...(Context.current().info.isLocal ? localCall : {}) };
}

/**
 * Returns the options of a call that stores what an activity has done. It waits for the service in a local activity too: another
 * attempt at the activity would do it a second time.
 */
export function reportOptions(headers: Readonly<Record<string, string>> = {}): CallOptions {
  const { info, cancellationSignal } = Context.current();
  const workflow = info.workflowExecution?.workflowId;
  const request = requestId();
  const key = priority();
  const trace = traceparent();
  if (onBehalfHeader in headers) onBehalf.add(Context.current());
  return {
    signal: cancellationSignal,
    headers: {
      ...(workflow ? { 'x-conveyor-workflow': workflow } : {}),
      ...(request === undefined ? {} : { [requestHeader]: request }),
      ...(key === undefined ? {} : { [priorityHeader]: String(key) }),
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
