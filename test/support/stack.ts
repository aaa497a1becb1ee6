import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../config/root.ts';
import { isAlive } from '../../stack/processes/process-identity.ts';

export const programs = ['postgres', 'temporal', 'service', 'worker'] as const;
export type ProgramName = (typeof programs)[number];

export interface RunningStack {
  readonly data: string;
  readonly url: string;
  readonly process: ChildProcess;
  output(): string;
  pid(name: ProgramName | 'stack'): number;
  /** Waits until the output holds the text. */
  says(text: string): Promise<void>;
  /** Sends the signal to the supervisor and gives its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `npx conveyor up` as a person would; resolves when it says that it runs. */
export async function startStack(data: string, port: number, variables: NodeJS.ProcessEnv = {}): Promise<RunningStack> {
  const stack = beginStack(data, port, variables);
  await stack.says('Conveyor is running.');
  return stack;
}

/** The same, without waiting for it. */
export function beginStack(data: string, port: number, variables: NodeJS.ProcessEnv = {}): RunningStack {
  const args = [join(projectRoot, 'bin', 'conveyor.mjs'), 'up', '--empty', '--data', data, '--port', String(port)];
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...inherited, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (part) => (text += part));
  child.stderr.on('data', (part) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    data,
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => text,
    pid: (name) => Number(readFileSync(join(data, 'run', `${name}.pid`), 'utf8')),
    async says(expected) {
      await until(() => text.includes(expected) || child.exitCode !== null, 90_000);
      if (!text.includes(expected)) throw new Error(`"${expected}" was not said, but:\n${text}`);
    },
    async end(signal) {
      if (signal) child.kill(signal);
      return ended;
    },
  };
}

/** Kills whatever a failed test has left of a stack. */
export function clearAway(data: string): void {
  for (const name of ['stack', ...programs]) {
    const file = join(data, 'run', `${name}.pid`);
    if (existsSync(file)) end(Number(readFileSync(file, 'utf8')));
  }
}

function end(pid: number): void {
  if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGKILL');
}

export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (await holds()) return;
    await pause(50);
  }
}

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
