import { sql } from 'kysely';
import { type LockedOrder, type LockedRecord, lockOrders, lockRecord, lockStock } from '../../inventory/stock/locks.ts';
import { moveReserved } from '../../inventory/stock/move.ts';
import { movingLocation } from '../../inventory/stock/moving-location.ts';
import { reallocate } from '../../inventory/stock/reallocate.ts';
import { asStocked } from '../../inventory/stock/tracking.ts';
import { writeOff } from '../../inventory/stock/write-off.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { pickStates } from '../../platform/states/states.ts';
import { allocateBackorders } from '../work/allocate-backorders.ts';
import { notingEndedCounts } from '../work/put-back/note.ts';
import { assertOrUndo } from '../work/undo.ts';
import { writeOffPicklines } from '../work/write-off-picklines.ts';
import { finishPicks } from './finish-picks.ts';
import { assertSameCommit } from './last-commits.ts';
import { ordersOfPick } from './orders-of-pick.ts';
import { type Line, readLine } from './read-line.ts';
import type { Commit } from './schema.ts';
import { replacementOf, type WrittenOff } from './shortage.ts';
import { refillPick } from './take.ts';
import { type CommitUnits, totalOf, unitsToCommit, withLots } from './units-to-commit.ts';

/**
 * Commits a pickline: its units move from storage to the moving location of the site. Without details, all units of the line move
 * from where they are reserved. Where fewer are taken, the rest returns to the order, or stays on the pick as a line of its own.
 * With `missing`, the rest is written off where it was reserved, and the order gets other stock or waits for some. Repeating it
 * changes nothing. The commit of the last open line of a pick finishes the pick.
 * @throws pickline.committed where the line was committed with other details before
 * @returns id of the pickline; where nothing was taken, of a pickline that took its place; and what became of missing units
 */
export const commitPickline = operation('pickline.commit', async (context, input: Commit & { picklineId: number }) => {
  const { tx } = context;
  const locked = await lockLine(tx, input.picklineId);
  if (locked.line.committed) {
    await assertSameCommit(tx, locked.line, input);
    return { id: locked.line.id, writtenOff: null };
  }
  return commitLine(context, locked, input);
});

/** A pickline with its pick and the orders of the pick, all locked but the line itself. */
export interface LockedLine {
  readonly line: Line;
  readonly pick: LockedRecord;
  readonly orders: readonly LockedOrder[];
}

/**
 * Commits a locked pickline that is open. See `commitPickline`.
 * @returns id of the pickline, or of the one that took its place; and of the line that keeps the rest on the pick
 */
export async function commitLine(
  context: OperationContext,
  { line, pick, orders }: LockedLine,
  input: Commit,
): Promise<{ id: number; restId: number | null; writtenOff: WrittenOff | null }> {
  const { tx } = context;
  await assertOrUndo(tx, pickStates, { move: 'commit', record: pick, owner: { kind: 'pick', id: pick.id } });
  if (line.pick_id !== pick.id) throw problem('pick.state', `Pickline ${line.id} is no longer on pick ${pick.id}.`);
  const units = input.qty === '0' ? [] : await asStocked(tx, line.part_id, unitsToCommit(line, input));
  const { home, from } = await placesOf(tx, line, input.location_id, pick.site_id);
  await lockStock(tx, pick.site_id, [line.part_id]);
  const total = await totalOf(tx, line, units, input);
  const keepRest = input.keep_rest === true && !input.missing;
  // The line comes first: what is counted of it ends before its units leave their place.
  const rest = await splitLine(tx, line, { total, from, keepRest, reason: input.short_reason ?? null });
  await takeUnits(context, pick.site_id, line, { home, from, total, units, chosen: from !== home || !!input.tracking });
  const missing = input.missing && rest !== null ? { missing: rest.qty, missing_at: home } : null;
  const writtenOff = missing && (await writeOffRest(context, pick.site_id, line, missing, input.short_reason));
  if (input.refill) await refillPick(tx, line, pick.id);
  await recordEvent(context, {
    event: 'pickline.committed',
    id: line.id,
    orders: [line.order_id],
    detail: {
      part: line.part,
      qty: Number(total),
      location_id: from,
      ...(missing && { ...missing, missing: Number(missing.missing) }),
    },
  });
  if (!(await hasOpenLines(tx, pick.id))) await finishPicks(context, [pick.id], orders);
  const id = units.length > 0 ? line.id : await successorOf(tx, line);
  return { id, restId: keepRest ? (rest?.line_id ?? null) : null, writtenOff };
}

/** Locks a pickline's pick with all of its orders, because the commit may finish the pick, and reads the line again after that. */
export async function lockLine(tx: Tx, picklineId: number): Promise<LockedLine> {
  const { id, order_id, pick_id } = await readLine(tx, picklineId);
  const orders = await lockOrders(tx, [order_id, ...(pick_id === null ? [] : await ordersOfPick(tx, pick_id))]);
  if (pick_id === null) throw notOnPick(id);
  const pick = await lockRecord(tx, 'pick', pick_id);
  return { pick, orders, line: await readLine(tx, id) };
}

/** Returns the problem that a pickline is on no pick. */
export const notOnPick = (id: number): Problem =>
  problem('pick.state', `Pickline ${id} is on no pick. Make one first: POST /picklinebyorder.`);

/** Returns whether a pick has lines that are not committed. */
export async function hasOpenLines(tx: Tx, pickId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pickline where pick_id = ${pickId} and qty_committed = 0 limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns where the units of a line are reserved (`home`), and where they are taken (`from`).
 * @throws reference.unknown where they are taken elsewhere and that is no storage of the site
 */
async function placesOf(tx: Tx, line: Line, takenAt: number | undefined, siteId: number) {
  const { location_id: home } = line;
  if (home === null) throw new Error(`Pickline ${line.id} is on a pick and has no location.`);
  const from = takenAt ?? home;
  if (from !== home) await assertStorage(tx, from, siteId);
  return { home, from };
}

interface Taking {
  home: number;
  from: number;
  total: string;
  units: readonly CommitUnits[];
  /** Whether the person chose the units, by location, lot or serial number. */
  chosen: boolean;
}

/** Moves units of a line to the moving location. Where the person chose them, the reservation changes to them first. */
async function takeUnits(
  context: OperationContext,
  siteId: number,
  line: Line,
  { home, from, total, units, chosen }: Taking,
): Promise<void> {
  const { tx, actor } = context;
  const { id, line_id, part_id, tracking } = line;
  const tracked = tracking === 'serial' ? await withLots(tx, line, from, units) : units;
  if (tracked.length > 0 && chosen) {
    await reallocate(tx, line, { home, from, total }, tracked);
    await allocateBackorders(context, siteId, [part_id]);
  }
  const to = await movingLocation(tx, siteId);
  const move = { line_id, part_id, from_location_id: from, to_location_id: to, pickline_id: id };
  const moves = tracked.map((unit) => ({ ...move, ...unit }));
  await moveReserved(tx, actor, 'pick', moves);
}

/** Writes off units of a line that are not where they are reserved. The order gets other stock, or waits for some. */
async function writeOffRest(
  context: OperationContext,
  siteId: number,
  { id, part_id, line_id, work_id }: Line,
  { missing: qty, missing_at: location_id }: { missing: string; missing_at: number },
  shortReason: string | undefined,
): Promise<WrittenOff> {
  const { tx, actor } = context;
  const reason = shortReason ? `missing: ${shortReason}` : 'missing';
  await notingEndedCounts(context, { partIds: [part_id], why: 'writeoff' }, async () => {
    const lines = await writeOff(tx, actor, { part_id, location_id, qty, reason, lineId: line_id, picklineId: id });
    await writeOffPicklines(tx, location_id, lines);
  });
  await allocateBackorders(context, siteId, [part_id]);
  return replacementOf(tx, { work_id }, { qty, location_id });
}

/**
 * Splits a pickline: it keeps the units that were taken and is committed, and the rest returns to the order as a new line, or
 * stays on the pick as one. Where nothing was taken, the line itself returns.
 * @returns the rest with its line, if it is a new one; null for no rest
 */
async function splitLine(
  tx: Tx,
  { id }: Line,
  { total, from, keepRest, reason }: { total: string; from: number; keepRest: boolean; reason: string | null },
): Promise<{ qty: string; line_id: number | null } | null> {
  const { rows } = await sql<{ qty: string; line_id: number | null }>`
    -- Commits the units that were taken, and keeps the rest as a line of its own.
    with before as (
      select *, qty - ${total}::numeric as rest from pickline where id = ${id}
    ), rest_line as (
      insert into pickline (pick_id, work_id, order_id, site_id, line_id, part_id, location_id, qty, short_reason)
      select case when ${keepRest} then pick_id end, work_id, order_id, site_id, line_id, part_id, location_id, rest, ${reason}
      from before where rest > 0 and rest < qty returning id
    ), committed as (
      update pickline p set qty = ${total}::numeric, qty_committed = ${total}::numeric, location_id = ${from}, updated_at = this_second(),
        short_reason = case when b.rest > 0 then ${reason} end
      from before b where p.id = b.id and b.rest < b.qty
    ), returned as (
      update pickline p set pick_id = null, short_reason = ${reason}, updated_at = this_second()
      from before b where p.id = b.id and b.rest = b.qty
    )
    select rest as qty, (select id from rest_line) as line_id from before where rest > 0`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the pickline itself, or another one of its work: a line of which nothing was taken may be deleted. */
async function successorOf(tx: Tx, { id, work_id }: Line): Promise<number> {
  const { rows } = await sql<Row<'pickline', 'id'>>`
    select id from pickline where work_id = ${work_id} and pick_id is null
    order by id = ${id} desc, location_id nulls last, id limit 1`.execute(tx);
  return firstOf(rows).id;
}

/** Refuses a location that is no storage of the pick's own site. */
export async function assertStorage(tx: Tx, locationId: number, siteId: number): Promise<void> {
  const { rows } = await sql<Row<'location', 'name'> & { fits: boolean }>`
    select name, site_id = ${siteId} and locationtype_id = ${sql.lit(locationType.storage)} as fits from location where id = ${locationId}`.execute(
    tx,
  );
  const [location] = rows;
  if (location?.fits) return;
  const detail = location
    ? `${location.name} is no storage location of the pick's site`
    : `there is no location ${locationId}`;
  throw problem('reference.unknown', `Units can't be taken from there: ${detail}.`, {
    errors: [{ pointer: '/location_id', detail }],
  });
}
