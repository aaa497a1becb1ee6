import type { Worker, WorkerOptions } from 'node:worker_threads';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from '../errors.ts';
import { atPlace, publicMessage } from '../fault-place.ts';
import type { CarrierHook } from '../shipment.ts';
import type { HookResults } from './hook-results.ts';
import type { HookInput, LogLine } from './run-hook.ts';
import type { Trial, TrialRequest } from './trial.ts';

export interface ThreadLimits {
  /** Limit for JavaScript values of the plugin. */
  readonly memoryMb: number;
  /** Time without an answer that ends a thread, in milliseconds. */
  readonly blockedMs: number;
  /** Time limit for loading the plugin. */
  readonly startMs: number;
}

/** Input of a new thread. */
export interface ThreadData {
  readonly name: string;
  readonly file: string;
  /** Options as written in the operators' file. The plugin's schema parses them again in the thread. */
  readonly written: unknown;
  /** For a trial: how its requests are answered. */
  readonly trial?: Trial | undefined;
}

export type ToThread =
  | { readonly call: number; readonly hook: CarrierHook; readonly input: HookInput }
  | { readonly abort: number }
  | { readonly ping: true };

export type FromThread =
  | { readonly ready: true }
  | { readonly pong: true }
  | { readonly call: number; readonly line: LogLine }
  | { readonly call: number; readonly request: TrialRequest }
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly error: TransferredError };

/** An error of a hook in a form that can be sent between threads. */
export interface TransferredError {
  readonly name: string;
  readonly message: string;
  /** The stack of the plugin, so that its author finds the line. */
  readonly stack?: string | undefined;
  readonly retryAfterSeconds?: number;
}

/** The thread ended while calls were running in it. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly calls: number;

  /** @param cause the error that ended the thread, if there is one */
  constructor(message: string, calls: number, cause?: unknown) {
    super(message, { cause });
    this.calls = calls;
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly say: (line: LogLine) => void;
  readonly reportRequest: ((request: TrialRequest) => void) | undefined;
}

/** Tools of one call that stay in this thread. */
export type CallTools = Pick<Pending, 'say'> & {
  readonly signal: AbortSignal;
  /** For a trial. */
  readonly reportRequest?: Pending['reportRequest'];
};

/** Milliseconds between two pings of the thread. */
const pingEveryMs = 500;
/** Greatest number of lines from `console.log` instead of the log, for each thread. */
const consoleLines = 100;

/** The thread of one carrier's plugin. */
export class CarrierThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #calls = new Map<number, Pending>();
  #count = 0;
  #alive = true;
  #ready = false;
  #retired = false;
  #lastMessageAt = Date.now();
  #pings: NodeJS.Timeout | undefined;
  /** Resolves when the plugin is loaded. Time limits of hooks count from then. @throws ThreadEnded if it cannot be loaded */
  readonly started: Promise<void>;
  #start: { resolve: () => void; reject: (error: ThreadEnded) => void } | undefined;

  constructor(start: (options: WorkerOptions) => Worker, data: ThreadData, limits: ThreadLimits) {
    this.#limits = limits;
    this.#worker = start({
      workerData: data,
      name: data.name,
      // Output to the console is read here, up to a limit.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#close(endReason(error, limits), error));
    this.#worker.on('exit', (code) => this.#close(`ended its thread with code ${code}`));
    this.#readConsole(this.#worker.stdout);
    this.#readConsole(this.#worker.stderr);
    this.started = new Promise((resolve, reject) => {
      this.#start = { resolve, reject };
    });
    this.started.catch(() => undefined);
    this.#startPings();
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Runs a hook in the thread. @throws ThreadEnded if the thread ends during the call; any error of the hook */
  run<Hook extends CarrierHook>(
    hook: Hook,
    input: HookInput,
    { signal, say, reportRequest }: CallTools,
  ): Promise<HookResults[Hook]> {
    this.#count += 1;
    const call = this.#count;
    const abort = () => this.#post({ abort: call });
    const answer = new Promise<unknown>((resolve, reject) => {
      if (!this.#alive) return reject(new ThreadEnded('its thread has ended', 0));
      this.#calls.set(call, { resolve, reject, say, reportRequest });
      this.#post({ call, hook, input });
      signal.addEventListener('abort', abort);
      this.#startPings();
    });
    return answer.finally(() => signal.removeEventListener('abort', abort)) as Promise<HookResults[Hook]>;
  }

  /** Ends the thread after its running calls. */
  retire(): void {
    this.#retired = true;
    if (this.#calls.size === 0) void this.end();
  }

  async end(): Promise<void> {
    this.#close('was ended');
    await this.#worker.terminate();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    this.#lastMessageAt = Date.now();
    if ('ready' in message) {
      this.#ready = true;
      this.#start?.resolve();
      if (this.#calls.size === 0) this.#goIdle();
    }
    if (!('call' in message)) return;
    const pending = this.#calls.get(message.call);
    if (!pending) return;
    if ('line' in message) {
      pending.say(message.line);
      return;
    }
    if ('request' in message) {
      pending.reportRequest?.(message.request);
      return;
    }
    this.#calls.delete(message.call);
    if ('error' in message) pending.reject(restored(message.error));
    else pending.resolve(message.result);
    if (this.#calls.size === 0) this.#goIdle();
  }

  /** Pings the thread while calls are running, and ends it if it does not answer in time. */
  #startPings(): void {
    if (this.#pings) return;
    this.#worker.ref();
    this.#lastMessageAt = Date.now();
    this.#pings = setInterval(() => {
      const { blockedMs, startMs } = this.#limits;
      const limit = this.#ready ? blockedMs : startMs;
      if (Date.now() - this.#lastMessageAt <= limit) return this.#post({ ping: true });
      this.#close(`kept its thread busy for ${limit / 1000} s without an answer, as an endless loop does`);
      void this.#worker.terminate();
    }, pingEveryMs);
  }

  #goIdle(): void {
    clearInterval(this.#pings);
    this.#pings = undefined;
    this.#worker.unref();
    if (this.#retired && this.#alive) void this.end();
  }

  #close(why: string, cause?: unknown): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#goIdle();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#start?.reject(new ThreadEnded(why, 1, cause));
    for (const { reject } of calls) reject(new ThreadEnded(why, calls.length, cause));
  }

  /** Passes lines of the console to the log of a running call. */
  #readConsole(stream: NodeJS.ReadableStream): void {
    let count = 0;
    // A letter of several bytes may be divided between two chunks.
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      for (const message of chunk.split('\n').filter(Boolean)) {
        count += 1;
        const [first] = this.#calls.values();
        if (count <= consoleLines) first?.say({ level: 'info', message: message.slice(0, 2_000), fields: {} });
      }
    });
  }
}

function endReason(error: Error & { code?: string }, { memoryMb }: ThreadLimits): string {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return `used more than ${memoryMb} MB of memory`;
  return `failed outside of its hook: ${error.name}: ${publicMessage(error)}${atPlace(error)}`;
}

function restored({ stack, ...error }: TransferredError): Error {
  return Object.assign(errorOf(error), stack === undefined ? {} : { stack });
}

function errorOf({ name, message, retryAfterSeconds }: TransferredError): Error {
  if (name === 'CarrierRefused') return new CarrierRefused(message);
  if (name === 'CarrierUnavailable') return new CarrierUnavailable(message, retryAfterSeconds);
  if (name === 'PluginDefect') return new PluginDefect(message);
  return Object.assign(new Error(message), { name });
}
