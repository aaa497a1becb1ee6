import type { Client } from '@temporalio/client';
import type { Schedule } from '../../config/schedules.ts';
import { changesOf } from '../../schedules/apply.ts';
import { inputFor } from '../../schedules/definition.ts';
import type { Change } from '../../schedules/difference.ts';
import { countOrders } from '../bulk-runs/operations.ts';
import type { CallContext } from '../platform/database/operation.ts';
import { Problem, problem } from '../platform/problems/problems.ts';
import { demandStart, type Rights } from './rights.ts';

/** A change of `apply`, and the orders that its selection matches now; null for a removed schedule. */
export interface CheckedChange {
  readonly change: Change;
  readonly orders: number | null;
}

/**
 * Returns the changes that make Temporal as the operators' file says. The runs of added and changed schedules are
 * checked first, because a fault at night would go unnoticed, and because callers may schedule only runs that they
 * may start themselves.
 * @throws config.faulty with the places in the file; permission.missing, site.not-allowed; ScheduleError
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
      const orders = schedule
        ? await countOrders(call, demandStart(schedule.name, inputFor(schedule).run, rights))
        : null;
      checked.push({ change, orders });
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
