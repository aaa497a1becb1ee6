import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/operation.ts';
import type { Column, Row } from '../../../platform/database/row.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { task } from '../../../platform/states/kinds.ts';

/** A kit of an order line whose components have not all done a step in the same number. */
interface IncompleteKit extends Row<'salesorder', 'number'> {
  readonly order_id: Column<'salesorder', 'id'>;
  readonly kit: Column<'part', 'number'>;
  /** The quantities of the components. */
  readonly parts: { readonly part: string; readonly qty: number; readonly of: number }[];
}

async function incompleteKits(tx: Tx, step: 'pick' | 'pickup', orderIds: readonly number[]): Promise<IncompleteKit[]> {
  const { rows } = await sql<IncompleteKit>`
    -- Finds the lines with more units of one component than the whole kits have.
    select o.id as order_id, o.number, k.number as kit,
      (select json_agg(json_build_object('part', p.number, 'qty', a.qty_done, 'of', a.qty) order by a.part_id)
        from work a join part p on p.id = a.part_id where a.line_id = l.id and a.task_id = ${sql.lit(task[step])}) as parts
    from salesorderline l join salesorder o on o.id = l.salesorder_id join part k on k.id = l.part_id
    where l.id in (
      -- A line that is done as a whole, or not begun, needs no look at its kits.
      select w.line_id from work w where w.order_id = any(${orderIds}::bigint[]) and w.task_id = ${sql.lit(task[step])} and w.stocked
      group by w.line_id having bool_or(w.qty_done > 0) and bool_or(w.qty_done < w.qty))
    and exists (select from work w where w.line_id = l.id and w.task_id = ${sql.lit(task[step])} and w.qty_done > qty_ready(w))
    order by l.id`.execute(tx);
  return rows;
}

const partsWords = ({ parts }: IncompleteKit): string =>
  parts.map(({ part, qty, of }) => `${qty} of ${of} of part ${part}`).join(' and ');

/**
 * Returns a sentence that names the picked components which wait for the rest of their kits, for the refusal of a later step. It begins
 * with a space, and is empty if nothing waits for that.
 */
export async function onIncompleteKits(tx: Tx, orderIds: readonly number[]): Promise<string> {
  const kits = await incompleteKits(tx, 'pick', orderIds);
  return kits
    .map((kit) => ` Kit ${kit.kit} leaves whole, and is picked in part: ${partsWords(kit)}. Pick the rest first.`)
    .join('');
}

/**
 * Checks that the units that have left are whole kits, unless the plans of the orders let kits leave in parts.
 * @throws pickup.part-of-kit
 */
export async function assertWholeKits(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const [kit] = await incompleteKits(tx, 'pickup', orderIds);
  if (!kit) return;
  throw problem(
    'pickup.part-of-kit',
    `Kit ${kit.kit} of order ${kit.number} would leave in part: ${partsWords(kit)}. Pick up the cartons with the rest as well, or delete their pack and pack whole kits. A rule with \`split_kits: true\` lets kits leave in parts.`,
    { order_id: kit.order_id },
  );
}
