import { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptors } from '@temporalio/worker';
import { requestHeader } from '../../workflows/contract/event.ts';

const requests = new WeakMap<Context, string>();

/** Returns the id of the request that caused the current activity, for the worker's log and the activity's calls. */
export function requestId(): string | undefined {
  return requests.get(Context.current());
}

/** Reads the request id from the header that the workflow sends along. */
export function requestInterceptors(activity: Context): ActivityInterceptors {
  return {
    inbound: {
      execute(input, next) {
        const header = input.headers[requestHeader];
        if (header) requests.set(activity, defaultPayloadConverter.fromPayload<string>(header));
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
