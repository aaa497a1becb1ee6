import { Worker } from 'node:worker_threads';
import { type Answer, type Call, CallFailed, PoolFull, ThreadLost } from './calls.ts';

export interface ThreadLimits {
  /** Greatest number of threads. */
  readonly threads: number;
  /** Greatest number of calls that wait for a thread. */
  readonly waiting: number;
  /** Milliseconds that one call may take. A thread that takes longer is ended. */
  readonly callMs: number;
  /** Memory for JavaScript values of one thread, in MB. */
  readonly memoryMb: number;
  /** Time without a call until a thread ends and frees its memory, in milliseconds. */
  readonly idleMs: number;
}

interface Pending {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that keeps state between calls, such as a file that grows. */
export interface ReservedThread {
  run(name: string, input: unknown): Promise<unknown>;
  /** Gives the thread back. Calls that wait are still made. */
  release(): void;
}

/**
 * Threads for computations that would block the event loop. A thread makes one call at a time. It starts with the first call that
 * finds no other thread free, and ends when it has had nothing to do for some time.
 */
export class ThreadPool {
  readonly #module: URL;
  readonly #limits: ThreadLimits;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Pending[] = [];

  /** @param module of the threads; it calls `answerCalls` */
  constructor(module: URL, limits: ThreadLimits) {
    this.#module = module;
    this.#limits = limits;
  }

  /**
   * Makes a call in a free thread. Both values are copied.
   * @param name of the function in the module of the threads
   * @throws PoolFull; ThreadLost if the call takes too long or too much memory; CallFailed with the error of the function
   */
  run(name: string, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const pending = { name, input, resolve, reject };
      const thread = this.#freeThread();
      if (thread) return thread.make(pending);
      if (this.#waiting.length >= this.#limits.waiting) return reject(new PoolFull(this.#limits.waiting));
      this.#waiting.push(pending);
    });
  }

  /** Reserves the thread with the fewest reservations. Other calls use it too, between the calls of this reservation. */
  reserve(): ReservedThread {
    const [least] = [...this.#threads].sort((one, other) => one.reservations - other.reservations);
    const mayStart = this.#threads.size < this.#limits.threads;
    const thread = least && (least.reservations === 0 || !mayStart) ? least : this.#start();
    if (thread.reservations >= this.#limits.waiting) throw new PoolFull(this.#limits.waiting);
    thread.reservations++;
    let isHeld = true;
    return {
      run: (name, input) => new Promise((resolve, reject) => thread.makeInTurn({ name, input, resolve, reject })),
      release: () => {
        if (isHeld) thread.reservations--;
        isHeld = false;
      },
    };
  }

  /** Ends all threads. Calls that are not finished fail. */
  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadLost('was ended'));
    await Promise.all([...this.#threads].map((thread) => thread.end('was ended')));
  }

  #freeThread(): Thread | undefined {
    for (const thread of this.#threads) if (thread.isFree) return thread;
    return this.#threads.size < this.#limits.threads ? this.#start() : undefined;
  }

  #start(): Thread {
    const thread = new Thread(this.#module, this.#limits, {
      next: () => this.#waiting.shift(),
      ended: () => {
        this.#threads.delete(thread);
        const next = this.#waiting.shift();
        if (next) this.#freeThread()?.make(next);
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

interface Owner {
  /** Returns the next call that any thread may make. */
  readonly next: () => Pending | undefined;
  readonly ended: () => void;
}

class Thread {
  reservations = 0;
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #owner: Owner;
  readonly #own: Pending[] = [];
  #running: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(module: URL, limits: ThreadLimits, owner: Owner) {
    this.#limits = limits;
    this.#owner = owner;
    // Options of Node, for example from a test runner, are for the main thread.
    this.#worker = new Worker(module, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (answer: Answer) => this.#receive(answer));
    this.#worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#lose(isMemory ? `used more than ${limits.memoryMb} MB of memory` : `failed: ${error.message}`);
    });
    this.#worker.on('exit', (code) => this.#lose(`ended with code ${code}`));
    this.#worker.unref();
  }

  get isFree(): boolean {
    return !this.#hasEnded && this.#running === undefined;
  }

  /** Makes a call now. The thread is free. */
  make(pending: Pending): void {
    clearTimeout(this.#timer);
    this.#running = pending;
    this.#worker.ref();
    this.#timer = setTimeout(() => {
      void this.end(`took longer than ${this.#limits.callMs / 1000} s`);
    }, this.#limits.callMs);
    this.#worker.postMessage({ name: pending.name, input: pending.input } satisfies Call);
  }

  /** Makes a call after those that wait for this thread. */
  makeInTurn(pending: Pending): void {
    if (this.#hasEnded) pending.reject(new ThreadLost('was ended'));
    else if (this.isFree) this.make(pending);
    else this.#own.push(pending);
  }

  async end(why: string): Promise<void> {
    this.#lose(why);
    await this.#worker.terminate();
  }

  #receive(answer: Answer): void {
    const running = this.#running;
    clearTimeout(this.#timer);
    this.#running = undefined;
    this.#worker.unref();
    if ('error' in answer) running?.reject(new CallFailed(running.name, answer.error));
    else running?.resolve(answer.result);
    const next = this.#own.shift() ?? this.#owner.next();
    if (next) this.make(next);
    else this.#endWhenIdle();
  }

  #endWhenIdle(): void {
    this.#timer = setTimeout(() => {
      if (this.reservations === 0) void this.end('was ended');
      else this.#endWhenIdle();
    }, this.#limits.idleMs).unref();
  }

  #lose(why: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const lost = [...(this.#running ? [this.#running] : []), ...this.#own.splice(0)];
    this.#running = undefined;
    for (const { reject } of lost) reject(new ThreadLost(why));
    this.#owner.ended();
  }
}

/**
 * Returns the compiled module of a thread. Node 20 runs no TypeScript, so a program that runs from its sources, as tests do, takes
 * the module of the build.
 * @param here `import.meta.url` of a module in the same folder
 * @param name such as `thread.js`
 */
export function threadModule(here: string, name: string): URL {
  if (!here.endsWith('.ts')) return new URL(name, here);
  const root = new URL('../..', import.meta.url);
  const folder = new URL('.', here).href.slice(root.href.length);
  return new URL(`dist/${folder}${name}`, root);
}
