import { sql } from 'kysely';
import type { Planner } from '../../../config/planning/planner.ts';
import { orderPath } from '../../../records/sales-order.ts';
import { bookWork } from '../../fulfilment/work/book-work.ts';
import { makeWork } from '../../fulfilment/work/make-work.ts';
import { waitForStock } from '../../fulfilment/work/picklines.ts';
import { raiseWork } from '../../fulfilment/work/raise-work.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { planForMany } from '../../platform/database/plan-for-many.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { task } from '../../platform/states/kinds.ts';
import { addLines } from '../drafts/add-lines.ts';
import { retotal } from '../drafts/totals.ts';
import { shortagesOf } from '../lifecycle/place-orders.ts';
import type { Shortage } from '../lifecycle/warnings.ts';
import { pinnedPlan } from '../planning/change-plan.ts';
import { type Replanned, replan } from '../planning/replan.ts';
import { cancelLines, lockWithNeighbours } from './cancel-lines.ts';
import { type ChangedLine, type LineChanges, readChanges } from './line-changes.ts';
import { assertChangeable } from './open-quantities.ts';
import { settle } from './settle.ts';

export interface Change {
  readonly orderId: number;
  readonly lines: readonly ChangedLine[];
  readonly reason: string | null;
  /** Name of the person in the timeline. Null for the caller. */
  readonly by: string | null;
  readonly planner: Planner;
}

/** The result of a change. */
export interface Changed extends Replanned {
  /** The ids of the new lines. */
  readonly added: readonly number[];
  /** The total of the order. */
  readonly total: number;
  /** The units that wait for stock. */
  readonly short: readonly Record<keyof Shortage, number | string>[];
}

/**
 * Adds, changes and removes lines of an issued order, with a new plan. Picked units stay picked, unless lines have too many of
 * them. New units wait for stock like the units of other orders. If nothing is left to deliver, the order ends as after a cancel.
 * @throws as `cancelUnits`; as `addLines`
 */
export const changeLines = operation('salesorder.changelines', async (context, change: Change): Promise<Changed> => {
  const { tx } = context;
  const { orderId, reason, by, planner } = change;
  const { order, orders } = await lockWithNeighbours(tx, orderId);
  await assertChangeable(tx, order);
  await planForMany(tx, change.lines.length);
  const changes = await readChanges(tx, order, change.lines);
  const added = await addLines(tx, order, changes.added);
  const { raised, priced, canceled } = changes;
  const detail = { ...(reason === null ? {} : { reason }), added, raised, priced, canceled };
  await recordEvent(context, { event: 'salesorder.modified', id: orderId, orders: [orderId], detail });
  await writeChanges(tx, changes);
  const partIds = await addWork(tx, order, added, changes);
  const unsettled = await cancelLines(context, { order, orders, lines: canceled, alsoParts: partIds });
  if (!unsettled) return { ...(await endedPlan(tx, orderId)), ...(await outcome(tx, orderId)), added };
  await retotal(tx, orderId);
  const plan = await replan.within(context, { orderId, planner, ruleset: null, by });
  await settle(context, { order, orders, ...unsettled });
  return { ...plan, ...(await outcome(tx, orderId)), added };
});

/** Raises quantities with the taxes of their lines, which are for the whole line, and sets prices. */
async function writeChanges(tx: Tx, { raised, priced }: LineChanges): Promise<void> {
  if (raised.length > 0)
    await sql`
      -- Raises the quantities of lines, and their taxes in proportion.
      with more as (
        select l.id, l.qty as before, l.qty + m.qty as qty
        from jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) as m(line_id bigint, qty numeric) join salesorderline l on l.id = m.line_id
      ), taxed as (
        update salesordertax x set amount = round(x.amount * m.qty / m.before, 6), updated_at = this_second()
        from more m where x.line_id = m.id and m.before > 0
      )
      update salesorderline l set qty = m.qty, updated_at = this_second() from more m where l.id = m.id`.execute(tx);
  if (priced.length > 0)
    await sql`
      -- Sets the prices of lines.
      update salesorderline l set unit_price = p.unit_price, updated_at = this_second()
      from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as p(line_id bigint, unit_price numeric) where l.id = p.line_id`.execute(
      tx,
    );
}

/** Makes the work of new lines, and raises that of others. Its units wait for stock. @returns the parts */
async function addWork(
  tx: Tx,
  order: LockedOrder,
  added: readonly number[],
  { raised }: LineChanges,
): Promise<number[]> {
  const raisedIds = raised.map(({ line_id }) => line_id);
  if (added.length + raised.length === 0) return [];
  const { id, number, required: steps, site_id } = order;
  const grown = raised.length > 0 ? await raiseWork(tx, id, raisedIds) : [];
  // A line that was canceled as a whole has no work.
  const fresh = [...added, ...raisedIds];
  const { pickWork, partIds } = await makeWork(tx, site_id, [{ id, number, steps }], fresh);
  const newWork = pickWork.map((work) => work.id);
  if (newWork.length > 0 && grown.length === 0) await assertGoods(tx, order, newWork);
  await waitForStock(tx, [...pickWork.map((work) => ({ work_id: work.id, qty: work.qty })), ...grown]);
  // Counters of kits follow from their quantities.
  const none = grown.map(({ line_id, part_id }) => ({ order_id: id, line_id, part_id, qty: '0' }));
  if (none.length > 0) await bookWork(tx, 'pick', none);
  return [...partIds, ...grown.map(({ part_id }) => part_id)];
}

/** Refuses goods for an order of services alone: it is ready for pickup already. @param workIds the new pick work */
async function assertGoods(tx: Tx, order: LockedOrder, workIds: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from work where order_id = ${order.id} and stocked and task_id = ${sql.lit(task.pick)} and id <> all(${workIds}::bigint[]) limit 1`.execute(
    tx,
  );
  if (rows.length === 0) throw withoutGoods(order);
}

const withoutGoods = (order: LockedOrder): Problem =>
  problem(
    'order.state',
    `Order ${order.number} has no goods, so that it is ready for pickup. To add goods, unissue it first.`,
    {
      order_id: order.id,
      next: [{ method: 'POST', path: `${orderPath(order)}/unissue`, body: {}, why: 'Makes it a draft again' }],
    },
  );

/** An order that ended keeps its plan. */
async function endedPlan(tx: Tx, orderId: number): Promise<Replanned> {
  const plan = await pinnedPlan(tx, orderId);
  return { was: plan.ruleset, ruleset: plan.ruleset, differences: [], plan };
}

async function outcome(tx: Tx, orderId: number): Promise<Pick<Changed, 'total' | 'short'>> {
  const short = (await shortagesOf(tx, [orderId])).get(orderId) ?? [];
  const { total } = firstRow(
    await sql<Row<'salesorder', 'total'>>`select total from salesorder where id = ${orderId}`.execute(tx),
  );
  return {
    total: Number(total),
    short: short.map((one) => ({ ...one, qty: Number(one.qty), short: Number(one.short) })),
  };
}
