import { sql } from 'kysely';
import { type Carry, carry } from '../../inventory/stock/move.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import { reserveInstead } from '../../inventory/stock/reallocate.ts';
import { lose } from '../../inventory/stock/write-off.ts';
import { lockOrders, lockRecord, lockStock } from '../../platform/database/locks.ts';
import { operation, type Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { allocateBackorders } from '../work/allocate-backorders.ts';
import { writeOffPicklines } from '../work/write-off-picklines.ts';
import { refuseAnother } from './committed-before.ts';
import { type Line, readLine } from './read-line.ts';
import type { Commit } from './schema.ts';
import { pickStates } from './states.ts';
import { totalOf, whatToTake, withLots } from './what-to-take.ts';

/**
 * Commits a pickline: its units move from storage to the site's moving location (design page §5). Without details: all of it,
 * from where it is reserved. Less than asked: the rest returns to the order, or stays on the pick as a line of its own. Where it
 * is `missing`, the rest is written off where it was reserved, and the order gets other stock or waits for some. Repeating it
 * changes nothing.
 * @throws pickline.committed where it was committed with something else before
 * @returns id of the pickline; where nothing of it was there, that of one that took its place
 */
export const commitPickline = operation('pickline.commit', async (context, input: Commit & { picklineId: number }) => {
  const { tx, actor } = context;
  const seen = await readLine(tx, input.picklineId);
  await lockOrders(tx, [seen.order_id]);
  if (seen.pick_id === null) {
    throw problem('pick.state', `Pickline ${seen.id} is on no pick. Make one first: POST /picklinebyorder.`);
  }
  const pick = await lockRecord(tx, 'pick', seen.pick_id);
  const line = await readLine(tx, seen.id);
  if (line.committed) {
    await refuseAnother(tx, line, input);
    return line.id;
  }
  pickStates.demand('commit', pick);
  if (line.pick_id !== pick.id) throw problem('pick.state', `Pickline ${line.id} is no longer on pick ${pick.id}.`);
  const asked = input.qty === '0' ? [] : whatToTake(line, input);
  const home = line.location_id!;
  const from = input.location_id ?? home;
  if (from !== home) await demandStorage(tx, from, pick.site_id);
  await lockStock(tx, pick.site_id, [line.part_id]);
  const total = await totalOf(tx, line, asked, input);
  const parts = line.tracking === 'serial' ? await withLots(tx, line, from, asked) : asked;
  if (parts.length > 0 && (from !== home || input.tracking)) {
    await reserveInstead(tx, line, { home, from, total }, parts);
    await allocateBackorders(context, pick.site_id, [line.part_id]);
  }
  const to = await movingLocation(tx, pick.site_id);
  const place = { line_id: line.line_id, part_id: line.part_id, from_location_id: from, to_location_id: to };
  await carry(
    tx,
    actor,
    'pick',
    parts.map((part): Carry => ({ ...place, ...part, pickline_id: line.id })),
  );
  const keepRest = input.keep_rest === true && !input.missing;
  const rest = await settle(tx, line, { total, from, keepRest, reason: input.short_reason ?? null });
  if (input.missing && rest !== null) {
    const reason = input.short_reason ? `missing: ${input.short_reason}` : 'missing';
    const { part_id, line_id: lineId } = line;
    const lost = await lose(tx, actor, { part_id, location_id: home, qty: rest, reason, lineId, picklineId: line.id });
    await writeOffPicklines(tx, home, lost);
    await allocateBackorders(context, pick.site_id, [part_id]);
  }
  const missing = input.missing && rest !== null ? { missing: rest, missing_at: home } : {};
  await recordEvent(context, {
    event: 'pickline.committed',
    id: line.id,
    orders: [line.order_id],
    detail: { part: line.part, qty: total, location_id: from, ...missing },
  });
  return parts.length > 0 ? line.id : successorOf(tx, line);
});

/**
 * The pickline is for what was taken, and committed; what was not goes back to its order as a pickline of its own, or stays on
 * the pick as one. Where nothing was taken it goes back itself.
 * @returns how much that is, or null
 */
async function settle(
  tx: Tx,
  { id }: Line,
  { total, from, keepRest, reason }: { total: string; from: number; keepRest: boolean; reason: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ rest: string }>`
    with before as (
      select *, qty - ${total}::numeric as rest from pickline where id = ${id}
    ), back as (
      insert into pickline (pick_id, work_id, order_id, line_id, part_id, location_id, qty, short_reason)
      select case when ${keepRest} then pick_id end, work_id, order_id, line_id, part_id, location_id, rest, ${reason}
      from before where rest > 0 and rest < qty
    ), taken as (
      update pickline p set qty = ${total}::numeric, qty_committed = ${total}::numeric, location_id = ${from}, updated_at = now(),
        short_reason = case when b.rest > 0 then ${reason} end
      from before b where p.id = b.id and b.rest < b.qty
    ), untouched as (
      update pickline p set pick_id = null, short_reason = ${reason}, updated_at = now()
      from before b where p.id = b.id and b.rest = b.qty
    )
    select rest from before where rest > 0`.execute(tx);
  return rows[0]?.rest ?? null;
}

/** A pickline of which nothing was there may be gone: its order has others in its place. */
async function successorOf(tx: Tx, { id, work_id }: Line): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from pickline where work_id = ${work_id} and pick_id is null
    order by id = ${id} desc, location_id nulls last, id limit 1`.execute(tx);
  return rows[0]!.id;
}

/** Stock is picked from storage of the pick's own site. */
async function demandStorage(tx: Tx, locationId: number, siteId: number): Promise<void> {
  const { rows } = await sql<{ name: string; fits: boolean }>`
    select name, site_id = ${siteId} and locationtype_id = ${sql.lit(locationType.storage)} as fits from location where id = ${locationId}`.execute(
    tx,
  );
  if (rows[0]?.fits) return;
  const detail = rows[0]
    ? `${rows[0].name} is no storage location of the pick's site`
    : `there is no location ${locationId}`;
  throw problem('reference.unknown', `It can't be taken from there: ${detail}.`, {
    errors: [{ pointer: '/location_id', detail }],
  });
}
