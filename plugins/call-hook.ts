import type { ConfiguredCarrier } from './configured.ts';
import type { HookResults } from './hook-results.ts';
import { hookWords } from './hook-words.ts';
import { type PluginHttp, pluginHttp } from './http.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect, PluginFailed } from './refusal.ts';
import { type HookInput, type LogLine, runHook } from './run-hook.ts';
import type { CarrierHook } from './shipment.ts';
import { PluginThreads, type ThreadSettings } from './threads.ts';
import { within } from './time-limit.ts';

export interface HookCallerOptions extends ThreadSettings {
  /** Milliseconds that a hook may take. */
  readonly limits?: Partial<Record<CarrierHook, number>>;
  readonly http?: PluginHttp;
  readonly say?: (carrier: string, line: LogLine) => void;
}

const limitsMs: Record<CarrierHook, number> = {
  book: 120_000,
  label: 60_000,
  schedulePickup: 60_000,
  track: 60_000,
  cancel: 60_000,
};

/**
 * Calls the hooks of carriers: those that come with Conveyor here, everybody else's in a thread for each carrier, so that a loop
 * without end, or memory without end, meets that carrier alone. Whatever goes wrong names carrier, plugin, hook and cartons.
 */
export class HookCaller {
  readonly #options: HookCallerOptions;
  readonly #threads: PluginThreads;

  constructor(options: HookCallerOptions = {}) {
    this.#options = options;
    this.#threads = new PluginThreads(options);
  }

  /**
   * @param input what the hook is given, but for options, http, signal and log
   * @throws CarrierRefused, PluginDefect: a person has to act; CarrierUnavailable, PluginFailed: may be tried again
   */
  async call<Hook extends CarrierHook>(
    carrier: ConfiguredCarrier,
    hook: Hook,
    input: HookInput,
    signal: AbortSignal,
  ): Promise<HookResults[Hook]> {
    const { http = pluginHttp, limits } = this.#options;
    const limitMs = limits?.[hook] ?? limitsMs[hook];
    const say = (line: LogLine) => this.#options.say?.(carrier.name, line);
    const { plugin, options } = carrier;
    try {
      if (plugin.file !== undefined) return await this.#threads.run(carrier, hook, input, { signal, say, limitMs });
      return await within(limitMs, signal, (cut) => runHook(plugin, options, hook, input, { signal: cut, http, say }));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw told(error, carrier, hook, input);
    }
  }

  /** Ends the threads of carriers that are not among these any more. */
  keep(carriers: readonly ConfiguredCarrier[]): void {
    this.#threads.keep(carriers);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#threads.close();
  }
}

function told(error: unknown, carrier: ConfiguredCarrier, hook: CarrierHook, input: HookInput): Error {
  if (error instanceof CarrierRefused) return new CarrierRefused(`${carrier.name}: ${error.message}`, { cause: error });
  if (error instanceof CarrierUnavailable) {
    return new CarrierUnavailable(`${carrier.name}: ${error.message}`, error.retryAfterSeconds, error);
  }
  const whose = hookWords(carrier, hook, input);
  if (error instanceof PluginDefect) return new PluginDefect(`${whose}, ${error.message}`, { cause: error });
  const thrown = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new PluginFailed(`${whose}, threw ${thrown.slice(0, 500)}`, { cause: error });
}
