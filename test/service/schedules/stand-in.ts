import {
  type Client,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { Engine } from '../../../service/engine.ts';

type Options = ScheduleOptions<ScheduleOptionsStartWorkflowAction<never>>;
type State = { readonly paused: boolean; readonly note?: string };

/**
 * Returns an engine whose Temporal server has schedules in memory, and no workflows. It is enough for what the service itself does with
 * schedules; the tests in `test/workflows/scheduled-run/` have a real server.
 */
export function engineWithSchedules(): Engine {
  const known = new Map<string, Options>();
  const change = (id: string, changed: (options: Options) => Options): void => {
    const options = known.get(id);
    if (!options) throw new ScheduleNotFoundError('There is no such schedule', id);
    known.set(id, changed(options));
  };
  const setState = (id: string, state: State) => change(id, (options) => ({ ...options, state }));
  const describe = (id: string) => {
    const options = known.get(id);
    if (!options) throw new ScheduleNotFoundError('There is no such schedule', id);
    return description(options);
  };
  const client = {
    options: { namespace: 'none', identity: 'test' },
    withDeadline: (_: number, work: () => unknown) => work(),
    schedule: {
      async *list() {
        for (const id of known.keys()) yield describe(id);
      },
      create: async (options: Options) => void known.set(options.scheduleId, options),
      getHandle: (id: string) => ({
        describe: async () => describe(id),
        pause: async (note: string) => setState(id, { paused: true, note }),
        unpause: async (note: string) => setState(id, { paused: false, note }),
        update: async (updated: (before: object) => object) =>
          change(id, (options) => ({ ...options, ...updated(description(options)) })),
        delete: async () => void known.delete(id),
      }),
    },
    workflow: {
      getHandle: () => ({ describe: () => Promise.reject(new WorkflowNotFoundError('none', 'none', undefined)) }),
    },
    workflowService: {
      listWorkflowExecutions: async () => ({ executions: [], nextPageToken: [] }),
      listScheduleMatchingTimes: async () => ({ startTime: [{ seconds: Date.parse('2026-04-21T04:00:00Z') / 1000 }] }),
    },
  } as unknown as Client;
  return Object.assign(new Engine(), { client: async () => client });
}

const noSecond = { start: 0, end: 0, step: 1 };

/** Returns what the server would tell about a schedule that was never due. */
function description({ spec, action, policies, state, memo, scheduleId }: Options) {
  return {
    scheduleId,
    memo,
    spec: { ...spec, calendars: spec.calendars?.map((calendar) => ({ ...calendar, second: [noSecond] })) },
    action,
    policies: { catchupWindow: 60_000, ...policies },
    state: { paused: false, ...state },
    info: {
      nextActionTimes: [],
      recentActions: [],
      runningActions: [],
      numActionsSkippedOverlap: 0,
      numActionsMissedCatchupWindow: 0,
    },
    raw: { info: { bufferSize: 0 } },
  };
}
