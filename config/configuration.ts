import type { Ruleset, Workflow } from '../planning/rule-set.ts';
import type { Plugin } from '../plugins/contract.ts';
import type { PrintSettings } from '../printing/render.ts';
import type { Case } from './rules/cases.ts';
import type { Schedule } from './schedules.ts';

/** How webhooks are delivered. */
export interface WebhookSettings {
  readonly attempts: number;
  readonly retryEverySeconds: number;
  readonly timeoutSeconds: number;
  /** A webhook that has failed for so long is switched off; null for never. */
  readonly switchOffAfterSeconds: number | null;
  readonly keepLogSeconds: number;
  /** Networks (`10.1.0.0/16`) or addresses that may be targets though they are not public. */
  readonly allowNetworks: readonly string[];
}

/** The operators' file, checked, with its plugins loaded and its conditions compiled. */
export interface Configuration extends Ruleset {
  /** All that are loaded, used or not. */
  readonly plugins: readonly Plugin[];
  /** As in messages and plans: relative to the current folder where it is inside it. */
  readonly file: string;
  readonly webhooks: WebhookSettings;
  readonly documents: PrintSettings;
  /** The text of the file; references to environment variables are not filled in, and so it holds no secret. */
  readonly source: string;
  /** The same for the file and all that it includes, in the order in which they were read. */
  readonly files: readonly ReadFile[];
  readonly workflows: readonly Workflow[];
  /** What `conveyor rules test` tries. */
  readonly cases: readonly Case[];
  /** What `conveyor schedule apply` takes to Temporal. */
  readonly schedules: readonly Schedule[];
}

/** A file that the configuration was read from. */
export interface ReadFile {
  /** Absolute. */
  readonly path: string;
  /** As in messages and plans. */
  readonly shown: string;
  readonly text: string;
  /** Content hash. */
  readonly hash: string;
}
