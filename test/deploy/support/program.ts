import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../config/root.ts';

const run = promisify(execFile);
const command = join(projectRoot, 'bin', 'conveyor.mjs');

/** A command of Conveyor with its environment, as a container gets them. */
export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RunningProgram extends Program {
  output(): string;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Only what a container would have: nothing of the environment of the tests. */
const environment = (env: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...env,
});

export function startProgram(program: Program): RunningProgram {
  const child = spawn(process.execPath, [command, ...program.args], {
    cwd: projectRoot,
    env: environment(program.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const ended = once(child, 'close').then(([code]) => code);
  return {
    ...program,
    output: () => text,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Runs a command of the command line to its end. @returns its output @throws Error if it fails, with its output */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(process.execPath, [command, ...args], { cwd: projectRoot, env: environment(env) });
  return stdout;
}
