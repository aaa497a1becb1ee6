import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ConfiguredCarrier } from '../configured.ts';
import { PluginDefect } from '../errors.ts';
import type { CarrierHook } from '../shipment.ts';
import { type CallTools, CarrierThread, ThreadEnded, type ThreadLimits } from './carrier-thread.ts';
import type { HookResults } from './hook-results.ts';
import type { HookInput } from './run-hook.ts';
import { withTimeLimit } from './time-limit.ts';
import type { Trial } from './trial.ts';

export interface ThreadSettings {
  readonly threads?: Partial<ThreadLimits>;
  /** Starts a thread at `thread.js`. Tests run from the sources, and start the compiled one. */
  readonly startThread?: (options: WorkerOptions) => Worker;
  /** For a trial: how its requests are answered. */
  readonly trial?: Trial;
}

const defaults: ThreadLimits = { memoryMb: 256, blockedMs: 10_000, startMs: 30_000 };

interface Tools extends CallTools {
  /** Time limit of the hook, from the moment when it starts. */
  readonly limitMs: number;
}

/** The threads of carriers whose plugin does not come with Conveyor, one for each carrier. */
export class PluginThreads {
  readonly #limits: ThreadLimits;
  readonly #trial: Trial | undefined;
  readonly #createWorker: (options: WorkerOptions) => Worker;
  readonly #running = new Map<ConfiguredCarrier, CarrierThread>();
  readonly #queues = new Map<ConfiguredCarrier, Promise<unknown>>();

  constructor({ threads, startThread, trial }: ThreadSettings) {
    this.#trial = trial;
    this.#limits = { ...defaults, ...threads };
    this.#createWorker = startThread ?? ((options) => new Worker(new URL('./thread.js', import.meta.url), options));
  }

  /**
   * Runs a hook in the carrier's thread. If the thread ends with several calls in it, the cause is not known. Each call then runs
   * again in a thread of its own, one after the other, with the same idempotency key. A call that ends its thread again fails.
   * @throws PluginDefect if the hook ends its thread or takes too long; any error of the hook
   */
  async run<Hook extends CarrierHook>(
    carrier: ConfiguredCarrier,
    hook: Hook,
    input: HookInput,
    tools: Tools,
  ): Promise<HookResults[Hook]> {
    try {
      return await limited(this.#of(carrier), hook, input, tools);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      if (error.calls === 1) throw defectOf(error);
      return await this.#alone(carrier, hook, input, tools);
    }
  }

  /** Ends the threads of all carriers that are not in the list. Running calls are completed. */
  keep(carriers: readonly ConfiguredCarrier[]): void {
    for (const [carrier, thread] of this.#running) {
      if (carriers.includes(carrier)) continue;
      thread.retire();
      this.#running.delete(carrier);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map((thread) => thread.end()));
    this.#running.clear();
  }

  #of(carrier: ConfiguredCarrier): CarrierThread {
    const known = this.#running.get(carrier);
    if (known?.alive) return known;
    const thread = this.#startThread(carrier);
    this.#running.set(carrier, thread);
    return thread;
  }

  #startThread({ name, plugin, options, written = options }: ConfiguredCarrier): CarrierThread {
    if (plugin.file === undefined) throw new Error(`the plugin ${plugin.name} has no file and needs no thread`);
    const data = { name, file: plugin.file, written, trial: this.#trial };
    return new CarrierThread(this.#createWorker, data, this.#limits);
  }

  /** Runs a hook in a new thread, after the calls of the same carrier that wait for one too. */
  async #alone<Hook extends CarrierHook>(
    carrier: ConfiguredCarrier,
    hook: Hook,
    input: HookInput,
    tools: Tools,
  ): Promise<HookResults[Hook]> {
    const before = this.#queues.get(carrier);
    const run = async () => {
      await before?.catch(() => undefined);
      tools.signal.throwIfAborted();
      const thread = this.#startThread(carrier);
      try {
        return await limited(thread, hook, input, tools);
      } catch (error) {
        throw error instanceof ThreadEnded ? defectOf(error) : error;
      } finally {
        await thread.end();
      }
    };
    const running = run();
    this.#queues.set(carrier, running);
    return running;
  }
}

/** Returns the defect of a plugin whose thread ended. */
function defectOf({ message, cause }: ThreadEnded): PluginDefect {
  return new PluginDefect(message, { cause });
}

async function limited<Hook extends CarrierHook>(
  thread: CarrierThread,
  hook: Hook,
  input: HookInput,
  { limitMs, ...tools }: Tools,
): Promise<HookResults[Hook]> {
  await thread.started;
  return withTimeLimit(limitMs, tools.signal, (cut) => thread.run(hook, input, { ...tools, signal: cut }));
}
