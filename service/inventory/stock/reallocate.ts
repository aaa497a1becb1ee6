import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { notThere } from './explain-shortage.ts';

/** A line and what of it is reserved. */
interface Of {
  order_id: number;
  line_id: number;
  part_id: number;
}

interface At extends Of {
  location_id: number;
  qty: string;
  lot?: string | null;
  serial?: string | null;
}

/**
 * The reservation of units of a line follows what a person really takes: another place, other lots or serial numbers. What the
 * line has reserved there for others of its picklines stays as much as it was. Units that are reserved for other orders are as
 * good to whoever stands before the shelf: those orders get others of the same place instead.
 * @param home where they are reserved now
 * @throws stock.short where not that much can be taken
 */
export async function reserveInstead(
  tx: Tx,
  of: Of,
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
  const wanted = shares.map((share) => ({ ...of, location_id: from, ...share }));
  const gaveWay: At[] = [];
  for (const at of wanted) {
    if (at.lot || at.serial) gaveWay.push(...(await takeFromOthers(tx, at)));
    if (!(await reserveAt(tx, at))) throw await notThere(tx, at);
  }
  for (const other of gaveWay) if (!(await reserveAt(tx, other))) throw await notThere(tx, wanted[0]!);
  if (more && !(await reserveAt(tx, { ...of, location_id: from, qty: rest }))) throw await notThere(tx, wanted[0]!);
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
 * What of a lot or serial number is not free is taken from the lines that have it reserved there: who would be served last first.
 * @returns what they have to get instead
 */
async function takeFromOthers(tx: Tx, at: At): Promise<At[]> {
  const { rows } = await sql<Of & { qty: string }>`
    with row as (
      select id, greatest(${at.qty}::numeric - (qty - qty_committed), 0) as wanted from inventory
      where part_id = ${at.part_id} and location_id = ${at.location_id}
        and (${at.lot ?? null}::text is null or lot = ${at.lot ?? null}) and (${at.serial ?? null}::text is null or serial = ${at.serial ?? null})
    ), have as (
      select r.id, r.order_id, r.line_id, r.part_id, r.inventory_id, r.qty, w.wanted,
        sum(r.qty) over (partition by r.inventory_id order by o.priority desc, r.line_id desc) as upto
      from row w join reservation r on r.inventory_id = w.id and r.closed_at is null and r.line_id <> ${at.line_id}
      join salesorder o on o.id = r.order_id
    ), taken as (
      select id, order_id, line_id, part_id, inventory_id, qty as had, least(qty, wanted - (upto - qty)) as qty
      from have where upto - qty < wanted
    ), emptied as (
      delete from reservation r using taken t where r.id = t.id and t.qty = t.had
    ), shrunk as (
      update reservation r set qty = r.qty - t.qty from taken t where r.id = t.id and t.qty < t.had
    ), freed as (
      update inventory i set qty_committed = i.qty_committed - t.qty
      from (select inventory_id, sum(qty) as qty from taken group by inventory_id) t where i.id = t.inventory_id
    )
    select order_id, line_id, part_id, qty from taken order by line_id desc`.execute(tx);
  return rows.map((row) => ({ ...row, location_id: at.location_id }));
}

/**
 * Reserves units of a line at a place of the caller's choice, as far as they are free; what has expired only where nothing else is.
 * @returns whether that was all of them
 */
async function reserveAt(tx: Tx, at: At): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    with have as (
      select i.id, i.qty - i.qty_committed as qty,
        sum(i.qty - i.qty_committed) over (order by not ${sql.raw(isGood)}, i.expires_on nulls last, i.received_at, i.id) as upto
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
    select coalesce(sum(qty), 0) >= ${at.qty}::numeric as all from share`.execute(tx);
  return rows[0]!.all;
}
