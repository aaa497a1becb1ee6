import { z } from 'zod';
import { choice, flag, omittable, text, timestamp } from '../platform/coercion/coerce.ts';
import { recordId } from '../platform/ids/ids.ts';

const overlap = choice('skip', 'buffer one', 'buffer all', 'cancel other', 'allow all');

/** Temporal takes 1,000 bytes, and 200 characters have 800 at most. */
const longestNote = 200;

export const pauseBody = z
  .object({ note: text(longestNote, { min: 1 }).describe('Why it is paused, for everybody who sees the schedule') })
  .meta({ example: { note: 'Stocktaking' } });
export type PauseBody = z.output<typeof pauseBody>;

export const resumeBody = z
  .object({ note: omittable(text(longestNote, { min: 1 })).describe('Kept with the event') })
  .meta({ example: { note: 'The count is done' } });

export const triggerBody = z
  .object({
    overlap: omittable(overlap).describe('The policy if its last run is not finished; the default is its own'),
  })
  .meta({ example: { overlap: 'skip' } });

export const backfillBody = z
  .object({
    from: timestamp().describe('The first moment of the period'),
    to: omittable(timestamp()).describe('The last moment of the period; the default is now'),
    overlap: omittable(overlap).describe(
      'The policy for overlapping runs; the default, `buffer all`, has them run one after the other',
    ),
    dry_run: omittable(flag()).describe('Only shows the times'),
  })
  .meta({ example: { from: '2026-04-20T22:00:00+00:00', to: '2026-04-22T22:00:00+00:00', dry_run: true } });

export const applyBody = z
  .object({ dry_run: omittable(flag()).describe('Only shows the changes') })
  .meta({ example: { dry_run: true } });

const run = z.object({
  action: z.string(),
  select: z.string().describe('The expression, which is evaluated when the run starts'),
  options: z.record(z.string(), z.unknown()),
  rate: z.number().nullable().describe('The maximum number of orders per second'),
});

const field = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() });

const changeKind = z.enum(['added', 'changed', 'removed']);

const allowance = z.object({ allowed: z.boolean(), why: z.string().nullable().describe('Why not') });

const lastRun = z.object({
  at: z.string().describe('When it was due, in the time zone of the schedule'),
  workflow_id: z.string(),
  outcome: z
    .string()
    .describe(
      '`running`; the state of the bulk run at its end, `done` or `canceled`; how the workflow ended without one: `failed`, `canceled`, `terminated`, `timed out`; `gone` if Temporal has deleted its history',
    ),
  bulkrun_id: recordId().nullable().describe('The bulk run, at `/bulkrun/{id}`; null if none was started'),
  counts: z
    .object({ done: z.int(), skipped: z.int(), warned: z.int(), failed: z.int() })
    .nullable()
    .describe('The orders of the bulk run by outcome, at its end'),
  why: z.string().nullable().describe('Why no bulk run was started, or why it ended early'),
});

export const scheduleStates = ['running', 'paused', 'missing', 'foreign'] as const;

export const scheduleAnswer = z
  .object({
    name: z.string(),
    state: z
      .enum(scheduleStates)
      .describe(
        "`missing`: the operators' file has it, and Temporal does not; `POST /schedule/apply` creates it. `foreign`: Temporal has a schedule of this id that Conveyor did not create, and the service does not touch it",
      ),
    paused: z
      .object({
        note: z.string().nullable(),
        by: z
          .object({ id: recordId(), name: z.string().nullable() })
          .nullable()
          .describe('The user who paused it; null if it was paused in Temporal or by the file'),
        at: z.string().nullable().describe('When; null if it is unknown who paused it'),
      })
      .nullable()
      .describe('Null if it is not paused'),
    in_file: z.boolean().describe("Whether the operators' file has it"),
    definition: z
      .object({
        cron: z.array(z.string()).nullable().describe('Null if the times were set outside of Conveyor'),
        time_zone: z.string(),
        overlap: z.string(),
        catch_up: z.string(),
        jitter: z.string(),
        note: z.string().nullable(),
        run: run.nullable().describe('Null if it was changed outside of Conveyor'),
      })
      .nullable()
      .describe(
        'The definition in Temporal, in the words of the file; the definition of the file while Temporal has none',
      ),
    difference: z
      .object({
        kind: changeKind,
        fields: z.array(field),
        apply: allowance.describe('Whether you have the rights to start what it would make'),
      })
      .nullable()
      .describe(
        "The change that `POST /schedule/apply` would make; null if Temporal has it as the operators' file says",
      ),
    next: z.array(z.string()).describe('The next times, with the offset of its time zone; none while it is paused'),
    last: z.array(lastRun).describe('The last runs, the newest first. Temporal keeps ten'),
    running: z.int().describe('The number of its runs that are in progress'),
    waiting: z.int().describe('The number of due times that wait for the run before them'),
    skipped: z.int().describe('The number of due times that were skipped, because the run before was in progress'),
    missed: z
      .int()
      .describe('The number of due times that Temporal missed, because it was down for longer than `catch_up`'),
    start: allowance.describe('Whether you may have it start runs: resume it, trigger it, backfill it'),
  })
  .meta({
    title: 'ScheduleStatus',
    example: {
      name: 'morning-issue',
      state: 'running',
      paused: null,
      in_file: true,
      definition: {
        cron: ['0 6 * * 1-5'],
        time_zone: 'Europe/Berlin',
        overlap: 'skip',
        catch_up: '12h',
        jitter: '0s',
        note: 'Orders of the night go to the warehouse',
        run: { action: 'issue', select: 'status.name = "Draft"', options: {}, rate: 5 },
      },
      difference: {
        kind: 'changed',
        fields: [{ field: 'cron', from: '0 6 * * 1-5', to: '0 5 * * 1-5' }],
        apply: { allowed: true, why: null },
      },
      next: ['2026-04-24T06:00:00+02:00', '2026-04-27T06:00:00+02:00'],
      last: [
        {
          at: '2026-04-23T06:00:00+02:00',
          workflow_id: 'schedule/morning-issue-2026-04-23T04:00:00Z',
          outcome: 'done',
          bulkrun_id: 17,
          counts: { done: 212, skipped: 0, warned: 0, failed: 3 },
          why: null,
        },
      ],
      running: 0,
      waiting: 0,
      skipped: 1,
      missed: 0,
      start: { allowed: true, why: null },
    },
  });
export type ScheduleStatus = z.output<typeof scheduleAnswer>;

export const triggerAnswer = z
  .object({
    name: z.string(),
    at: z.string().describe('The due time of the run, in the time zone of the schedule. `last` lists the run under it'),
    workflow_id: z.string(),
  })
  .meta({
    title: 'TriggeredSchedule',
    example: {
      name: 'morning-issue',
      at: '2026-04-23T14:03:10+02:00',
      workflow_id: 'schedule/morning-issue-2026-04-23T12:03:10Z',
    },
  });

export const backfillAnswer = z
  .object({
    name: z.string(),
    dry_run: z.boolean().describe('Whether nothing was started'),
    times: z.array(z.string()).describe('The due times of the period, in the time zone of the schedule'),
  })
  .meta({
    title: 'BackfilledSchedule',
    example: {
      name: 'morning-issue',
      dry_run: true,
      times: ['2026-04-21T06:00:00+02:00', '2026-04-22T06:00:00+02:00'],
    },
  });

export const applyAnswer = z
  .object({
    dry_run: z.boolean(),
    applied: z.boolean().describe("Whether Temporal has the schedules of the operators' file now"),
    changes: z.array(
      z.object({
        name: z.string(),
        kind: changeKind,
        fields: z.array(field),
        orders: z
          .int()
          .nullable()
          .describe('The number of orders that its selection matches now; null for a removed one'),
      }),
    ),
  })
  .meta({
    title: 'AppliedSchedules',
    example: {
      dry_run: true,
      applied: false,
      changes: [
        {
          name: 'morning-issue',
          kind: 'changed',
          fields: [{ field: 'cron', from: '0 5 * * 1-5', to: '0 6 * * 1-5' }],
          orders: 212,
        },
      ],
    },
  });
