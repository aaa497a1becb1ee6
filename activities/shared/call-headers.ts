import { Context } from '@temporalio/activity';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { ActivityInterceptors } from '@temporalio/worker';
import { requestHeader } from '../../workflows/contract/event.ts';
import { type PriorityKey, priorityHeader } from '../../workflows/contract/priority.ts';

interface CallHeaders {
  readonly request: string | undefined;
  readonly priority: PriorityKey | undefined;
}

const known = new WeakMap<Context, CallHeaders>();

/** Returns the id of the request that caused the current activity, for the worker's log and the activity's calls. */
export function requestId(): string | undefined {
  return known.get(Context.current())?.request;
}

/** Returns the priority key of the workflow that runs the current activity. */
export function priority(): PriorityKey | undefined {
  return known.get(Context.current())?.priority;
}

/** Reads the request id and the priority from the headers that the workflow sends along. */
export function headerInterceptors(activity: Context): ActivityInterceptors {
  return {
    inbound: {
      execute(input, next) {
        const { [requestHeader]: request, [priorityHeader]: key } = input.headers;
        known.set(activity, { request: read<string>(request), priority: read<PriorityKey>(key) });
        return next(input);
      },
    },
    outbound: {
      getLogAttributes(input, next) {
        const request = known.get(activity)?.request;
        return next(request === undefined ? input : { ...input, request_id: request });
      },
    },
  };
}

function read<Value>(header: Payload | undefined): Value | undefined {
  return header && defaultPayloadConverter.fromPayload<Value>(header);
}
