import { lacksForCarrier } from '../../lib/addresses/carrier-needs.ts';
import type { ConfiguredCarrier } from '../configured.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect, PluginFailed } from '../errors.ts';
import { atPlace, publicMessage } from '../fault-place.ts';
import { type PluginHttp, pluginHttp } from '../http.ts';
import type { BookedCarton, BookedOrder, BookedReturn, BookedShipment, CarrierHook } from '../shipment.ts';
import type { HookResults } from './hook-results.ts';
import { PluginThreads, type ThreadSettings } from './plugin-threads.ts';
import { type HookInput, type LogLine, runHook } from './run-hook.ts';
import { withTimeLimit } from './time-limit.ts';
import type { TrialRequest } from './trial.ts';

export interface HookCallerOptions extends ThreadSettings {
  /** Time limit of each hook in milliseconds. */
  readonly limits?: Partial<Record<CarrierHook, number>>;
  readonly http?: PluginHttp;
  readonly say?: (carrier: string, line: LogLine) => void;
  /** Gets each request of a trial. */
  readonly reportRequest?: (request: TrialRequest) => void;
  /** Gets each fault of a plugin, with the error of the plugin as its cause. */
  readonly reportFault?: (carrier: string, fault: PluginDefect | PluginFailed) => void;
}

const limitsMs: Record<CarrierHook, number> = {
  book: 120_000,
  label: 60_000,
  schedulePickup: 60_000,
  track: 60_000,
  cancel: 60_000,
  bookReturn: 120_000,
};

/**
 * Calls the hooks of carriers. Bundled plugins run in this thread. Other plugins run in one thread for each carrier, so that an
 * endless loop or a memory leak affects that carrier alone. Every error names carrier, plugin, hook, and cartons or return.
 */
export class HookCaller {
  readonly #options: HookCallerOptions;
  readonly #threads: PluginThreads;

  constructor(options: HookCallerOptions = {}) {
    this.#options = options;
    this.#threads = new PluginThreads(options);
  }

  /**
   * @param input the context of the hook without options, http, signal and log
   * @throws CarrierRefused, PluginDefect a person must act; CarrierUnavailable, PluginFailed may be retried
   */
  async call<Hook extends CarrierHook>(
    carrier: ConfiguredCarrier,
    hook: Hook,
    input: HookInput,
    signal: AbortSignal,
  ): Promise<HookResults[Hook]> {
    const { http = pluginHttp, limits, reportRequest } = this.#options;
    const limitMs = limits?.[hook] ?? limitsMs[hook];
    const say = (line: LogLine) => this.#options.say?.(carrier.name, line);
    const { plugin, options } = carrier;
    try {
      if (hook === 'book' || hook === 'bookReturn') assertNeeds(carrier, input.order as BookedOrder);
      if (plugin.file !== undefined) {
        return await this.#threads.run(carrier, hook, input, { signal, say, limitMs, reportRequest });
      }
      return await withTimeLimit(limitMs, signal, (cut) =>
        runHook(plugin, options, hook, input, { signal: cut, http, say }),
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failed = withSubject(error, carrier, hook, input);
      if (failed instanceof PluginDefect || failed instanceof PluginFailed) {
        this.#options.reportFault?.(carrier.name, failed);
      }
      throw failed;
    }
  }

  /** Ends the threads of all carriers that are not in the list. */
  keep(carriers: readonly ConfiguredCarrier[]): void {
    this.#threads.keep(carriers);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await this.#threads.close();
  }
}

/**
 * Refuses an order that lacks what its carrier needs, before the plugin spends money.
 * @throws CarrierRefused
 */
function assertNeeds({ needs }: ConfiguredCarrier, order: BookedOrder): void {
  if (!needs) return;
  const lacks = lacksForCarrier(needs, order, order.carrierservicelevel?.name);
  if (lacks.length === 0) return;
  const listed = lacks.length === 1 ? lacks[0] : `${lacks.slice(0, -1).join(', ')} and ${lacks.at(-1)}`;
  throw new CarrierRefused(`it needs ${listed}, and order ${order.number} does not have that`);
}

/** Returns the same kind of error with the carrier in front, and for faults of the plugin with hook and cartons. */
function withSubject(error: unknown, carrier: ConfiguredCarrier, hook: CarrierHook, input: HookInput): Error {
  if (error instanceof CarrierRefused) return new CarrierRefused(`${carrier.name}: ${error.message}`, { cause: error });
  if (error instanceof CarrierUnavailable) {
    return new CarrierUnavailable(`${carrier.name}: ${error.message}`, error.retryAfterSeconds, error);
  }
  const subject = callSubject(carrier, hook, input);
  if (error instanceof PluginDefect) return new PluginDefect(`${subject}, ${error.message}`, { cause: error });
  const cause = error instanceof Error ? `${error.name}: ${publicMessage(error)}` : String(error);
  return new PluginFailed(`${subject}, threw ${cause.slice(0, 500)}${atPlace(error)}`, { cause: error });
}

/** Returns `Bicycle Courier: book of plugin bicycle, carton C-1`. At most three cartons are named. */
function callSubject({ name, plugin }: ConfiguredCarrier, hook: CarrierHook, input: HookInput): string {
  if (hook === 'bookReturn')
    return `${name}: ${hook} of plugin ${plugin.name}, return ${(input.returnorder as BookedReturn).number}`;
  const cartons = cartonNumbers(input);
  const shown = cartons.slice(0, 3).join(', ');
  const more = cartons.length > 3 ? ` and ${cartons.length - 3} more` : '';
  const subject = cartons.length === 0 ? '' : `, ${cartons.length === 1 ? 'carton' : 'cartons'} ${shown}${more}`;
  return `${name}: ${hook} of plugin ${plugin.name}${subject}`;
}

function cartonNumbers({ cartons, booking, bookings }: HookInput): string[] {
  const shipments = (bookings ?? (booking ? [booking] : [])) as readonly BookedShipment[];
  return [...((cartons ?? []) as readonly BookedCarton[]), ...shipments.map(({ carton }) => carton)].map(
    ({ number }) => number,
  );
}
