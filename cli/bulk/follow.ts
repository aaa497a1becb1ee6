import { setTimeout as pause } from 'node:timers/promises';
import type { BulkRun, Client } from '../../client/client.ts';
import { progress } from '../output/progress.ts';
import { count, type Terminal } from '../output/terminal.ts';
import { troubles } from './orders.ts';

/** Milliseconds between two looks. */
const every = 500;
/** Exit code of what Ctrl-C has ended, as shells have it. */
const endedByHand = 130;
/** Over so many looks the speed is taken. */
const looks = 20;

/** Shows how far a run is until it has come to its end, whoever brings it there. */
export async function followRun(client: Client, id: number, terminal: Terminal): Promise<BulkRun> {
  const shown = progress(terminal, `Bulk run ${id}`);
  const seen: { at: number; past: number }[] = [];
  for (;;) {
    const run = await client.bulkrun.get(id);
    seen.push({ at: Date.now(), past: pastOf(run) });
    if (seen.length > looks) seen.shift();
    if (run.state === 'done' || run.state === 'canceled') {
      shown.end(`${run.state}, ${outcomes(run)}`);
      return run;
    }
    shown.say(`${count(pastOf(run))} of ${count(run.total)}  ${speed(run, seen)}  ${outcomes(run)}`);
    await pause(every);
  }
}

/** Follows a run to its end. Ctrl-C ends the following and not the run, and says so. */
export async function followed(client: Client, id: number, terminal: Terminal) {
  const left = () => {
    terminal.write(`\nBulk run ${id} goes on: conveyor bulk show ${id} --follow\n`);
    process.exit(endedByHand);
  };
  process.once('SIGINT', left);
  try {
    const run = await followRun(client, id, terminal);
    return { run, wrong: await troubles(client, id) };
  } finally {
    process.off('SIGINT', left);
  }
}

/** 0: every order is done or was skipped for there was nothing to do; 1: some failed or have warnings; 3: it is not done. */
export function exitCodeOf({ state, warned, failed }: BulkRun): number {
  if (state !== 'done') return 3;
  return warned + failed > 0 ? 1 : 0;
}

const pastOf = ({ done, skipped, warned, failed }: BulkRun): number => done + skipped + warned + failed;

/** `1,190 done, 10 failed`. */
export function outcomes(run: BulkRun): string {
  const named = (['done', 'skipped', 'warned', 'failed'] as const).filter((name) => name === 'done' || run[name] > 0);
  return named.map((name) => `${count(run[name])} ${name}`).join(', ');
}

function speed({ state, rate }: BulkRun, seen: readonly { at: number; past: number }[]): string {
  if (state === 'paused') return 'paused';
  const [first, last] = [seen[0]!, seen.at(-1)!];
  const now = last.at > first.at ? ((last.past - first.past) * 1000) / (last.at - first.at) : 0;
  return `${now.toFixed(1)}/s${rate === null ? '' : ` of at most ${rate}`}`;
}
