import { sql } from 'kysely';
import { bulkRunStates, cartonStates, orderStates } from './states.ts';
import type { RecordState } from './transitions.ts';

/** The states of orders that are not over: drafts, and the open ones. */
export const notOver: readonly number[] = [orderStates.id.Draft, orderStates.id.Issued, orderStates.id['In Progress']];

/** Returns whether the order is issued and not ended, so that it can be worked on. */
export const isOpen = (order: Pick<RecordState, 'status_id'>): boolean => orderStates.allows('work', order);

/** SQL: the states of orders that are open. */
export const openOrders = sql`${sql.lit(orderStates.id.Issued)}, ${sql.lit(orderStates.id['In Progress'])}`;

/** SQL: the states of orders that have ended. */
export const endedOrders = sql.join(
  [orderStates.id.Fulfilled, orderStates.id['Closed Short'], orderStates.id.Void].map((id) => sql.lit(id)),
);

/** Returns whether the order is a draft that is issued when possible. */
export const isWaitingDraft = ({ issue_requested_at }: { readonly issue_requested_at: Date | null }): boolean =>
  issue_requested_at !== null;

/** SQL: whether a workflow has to drive the order: it is open, or a waiting draft. */
export const isDriven = (order: string) =>
  sql`(${sql.ref(order)}.status_id in (${openOrders}) or ${sql.ref(order)}.issue_requested_at is not null)`;

/** SQL: the states of the cartons that have not left. */
export const openCartons = sql`${sql.lit(cartonStates.id.Open)}, ${sql.lit(cartonStates.id.Closed)}`;

/** SQL: the runs that the engine works on. A canceled run ends when the last order in progress has its outcome. */
export const openBulkRuns = sql`(status_id = ${sql.lit(bulkRunStates.id.Running)}
  or status_id = ${sql.lit(bulkRunStates.id.Canceled)} and done + skipped + warned + failed < total)`;
