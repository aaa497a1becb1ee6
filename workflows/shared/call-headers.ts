import { defaultPayloadConverter, type Headers, type WorkflowInterceptors, workflowInfo } from '@temporalio/workflow';
import { type EventSignal, requestHeader } from '../contract/event.ts';
import { priorityHeader } from '../contract/priority.ts';

/**
 * Makes the calls of every workflow carry the id of a request, that of its start or of its last signal, and the workflow's
 * priority: local activities know neither. It makes no promises, since it is on the path of every call.
 */
export function interceptors(): WorkflowInterceptors {
  let request: string | undefined;
  let headers: Headers = {};
  const rebuild = () => {
    const priority = workflowInfo().priority?.priorityKey;
    headers = {
      ...(request === undefined ? {} : { [requestHeader]: defaultPayloadConverter.toPayload(request) }),
      ...(priority ? { [priorityHeader]: defaultPayloadConverter.toPayload(priority) } : {}),
    };
  };
  const withHeaders = <Input extends { headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, ...headers },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          request ??= workflowInfo().memo?.request as string | undefined;
          rebuild();
          return next(input);
        },
        handleSignal(input, next) {
          request = (input.args[0] as EventSignal | undefined)?.request ?? request;
          rebuild();
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withHeaders(input)),
        scheduleLocalActivity: (input, next) => next(withHeaders(input)),
        getLogAttributes: (input, next) => next(request === undefined ? input : { ...input, request_id: request }),
      },
    ],
  };
}
