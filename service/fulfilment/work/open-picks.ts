import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { pickStates } from '../../platform/states/states.ts';

/** An open pick, with the first of its lines that is not committed. */
interface OpenPick extends Row<'pick', 'id'> {
  readonly line_id: number | null;
}

/**
 * Returns sentences that name the open picks of orders, with the calls that finish them, for the refusal of a later step. They
 * begin with a space, and are empty if no pick is open.
 */
export async function onOpenPicks(tx: Tx, orderIds: readonly number[]): Promise<string> {
  const { rows } = await sql<OpenPick>`
    -- Finds the open picks of the orders, and the first open line of each.
    select p.id, (select min(o.id) from pickline o where o.pick_id = p.id and o.qty_committed = 0) as line_id
    from pick p where p.status_id = ${sql.lit(pickStates.id.Open)}
      and p.id in (select pick_id from pickline where order_id = any(${orderIds}::bigint[])) order by p.id`.execute(tx);
  return rows.map(sentenceOf).join('');
}

function sentenceOf({ id, line_id }: OpenPick): string {
  const finish = `finish it: POST /pick/${id}/finish`;
  return line_id === null
    ? ` Pick ${id} is open: ${finish}.`
    : ` Pick ${id} is open: commit its lines (POST /pickline/${line_id}/commit), or ${finish}.`;
}
