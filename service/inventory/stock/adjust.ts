import { sql } from 'kysely';
import { isDay } from '../../../lib/expressions/instant.ts';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { inRange } from '../../platform/database/overflow.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import type { NextCall } from '../../platform/states/transitions.ts';
import { tooManyUnits, trim } from './quantity.ts';
import { whereThePartIs } from './where-the-part-is.ts';

/** Units that come in (qty above zero) or go out (below zero), for no order. */
export interface Adjustment {
  part_id: number;
  location_id: number;
  qty: string;
  reason: string;
  lot?: string | null;
  serial?: string | null;
  expires_on?: string | null;
}

/**
 * Puts units in or takes them out, and writes the ledger. Units that are committed to orders can't be taken out.
 * @returns id of the movement
 * @throws stock.short where fewer units are free; record.exists where the serial number is in stock already
 */
export async function adjust(tx: Tx, actor: Actor, adjustment: Adjustment): Promise<number> {
  const { part_id, location_id, qty, reason, lot = null, serial = null } = adjustment;
  const out = qty.trim().startsWith('-');
  if (serial !== null && !out) await assertNoSecondUnit(tx, part_id, serial);
  const change = sql<Row<'inventorymovement', 'id'>>`
    -- Changes the stock, and writes the movement.
    with changed as (${out ? decrease(adjustment) : increase(adjustment)})
    insert into inventorymovement (site_id, part_id, from_location_id, to_location_id, lot, serial, qty, reason, account_id)
    select l.site_id, ${part_id}::bigint, ${out ? location_id : null}::bigint, ${out ? null : location_id}::bigint, ${lot}::text, ${serial}::text,
      abs(${qty}::numeric), ${reason}::text, ${actor.userId}::bigint
    from changed join location l on l.id = ${location_id} returning id`;
  const { rows } = await inRange(change.execute(tx), () => tooManyUnits(qty));
  const [movement] = rows;
  if (!movement) throw await tooFewFree(tx, adjustment);
  return movement.id;
}

/** SQL of the condition: the stock row is the one that the adjustment names. */
const sameStock = ({ part_id, location_id, lot = null, serial = null }: Adjustment) => sql`
  part_id = ${part_id} and location_id = ${location_id} and lot is not distinct from ${lot}::text
  and serial is not distinct from ${serial}::text`;

/** SQL that takes units out, as far as so many are free. */
const decrease = (adjustment: Adjustment) => sql`
  update inventory set qty = qty + ${adjustment.qty}::numeric
  where ${sameStock(adjustment)} and qty - qty_committed >= -(${adjustment.qty}::numeric) returning id`;

/**
 * SQL that puts units in. Units that come into an empty row are new stock: they get a new age, and are served after older units
 * (first in, first out).
 */
const increase = ({ part_id, location_id, qty, lot = null, serial = null, expires_on = null }: Adjustment) => sql`
  -- Adds units to the stock at the location.
  insert into inventory as i (part_id, location_id, lot, serial, expires_on, qty)
  values (${part_id}, ${location_id}, ${lot}, ${serial}, ${dayThere(location_id, expires_on)}, ${qty}::numeric)
  on conflict (part_id, location_id, lot, serial)
    do update set qty = i.qty + excluded.qty,
      received_at = case when i.qty = 0 then excluded.received_at else i.received_at end,
      expires_on = case when i.qty = 0 then excluded.expires_on else coalesce(excluded.expires_on, i.expires_on) end
  returning id`;

/** SQL of the day at a location that a text of `siteTime` names. */
const dayThere = (locationId: number, text: string | null) =>
  text === null || isDay(text)
    ? sql`${text}::date`
    : sql`(${text}::timestamptz at time zone zone_of_site((select site_id from location where id = ${locationId})))::date`;

async function tooFewFree(tx: Tx, adjustment: Adjustment): Promise<Problem> {
  const { part_id, location_id, lot, serial } = adjustment;
  const { rows } = await sql<{ free: string; committed: boolean; enough: boolean }>`
    -- Counts the free units, and whether there are enough with those of orders.
    select coalesce(sum(qty - qty_committed), 0) as free, coalesce(sum(qty_committed), 0) > 0 as committed,
      coalesce(sum(qty), 0) >= -(${adjustment.qty}::numeric) as enough
    from inventory where ${sameStock(adjustment)}`.execute(tx);
  const { free, committed, enough } = firstOf(rows);
  const units = serial ? `of serial number ${serial} ` : lot ? `of lot ${lot} ` : '';
  return problem(
    'stock.short',
    committed
      ? `Only ${trim(free)} ${units}are free there: the rest is committed to orders. If the units are not on the shelf, take them out with \`from_orders\`: the orders get other stock, or wait for some.`
      : `Only ${trim(free)} ${units}are there. GET /inventory?part_id=${part_id} lists where the part is.`,
    { part_id, location_id, next: fewerUnits(adjustment, free, committed && enough) },
  );
}

/** Returns the calls that take out what can be taken out here, and the one that shows where the part is. */
function fewerUnits(adjustment: Adjustment, free: string, fromOrders: boolean): NextCall[] {
  const { part_id, location_id, reason, lot = null, serial = null } = adjustment;
  const call = (qty: number, more: object, why: string): NextCall => {
    const tracking = lot === null && serial === null ? {} : { tracking: [{ lot, serial, qty }] };
    const body = { part_id, location_id, qty, reason, ...tracking, ...more };
    return { method: 'POST', path: '/inventoryadjustment', body, why };
  };
  return [
    ...(fromOrders
      ? [call(Number(adjustment.qty), { from_orders: 1 }, 'Takes out units of orders as well: these get other stock')]
      : []),
    ...(Number(free) > 0 ? [call(-Number(free), {}, 'Takes out the units that are free')] : []),
    whereThePartIs(part_id),
  ];
}

/** Refuses a serial number that is in stock: it stands for one unit, at any location. */
async function assertNoSecondUnit(tx: Tx, partId: number, serial: string): Promise<void> {
  const { rows } = await sql<{ location: Column<'location', 'name'> }>`
    select l.name as location from inventory i join location l on l.id = i.location_id
    where i.part_id = ${partId} and i.serial = ${serial} and i.qty > 0 limit 1`.execute(tx);
  const [first] = rows;
  if (first) throw problem('record.exists', `Serial number ${serial} is in stock already, at ${first.location}.`);
}
