import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, sentenceOf } from '../../../lib/failure.ts';
import type { DataFolder } from '../data-folder.ts';
import { removePid, writePid } from './pid-file.ts';
import type { Launch, Program } from './program.ts';

const firstPause = 200;
const longestPause = 10_000;
/** After a run of this many milliseconds, the pause before a restart is the first pause again. */
const stableAfter = 30_000;
const readyWithin = 120_000;

/**
 * A program of the stack that is restarted when it dies. States: stopped → starting → running → (dies) → pausing → starting.
 * `stop` leads from every state to stopped.
 */
export class Supervised {
  readonly #program: Program;
  readonly #folder: DataFolder;
  readonly #report: (line: string) => void;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #restart: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(program: Program, folder: DataFolder, report: (line: string) => void) {
    this.#program = program;
    this.#folder = folder;
    this.#report = report;
  }

  get name(): string {
    return this.#program.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process and waits until it is ready. @throws Failure with the end of its log when it exits before */
  async start(): Promise<void> {
    const log = this.#logFile();
    const before = sizeOf(log);
    const launch = await this.#program.launch();
    this.#stopping.signal.throwIfAborted();
    const output = openSync(log, 'a', 0o600);
    const child = this.#spawn(launch, output);
    closeSync(output);
    const wait = new AbortController();
    const startedAt = Date.now();
    let ready = false;
    this.#child = child;
    const message = new Promise<void>((resolve) => child.once('message', () => resolve()));
    const exit = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    this.#ended = exit.then(() => undefined);
    exit.then((how) => {
      this.#child = undefined;
      removePid(this.#pidFile());
      if (ready && !this.#stopping.signal.aborted) this.#restart = this.#restartUntilReady(how, Date.now() - startedAt);
    });
    try {
      // On a full disk this throws. The next start could not find a process without its file.
      if (child.pid !== undefined) writePid(this.#pidFile(), child.pid);
      await Promise.race([
        this.#program.ready(wait.signal, message),
        exit.then((how) => Promise.reject(new Failure(this.#exitMessage(how, before)))),
        deadline(wait.signal, `${this.#program.name} was not ready within ${readyWithin / 1000} seconds; see ${log}.`),
      ]);
      ready = true;
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      wait.abort();
    }
  }

  #spawn(launch: Launch, output: number): ChildProcess {
    // A process inherits the umask, and `spawn` has no option for it.
    const umask = process.umask();
    if (launch.umask !== undefined) process.umask(launch.umask);
    try {
      return spawn(launch.command, launch.args, {
        cwd: launch.cwd ?? this.#folder.path,
        env: launch.env ?? process.env,
        uid: launch.uid,
        gid: launch.gid,
        // This starts a session: Ctrl-C in the terminal reaches only the supervisor, which stops the programs in order.
        detached: true,
        stdio: ['ignore', output, output, ...(this.#program.channel ? (['ipc'] as const) : [])],
      });
    } finally {
      process.umask(umask);
    }
  }

  /** Sends the stop signal, and the kill signal after the grace period. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#end();
    await this.#restart;
    await this.#end();
  }

  /** Lets one of our own programs reload its configuration. */
  hangUp(): void {
    this.#signal('SIGHUP');
  }

  /** Ends the process at once. */
  kill(): void {
    this.#stopping.abort();
    this.#signal(this.#program.killSignal);
  }

  async #end(): Promise<void> {
    if (!this.#child) return;
    this.#signal(this.#program.stopSignal);
    if (await within(this.#program.grace, this.#ended)) return;
    this.#signal(this.#program.killSignal);
    if (await within(3_000, this.#ended)) return;
    this.#signal('SIGKILL');
    await this.#ended;
  }

  #signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async #restartUntilReady(how: string, lasted: number): Promise<void> {
    let wait = lasted > stableAfter ? firstPause : Math.min(this.#lastPause * 2, longestPause);
    let reason = how;
    while (!this.#stopping.signal.aborted) {
      this.#lastPause = wait;
      this.#report(`${this.#program.name} ended unexpectedly (${reason}); restarting it in ${wait / 1000} s.`);
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      try {
        await this.start();
        this.#report(`${this.#program.name} is back.`);
        return;
      } catch (error) {
        reason = sentenceOf(error);
        wait = Math.min(wait * 2, longestPause);
      }
    }
  }

  #lastPause = firstPause / 2;

  /** Describes the exit, with the last 12 log lines since position `from` that are not JSON. */
  #exitMessage(how: string, from: number): string {
    const output = readFileSync(this.#logFile()).subarray(from).toString('utf8').trim().split('\n');
    const lines = output.filter((line) => line.trim() !== '' && !line.startsWith('{')).slice(-12);
    const tail = lines.length > 0 ? `:\n${lines.join('\n')}` : '.';
    return `${this.#program.name} ended before it was ready (${how}; log in ${this.#logFile()})${tail}`;
  }

  #logFile(): string {
    return join(this.#folder.logs, `${this.#program.name}.log`);
  }

  #pidFile(): string {
    return join(this.#folder.run, `${this.#program.name}.pid`);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function deadline(signal: AbortSignal, message: string): Promise<never> {
  await pause(readyWithin, undefined, { signal, ref: false }).catch(() => new Promise(() => undefined));
  throw new Failure(message);
}

async function within(milliseconds: number, event: Promise<void>): Promise<boolean> {
  const cancel = new AbortController();
  const done = event.then(() => true);
  const late = pause(milliseconds, false, { signal: cancel.signal }).catch(() => false);
  try {
    return await Promise.race([done, late]);
  } finally {
    cancel.abort();
  }
}
