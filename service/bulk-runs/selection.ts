import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';
import type { SqlCondition } from '../platform/listing/filter.ts';
import { problem } from '../platform/problems/problems.ts';

/** Urgent ones first, as they are picked; then as they came. */
const precedence = 'a.priority, a.id';

/**
 * Operations find a few rows by index; an expression may be about all of them, and is planned for its values as lists are.
 * Until the end of the transaction.
 */
export async function planForMany(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true),
    set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true),
    set_config('seq_page_cost', '1', true), set_config('random_page_cost', '1.1', true),
    set_config('cpu_tuple_cost', '0.01', true), set_config('cpu_index_tuple_cost', '0.005', true)`.execute(tx);
}

/**
 * Writes the selection down as it is now: one row for each order, and each a unit by itself.
 * @returns how many
 */
export async function snapshot(tx: Tx, runId: number, selection: SqlCondition): Promise<number> {
  const values: unknown[] = [runId];
  const where = selection('a', (value) => `$${values.push(value)}`);
  const text = `insert into bulkrunorder (bulkrun_id, order_id, unit)
    select $1::int, a.id, row_number() over (order by ${precedence}) from salesorder a where ${where} order by ${precedence}`;
  const { numAffectedRows = 0n } = await tx.executeQuery(CompiledQuery.raw(text, values));
  return Number(numAffectedRows);
}

/** An order of a selection, before anything is done with it. */
export interface Selected {
  id: number;
  number: string;
  status_id: number;
  held_at: Date | null;
  hold_reason: string | null;
}

/** The orders of a selection in the order in which they would be done. */
export async function selected(tx: Tx, selection: SqlCondition): Promise<Selected[]> {
  const values: unknown[] = [];
  const where = selection('a', (value) => `$${values.push(value)}`);
  const text = `select a.id, a.number, a.status_id, a.held_at, a.hold_reason from salesorder a where ${where} order by ${precedence}`;
  const { rows } = await tx.executeQuery<Selected>(CompiledQuery.raw(text, values));
  return rows;
}

/** @throws reference.unknown that names the orders that there are not */
export async function demandOrders(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${ids}::int[]) as given(id)
    where not exists (select 1 from salesorder s where s.id = given.id) order by 1 limit 11`.execute(tx);
  if (rows.length === 0) return;
  const shown = rows.slice(0, 10).map((row) => row.id);
  const detail = `there is no sales order ${shown.join(', ')}${rows.length > shown.length ? ' and others' : ''}`;
  throw problem('reference.unknown', `order_id: ${detail}.`, { errors: [{ pointer: '/order_id', detail }] });
}
