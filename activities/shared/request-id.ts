import { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptors } from '@temporalio/worker';
import { requestHeader } from '../../workflows/contract/order.ts';

const requests = new WeakMap<Context, string>();

/** Id of the request that the activity under way comes from: in the log of the worker, and carried on by its calls. */
export function requestId(): string | undefined {
  return requests.get(Context.current());
}

/** Takes the id over from the workflow. */
export function requestInterceptors(activity: Context): ActivityInterceptors {
  return {
    inbound: {
      execute(input, next) {
        const sent = input.headers[requestHeader];
        if (sent) requests.set(activity, defaultPayloadConverter.fromPayload<string>(sent));
        return next(input);
      },
    },
    outbound: {
      getLogAttributes(input, next) {
        const request = requests.get(activity);
        return next(request === undefined ? input : { ...input, request_id: request });
      },
    },
  };
}
