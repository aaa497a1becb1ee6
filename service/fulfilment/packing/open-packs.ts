import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { OpenLists } from '../work/open-lists.ts';
import { packStates } from './states.ts';

/** Open packs of the orders, or of these lines: those that hold nothing else, and those they share with others. */
export async function openPacks(
  tx: Tx,
  orderIds: readonly number[],
  lineIds: readonly number[] | null = null,
): Promise<OpenLists> {
  const { rows } = await sql<{ id: number; own: boolean }>`
    select k.id, bool_and(l.order_id = any(${orderIds}::int[])) as own from pack k join packline l on l.pack_id = k.id
    where k.status_id = ${sql.lit(packStates.id.Open)} and k.id in (
      select pack_id from packline
      where order_id = any(${orderIds}::int[]) and (${lineIds}::int[] is null or line_id = any(${lineIds}::int[])))
    group by k.id order by k.id`.execute(tx);
  const idsOf = (own: boolean) => rows.filter((row) => row.own === own).map((row) => row.id);
  return { own: idsOf(true), shared: idsOf(false) };
}
