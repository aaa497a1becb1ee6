import { sql } from 'kysely';
import type { Step } from '../../../config/planning/plan.ts';
import { resolveCarrier } from '../../carriers/operations.ts';
import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import { assertWholeDetails } from '../../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import type { Resource } from '../../platform/listing/declaration/resource.ts';
import { mostErrors, problem } from '../../platform/problems/problems.ts';
import { performPack } from '../packing/perform.ts';
import { pack } from '../packing/resource.ts';
import { performPick } from '../picking/perform.ts';
import { pick } from '../picking/resource.ts';
import { performPickup } from '../pickup/perform.ts';
import { pickup } from '../pickup/resource.ts';
import { performShip } from '../shipping/perform.ts';
import { ship } from '../shipping/resource.ts';
import type { TaskDetails } from '../work/carton-details.ts';

/** The tasks by their ids, and the record that each of them makes. */
export const tasks: Readonly<Record<number, { step: Step; makes: Resource }>> = {
  1: { step: 'pick', makes: pick },
  2: { step: 'pack', makes: pack },
  3: { step: 'ship', makes: ship },
  4: { step: 'pickup', makes: pickup },
};

export interface Perform {
  taskId: number;
  orderIds: readonly number[];
  lines?: readonly LineDetail[] | null;
  /** Pick the units that are in stock and leave the rest open. Otherwise a shortage refuses the task. */
  partial?: boolean;
  /** Carrier and tracking number for the cartons of the task. */
  details?: TaskDetails;
}

/**
 * Performs one task of orders in one transaction. Automatic steps call it, and people can call it too.
 * @returns id of the pick, pack, ship or pickup that it made or continued
 */
export const performTask = operation('task.perform', async (context, input: Perform): Promise<number> => {
  const task = tasks[input.taskId];
  if (!task) throw problem('record.unknown', `There is no task ${input.taskId}; GET /task lists them.`);
  const { orderIds, partial = false } = input;
  const lines = input.lines ? await mergedLines(context.tx, orderIds, input.lines) : null;
  const { details } = input;
  // A pick has no use for them, and would let a wrong one pass.
  if (details) await resolveCarrier(context.tx, details);
  switch (task.step) {
    case 'pick':
      return performPick.within(context, { orderIds, lines, partial });
    case 'pack':
      return performPack.within(context, { orderIds, lines, details });
    case 'ship':
      return performShip.within(context, { orderIds, lines, details });
    case 'pickup':
      return performPickup.within(context, { orderIds, lines, details });
  }
});

/**
 * Returns the details with each line once: quantities of the same line are added up.
 * @throws reference.unknown for lines of other orders; body.invalid where a unit would be divided that cannot be
 */
async function mergedLines(tx: Tx, orderIds: readonly number[], lines: readonly LineDetail[]): Promise<LineDetail[]> {
  const { rows } = await sql<LineDetail & { known: boolean }>`
    -- Adds up the details by line, and tells which lines belong to the orders.
    select d.line_id, case when bool_and(d.qty is not null) then sum(d.qty) end as qty, bool_or(l.id is not null) as known
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as d(line_id bigint, qty numeric)
    left join salesorderline l on l.id = d.line_id and l.salesorder_id = any(${orderIds}::bigint[])
    group by d.line_id order by d.line_id`.execute(tx);
  const indexes = new Map(lines.map(({ line_id }, index) => [line_id, index]));
  const unknown = rows.filter((row) => !row.known);
  if (unknown.length > 0) {
    const errors = unknown.slice(0, mostErrors).map(({ line_id }) => ({
      pointer: `/line_details/${indexes.get(line_id)}/transactionline_id`,
      detail: `${line_id} is no line of these orders`,
    }));
    throw problem('reference.unknown', errors.map((error) => error.detail).join('; '), { errors });
  }
  await assertWholeDetails(tx, rows, (id) => `/line_details/${indexes.get(id)}/qty`);
  return rows;
}
