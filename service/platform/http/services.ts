import type { Logger } from 'pino';
import type { Credentials } from '../access/credentials.ts';
import type { Database } from '../database/database.ts';

/**
 * The parts of the service that endpoints use. They are built once, at start. The program that uses the platform declares
 * its own parts in this interface, by declaration merging.
 */
export interface Services {
  readonly database: Database;
  readonly credentials: Credentials;
  readonly logger: Logger;
  /** Checks that must pass before the service is ready. Each returns null, or a sentence that names the missing part. */
  readonly readiness: readonly (() => Promise<string | null>)[];
}
