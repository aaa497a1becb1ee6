import { sql } from 'kysely';
import type { Step } from '../../../config/planning/plan.ts';
import { resolveCarrier } from '../../carriers/operations.ts';
import type { LineDetail } from '../../inventory/stock/line-detail.ts';
import { assertWholeDetails } from '../../inventory/stock/whole-units.ts';
import { type Operation, operation, type Tx } from '../../platform/database/operation.ts';
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
import type { StepTask } from '../work/step.ts';

interface Task {
  readonly step: Step;
  readonly makes: Resource;
  readonly perform: Operation<StepTask, number>;
}

/** The tasks by their ids, and the record that each of them makes. */
export const tasks: Readonly<Record<number, Task>> = {
  1: { step: 'pick', makes: pick, perform: performPick },
  2: { step: 'pack', makes: pack, perform: performPack },
  3: { step: 'ship', makes: ship, perform: performShip },
  4: { step: 'pickup', makes: pickup, perform: performPickup },
};

/**
 * Performs one task of orders in one transaction. Automatic steps call it, and people can call it too.
 * @returns id of the pick, pack, ship or pickup that it made or continued
 */
export const performTask = operation('task.perform', async (context, input: StepTask & { taskId: number }) => {
  const { taskId, ...of } = input;
  const task = tasks[taskId];
  if (!task) throw problem('record.unknown', `There is no task ${taskId}; GET /task lists them.`);
  const lines = of.lines ? await mergedLines(context.tx, of.orderIds, of.lines) : null;
  // A pick has no use for them, and would let a wrong one pass.
  if (of.details) await resolveCarrier(context.tx, of.details);
  return task.perform.within(context, { ...of, lines });
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
