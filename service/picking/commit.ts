import { sql } from 'kysely';
import { lockOrders, lockRecord, lockStock } from '../database/locks.ts';
import { serveWaiting } from '../inventory/arrival.ts';
import { type Carry, carry, reserveInstead, trim } from '../inventory/stock.ts';
import { operation, type Tx } from '../operation.ts';
import { happened } from '../outbox/happened.ts';
import { problem } from '../problems.ts';
import { movingLocation } from './moving-location.ts';
import type { Commit } from './schema.ts';

interface Line {
  id: number;
  pick_id: number | null;
  work_id: number;
  order_id: number;
  line_id: number;
  part_id: number;
  location_id: number | null;
  qty: string;
  committed: boolean;
  part: string;
  tracking: 'none' | 'lot' | 'serial';
}

/**
 * Commits a pickline: its units move from storage to the site's moving location (design page §5). Without details: all of it,
 * from where it is reserved. Less than asked: the rest returns to the order. Repeating it changes nothing.
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
  if (line.committed) return;
  if (line.pick_id !== pick.id || pick.status_id !== 1) {
    throw problem('pick.state', `Pick ${pick.id} is no longer open: pickline ${line.id} can't be committed.`);
  }
  const asked = whatToTake(line, input);
  const from = input.location_id ?? line.location_id!;
  if (from !== line.location_id) await demandStorage(tx, from, pick.site_id);
  await lockStock(tx, pick.site_id, [line.part_id]);
  const total = await totalOf(tx, line, asked, input);
  const parts = line.tracking === 'serial' ? await withLots(tx, line, from, asked) : asked;
  if (from !== line.location_id || input.tracking) {
    await reserveInstead(tx, line, { home: line.location_id!, from, total }, parts);
    await serveWaiting(context, pick.site_id, [line.part_id]);
  }
  const to = await movingLocation(tx, pick.site_id);
  const place = { line_id: line.line_id, part_id: line.part_id, from_location_id: from, to_location_id: to };
  await carry(
    tx,
    actor,
    'pick',
    parts.map((part): Carry => ({ ...place, ...part, pickline_id: line.id })),
  );
  await sql`
    with rest as (
      insert into pickline (work_id, order_id, line_id, part_id, location_id, qty, short_reason)
      select work_id, order_id, line_id, part_id, location_id, qty - ${total}::numeric, ${input.short_reason ?? null}
      from pickline where id = ${line.id} and qty > ${total}::numeric
    )
    update pickline set qty = ${total}::numeric, qty_committed = ${total}::numeric, location_id = ${from}, updated_at = now(),
      short_reason = case when qty > ${total}::numeric then ${input.short_reason ?? null} end
    where id = ${line.id}`.execute(tx);
  await happened(context, {
    event: 'pickline.committed',
    id: line.id,
    orders: [line.order_id],
    detail: { part: line.part, qty: total, location_id: from },
  });
});

interface Share {
  qty: string;
  lot?: string | null;
  serial?: string | null;
}

/** @throws tracking.required, tracking.mismatch where the details do not fit how the part is tracked */
function whatToTake(line: Line, input: Commit): Share[] {
  if (!input.tracking?.length) {
    if (line.tracking !== 'none' && (input.qty !== undefined || input.location_id !== undefined)) {
      throw problem(
        'tracking.required',
        `Part ${line.part} is tracked by ${line.tracking}: say which in \`tracking\`.`,
        {
          errors: [
            { pointer: '/tracking', detail: line.tracking === 'lot' ? 'needs [{lot, qty}]' : 'needs [{serial}]' },
          ],
        },
      );
    }
    return [{ qty: input.qty ?? line.qty }];
  }
  if (line.tracking === 'none') {
    throw problem('tracking.mismatch', `Part ${line.part} is not tracked: leave \`tracking\` out.`);
  }
  return input.tracking.map((entry, position) => {
    const missing = line.tracking === 'lot' ? !entry.lot || !entry.qty : !entry.serial;
    if (missing) {
      throw problem('tracking.mismatch', `Part ${line.part} is tracked by ${line.tracking}.`, {
        errors: [
          { pointer: `/tracking/${position}`, detail: line.tracking === 'lot' ? 'needs lot and qty' : 'needs serial' },
        ],
      });
    }
    return line.tracking === 'lot'
      ? { lot: entry.lot, qty: entry.qty! }
      : { serial: entry.serial, lot: entry.lot, qty: '1' };
  });
}

/** Stock is picked from storage of the pick's own site. */
async function demandStorage(tx: Tx, locationId: number, siteId: number): Promise<void> {
  const { rows } = await sql<{ name: string; fits: boolean }>`
    select name, site_id = ${siteId} and locationtype_id = 1 as fits from location where id = ${locationId}`.execute(
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

async function readLine(tx: Tx, id: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select l.id, l.pick_id, l.work_id, l.order_id, l.line_id, l.part_id, l.location_id, l.qty, l.qty_committed > 0 as committed,
      p.number as part, p.tracking
    from pickline l join part p on p.id = l.part_id where l.id = ${id}`.execute(tx);
  if (!rows[0]) throw problem('record.unknown', `There is no pickline ${id}.`);
  return rows[0];
}

/** How much is taken in all. @throws body.invalid, tracking.mismatch where that is more than the line, or not the qty given */
async function totalOf(tx: Tx, line: Line, shares: readonly Share[], { qty }: Commit): Promise<string> {
  const { rows } = await sql<{ sum: string; over: boolean; other: boolean }>`
    select sum(q) as sum, sum(q) > ${line.qty}::numeric as over, coalesce(sum(q) <> ${qty ?? null}::numeric, false) as other
    from unnest(${shares.map((share) => share.qty)}::numeric[]) as q`.execute(tx);
  const { sum, over, other } = rows[0]!;
  if (over) {
    throw problem('body.invalid', `Pickline ${line.id} is for ${trim(line.qty)}; ${trim(sum)} are too many.`, {
      errors: [{ pointer: '/qty', detail: `must be at most ${trim(line.qty)}` }],
    });
  }
  if (other) {
    throw problem('tracking.mismatch', `The quantities in \`tracking\` add up to ${trim(sum)}, not to ${trim(qty!)}.`, {
      errors: [{ pointer: '/tracking', detail: `must add up to ${trim(qty!)}` }],
    });
  }
  return sum;
}

/** A serial number says which unit; the lot that the unit came with goes along. */
async function withLots(tx: Tx, line: Line, locationId: number, shares: readonly Share[]): Promise<Share[]> {
  const { rows } = await sql<{ lot: string | null; serial: string }>`
    select lot, serial from inventory where part_id = ${line.part_id} and location_id = ${locationId}
      and serial = any(${shares.map((share) => share.serial ?? null)}::text[]) and qty > 0`.execute(tx);
  return shares.map((share) =>
    share.serial ? { ...share, lot: rows.find((row) => row.serial === share.serial)?.lot ?? null } : share,
  );
}
