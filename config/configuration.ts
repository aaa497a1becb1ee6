import type { PrintSettings } from '../lib/printing/pdf.ts';
import type { Printer } from '../lib/printing/printers/printer.ts';
import type { Plugin } from '../plugins/contract.ts';
import type { FileText } from './changes.ts';
import type { Calendar } from './planning/plan.ts';
import type { Ruleset, Workflow } from './planning/rule-set.ts';
import type { Reach } from './reach.ts';
import type { ReceivingSettings, Tolerance } from './receiving.ts';
import type { ReturnSettings } from './returns/terms.ts';
import type { Case } from './rules/cases.ts';
import type { Schedule } from './schedules.ts';

/** Settings of the delivery of webhooks. */
export interface WebhookSettings {
  readonly attempts: number;
  readonly retryEverySeconds: number;
  readonly timeoutSeconds: number;
  /** Time of failures until a webhook is switched off; null for never. */
  readonly switchOffAfterSeconds: number | null;
  readonly switchOffOn410: boolean;
  /** Whether the `Retry-After` of a target moves the next attempt. */
  readonly followRetryAfter: boolean;
  readonly keepLogSeconds: number;
  /** Private networks (`10.1.0.0/16`) or addresses that may be targets. */
  readonly allowNetworks: readonly string[];
}

/** Settings of the engine. */
export interface EngineSettings {
  /** Whether updates of workflows, which people send in Temporal's pages, may decide about orders and bulk runs. */
  readonly updates: 'on' | 'off';
}

/** Settings of the console. */
export interface ConsoleSettings {
  /** Whether the operators' file and its included files may be edited over the interface. */
  readonly editRules: boolean;
}

/** Settings of lists. */
export interface ListSettings {
  /** A list with `counting=estimate` counts exactly up to this number of matches. */
  readonly exactUpTo: number;
}

/** Reaction to each warning, by its code, for an order that is issued when possible. */
export type IssueSettings = Readonly<Record<string, 'wait' | 'attention' | 'ignore'>>;

/** The operators' file after its check, with plugins loaded and conditions compiled. */
export interface Configuration extends Ruleset {
  /** All loaded plugins, including unused ones. */
  readonly plugins: readonly Plugin[];
  /** Path for messages and plans: relative to the current folder for a file inside it. */
  readonly file: string;
  readonly engine: EngineSettings;
  readonly issue: IssueSettings;
  readonly receiving: ReceivingSettings;
  readonly counting: Tolerance;
  readonly returns: ReturnSettings;
  readonly lists: ListSettings;
  /** ISO codes of countries by names of the operators' own. */
  readonly countries: Readonly<Record<string, string>>;
  readonly webhooks: WebhookSettings;
  readonly documents: PrintSettings;
  readonly console: ConsoleSettings;
  /** In the order of the file. */
  readonly printers: readonly Printer[];
  /** The text of the file. References to environment variables are not filled in, so that it has no secrets. */
  readonly source: string;
  /** The file and all included files, in the order of reading. */
  readonly files: readonly ReadFile[];
  /** The plugins that the files name by relative paths. Their names are paths from the folder of the operators' file. */
  readonly pluginFiles: readonly FileText[];
  /** Parts of the machine that the texts use. */
  readonly reach: Reach;
  readonly workflows: readonly Workflow[];
  readonly calendars: readonly Calendar[];
  /** The test cases of `conveyor rules test`. */
  readonly cases: readonly Case[];
  /** The schedules that `conveyor schedule apply` sends to Temporal. */
  readonly schedules: readonly Schedule[];
}

/** One file of the configuration. */
export interface ReadFile {
  /** Absolute. */
  readonly path: string;
  /** Path for messages and plans. */
  readonly shown: string;
  readonly text: string;
  /** Content hash. */
  readonly hash: string;
}
