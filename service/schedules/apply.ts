import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import type { Schedule } from '../../config/schedules.ts';
import { scheduleId } from '../../workflows/contract/scheduled-run.ts';
import { countOrders } from '../bulk-runs/operations.ts';
import type { CallContext } from '../platform/database/operation.ts';
import { Problem, problem } from '../platform/problems/problems.ts';
import { definitionOf } from './definition.ts';
import { type Change, differences } from './difference.ts';
import { described, ownSchedules } from './owned.ts';
import { assertStart, type Rights } from './rights.ts';

/** A change of `apply`, and the orders that its selection matches now; null for a removed schedule. */
export interface CheckedChange extends Change {
  readonly orders: number | null;
}

/**
 * Returns the changes that make Temporal as the operators' file says. The runs of added and changed schedules are
 * checked first, because a fault at night would go unnoticed, and because callers may schedule only runs that they
 * may start themselves.
 * @throws config.faulty with the places in the file; permission.missing, site.not-allowed, schedule.foreign
 */
export async function checkedChanges(
  call: CallContext,
  temporal: Client,
  file: readonly Schedule[],
  rights: Rights,
): Promise<CheckedChange[]> {
  const checked: CheckedChange[] = [];
  const faults: object[] = [];
  for (const change of await changesOf(temporal, file)) {
    const schedule = file.find(({ name }) => name === change.name);
    try {
      const orders = schedule ? await countOrders(call, assertStart(schedule.name, schedule.run, rights)) : null;
      checked.push({ ...change, orders });
    } catch (error) {
      if (!schedule || !(error instanceof Problem) || ![400, 422].includes(error.status)) throw error;
      faults.push(faultOf(schedule, error));
    }
  }
  if (faults.length === 0) return checked;
  const lines = faults.map((fault) => lineOf(fault as Fault));
  throw problem('config.faulty', `Nothing has changed.\n${lines.join('\n')}`, { faults });
}

interface Fault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns the fault of a run with its place in the file. */
function faultOf({ selectAt }: Schedule, { members, message }: Problem): Fault {
  const { position, errors } = members as { position?: number; errors?: { pointer: string; detail: string }[] };
  const details = (errors ?? []).map(({ pointer, detail }) => `${pointer.split('/').at(-1)} ${detail}`);
  // The detail of a faulty expression repeats its text with a caret. The place in the file replaces them.
  const text = details.length > 0 ? details.join('; ') : message.replace(/\n.*/s, '');
  return { ...selectAt(position ?? 0), message: text };
}

const lineOf = ({ file, line, column, message }: Fault) => `${file}:${line}:${column} ${message}`;

/**
 * Returns the changes of `apply` in the order of the file; removed schedules come last.
 * @throws schedule.foreign if a name of the file belongs to a schedule that Conveyor did not create
 */
export async function changesOf(temporal: Client, wanted: readonly Schedule[]): Promise<Change[]> {
  const names = wanted.map(({ name }) => name);
  return differences(wanted, await ownSchedules(temporal, names));
}

/** Applies the changes to Temporal, one schedule after the other. Current runs continue. */
export async function applyChanges(
  temporal: Client,
  wanted: readonly Schedule[],
  changes: readonly Change[],
): Promise<void> {
  const byName = new Map(wanted.map((schedule) => [schedule.name, schedule]));
  for (const { kind, name } of changes) {
    const schedule = byName.get(name);
    if (!schedule) await remove(temporal, name);
    else if (kind === 'added') await create(temporal, schedule);
    else await update(temporal, schedule);
  }
}

/** Removes a schedule. Another process may have removed it. */
async function remove(temporal: Client, name: string): Promise<void> {
  try {
    await temporal.schedule.getHandle(scheduleId(name)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Creates a schedule. If another process has created it first, it is updated to match the file. */
async function create(temporal: Client, schedule: Schedule): Promise<void> {
  try {
    await temporal.schedule.create(definitionOf(schedule));
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await described(temporal, schedule.name);
    await update(temporal, schedule);
  }
}

/** An update replaces the whole schedule. The pause and the note that a person set are kept. */
async function update(temporal: Client, schedule: Schedule): Promise<void> {
  await temporal.schedule.getHandle(scheduleId(schedule.name)).update(({ state }) => {
    const { scheduleId: _, memo: __, ...definition } = definitionOf(schedule);
    const paused = schedule.paused ?? state.paused;
    const note = paused && state.paused ? (state.note ?? '') : (definition.state?.note ?? '');
    return { ...definition, state: { paused, note } };
  });
}
