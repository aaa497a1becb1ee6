import { setTimeout as pause } from 'node:timers/promises';
import type { BulkRun, Client } from '../../client/client.ts';
import { progress } from '../output/progress.ts';
import { count, type Terminal } from '../output/terminal.ts';
import { failuresOf } from './orders.ts';

/** Milliseconds between two polls. */
const pollInterval = 500;
/** Exit code after Ctrl-C, as in shells. */
const interruptedCode = 130;
/** Number of polls that the measured speed covers. */
const speedPolls = 20;

/** Shows the progress of a run until it is done or canceled. */
export async function followRun(client: Client, id: number, terminal: Terminal): Promise<BulkRun> {
  const shown = progress(terminal, `Bulk run ${id}`);
  const polls: Poll[] = [];
  for (;;) {
    const run = await client.bulkrun.get(id);
    polls.push({ at: Date.now(), finished: finishedOf(run) });
    if (polls.length > speedPolls) polls.shift();
    if (run.state === 'done' || run.state === 'canceled') {
      shown.end(`${run.state}, ${outcomes(run)}`);
      return run;
    }
    shown.show(`${count(finishedOf(run))} of ${count(run.total)}  ${speed(run, polls)}  ${outcomes(run)}`);
    await pause(pollInterval);
  }
}

/** Follows a run until it ends. At Ctrl-C the process ends and the run continues. */
export async function followToEnd(client: Client, id: number, terminal: Terminal) {
  const onInterrupt = () => {
    terminal.write(`\nBulk run ${id} continues. To follow it again: conveyor bulk show ${id} --follow\n`);
    process.exit(interruptedCode);
  };
  process.once('SIGINT', onInterrupt);
  try {
    const run = await followRun(client, id, terminal);
    return { run, wrong: await failuresOf(client, id) };
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Returns 0 if all orders are done or skipped, 1 if some failed or have warnings, 3 if the run is not done. */
export function exitCodeOf({ state, warned, failed }: BulkRun): number {
  if (state !== 'done') return 3;
  return warned + failed > 0 ? 1 : 0;
}

const finishedOf = ({ done, skipped, warned, failed }: BulkRun): number => done + skipped + warned + failed;

/** Returns a summary such as `1,190 done, 10 failed`. */
export function outcomes(run: BulkRun): string {
  const named = (['done', 'skipped', 'warned', 'failed'] as const).filter((name) => name === 'done' || run[name] > 0);
  return named.map((name) => `${count(run[name])} ${name}`).join(', ');
}

interface Poll {
  readonly at: number;
  readonly finished: number;
}

function speed({ state, rate }: BulkRun, polls: readonly Poll[]): string {
  if (state === 'paused') return 'paused';
  const [first, last] = [polls[0], polls.at(-1)];
  const now =
    first && last && last.at > first.at ? ((last.finished - first.finished) * 1000) / (last.at - first.at) : 0;
  return `${now.toFixed(1)}/s${rate === null ? '' : ` of at most ${rate}`}`;
}
