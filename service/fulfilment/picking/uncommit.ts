import { sql } from 'kysely';
import { lockOrders, lockRecord, lockStock } from '../../inventory/stock/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { giveBackCommits } from './last-commits.ts';
import { readLine } from './read-line.ts';
import { pickStates } from './states.ts';

/**
 * Gives back the units that a line of an open pick was committed with. They return to where they were taken from, and the line
 * can be committed again. Repeating it changes nothing.
 * @returns id of the pickline
 * @throws pick.state where the pick is finished, or where a pack took some of the units in place of others of the line
 */
export const uncommitPickline = operation('pickline.uncommit', async (context, picklineId: number) => {
  const { tx, actor } = context;
  const { order_id, pick_id } = await readLine(tx, picklineId);
  await lockOrders(tx, [order_id]);
  if (pick_id === null) return picklineId;
  const pick = await lockRecord(tx, 'pick', pick_id);
  const line = await readLine(tx, picklineId);
  if (!line.committed) return line.id;
  pickStates.demand('uncommit', pick);
  await lockStock(tx, pick.site_id, [line.part_id]);
  await giveBackCommits(tx, actor, [line.id], () =>
    problem(
      'pick.state',
      `Pickline ${line.id} can't be given back: its lots were packed in place of other lots of the same line. Delete their pack first.`,
    ),
  );
  await sql`update pickline set qty_committed = 0, updated_at = now() where id = ${line.id}`.execute(tx);
  await recordEvent(context, {
    event: 'pickline.uncommitted',
    id: line.id,
    orders: [line.order_id],
    detail: { part: line.part, qty: line.qty },
  });
  return line.id;
});
