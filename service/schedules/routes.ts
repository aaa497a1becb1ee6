import { scheduleRunId } from '../../workflows/contract/scheduled-run.ts';
import { type Call, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { problem } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { withTemporal } from '../platform/routes/temporal.ts';
import { timelineAnswer } from '../platform/routes/timeline-routes.ts';
import { applyChanges, checkedChanges } from './apply.ts';
import { definitionIn } from './difference.ts';
import {
  backfillSchedule,
  noteApplied,
  notePause,
  noteResume,
  scheduleTimeline,
  triggerSchedule,
} from './operations.ts';
import { ownSchedule, unknownSchedule } from './owned.ts';
import { type Decision, pause, pauseStateOf, resume } from './pause.ts';
import { schedule } from './resource.ts';
import { assertStart, closedSite, type Rights } from './rights.ts';
import {
  applyAnswer,
  applyBody,
  backfillAnswer,
  backfillBody,
  pauseBody,
  resumeBody,
  scheduleAnswer,
  triggerAnswer,
  triggerBody,
} from './schema.ts';
import { dueTimes, mostDueTimes, type Period } from './start.ts';
import { readSchedule, readSchedules, type Sources } from './status.ts';
import { isoIn } from './zoned-time.ts';

/** The due times that one backfill may start. Each is a bulk run, and runs one after the other. A week by the hour has 168. */
const mostBackfilled = 200;

const rightsToStart =
  'The run acts as the user of the engine. So you also need the permission `bulkrun.create`, the permission of its action on a single order, the rights to read the records in its expression, and all sites.';

/**
 * Time until a call reports that Temporal does not answer, in milliseconds. It usually takes some milliseconds, and
 * a person waits.
 */
const quick = 10_000;
/** The same for an apply, which changes one schedule after the other. */
const longestApply = 45_000;

/** Schedules have no ids outside of the event log, so their addresses have the name. */
export const routes: Endpoint[] = [
  endpoint('GET /schedule', {
    permission: 'schedule.read',
    summary: "List the schedules of the operators' file and of Temporal",
    description:
      "The schedules of the file come first, in its order; then those that only Temporal has. Each has its last three runs and its next three times. With `difference`, Temporal has it otherwise than the operators' file. Temporal's list may be two seconds old.",
    answer: { shows: schedule },
    returns: scheduleAnswer.array(),
    handle: (call) => withSchedules(call, async (sources) => ({ value: await readSchedules(sources) })),
  }),
  endpoint('GET /schedule/{name}', {
    permission: 'schedule.read',
    summary: 'Read a schedule with its times and runs',
    description: 'It has its last ten runs and its next ten times.',
    returns: scheduleAnswer,
    handle: (call) => withSchedules(call, async (sources) => ({ value: await shown(sources, call.params.name) })),
  }),
  endpoint('GET /schedule/{name}/timeline', {
    permission: 'schedule.read',
    summary: 'List all decisions about a schedule that were made through the service, with their users',
    description:
      'Decisions in Temporal are not among them. The timeline stays available after the schedule is removed.',
    returns: timelineAnswer,
    handle: async (call) => ({ value: await scheduleTimeline(call.database, call.params.name) }),
  }),
  endpoint('POST /schedule/{name}/pause', {
    permission: 'schedule.pause',
    summary: 'Pause a schedule: it starts no further run',
    description:
      'A run in progress continues. Due times that wait for the run before them are dropped. A schedule that is paused already does not change, and keeps the note of the person who paused it.',
    body: pauseBody,
    returns: scheduleAnswer,
    errors: ['schedule.missing', 'schedule.foreign'],
    handle: (call) =>
      withSchedules(call, async (sources) => {
        const { name } = call.params;
        const { note } = call.body;
        const { handle, description } = await ownSchedule(sources, name);
        const before = pauseStateOf(description);
        const now = decisionOf(call);
        if (!before.paused) await pause(handle, note, now);
        const decision = before.paused ? before.decision : now;
        if (isOwn(decision, call)) await notePause(call, { name, note, at: decision.at });
        return { value: await shown(sources, name) };
      }),
  }),
  endpoint('POST /schedule/{name}/resume', {
    permission: 'schedule.resume',
    summary: 'Resume a paused schedule',
    description: `It continues with the next due time. For the times that it missed, backfill it. A schedule that is not paused does not change. ${rightsToStart}`,
    body: resumeBody,
    returns: scheduleAnswer,
    errors: ['schedule.missing', 'schedule.foreign'],
    handle: (call) =>
      withSchedules(call, async (sources) => {
        const { name } = call.params;
        const { note = null } = call.body;
        const { handle, description } = await startable(sources, name);
        const before = pauseStateOf(description);
        const now = decisionOf(call);
        if (before.paused) await resume(handle, description, now);
        const decision = before.paused ? now : before.decision;
        if (isOwn(decision, call)) await noteResume(call, { name, note, at: decision.at });
        return { value: await shown(sources, name) };
      }),
  }),
  endpoint('POST /schedule/{name}/trigger', {
    permission: 'schedule.trigger',
    summary: 'Run a schedule now, also while it is paused',
    description: `Temporal starts the run within a second. If its last run is in progress, \`overlap\` decides. ${rightsToStart}`,
    body: triggerBody,
    returns: triggerAnswer,
    errors: ['schedule.missing', 'schedule.foreign'],
    handle: (call) =>
      withSchedules(call, async (sources) => {
        const { name } = call.params;
        const { zoned, overlap } = await startable(sources, name);
        const at = wholeSecond(new Date());
        await triggerSchedule(call, { name, at, overlap: call.body.overlap ?? overlap });
        return { value: { name, at: zoned(at), workflow_id: scheduleRunId(name, at) } };
      }),
  }),
  endpoint('POST /schedule/{name}/backfill', {
    permission: 'schedule.backfill',
    summary: 'Run a schedule for the due times of a past period, such as a pause',
    description: `At most ${mostBackfilled} times in one call. A time whose run started within the last 24 hours starts no other. With \`dry_run\` the answer has the times, and nothing starts. ${rightsToStart}`,
    body: backfillBody,
    returns: backfillAnswer,
    errors: ['schedule.missing', 'schedule.foreign', 'schedule.too-many-times'],
    handle: (call) =>
      withSchedules(call, async (sources) => {
        const { name } = call.params;
        const { overlap = 'buffer all', dry_run = false } = call.body;
        const { zoned } = await startable(sources, name);
        const period = periodOf(call.body);
        const times = await dueTimes(sources.temporal, name, period);
        if (times.length > mostBackfilled) throw tooMany(name, times.length);
        if (!dry_run && times.length > 0) await backfillSchedule(call, { name, period, overlap });
        return { value: { name, dry_run, times: times.map(zoned) } };
      }),
  }),
  endpoint('POST /schedule/apply', {
    permission: 'schedule.apply',
    summary: "Make the schedules in Temporal as the operators' file says",
    description:
      "The file is the active configuration of this service. Schedules that it no longer has are removed; their runs continue. A person's pause stays, unless the file says `paused`. Schedules that Conveyor did not create stay unchanged. The runs of added and changed schedules are checked before anything changes, and you need the rights to start them: `bulkrun.create`, the permission of their action on a single order, the rights to read the records in their expressions, and all sites.",
    body: applyBody,
    returns: applyAnswer,
    errors: ['config.faulty', 'schedule.foreign'],
    handle: (call) =>
      withSchedules(
        call,
        async ({ temporal, file, rights }) => {
          const { dry_run = false } = call.body;
          const changes = await checkedChanges(call, temporal, file, rights);
          if (!dry_run && changes.length > 0) {
            await applyChanges(temporal, file, changes);
            await noteApplied(call, changes);
          }
          return { value: { dry_run, applied: !dry_run || changes.length === 0, changes } };
        },
        longestApply,
      ),
  }),
];

type AnyCall = Pick<Call<unknown, unknown>, 'services' | 'database' | 'actor' | 'permissions' | 'readAccess'>;

/** Runs work with the schedules of the file and of Temporal, within ten seconds by default. @throws service.unavailable; schedule.missing, schedule.foreign, record.unknown */
async function withSchedules<T>(call: AnyCall, work: (sources: Sources) => Promise<T>, within = quick): Promise<T> {
  const { services, database, actor, permissions, readAccess } = call;
  const file = services.configuration.schedules;
  const rights: Rights = { permissions, readAccess, closedSite: await closedSite(database, actor.siteIds) };
  return withTemporal(call, (temporal) => work({ temporal, database, file, rights }), { within });
}

/** @throws record.unknown with similar names, also for a schedule of others that the file does not have */
async function shown(sources: Sources, name: string) {
  const answer = await readSchedule(sources, name);
  if (answer) return answer;
  throw await unknownSchedule(sources.temporal, name);
}

/**
 * Returns what a call needs that has a schedule start runs.
 * @throws permission.missing, site.not-allowed, schedule.foreign if the caller may not start them; as `ownSchedule`
 */
async function startable(sources: Sources, name: string) {
  const { handle, description } = await ownSchedule(sources, name);
  const { run, time_zone } = definitionIn(description);
  assertStart(name, run, sources.rights);
  const { overlap = 'SKIP' } = description.policies;
  return { handle, description, zoned: isoIn(time_zone), overlap };
}

const decisionOf = ({ actor }: AnyCall): Decision => ({ userId: actor.userId, at: new Date() });

/** Whether the caller made the decision: now, or in an earlier attempt of this request. */
const isOwn = (decision: Decision | null, { actor }: AnyCall): decision is Decision =>
  decision?.userId === actor.userId;

const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);

/** @throws body.invalid for a period that is not in the past */
function periodOf({ from: first, to: last }: { readonly from: string; readonly to?: string | undefined }): Period {
  const now = new Date();
  const [from, to] = [new Date(first), last === undefined ? now : new Date(last)];
  if (to > now) throw unfit('/to', 'must not be in the future: the schedule runs then by itself');
  if (from > to) throw unfit('/from', 'must not be after the end of the period');
  return { from, to };
}

function tooMany(name: string, times: number) {
  const number = times < mostDueTimes ? String(times) : `${mostDueTimes} or more`;
  const detail = `Schedule ${name} has ${number} due times in this period, and a call starts ${mostBackfilled} at most. Name a shorter period.`;
  return problem('schedule.too-many-times', detail, { schedule: name, limit: mostBackfilled });
}
