import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataFolder } from '../data-folder.ts';
import { Failure, sentenceOf } from './failure.ts';
import { removePid, writePid } from './pid-file.ts';
import type { Program } from './program.ts';

const firstPause = 200;
const longestPause = 10_000;
/** A process that ran this long was well: the next pause starts from the first again. */
const wellAfter = 30_000;
const readyWithin = 120_000;

/**
 * A process of the stack, kept running: started, watched, started again when it dies, stopped when asked.
 * stopped → starting → running → (dies) → pausing → starting …; `stop` leads to stopped from everywhere.
 */
export class Supervised {
  readonly #program: Program;
  readonly #folder: DataFolder;
  readonly #say: (line: string) => void;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #revival: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(program: Program, folder: DataFolder, say: (line: string) => void) {
    this.#program = program;
    this.#folder = folder;
    this.#say = say;
  }

  get name(): string {
    return this.#program.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the process and waits until it is ready; rejects with its last words where it ends before. */
  async start(): Promise<void> {
    const log = this.#logFile();
    const before = sizeOf(log);
    const launch = await this.#program.launch();
    this.#stopping.signal.throwIfAborted();
    const output = openSync(log, 'a', 0o600);
    // A session of its own: Ctrl-C in the terminal reaches only the supervisor, which stops the processes in order.
    const child = spawn(launch.command, launch.args, {
      cwd: launch.cwd ?? this.#folder.path,
      env: launch.env ?? process.env,
      uid: launch.uid,
      gid: launch.gid,
      detached: true,
      stdio: ['ignore', output, output, ...(this.#program.channel ? (['ipc'] as const) : [])],
    });
    closeSync(output);
    const wait = new AbortController();
    const began = Date.now();
    let ready = false;
    this.#child = child;
    const told = new Promise<void>((resolve) => child.once('message', () => resolve()));
    const gone = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    this.#ended = gone.then(() => undefined);
    if (child.pid !== undefined) writePid(this.#pidFile(), child.pid);
    gone.then((how) => {
      this.#child = undefined;
      removePid(this.#pidFile());
      if (ready && !this.#stopping.signal.aborted) this.#revival = this.#revive(how, Date.now() - began);
    });
    try {
      await Promise.race([
        this.#program.ready(wait.signal, told),
        gone.then((how) => Promise.reject(new Failure(this.#lastWords(how, before)))),
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

  /** Stops the process by its own means, and by force where it does not go in time. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#end();
    await this.#revival;
    await this.#end();
  }

  /** Has one of our own processes read its configuration again. */
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

  async #revive(how: string, lasted: number): Promise<void> {
    let wait = lasted > wellAfter ? firstPause : Math.min(this.#lastPause * 2, longestPause);
    let why = how;
    while (!this.#stopping.signal.aborted) {
      this.#lastPause = wait;
      this.#say(`${this.#program.name} ended unexpectedly (${why}); starting it again in ${wait / 1000} s.`);
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      try {
        await this.start();
        this.#say(`${this.#program.name} is back.`);
        return;
      } catch (error) {
        why = sentenceOf(error);
        wait = Math.min(wait * 2, longestPause);
      }
    }
  }

  #lastPause = firstPause / 2;

  /** What the process itself said before it ended, as far as it is meant for people. */
  #lastWords(how: string, from: number): string {
    const said = readFileSync(this.#logFile()).subarray(from).toString('utf8').trim().split('\n');
    const lines = said.filter((line) => line.trim() !== '' && !line.startsWith('{')).slice(-12);
    const words = lines.length > 0 ? `:\n${lines.join('\n')}` : '.';
    return `${this.#program.name} ended before it was ready (${how}; log in ${this.#logFile()})${words}`;
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
