import type { Client as Temporal } from '@temporalio/client';
import type { Client } from '../../client/client.ts';
import { faultLine } from '../../config/file/faults.ts';
import type { Schedule } from '../../config/schedules.ts';
import { Failure } from '../../lib/failure.ts';
import { applyChanges, changesOf } from '../../schedules/apply.ts';
import type { Change } from '../../schedules/difference.ts';
import { agrees } from '../output/question.ts';
import { many, type Terminal } from '../output/terminal.ts';
import { changesText } from './changes-text.ts';

export interface ApplyOptions {
  readonly client: Client;
  readonly temporal: Temporal;
  /** Output for the differences. */
  readonly terminal: Terminal;
  /** Whether to apply without asking. */
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export interface ApplyResult {
  readonly changes: readonly Change[];
  /** Whether Temporal has the schedules of the file now. */
  readonly applied: boolean;
}

/**
 * Shows the differences between the schedules of the file and of Temporal, and applies the file after confirmation. The
 * service checks the runs by dry runs first, because a fault at night would go unnoticed.
 * @throws Failure if the service refuses a run
 */
export async function applySchedules(schedules: readonly Schedule[], options: ApplyOptions): Promise<ApplyResult> {
  const { client, temporal, terminal } = options;
  const matched = await orderCounts(client, schedules);
  const changes = await changesOf(temporal, schedules);
  if (changes.length === 0) {
    terminal.write(`No differences: Temporal has the ${many(schedules.length, 'schedule')} of the file.\n`);
    return { changes, applied: true };
  }
  terminal.write(changesText(changes, matched, terminal));
  if (options.dryRun || !(options.yes || (await isConfirmed(terminal)))) {
    terminal.write('Nothing was changed.\n');
    return { changes, applied: false };
  }
  await applyChanges(temporal, schedules, changes);
  terminal.write('Applied.\n');
  return { changes, applied: true };
}

/** Returns the number of orders of each selection. The service checks selections and options in dry runs. */
async function orderCounts(client: Client, schedules: readonly Schedule[]): Promise<Map<string, number>> {
  const { ProblemError } = await import('../../client/problem-error.ts');
  const matched = new Map<string, number>();
  const faults: string[] = [];
  for (const { name, run, selectAt } of schedules) {
    try {
      const body = { ...run, dry_run: true };
      const preview = await client.request<{ total: number }>({ method: 'POST', path: '/bulkrun', body });
      matched.set(name, preview?.total ?? 0);
    } catch (error) {
      if (!(error instanceof ProblemError) || ![400, 422].includes(error.status)) throw error;
      const { position } = error.members;
      const details = error.errors.map(({ pointer, detail }) => `${pointer.split('/').at(-1)} ${detail}`);
      // The detail of a faulty expression repeats its text with a caret. The place in the file replaces them.
      const message = details.length > 0 ? details.join('; ') : error.detail.replace(/\n.*/s, '');
      faults.push(faultLine({ ...selectAt(typeof position === 'number' ? position : 0), message }));
    }
  }
  if (faults.length > 0) throw new Failure(faults.join('\n'));
  return matched;
}

async function isConfirmed(terminal: Terminal): Promise<boolean> {
  if (!process.stdin.isTTY || !terminal.live) {
    terminal.write('To apply the differences, use --yes. ');
    return false;
  }
  return agrees('Apply these changes?');
}
