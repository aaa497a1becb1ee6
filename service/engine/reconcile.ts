import type { Client } from '@temporalio/client';
import type { Database } from '../platform/database/database.ts';
import {
  type OpenRecord,
  openRecords,
  pendingWorkflows,
  type RecordKey,
  type RecordState,
  readEpoch,
  recordOf,
  recordStates,
  withoutMessage,
} from './reconcile-records.ts';
import { describeRuns, listedAsRunning, maximumPage, type Run, runningRuns } from './reconcile-runs.ts';
import { type DifferenceKind, type RecordKind, recordKinds } from './schema.ts';

/** A record whose workflow does not run, or a workflow that runs for no open record of this database. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly record: RecordKind;
  readonly id: number;
  readonly workflow_id: string;
  /** The run that Temporal has; null where it has none. */
  readonly run_id: string | null;
  /** The action that removes the difference: start a workflow for the record, or terminate the run. */
  readonly remedy: 'start' | 'terminate';
}

/** The beginning of the next part of a comparison. */
export interface Position {
  /** The list of workflows, or a kind of records. */
  readonly part: 'workflows' | RecordKind;
  /** The token of Temporal's page, or the last compared id; '' at the beginning of the part. */
  readonly after: string;
}

/** A part of a comparison. */
export interface Comparison {
  readonly epoch: string;
  /** The numbers of compared open records and of compared running workflows. */
  readonly records: number;
  readonly workflows: number;
  readonly differences: readonly Difference[];
  /** Null after the last part. */
  readonly next: Position | null;
}

export interface Sides {
  readonly database: Database;
  readonly client: Client;
  /** Time after a change of a record while its workflow may still run, in seconds. Default: 60. */
  readonly quietSeconds?: number;
  /** The workflows or records of a page. Default and maximum: 1,000. */
  readonly pageSize?: number;
}

const parts = ['workflows', ...recordKinds] as const;

/**
 * Compares one page after the other, at least one, until a time.
 * @param options.until milliseconds since 1970
 */
export async function compare(sides: Sides, from: Position, options: { until: number }): Promise<Comparison> {
  let compared = await comparePage(sides, from);
  while (compared.next !== null && Date.now() < options.until && compared.differences.length < maximumPage) {
    const { epoch, records, workflows, differences, next } = await comparePage(sides, compared.next);
    compared = {
      epoch,
      records: compared.records + records,
      workflows: compared.workflows + workflows,
      differences: [...compared.differences, ...differences],
      next,
    };
  }
  return compared;
}

/**
 * Compares a page of the running workflows with their records, or a page of open records with their workflows. The
 * memory that it needs does not depend on their number. Temporal's list lags behind, and so each suspect is
 * described before it counts as a difference. A record with a message in the outbox is not a difference.
 */
async function comparePage(sides: Sides, position: Position): Promise<Comparison> {
  const epoch = await readEpoch(sides.database);
  const compared =
    position.part === 'workflows'
      ? await compareWorkflows(sides, epoch, position.after)
      : await compareRecords(sides, position.part, Number(position.after));
  const { after, ...part } = compared;
  return { epoch, ...part, next: nextPosition(position.part, after) };
}

type ComparedPage = Omit<Comparison, 'epoch' | 'next'> & { readonly after: string };

/** @param after the end of the page; '' after the last page of the part */
function nextPosition(part: Position['part'], after: string): Position | null {
  if (after !== '') return { part, after };
  const next = parts[parts.indexOf(part) + 1];
  return next === undefined ? null : { part: next, after: '' };
}

/** A running workflow and its record. */
interface RecordRun extends Run {
  readonly key: RecordKey;
}

/** Compares a page of running workflows with their records. */
async function compareWorkflows(sides: Sides, epoch: string, token: string): Promise<ComparedPage> {
  const { database, client, pageSize = maximumPage } = sides;
  const { runs, next } = await runningRuns(client, { token, pageSize });
  const recordRuns = runs.flatMap((run) => {
    const key = recordOf(run.workflowId);
    return key ? [{ ...run, key }] : [];
  });
  const stateOf = await statesOf(sides, recordRuns);
  const suspects = recordRuns.filter((run) => kindOfRun(run, stateOf(run), epoch) !== null);
  const described = await describeRuns(
    client,
    suspects.map(({ workflowId }) => workflowId),
  );
  const running = suspects.filter(
    ({ runId }, at) => described[at]?.runId === runId && described[at]?.status === 'RUNNING',
  );
  const pending = await pendingWorkflows(
    database,
    running.map(({ workflowId }) => workflowId),
  );
  const differences = running
    .filter(({ workflowId }) => !pending.has(workflowId))
    .flatMap((run) => differenceOfRun(run, stateOf(run), epoch));
  return { records: 0, workflows: recordRuns.length, differences, after: next };
}

/** Returns a function from a run to the state of its record. */
async function statesOf({ database, quietSeconds = 60 }: Sides, runs: readonly RecordRun[]) {
  const states = new Map<RecordKind, Map<number, RecordState>>();
  for (const kind of recordKinds) {
    const ids = runs.flatMap(({ key }) => (key.kind === kind ? [key.id] : []));
    if (ids.length > 0) states.set(kind, await recordStates(database, kind, { ids, quietSeconds }));
  }
  return ({ key }: RecordRun): RecordState => {
    const state = states.get(key.kind)?.get(key.id) ?? 'unknown';
    // A delivery may be sent again after its end.
    return key.isResend && state === 'over' ? 'ending' : state;
  };
}

function kindOfRun(run: Run, state: RecordState, epoch: string): DifferenceKind | null {
  if (run.epoch !== epoch) return 'other_epoch';
  return state === 'over' || state === 'unknown' ? 'over' : null;
}

function differenceOfRun(run: RecordRun, state: RecordState, epoch: string): Difference[] {
  const kind = kindOfRun(run, state, epoch);
  if (kind === null) return [];
  const { key, workflowId, runId } = run;
  const remedy = state === 'open' ? 'start' : 'terminate';
  return [{ kind, record: key.kind, id: key.id, workflow_id: workflowId, run_id: runId, remedy }];
}

/** Compares a page of open records with the list of running workflows. */
async function compareRecords(sides: Sides, kind: RecordKind, after: number): Promise<ComparedPage> {
  const { database, client, pageSize = maximumPage } = sides;
  const records = await openRecords(database, kind, { after, limit: pageSize });
  const listed = await listedAsRunning(
    client,
    records.map(({ workflowIds }) => workflowIds[0]),
  );
  const suspects = await withoutMessage(
    database,
    records.filter(({ workflowIds }) => !listed.has(workflowIds[0])),
  );
  const found = await differencesOf(client, suspects);
  // A record that was closed, or driven again, while it was described is no difference.
  const still = await withoutMessage(
    database,
    found.map(({ record }) => record),
  );
  const differences = found.flatMap(({ record, difference }) => (still.includes(record) ? [difference] : []));
  const last = records.length < pageSize ? undefined : records.at(-1);
  return { records: records.length, workflows: 0, differences, after: last === undefined ? '' : String(last.id) };
}

/** Describes the workflows of records that the list does not show. @returns a difference for each record without a running one */
async function differencesOf(client: Client, records: readonly OpenRecord[]) {
  const workflowIds = [...new Set(records.flatMap((record) => record.workflowIds))];
  const described = await describeRuns(client, workflowIds);
  const runs = new Map(workflowIds.map((workflowId, at) => [workflowId, described[at] ?? null]));
  return records.flatMap((record) => {
    const own = record.workflowIds.flatMap((workflowId) => runs.get(workflowId) ?? []);
    if (own.some(({ status }) => status === 'RUNNING')) return [];
    const [last] = own;
    const difference: Difference = {
      kind: last === undefined ? 'missing' : kindOfEnd(last),
      record: record.kind,
      id: record.id,
      workflow_id: last?.workflowId ?? record.workflowIds[0],
      run_id: last?.runId ?? null,
      remedy: 'start',
    };
    return [{ record, difference }];
  });
}

function kindOfEnd({ status }: Run): DifferenceKind {
  return status === 'FAILED' || status === 'TIMED_OUT' ? 'failed' : 'ended';
}
