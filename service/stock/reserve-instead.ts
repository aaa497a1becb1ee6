import { sql } from 'kysely';
import type { Tx } from '../operation.ts';
import { problem } from '../problems.ts';
import { trim } from './quantity.ts';

/**
 * The reservation of units of a line follows what a person really takes: another place, other lots or serial numbers. What the
 * line has reserved there for others of its picklines stays as much as it was.
 * @param home where they are reserved now
 * @throws stock.short where not that much is free
 */
export async function reserveInstead(
  tx: Tx,
  of: { order_id: number; line_id: number; part_id: number },
  { home, from, total }: { home: number; from: number; total: string },
  shares: readonly { qty: string; lot?: string | null; serial?: string | null }[],
): Promise<void> {
  if (from !== home) await releaseAt(tx, { ...of, location_id: home, qty: total });
  const { rows } = await sql<{ held: string; rest: string; any: boolean; more: boolean }>`
    select held, rest, held > 0 as any, rest > 0 as more
    from (
      select coalesce(sum(r.qty), 0) as held, coalesce(sum(r.qty), 0) - case when ${from === home} then ${total}::numeric else 0 end as rest
      from reservation r join inventory i on i.id = r.inventory_id
      where r.line_id = ${of.line_id} and r.part_id = ${of.part_id} and i.location_id = ${from} and r.closed_at is null) there`.execute(
    tx,
  );
  const { held, rest, any, more } = rows[0]!;
  if (any) await releaseAt(tx, { ...of, location_id: from, qty: held });
  for (const share of shares) await reserveAt(tx, { ...of, location_id: from, ...share });
  if (more) await reserveAt(tx, { ...of, location_id: from, qty: rest });
}

/** Ends the reservation of `qty` units of a line at one storage location. */
async function releaseAt(
  tx: Tx,
  from: { line_id: number; part_id: number; location_id: number; qty: string },
): Promise<void> {
  await sql`
    with have as (
      select r.id, r.qty, r.inventory_id, sum(r.qty) over (order by r.id desc) as upto
      from reservation r join inventory i on i.id = r.inventory_id
      where r.line_id = ${from.line_id} and r.part_id = ${from.part_id} and i.location_id = ${from.location_id}
        and r.closed_at is null
    ), freed as (
      select id, inventory_id, qty as had, least(qty, ${from.qty}::numeric - (upto - qty)) as qty
      from have where upto - qty < ${from.qty}::numeric
    ), emptied as (
      delete from reservation r using freed f where r.id = f.id and f.qty = f.had
    ), shrunk as (
      update reservation r set qty = r.qty - f.qty from freed f where r.id = f.id and f.qty < f.had
    )
    update inventory i set qty_committed = i.qty_committed - f.qty
    from (select inventory_id, sum(qty) as qty from freed group by inventory_id) f where i.id = f.inventory_id`.execute(
    tx,
  );
}

/**
 * Reserves units of a line at a place of the caller's choice.
 * @throws stock.short where not that much is free there
 */
async function reserveAt(
  tx: Tx,
  at: {
    order_id: number;
    line_id: number;
    part_id: number;
    location_id: number;
    qty: string;
    lot?: string | null;
    serial?: string | null;
  },
): Promise<void> {
  const { rows } = await sql<{ qty: string | null }>`
    with have as (
      select i.id, i.qty - i.qty_committed as qty,
        sum(i.qty - i.qty_committed) over (order by i.expires_on nulls last, i.received_at, i.id) as upto
      from inventory i
      where i.part_id = ${at.part_id} and i.location_id = ${at.location_id} and i.qty > i.qty_committed
        and (${at.lot ?? null}::text is null or i.lot = ${at.lot ?? null})
        and (${at.serial ?? null}::text is null or i.serial = ${at.serial ?? null})
    ), share as (
      select id, least(qty, ${at.qty}::numeric - (upto - qty)) as qty from have where upto - qty < ${at.qty}::numeric
    ), committed as (
      update inventory i set qty_committed = i.qty_committed + s.qty from share s where i.id = s.id
    ), reserved as (
      insert into reservation (order_id, line_id, part_id, inventory_id, qty)
      select ${at.order_id}::int, ${at.line_id}::int, ${at.part_id}::int, id, qty from share
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    )
    select sum(qty) as qty from share having coalesce(sum(qty), 0) < ${at.qty}::numeric`.execute(tx);
  if (rows.length > 0) {
    throw problem(
      'stock.short',
      `Only ${trim(rows[0]!.qty ?? '0')} of ${trim(at.qty)} are free at location ${at.location_id}.`,
      {
        part_id: at.part_id,
        location_id: at.location_id,
      },
    );
  }
}
