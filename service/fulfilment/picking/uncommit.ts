import { sql } from 'kysely';
import { lockOrders, lockRecord, lockStock } from '../../platform/database/locks.ts';
import { operation } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { bringBack } from './last-commits.ts';
import { readLine } from './read-line.ts';
import { pickStates } from './states.ts';

/**
 * Gives back what a line of an open pick was committed with: its units return to where they were taken from, and it can be committed
 * anew. Repeating it changes nothing.
 * @returns id of the pickline
 * @throws pick.state once the pick is finished, and where some of it went on in place of other units of the line
 */
export const uncommitPickline = operation('pickline.uncommit', async (context, picklineId: number) => {
  const { tx, actor } = context;
  const seen = await readLine(tx, picklineId);
  await lockOrders(tx, [seen.order_id]);
  if (seen.pick_id === null) return seen.id;
  const pick = await lockRecord(tx, 'pick', seen.pick_id);
  const line = await readLine(tx, seen.id);
  if (!line.committed) return line.id;
  pickStates.demand('uncommit', pick);
  await lockStock(tx, pick.site_id, [line.part_id]);
  await bringBack(tx, actor, [line.id], () =>
    problem(
      'pick.state',
      `Pickline ${line.id} can't be given back: lots that it brought went on in place of others of the same line. Delete what they are on first.`,
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
