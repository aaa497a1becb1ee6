import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../../config/root.ts';

/** A running `conveyor …`, as a person or a supervisor starts it. */
export interface Command {
  readonly process: ChildProcess;
  /** All that it has written to both outputs so far. */
  output(): string;
  /** Resolves with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

const running = new Set<ChildProcess>();

/** Starts `conveyor` with arguments, and with variables beside those of the tests. */
export function startCommand(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Command {
  return startNode([join(projectRoot, 'bin', 'conveyor.mjs'), ...args], variables);
}

/** Starts Node.js with arguments. */
export function startNode(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Command {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...inherited, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return code ?? signal;
  });
  return { process: child, output: () => text, ended };
}

/** Kills the commands that a failed test left running. */
export function killCommands(): void {
  for (const child of running) child.kill('SIGKILL');
}
