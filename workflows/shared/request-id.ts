import { defaultPayloadConverter, type Headers, type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow';
import { type EventSignal, requestHeader } from '../contract/order.ts';

/**
 * Part of every workflow: what it asks for carries the id of the request that it comes from, the one that started it or the
 * last that told it something. Nothing here waits or makes a promise: this is on the path of every call.
 */
export function interceptors(): WorkflowInterceptors {
  let request: string | undefined;
  const carried = <Input extends { headers: Headers }>(input: Input): Input =>
    request === undefined
      ? input
      : { ...input, headers: { ...input.headers, [requestHeader]: defaultPayloadConverter.toPayload(request) } };
  return {
    inbound: [
      {
        execute(input, next) {
          request ??= workflowInfo().memo?.request as string | undefined;
          return next(input);
        },
        handleSignal(input, next) {
          request = (input.args[0] as EventSignal | undefined)?.request ?? request;
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carried(input)),
        scheduleLocalActivity: (input, next) => next(carried(input)),
        getLogAttributes: (input, next) => next(request === undefined ? input : { ...input, request_id: request }),
      },
    ],
  };
}
