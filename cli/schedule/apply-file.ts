import type { Client as Temporal } from '@temporalio/client';
import type { Client } from '../../client/client.ts';
import { faultLine } from '../../config/file/faults.ts';
import type { Schedule } from '../../config/schedules.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { agrees } from '../output/question.ts';
import { many, type Terminal } from '../output/terminal.ts';
import { applyChanges, changesOf, changesText } from './apply.ts';
import type { Change } from './difference.ts';

export interface ApplyOptions {
  readonly client: Client;
  readonly temporal: Temporal;
  /** Where the difference is shown. */
  readonly terminal: Terminal;
  /** Do not ask. */
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export interface Applied {
  readonly changes: readonly Change[];
  /** True where the schedules are those of the file now. */
  readonly applied: boolean;
}

/**
 * Shows how the schedules of the file differ from those in Temporal, and after a yes makes these the same. Runs are tried
 * with the service first, by dry runs: at night nobody would see the fault.
 * @throws Failure where the service refuses a run
 */
export async function applySchedules(schedules: readonly Schedule[], options: ApplyOptions): Promise<Applied> {
  const { client, temporal, terminal } = options;
  const matched = await matchedBy(client, schedules);
  const changes = await changesOf(temporal, schedules);
  if (changes.length === 0) {
    terminal.write(`Nothing to change: ${many(schedules.length, 'schedule')}, as in Temporal.\n`);
    return { changes, applied: true };
  }
  terminal.write(changesText(changes, matched, terminal));
  if (options.dryRun || !(options.yes || (await agreed(terminal)))) {
    terminal.write('Nothing was changed.\n');
    return { changes, applied: false };
  }
  await applyChanges(temporal, schedules, changes);
  terminal.write('Applied.\n');
  return { changes, applied: true };
}

/** How many orders each selection finds now, by dry runs: the service knows what a selection and its options may say. */
async function matchedBy(client: Client, schedules: readonly Schedule[]): Promise<Map<string, number>> {
  const { ProblemError } = await import('../../client/problem-error.ts');
  const matched = new Map<string, number>();
  const faults: string[] = [];
  for (const { name, run, selectAt } of schedules) {
    try {
      const body = { ...run, dry_run: true };
      const { total } = (await client.request<{ total: number }>({ method: 'POST', path: '/bulkrun', body }))!;
      matched.set(name, total);
    } catch (error) {
      if (!(error instanceof ProblemError) || ![400, 422].includes(error.status)) throw error;
      const { position } = error.members;
      const said = error.errors.map(({ pointer, detail }) => `${pointer.split('/').at(-1)} ${detail}`);
      // An expression's fault comes with the text and a caret under it: the file has the text.
      const message = said.length > 0 ? said.join('; ') : error.detail.split('\n')[0]!;
      faults.push(faultLine({ ...selectAt(typeof position === 'number' ? position : 0), message }));
    }
  }
  if (faults.length > 0) throw new Failure(faults.join('\n'));
  return matched;
}

async function agreed(terminal: Terminal): Promise<boolean> {
  if (!process.stdin.isTTY || !terminal.live) {
    terminal.write('--yes applies it without asking. ');
    return false;
  }
  return agrees('Apply this?');
}
