import type { Logger } from 'pino';
import type { Configuration } from '../../../config/configuration.ts';
import type { Fault } from '../../../config/file/faults.ts';
import type { Planner } from '../../../planning/planner.ts';
import type { Credentials } from '../access/credentials.ts';
import type { Database } from '../database/database.ts';

/** What came of reading the operators' file again. */
export interface Reloaded {
  /** Hash of the rule set that is in use now, and of the one before. */
  readonly ruleset: string;
  readonly before: string;
  readonly changed: boolean;
  readonly rules: number;
  /** What is wrong with the file; it was not taken then. */
  readonly faults: readonly Fault[];
}

/** What the service is made of; built once at start and handed down. */
export interface Services {
  readonly database: Database;
  /** The one of now: another may take its place at any time. */
  readonly configuration: Configuration;
  readonly planner: Planner;
  /** Reads the operators' file again and takes it into use. */
  readonly reload: () => Promise<Reloaded>;
  readonly credentials: Credentials;
  readonly logger: Logger;
  /** What has to be there before the service is ready: each says what is missing in one sentence, or null. */
  readonly readiness: readonly (() => Promise<string | null>)[];
}
