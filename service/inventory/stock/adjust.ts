import { sql } from 'kysely';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { trim } from './quantity.ts';

/** Stock that comes in (qty above zero) or goes out (below), not for an order. */
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
 * Puts stock in or takes it out. What is committed to orders can't be taken out.
 * @returns id of the movement
 * @throws stock.short where less than that is free
 */
export async function adjust(tx: Tx, actor: Actor, a: Adjustment): Promise<number> {
  const out = a.qty.trim().startsWith('-');
  const lot = a.lot ?? null;
  const serial = a.serial ?? null;
  const changed = out
    ? sql`update inventory set qty = qty + ${a.qty}::numeric
          where part_id = ${a.part_id} and location_id = ${a.location_id} and lot is not distinct from ${lot}::text
            and serial is not distinct from ${serial}::text and qty - qty_committed >= -(${a.qty}::numeric)
          returning id`
    : sql`insert into inventory as i (part_id, location_id, lot, serial, expires_on, qty)
          values (${a.part_id}, ${a.location_id}, ${lot}, ${serial}, ${a.expires_on ?? null}::date, ${a.qty}::numeric)
          on conflict (part_id, location_id, lot, serial)
            -- Where nothing was left it is new stock, and so comes after what is older: first in, first out.
            do update set qty = i.qty + excluded.qty,
              received_at = case when i.qty = 0 then excluded.received_at else i.received_at end,
              expires_on = case when i.qty = 0 then excluded.expires_on else coalesce(excluded.expires_on, i.expires_on) end
          returning id`;
  if (serial !== null && !out) await refuseSecond(tx, a.part_id, serial);
  const { rows } = await sql<{ id: string }>`
    with changed as (${changed})
    insert into inventorymovement (part_id, from_location_id, to_location_id, lot, serial, qty, reason, account_id)
    select ${a.part_id}::int, ${out ? a.location_id : null}::int, ${out ? null : a.location_id}::int, ${lot}::text, ${serial}::text,
      abs(${a.qty}::numeric), ${a.reason}::text, ${actor.userId}::int
    from changed returning id`.execute(tx);
  if (rows[0]) return Number(rows[0].id);
  const { rows: there } = await sql<{ free: string; committed: boolean }>`
    select coalesce(sum(qty - qty_committed), 0) as free, coalesce(sum(qty_committed), 0) > 0 as committed from inventory
    where part_id = ${a.part_id} and location_id = ${a.location_id} and lot is not distinct from ${lot}::text
      and serial is not distinct from ${serial}::text`.execute(tx);
  const { free, committed } = there[0]!;
  const what = serial ? `of serial number ${serial} ` : lot ? `of lot ${lot} ` : '';
  throw problem(
    'stock.short',
    committed
      ? `Only ${trim(free)} ${what}are free there: the rest is committed to orders. Where it is really not there, take it \`from_orders\`: they get other stock, or wait for some.`
      : `Only ${trim(free)} ${what}are there. GET /inventory?part_id=${a.part_id} says where which are.`,
  );
}

/** A serial number stands for one unit, wherever it is. */
async function refuseSecond(tx: Tx, partId: number, serial: string): Promise<void> {
  const { rows } = await sql<{ location: string }>`
    select l.name as location from inventory i join location l on l.id = i.location_id
    where i.part_id = ${partId} and i.serial = ${serial} and i.qty > 0 limit 1`.execute(tx);
  if (rows[0]) throw problem('record.exists', `Serial number ${serial} is in stock already, at ${rows[0].location}.`);
}
