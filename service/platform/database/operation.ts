import type { Transaction } from 'kysely';
import { inSpan } from '../../../lib/tracing/tracing.ts';
import type { PriorityKey } from '../../../workflows/contract/priority.ts';
import type { Database } from './database.ts';
import type { Tables } from './generated/tables.ts';
import { limitSites } from './site-limits.ts';

/** The user and the request for which a transaction runs. */
export interface Actor {
  readonly userId: number;
  readonly siteId: number | null;
  /** The sites where the user may act; by default all. */
  readonly siteIds?: readonly number[] | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** Id of the workflow that sent the request, or null. The workflow gets no signals about its own changes. */
  readonly workflowId: string | null;
  /**
   * Orders whose workflows sent the request together, each with the id of the request that caused its own part. They get no signals
   * about these changes either.
   */
  readonly drivenOrders?: ReadonlyMap<number, string | null>;
  /** The trace of a request that shares its transaction with others. Default: the current one. */
  readonly traceparent?: string | null;
  /** The priority of the call, and of the workflows that it starts. By default that of a program. */
  readonly priority?: PriorityKey;
}

/** A transaction. Statements are SQL, by the tag `sql` of kysely; `Row` types their results. Its builder reads one row by id. */
export type Tx = Transaction<Tables>;

export interface OperationContext {
  readonly tx: Tx;
  readonly actor: Actor;
}

/** The database and the actor of an operation, from the HTTP layer, the command line or a test. */
export interface CallContext {
  readonly database: Database;
  readonly actor: Actor;
}

export type Operation<Input, Output> = ((call: CallContext, input: Input) => Promise<Output>) & {
  /** Runs the operation in an open transaction, as a part of another operation. */
  within(context: OperationContext, input: Input): Promise<Output>;
};

/** The names of all loaded operations. The tables of states are checked against them. */
export const operationNames = new Set<string>();

/**
 * Declares an operation: one transaction. It runs again after serialization failures and deadlocks (see
 * `Database.transaction`), so its body must have no effects outside of the transaction.
 * @param name `<record>.<verb>`, as in the log and in traces
 */
export function operation<Input, Output>(
  name: string,
  body: (context: OperationContext, input: Input) => Promise<Output>,
): Operation<Input, Output> {
  operationNames.add(name);
  const inTransaction = async (tx: Tx, actor: Actor, input: Input) => {
    await limitSites(tx, actor.siteIds);
    return body({ tx, actor }, input);
  };
  const run = (call: CallContext, input: Input) =>
    inSpan(name, () => call.database.transaction(name, (tx) => inTransaction(tx, call.actor, input)));
  return Object.assign(run, { within: body });
}
