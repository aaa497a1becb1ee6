import { Worker, type WorkerOptions } from 'node:worker_threads';
import { CarrierThread, ThreadEnded, type ThreadLimits } from './carrier-thread.ts';
import type { ConfiguredCarrier } from './configured.ts';
import type { HookResults } from './hook-results.ts';
import { PluginDefect } from './refusal.ts';
import type { HookInput, LogLine } from './run-hook.ts';
import type { CarrierHook } from './shipment.ts';
import { within } from './time-limit.ts';

export interface ThreadSettings {
  readonly threads?: Partial<ThreadLimits>;
  /** Starts a thread at `thread.js`; from the sources that takes a loader. */
  readonly startThread?: (options: WorkerOptions) => Worker;
}

const usual: ThreadLimits = { memoryMb: 256, blockedMs: 10_000, startMs: 30_000 };

interface Tools {
  readonly signal: AbortSignal;
  readonly say: (line: LogLine) => void;
  /** Time that the hook may take, from when it is its turn. */
  readonly limitMs: number;
}

/** One thread for each carrier of a plugin that did not come with Conveyor. */
export class PluginThreads {
  readonly #limits: ThreadLimits;
  readonly #start: (options: WorkerOptions) => Worker;
  readonly #running = new Map<ConfiguredCarrier, CarrierThread>();
  readonly #alone = new Map<ConfiguredCarrier, Promise<unknown>>();

  constructor({ threads, startThread }: ThreadSettings) {
    this.#limits = { ...usual, ...threads };
    this.#start = startThread ?? ((options) => new Worker(new URL('./thread.js', import.meta.url), options));
  }

  /**
   * Runs a hook in the carrier's thread. Where the thread ends with several calls in it, nobody knows which of them it was: each
   * is run again by itself, one after the other, with the same idempotency key, and only the one that does it again is blamed.
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
      if (error.calls === 1) throw new PluginDefect(error.message);
      return await this.#byItself(carrier, hook, input, tools);
    }
  }

  /** Ends the threads of carriers that another file has taken the place of. */
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
    const made = this.#begin(carrier);
    this.#running.set(carrier, made);
    return made;
  }

  #begin({ name, plugin, options, written = options }: ConfiguredCarrier): CarrierThread {
    return new CarrierThread(this.#start, { name, file: plugin.file!, written }, this.#limits);
  }

  async #byItself<Hook extends CarrierHook>(
    carrier: ConfiguredCarrier,
    hook: Hook,
    input: HookInput,
    tools: Tools,
  ): Promise<HookResults[Hook]> {
    const before = this.#alone.get(carrier);
    const run = async () => {
      await before?.catch(() => undefined);
      tools.signal.throwIfAborted();
      const thread = this.#begin(carrier);
      try {
        return await limited(thread, hook, input, tools);
      } catch (error) {
        throw error instanceof ThreadEnded ? new PluginDefect(error.message) : error;
      } finally {
        await thread.end();
      }
    };
    const running = run();
    this.#alone.set(carrier, running);
    return running;
  }
}

async function limited<Hook extends CarrierHook>(
  thread: CarrierThread,
  hook: Hook,
  input: HookInput,
  { signal, say, limitMs }: Tools,
): Promise<HookResults[Hook]> {
  await thread.started;
  return within(limitMs, signal, (cut) => thread.run(hook, input, { signal: cut, say }));
}
