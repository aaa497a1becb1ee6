import type { Logger } from 'pino';
import type { Credentials } from '../access/credentials.ts';
import type { Database } from '../database/database.ts';
import type { Problem } from '../problems/problems.ts';
import type { Admission } from './admission.ts';
import type { StatusReport } from './observability/status.ts';

/**
 * The parts of the service that endpoints use. They are built once, at start. The program that uses the platform declares
 * its own parts in this interface, by declaration merging.
 */
export interface Services {
  readonly database: Database;
  readonly credentials: Credentials;
  readonly logger: Logger;
  /** Makes the calls of bulk work wait for their turn. */
  readonly admission: Admission;
  /** `CONVEYOR_URL`: the address of the service for its callers, without a slash at the end. Links begin with it. */
  readonly publicUrl?: string | undefined;
  /** The address at which the service listens. */
  readonly ownUrl?: string | undefined;
  /** `CONVEYOR_TEMPORAL_UI`: the address of Temporal's web UI, without a slash at the end. */
  readonly temporalUi?: string | undefined;
  /** The number of matches up to which a list with `counting=estimate` counts. Default: 10,000. */
  readonly exactUpTo?: () => number | undefined;
  /** Returns the problem of a record that is in an archive; null for one that is not. @param word the first word of its address */
  readonly archived?: (word: string, id: number) => Promise<Problem | null>;
  /** Returns the refusal of an order that has another kind than its address; null for all other records. */
  readonly ofOtherKind?: (word: string, id: number) => Promise<Problem | null>;
  /** Returns the refusal of a record that does not exist, with the withdrawal of its order if it was deleted with it. */
  readonly withWithdrawal?: (
    refusal: Problem,
    subject: { readonly record: string; readonly id: number },
    permissions: ReadonlySet<string>,
  ) => Promise<Problem>;
  /** The namespace of the workflows. Default: `default`. */
  readonly temporalNamespace?: string | undefined;
  /** Returns why the service cannot answer requests: the database is away, or has another schema. Null if it can. */
  readonly unready: () => Promise<string | null>;
  /** Returns the state of every part: database, schema, relay, Temporal, workers. */
  readonly status: () => Promise<StatusReport>;
}
