import type { Worker, WorkerOptions } from 'node:worker_threads';
import type { HookResults } from './hook-results.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from './refusal.ts';
import type { HookInput, LogLine } from './run-hook.ts';
import type { CarrierHook } from './shipment.ts';

export interface ThreadLimits {
  /** Memory of JavaScript values that a plugin may hold. */
  readonly memoryMb: number;
  /** How long a thread may not answer before it is ended. */
  readonly blockedMs: number;
  /** How long it may take until its plugin is loaded. */
  readonly startMs: number;
}

/** What a thread is started with. */
export interface ThreadData {
  readonly name: string;
  readonly file: string;
  /** Options as the operators' file says them: the plugin's schema reads them once more, in the thread. */
  readonly written: unknown;
}

export type ToThread =
  | { readonly call: number; readonly hook: CarrierHook; readonly input: HookInput }
  | { readonly abort: number }
  | { readonly ping: true };

export type FromThread =
  | { readonly ready: true }
  | { readonly pong: true }
  | { readonly call: number; readonly line: LogLine }
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly error: ThrownThere };

/** What a hook threw, as it can be told from thread to thread. */
export interface ThrownThere {
  readonly name: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** The thread ended under the calls that were in it. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly calls: number;

  constructor(message: string, calls: number) {
    super(message);
    this.calls = calls;
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly say: (line: LogLine) => void;
}

/** Seconds between the questions whether it still answers. */
const askEveryMs = 500;
/** Lines that a plugin writes past its log (`console.log`), for each life of a thread. */
const strayLines = 100;

/** The thread of one carrier's plugin, from its start to its end. */
export class CarrierThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #calls = new Map<number, Pending>();
  #count = 0;
  #alive = true;
  #ready = false;
  #retired = false;
  #heard = Date.now();
  #watch: NodeJS.Timeout | undefined;
  /** Resolves when its plugin is loaded; what hooks may take counts from then. @throws ThreadEnded where it cannot be */
  readonly started: Promise<void>;
  #start: { resolve: () => void; reject: (error: ThreadEnded) => void } | undefined;

  constructor(start: (options: WorkerOptions) => Worker, data: ThreadData, limits: ThreadLimits) {
    this.#limits = limits;
    this.#worker = start({
      workerData: data,
      name: data.name,
      // What it writes past its log is read here, and not without end.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#over(endWords(error, limits)));
    this.#worker.on('exit', (code) => this.#over(`ended its thread with code ${code}`));
    this.#readStray(this.#worker.stdout);
    this.#readStray(this.#worker.stderr);
    this.started = new Promise((resolve, reject) => {
      this.#start = { resolve, reject };
    });
    this.started.catch(() => undefined);
    this.#watchOver();
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** @throws ThreadEnded where it ends meanwhile; else what the hook threw */
  run<Hook extends CarrierHook>(
    hook: Hook,
    input: HookInput,
    { signal, say }: { readonly signal: AbortSignal; readonly say: (line: LogLine) => void },
  ): Promise<HookResults[Hook]> {
    this.#count += 1;
    const call = this.#count;
    const abort = () => this.#post({ abort: call });
    const answer = new Promise<unknown>((resolve, reject) => {
      if (!this.#alive) return reject(new ThreadEnded('its thread has ended', 0));
      this.#calls.set(call, { resolve, reject, say });
      this.#post({ call, hook, input });
      signal.addEventListener('abort', abort);
      this.#watchOver();
    });
    return answer.finally(() => signal.removeEventListener('abort', abort)) as Promise<HookResults[Hook]>;
  }

  /** Ends once what is in it is done. */
  retire(): void {
    this.#retired = true;
    if (this.#calls.size === 0) void this.end();
  }

  async end(): Promise<void> {
    this.#over('was ended');
    await this.#worker.terminate();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromThread): void {
    this.#heard = Date.now();
    if ('ready' in message) {
      this.#ready = true;
      this.#start?.resolve();
      if (this.#calls.size === 0) this.#rest();
    }
    if (!('call' in message)) return;
    const pending = this.#calls.get(message.call);
    if (!pending) return;
    if ('line' in message) {
      pending.say(message.line);
      return;
    }
    this.#calls.delete(message.call);
    if ('error' in message) pending.reject(thrownHere(message.error));
    else pending.resolve(message.result);
    if (this.#calls.size === 0) this.#rest();
  }

  /** While calls are in it, the thread has to answer. */
  #watchOver(): void {
    if (this.#watch) return;
    this.#worker.ref();
    this.#heard = Date.now();
    this.#watch = setInterval(() => {
      const { blockedMs, startMs } = this.#limits;
      const limit = this.#ready ? blockedMs : startMs;
      if (Date.now() - this.#heard <= limit) return this.#post({ ping: true });
      this.#over(`kept its thread busy for ${limit / 1000} s without an answer, as a loop without end does`);
      void this.#worker.terminate();
    }, askEveryMs);
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#worker.unref();
    if (this.#retired && this.#alive) void this.end();
  }

  #over(why: string): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#rest();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#start?.reject(new ThreadEnded(why, 1));
    for (const { reject } of calls) reject(new ThreadEnded(why, calls.length));
  }

  #readStray(stream: NodeJS.ReadableStream): void {
    let said = 0;
    stream.on('data', (chunk: Buffer) => {
      for (const message of chunk.toString('utf8').split('\n').filter(Boolean)) {
        said += 1;
        const [first] = this.#calls.values();
        if (said <= strayLines) first?.say({ level: 'info', message: message.slice(0, 2_000), fields: {} });
      }
    });
  }
}

function endWords(error: Error & { code?: string }, { memoryMb }: ThreadLimits): string {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return `used more than ${memoryMb} MB of memory`;
  return `failed outside of its hook: ${error.name}: ${error.message}`;
}

function thrownHere({ name, message, retryAfterSeconds }: ThrownThere): Error {
  if (name === 'CarrierRefused') return new CarrierRefused(message);
  if (name === 'CarrierUnavailable') return new CarrierUnavailable(message, retryAfterSeconds);
  if (name === 'PluginDefect') return new PluginDefect(message);
  return Object.assign(new Error(message), { name });
}
