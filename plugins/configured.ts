import type { CarrierPlugin, SettingPlugin } from './contract.ts';
import type { Step } from './steps.ts';

/** Where in the operators' file something is written. */
export interface Place {
  readonly file: string;
  readonly line: number;
  /** Content hash of the file. */
  readonly hash: string;
}

/** A setting of the operators' file, with the plugin that acts on it. */
export interface ConfiguredSetting extends Place {
  readonly name: string;
  readonly plugin: SettingPlugin;
  readonly value: unknown;
}

/** A carrier of the operators' file, with the plugin that serves it. */
export interface ConfiguredCarrier extends Place {
  readonly name: string;
  readonly plugin: CarrierPlugin;
  /** Checked by the plugin's own schema. */
  readonly options: unknown;
  /** The options as the file says them, variables filled in: what a thread of the plugin is handed. */
  readonly written?: unknown;
  /** Step before which its bookings are made; null where nothing is booked. */
  readonly bookAt: Step | null;
  /** Bookings per second at most; null for no limit. With a limit the carrier has a task queue of its own. */
  readonly rate: number | null;
}
