import { sql } from 'kysely';
import { trim } from '../inventory/stock.ts';
import type { Tx } from '../operation.ts';
import { type Problem, problem } from '../problems.ts';

/**
 * What orders are short of, as the problem to throw; null where nothing is short.
 * @param lineIds only these lines
 */
export async function shortOf(tx: Tx, orderIds: readonly number[], lineIds: readonly number[] | null = null): Promise<Problem | null> {
  const { rows } = await sql<{ order_id: number; line_id: number; part_id: number; part: string; qty: string; short: string }>`
    select w.order_id, w.line_id, w.part_id, p.number as part, w.qty, w.qty_short as short
    from work w join part p on p.id = w.part_id
    where w.order_id = any(${orderIds}::int[]) and w.qty_short > 0
      and (${lineIds}::int[] is null or w.line_id = any(${lineIds}::int[]))
    order by w.order_id, w.line_id, w.part_id`.execute(tx);
  if (rows.length === 0) return null;
  const parts = rows.map((row) => `${trim(row.short)} of ${trim(row.qty)} of part ${row.part}`);
  return problem('stock.short', `Stock is short: ${parts.join(', ')}. It goes on by itself when stock arrives.`, { short: rows });
}
