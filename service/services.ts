import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import type { Planner } from '../plugins/planner.ts';
import type { Credentials } from './access/credentials.ts';
import type { Database } from './database/database.ts';

/** What the service is made of; built once at start and handed down. */
export interface Services {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly planner: Planner;
  readonly credentials: Credentials;
  readonly logger: Logger;
  /** What has to be there before the service is ready: each says what is missing in one sentence, or null. */
  readonly readiness: readonly (() => Promise<string | null>)[];
}
