import { sql } from 'kysely';
import type { LineQuantity } from '../../inventory/stock/line-detail.ts';
import { lockOrders, lockRecord, lockStock } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { recordDeletion } from '../../platform/events/record-event.ts';
import { pickStates } from '../../platform/states/states.ts';
import { noteUnits } from '../work/put-back/note.ts';
import { giveBackCommits, movesOfLastCommits } from './last-commits.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { assertNotUsed, lotsPacked, undoPickWork } from './undo-pick.ts';

/**
 * Deletes a pick and gives everything back: committed units return to where they were taken from, lines return to their orders.
 * @throws pick.state where some of its units went on into a pack, a ship or a pickup
 */
export const deletePick = operation('pick.delete', async (context, pickId: number) => {
  const { tx, actor } = context;
  const orderIds = await ordersOfPick(tx, pickId);
  const orders = await lockOrders(tx, orderIds);
  const pick = await lockRecord(tx, 'pick', pickId);
  const finished = pickStates.stateOf(pick) === 'Finished';
  const { rows: lines } = await sql<LineQuantity & Row<'pickline', 'id'>>`
    -- Reads the lines of the pick with what was committed.
    select id, order_id, line_id, part_id, qty_committed as qty from pickline where pick_id = ${pickId} order by id`.execute(
    tx,
  );
  const committed = lines.filter((line) => Number(line.qty) > 0);
  const refusal = `Pick ${pickId} can't be deleted`;
  if (finished) await assertNotUsed(tx, pickId, refusal);
  await recordDeletion(context, { event: 'pick.deleted', id: pickId, orders: orderIds });
  await notePickPutBack(
    context,
    pickId,
    committed.map((line) => line.id),
  );

  const partIds = committed.map((line) => line.part_id);
  await lockStock(tx, pick.site_id, partIds);
  const committedIds = committed.map((line) => line.id);
  await giveBackCommits(tx, actor, committedIds, () => lotsPacked(tx, pickId, refusal));
  if (finished) await undoPickWork(context, orders, committed);
  await sql`
    -- Takes the lines off the pick.
    update pickline set pick_id = null, qty_committed = 0, finished = false, updated_at = this_second() where pick_id = ${pickId}`.execute(
    tx,
  );
  await sql`delete from pick where id = ${pickId}`.execute(tx);
});

/** Notes the counted and committed units of a pick that is deleted, with the places where they were taken. */
function notePickPutBack(context: OperationContext, pickId: number, committedIds: readonly number[]): Promise<void> {
  return noteUnits(
    context,
    sql`
    select ${pickId}::bigint as pick_id, null::bigint as pack_id, null::bigint as ship_id, null::text as carton, u.*
    from (
      select l.order_id, c.part_id, c.qty, c.lot, c.serial, c.location_id
      from pickline l join picklinecount c on c.pickline_id = l.id where l.pick_id = ${pickId}
      union all
      select m.order_id, m.part_id, sum(m.qty), m.lot, m.serial, m.from_location_id from (${movesOfLastCommits(committedIds)}) m
      group by m.order_id, m.part_id, m.lot, m.serial, m.from_location_id
    ) u`,
    { why: 'delete' },
  );
}
