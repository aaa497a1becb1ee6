import type { CarrierNeeds } from '../lib/addresses/carrier-needs.ts';
import type { CarrierPlugin, SettingPlugin } from './contract.ts';
import type { Step } from './steps.ts';

/** A position in the operators' file. */
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
  /** The output of the plugin's own schema. */
  readonly options: unknown;
  /** The options as written in the file, with variables filled in. The thread of the plugin gets these. */
  readonly written?: unknown;
  /** Step before which shipments are booked; null for no bookings. */
  readonly bookAt: Step | null;
  /** Needs of the carrier, from its plugin and from the file. */
  readonly needs?: CarrierNeeds;
  /** Greatest number of bookings per second; null for no limit. With a limit the carrier has a task queue of its own. */
  readonly rate: number | null;
  /** Whether a carton may have goods for several addresses. */
  readonly mixedCartons?: boolean;
}
