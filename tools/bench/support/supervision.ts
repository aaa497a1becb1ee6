import { setTimeout as pause } from 'node:timers/promises';
import { openDataFolder } from '../../../cli/stack/data-folder.ts';
import type { Launch } from '../../../cli/stack/processes/program.ts';
import { Supervised } from '../../../cli/stack/processes/supervised.ts';
import { present } from './series-figures.ts';

export interface ProgramSettings extends Launch {
  readonly name: string;
  /** Resolves to true when the program can work. Called every 50 ms. */
  readonly isReady: () => Promise<boolean>;
}

/** Starts a program of a product. If it dies, it is started again after 0.2 s, as a process manager of a host does it. */
export async function startProgram(folder: string, { name, isReady, ...launch }: ProgramSettings): Promise<Supervised> {
  const program = new Supervised(
    {
      name,
      channel: false,
      stopSignal: 'SIGTERM',
      killSignal: 'SIGKILL',
      grace: 10_000,
      launch: async () => launch,
      ready: (signal) => until(isReady, signal),
    },
    openDataFolder(folder),
    (line) => process.stderr.write(`${line}\n`),
  );
  await program.start();
  return program;
}

/** Returns the process id of a program that runs. */
export function pidOf(program: Supervised): number {
  return present(program.pid, `process of ${program.name}`);
}

/** Returns whether an address answers with 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Waits until a condition is true. */
export async function until(condition: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && !(await condition())) await pause(50);
}
