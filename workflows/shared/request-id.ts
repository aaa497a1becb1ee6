import { defaultPayloadConverter, type Headers, type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow';
import { type EventSignal, requestHeader } from '../contract/event.ts';

/**
 * Makes the calls of every workflow carry the id of a request: the one that started the workflow or that of its last signal. It
 * makes no promises, since it is on the path of every call.
 */
export function interceptors(): WorkflowInterceptors {
  let request: string | undefined;
  const withRequest = <Input extends { headers: Headers }>(input: Input): Input =>
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
        scheduleActivity: (input, next) => next(withRequest(input)),
        scheduleLocalActivity: (input, next) => next(withRequest(input)),
        getLogAttributes: (input, next) => next(request === undefined ? input : { ...input, request_id: request }),
      },
    ],
  };
}
