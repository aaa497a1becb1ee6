import { CompiledQuery, sql } from 'kysely';
import type { OrderKind } from '../../records/sales-order.ts';
import { kindsOfOrders } from '../orders/resource.ts';
import type { Tx } from '../platform/database/operation.ts';
import { withCallersFilter } from '../platform/database/reads/callers-filter.ts';
import { firstOf } from '../platform/database/rows.ts';
import { filterExpression, type SqlCondition } from '../platform/listing/filter.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';

/** By priority, as orders are picked, and then by age. */
const precedence = 'a.priority, a.id';

/** Limits a condition to orders of a kind: a run is over one kind, and its starter needs the permission for it. */
const ofKind =
  (kind: OrderKind, condition: SqlCondition): SqlCondition =>
  (order, parameter) =>
    `(${condition(order, parameter)}) and ${order}.kind = '${kind}'`;

/**
 * Returns the condition of the orders of a kind that match an expression.
 * @throws filter.invalid for a wrong expression; permission.missing for an expression over records that the caller may not read
 */
export const ordersMatching = (kind: OrderKind, select: string, readAccess: ReadAccess | null): SqlCondition =>
  ofKind(kind, filterExpression(resourceOf(kind), select, readAccess));

/** Returns the condition of the orders of a kind with these ids. */
export const ordersWith = (kind: OrderKind, ids: readonly number[]): SqlCondition =>
  ofKind(kind, (order, parameter) => `${order}.id = any(${parameter(ids)}::bigint[])`);

const resourceOf = (kind: OrderKind) => firstOf(kindsOfOrders.filter((one) => one.kind === kind)).order;

/**
 * Sets PostgreSQL's planner for statements over many rows, until the end of the transaction. The default of operations suits
 * single rows by index; a selection can contain all orders.
 */
export async function planForSelection(tx: Tx): Promise<void> {
  await sql`
    -- Sets the planner to plan each statement for its values, with sequential scans and all kinds of joins.
    select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true),
    set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true),
    set_config('seq_page_cost', '1', true), set_config('random_page_cost', '1.1', true),
    set_config('cpu_tuple_cost', '0.01', true), set_config('cpu_index_tuple_cost', '0.005', true)`.execute(tx);
}

/**
 * Stores the current orders of the selection: one row each, and each a unit of its own.
 * @returns the number of orders
 */
export async function snapshot(tx: Tx, runId: number, selection: SqlCondition): Promise<number> {
  const values: unknown[] = [runId];
  const where = selection('a', (value) => `$${values.push(value)}`);
  const text = `insert into bulkrunorder (bulkrun_id, order_id, unit)
    select $1::bigint, a.id, row_number() over (order by ${precedence}) from salesorder a where ${where} order by ${precedence}`;
  const { numAffectedRows = 0n } = await withCallersFilter(() => tx.executeQuery(CompiledQuery.raw(text, values)));
  return Number(numAffectedRows);
}

/** An order of a selection, before the run processes it. */
export interface Selected {
  id: number;
  number: string;
  status_id: number;
  held_at: Date | null;
  hold_reason: string | null;
  released_by: string[];
  is_refused: boolean;
}

/** Returns the orders of a selection in the sequence in which the run would process them. */
export async function selected(tx: Tx, selection: SqlCondition): Promise<Selected[]> {
  const values: unknown[] = [];
  const where = selection('a', (value) => `$${values.push(value)}`);
  const text = `select a.id, a.number, a.status_id, a.held_at, a.hold_reason, a.released_by,
    a.held_at is not null and coalesce(a.plan ? 'refusals', false) as is_refused from salesorder a where ${where} order by ${precedence}`;
  const { rows } = await withCallersFilter(() => tx.executeQuery<Selected>(CompiledQuery.raw(text, values)));
  return rows;
}

/** Returns the number of orders of a selection. */
export async function countSelected(tx: Tx, selection: SqlCondition): Promise<number> {
  const values: unknown[] = [];
  const where = selection('a', (value) => `$${values.push(value)}`);
  const text = `select count(*)::int as orders from salesorder a where ${where}`;
  const { rows } = await withCallersFilter(() => tx.executeQuery<{ orders: number }>(CompiledQuery.raw(text, values)));
  return rows[0]?.orders ?? 0;
}

/** Checks that the orders of a kind exist. @throws reference.unknown with the ids that do not exist, at most ten of them */
export async function assertOrders(tx: Tx, kind: OrderKind, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    -- Selects the ids without an order.
    select ids.id from unnest(${ids}::bigint[]) as ids(id)
    where not exists (select 1 from salesorder s where s.id = ids.id and s.kind = ${kind}) order by 1 limit 11`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const shown = rows.slice(0, 10).map((row) => row.id);
  const detail = `there is no ${kind} order ${shown.join(', ')}${rows.length > shown.length ? ' and others' : ''}`;
  throw problem('reference.unknown', `order_id: ${detail}.`, { errors: [{ pointer: '/order_id', detail }] });
}
