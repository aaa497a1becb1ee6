import type { Transaction } from 'kysely';
import { inSpan } from '../../../tracing/tracing.ts';
import type { Database } from './database.ts';

/** Who acts, as far as a transaction has to know. */
export interface Actor {
  readonly userId: number;
  readonly siteId: number | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** Id of the workflow that sent the request, where one did: it is not told about what it did itself. */
  readonly workflowId: string | null;
}

/** A transaction. Statements are SQL, by the tag `sql` of kysely: no table is declared for its query builder. */
export type Tx = Transaction<unknown>;

export interface OperationContext {
  readonly tx: Tx;
  readonly actor: Actor;
}

/** What operations run on: handed from the HTTP layer, the command line or a test. */
export interface CallContext {
  readonly database: Database;
  readonly actor: Actor;
}

export type Operation<Input, Output> = ((call: CallContext, input: Input) => Promise<Output>) & {
  /** Inside a transaction that is already open, for operations made of others. */
  within(context: OperationContext, input: Input): Promise<Output>;
};

/** Names of all operations that are loaded: the tables of states are held against them. */
export const operationNames = new Set<string>();

/**
 * An operation: one transaction that reads like the rule it keeps. Serialization failures and deadlocks are retried
 * inside (see `database.transaction`), so the body must do nothing but talk to the transaction.
 * @param name `<record>.<verb>`, as in the log and in traces
 */
export function operation<Input, Output>(
  name: string,
  body: (context: OperationContext, input: Input) => Promise<Output>,
): Operation<Input, Output> {
  operationNames.add(name);
  const run = (call: CallContext, input: Input) =>
    inSpan(name, () => call.database.transaction(name, (tx) => body({ tx, actor: call.actor }, input)));
  return Object.assign(run, { within: body });
}
