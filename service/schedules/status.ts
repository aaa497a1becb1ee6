import type { Client, ScheduleDescription } from '@temporalio/client';
import { sql } from 'kysely';
import type { Schedule } from '../../config/schedules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Row } from '../platform/database/row.ts';
import { personName } from '../platform/database/sql-forms.ts';
import { type Definition, definitionIn, definitionInFile, differences } from './difference.ts';
import { descriptionOrForeign, listedNames } from './owned.ts';
import { type PauseState, pauseStateOf } from './pause.ts';
import { applyRefusal, type Rights, startRefusal } from './rights.ts';
import { type FiredRun, lastRuns } from './runs.ts';
import type { ScheduleStatus } from './schema.ts';
import { isoIn } from './zoned-time.ts';

/** The parts of an answer: Temporal, the schedules of the operators' file, and the rights of the caller. */
export interface Sources {
  readonly temporal: Client;
  readonly database: Pick<Database, 'kysely'>;
  readonly file: readonly Schedule[];
  readonly rights: Rights;
}

/** The times and runs that the list shows of each schedule. */
const fewRuns = 3;
/** Temporal keeps ten. */
const allRuns = 10;

/** Returns the schedules of the file, in its order, and then those of Temporal that the file does not have. */
export async function readSchedules(sources: Sources): Promise<ScheduleStatus[]> {
  const names = sources.file.map(({ name }) => name);
  const others = (await listedNames(sources.temporal)).filter((name) => !names.includes(name));
  const read = await Promise.all([...names, ...others].map((name) => facts(sources, name, fewRuns)));
  // Somebody may have removed a schedule since it was listed.
  return answersOf(
    sources,
    read.filter(({ state, wanted }) => state !== 'missing' || wanted !== null),
  );
}

/** Returns one schedule; null if neither the file nor Temporal has it. */
export async function readSchedule(sources: Sources, name: string): Promise<ScheduleStatus | null> {
  const read = await facts(sources, name, allRuns);
  if (read.description === null && read.wanted === null) return null;
  const [answer = null] = await answersOf(sources, [read]);
  return answer;
}

/** Facts of a schedule from the file and from Temporal. */
interface Facts {
  readonly name: string;
  readonly state: ScheduleStatus['state'];
  readonly wanted: Schedule | null;
  readonly description: ScheduleDescription | null;
  readonly pause: PauseState | null;
  readonly definition: Definition | null;
  readonly runs: readonly FiredRun[];
  readonly most: number;
}

async function facts({ temporal, file }: Sources, name: string, most: number): Promise<Facts> {
  const wanted = file.find((schedule) => schedule.name === name) ?? null;
  const found = await descriptionOrForeign(temporal, name);
  const description = found === 'foreign' ? null : found;
  const pause = description && pauseStateOf(description);
  const fromFile = wanted && found === null ? definitionInFile(wanted) : null;
  return {
    name,
    state: found === 'foreign' ? 'foreign' : pause === null ? 'missing' : pause.paused ? 'paused' : 'running',
    wanted,
    description,
    pause,
    definition: description ? definitionIn(description) : fromFile,
    runs: description ? await lastRuns(temporal, description, most) : [],
    most,
  };
}

async function answersOf({ database, rights }: Sources, all: readonly Facts[]): Promise<ScheduleStatus[]> {
  const ids = all.flatMap(({ pause }) => (pause?.paused && pause.decision ? [pause.decision.userId] : []));
  const names = await userNames(database, [...new Set(ids)]);
  return all.map((one) => answerOf(one, names, rights));
}

async function userNames({ kysely }: Sources['database'], ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row<'account', 'id'> & { name: string }>`
    -- Reads the names of the users who paused schedules.
    select id, ${personName()} as name from account where id = any(${ids}::bigint[])`.execute(kysely);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function answerOf(
  { name, state, wanted, description, pause, definition, runs, most }: Facts,
  names: ReadonlyMap<number, string>,
  rights: Rights,
): ScheduleStatus {
  const zoned = isoIn(definition?.time_zone ?? 'UTC');
  const info = description?.info;
  const next = state === 'running' ? (info?.nextActionTimes ?? []) : [];
  return {
    name,
    state,
    paused: pause?.paused ? pausedBy(pause, names, zoned) : null,
    in_file: wanted !== null,
    definition,
    difference: state === 'foreign' ? null : differenceOf(name, wanted, description, rights),
    next: next.slice(0, most).map(zoned),
    last: runs.map((run) => runAnswer(run, zoned)),
    running: info?.runningActions.length ?? 0,
    waiting: Number(description?.raw.info?.bufferSize ?? 0),
    skipped: info?.numActionsSkippedOverlap ?? 0,
    missed: info?.numActionsMissedCatchupWindow ?? 0,
    start: startAnswer(name, state, definition, rights),
  };
}

function pausedBy({ note, decision }: PauseState, names: ReadonlyMap<number, string>, zoned: (at: Date) => string) {
  if (decision === null) return { note, by: null, at: null };
  const { userId: id, at } = decision;
  return { note, by: { id, name: names.get(id) ?? null }, at: zoned(at) };
}

function differenceOf(
  name: string,
  wanted: Schedule | null,
  description: ScheduleDescription | null,
  rights: Rights,
): ScheduleStatus['difference'] {
  const current = new Map(description ? [[name, description]] : []);
  const [change] = differences(wanted ? [wanted] : [], current);
  if (!change) return null;
  const why = wanted && applyRefusal(wanted, rights);
  return { kind: change.kind, fields: change.fields, apply: { allowed: why === null, why } };
}

function runAnswer({ at, workflow, outcome, bulkRun, counts, why }: FiredRun, zoned: (at: Date) => string) {
  return { at: zoned(at), workflow_id: workflow, outcome, bulkrun_id: bulkRun, counts, why };
}

function startAnswer(
  name: string,
  state: ScheduleStatus['state'],
  definition: Definition | null,
  rights: Rights,
): ScheduleStatus['start'] {
  const why =
    state === 'missing'
      ? 'Temporal does not have the schedule yet.'
      : state === 'foreign'
        ? 'Conveyor did not create the schedule.'
        : startRefusal(name, definition?.run ?? null, rights);
  return { allowed: why === null, why };
}
