import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { isAlive } from '../../cli/stack/processes/process-identity.ts';
import { projectRoot } from '../../config/root.ts';

export const programs = ['postgres', 'temporal', 'service', 'worker'] as const;
export type ProgramName = (typeof programs)[number];

export interface RunningStack {
  readonly data: string;
  readonly url: string;
  /** The address of the Temporal server. */
  readonly temporal: string;
  readonly process: ChildProcess;
  output(): string;
  pid(name: ProgramName | 'stack'): number;
  /** Waits until the output contains the text; fails after 90 seconds or when the process exits. */
  prints(text: string): Promise<void>;
  /** Returns the key of the administrator from the stack's credentials file. */
  adminKey(): string;
  /** Kills the programs with SIGKILL, 100 ms apart. */
  kill(victims: readonly ProgramName[]): Promise<void>;
  /** Waits until the supervisor has printed, after the position `from` of the output, that each program is back. */
  restarted(victims: readonly ProgramName[], from: number): Promise<void>;
  /** Sends the signal to the supervisor and returns its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `npx conveyor up` as a person does, and resolves when it prints that it runs. */
export async function startStack(data: string, port: number, variables: NodeJS.ProcessEnv = {}): Promise<RunningStack> {
  const stack = launchStack(data, port, variables);
  await stack.prints('Conveyor is running.');
  return stack;
}

/** Starts `npx conveyor up` and returns at once. */
export function launchStack(data: string, port: number, variables: NodeJS.ProcessEnv = {}): RunningStack {
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
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const pid = (name: ProgramName | 'stack') => Number(readFileSync(join(data, 'run', `${name}.pid`), 'utf8'));
  return {
    data,
    url: `http://127.0.0.1:${port}`,
    temporal: `127.0.0.1:${port + 1}`,
    process: child,
    output: () => text,
    pid,
    async prints(expected) {
      await until(() => text.includes(expected) || child.exitCode !== null, 90_000);
      if (!text.includes(expected)) throw new Error(`The stack did not print "${expected}", but:\n${text}`);
    },
    adminKey: () => JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')).admin.api_key,
    async kill(victims) {
      for (const victim of victims) {
        process.kill(pid(victim), 'SIGKILL');
        await pause(100);
      }
    },
    async restarted(victims, from) {
      const lines = victims.map((victim) => `${victim} is back.`);
      await until(() => lines.every((line) => text.slice(from).includes(line)), 60_000);
      for (const line of lines) expect(text.slice(from)).toContain(line);
    },
    async end(signal) {
      if (signal) child.kill(signal);
      return exited;
    },
  };
}

/** Kills the processes that a failed test left running. */
export function killLeftovers(data: string): void {
  for (const name of ['stack', ...programs]) {
    const file = join(data, 'run', `${name}.pid`);
    if (existsSync(file)) end(Number(readFileSync(file, 'utf8')));
  }
}

function end(pid: number): void {
  if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** Polls every 50 ms until the condition holds or the time is over; the caller checks the result. */
export async function until(condition: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await pause(50);
  }
}

/** Returns whether every part of a stack works. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const status = (await (await fetch(`${url}/status`)).json()) as { state: string };
    return status.state === 'ok';
  } catch {
    return false;
  }
}
