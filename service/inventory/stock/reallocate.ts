import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { allocate } from './allocate.ts';
import { explainShortage } from './explain-shortage.ts';
import type { LineQuantity } from './line-detail.ts';
import { lowerReservations, lowerStock } from './lower-reservations.ts';

type LinePart = Omit<LineQuantity, 'qty'>;

/** Units of an order line to be reserved at one location. Without lot and serial number, any units of the part. */
interface UnitsAt extends LineQuantity {
  location_id: number;
  lot?: string | null;
  serial?: string | null;
}

/**
 * Changes the reservation of a line to the units that a person really takes: another location, other lots or serial numbers. Other
 * picklines of the line keep the quantity that they have reserved there. Where the units are reserved for other orders, those
 * orders get other units of the same location: to the person before the shelf one is as good as another.
 * @param home where the units are reserved now
 * @param from where the person takes them
 * @param total how much the person takes in all
 * @param units which of them, by lot or serial number
 * @throws stock.short where fewer units can be taken
 */
export async function reallocate(
  tx: Tx,
  line: LinePart,
  { home, from, total }: { home: number; from: number; total: string },
  units: readonly { qty: string; lot?: string | null; serial?: string | null }[],
): Promise<void> {
  if (from !== home) await releaseAt(tx, { ...line, location_id: home, qty: total });
  const others = await releaseAllAt(tx, { ...line, location_id: from }, from === home ? total : '0');
  const wanted = units.map((share): UnitsAt => ({ ...line, location_id: from, ...share }));
  const displaced: UnitsAt[] = [];
  for (const at of wanted) {
    if (at.lot || at.serial) displaced.push(...(await displaceOthers(tx, at)));
    await reserveAt(tx, at, at);
  }
  const [first] = wanted;
  for (const at of [...displaced, ...others]) await reserveAt(tx, at, first ?? at);
}

/**
 * Ends all reservations of a line at one location.
 * @param taken how much of them the person takes now
 * @returns the units to reserve there again for other picklines of the line; empty for none
 */
async function releaseAllAt(tx: Tx, at: Omit<UnitsAt, 'qty'>, taken: string): Promise<UnitsAt[]> {
  const { rows } = await sql<{ held: string; rest: string; more: boolean }>`
    -- Reads what the line has reserved at the location, and what remains beside the units taken.
    select held, held - ${taken}::numeric as rest, held > ${taken}::numeric as more
    from (
      select coalesce(sum(r.qty), 0) as held
      from reservation r join inventory i on i.id = r.inventory_id
      where r.line_id = ${at.line_id} and r.part_id = ${at.part_id} and i.location_id = ${at.location_id} and r.closed_at is null) h
    where held > 0`.execute(tx);
  for (const { held } of rows) await releaseAt(tx, { ...at, qty: held });
  return rows.flatMap(({ rest, more }) => (more ? [{ ...at, qty: rest }] : []));
}

/** Ends the reservation of `qty` units of a line at one storage location, the latest reservation first. */
async function releaseAt(tx: Tx, { line_id, part_id, location_id, qty }: UnitsAt): Promise<void> {
  const reserved = sql`(
    select r.id, r.qty, r.inventory_id from reservation r join inventory i on i.id = r.inventory_id
    where r.line_id = ${line_id} and r.part_id = ${part_id} and i.location_id = ${location_id} and r.closed_at is null)`;
  await sql`
    -- Lowers the latest reservations by the quantity, and frees the units.
    with share as (${allocate({ units: { rows: reserved, order: sql`id desc` }, need: sql`${qty}::numeric` })}
    ), ${lowerReservations('share')}, ${lowerStock('share', 'stay')}
    select from share`.execute(tx);
}

/**
 * Takes units of a lot or serial number that are not free from the lines that have them reserved. The line that would be served
 * last gives up its units first.
 * @returns the units to reserve for those lines instead
 */
async function displaceOthers(tx: Tx, at: UnitsAt): Promise<UnitsAt[]> {
  const { part_id, location_id, line_id, qty, lot = null, serial = null } = at;
  const reserved = sql`(
    select r.id, r.order_id, r.line_id, r.part_id, r.inventory_id, r.qty, o.priority,
      greatest(${qty}::numeric - (i.qty - i.qty_committed), 0) as not_free
    from inventory i join reservation r on r.inventory_id = i.id and r.closed_at is null and r.line_id <> ${line_id}
    join salesorder o on o.id = r.order_id
    where i.part_id = ${part_id} and i.location_id = ${location_id}
      and (${lot}::text is null or i.lot = ${lot}) and (${serial}::text is null or i.serial = ${serial}))`;
  const { rows } = await sql<LineQuantity>`
    -- Takes the missing quantity from reservations of others, the least urgent first.
    with share as (${allocate({
      units: { rows: reserved, order: sql`priority desc, line_id desc` },
      per: ['inventory_id'],
      need: sql`not_free`,
    })}
    ), ${lowerReservations('share')}, ${lowerStock('share', 'stay')}
    select order_id, line_id, part_id, share as qty from share order by line_id desc`.execute(tx);
  return rows.map((row) => ({ ...row, location_id }));
}

/**
 * Reserves free units of a line at one location. Expired units are reserved only where no others are left.
 * @param reported the units that the error names
 * @throws stock.short where fewer units are free
 */
async function reserveAt(tx: Tx, at: UnitsAt, reported: UnitsAt): Promise<void> {
  const { order_id, line_id, part_id, location_id, qty, lot = null, serial = null } = at;
  const free = sql`(
    select i.id, i.qty - i.qty_committed as qty, ${sql.raw(isGood)} as good, i.expires_on, i.received_at, l.site_id
    from inventory i join location l on l.id = i.location_id
    where i.part_id = ${part_id} and i.location_id = ${location_id} and i.qty > i.qty_committed
      and (${lot}::text is null or i.lot = ${lot}) and (${serial}::text is null or i.serial = ${serial}))`;
  const { rows } = await sql`
    -- Reserves free stock of the place, good stock first.
    with share as (${allocate({
      units: { rows: free, order: sql`good desc, expires_on nulls last, received_at, id` },
      need: sql`${qty}::numeric`,
    })}
    ), committed as (
      update inventory i set qty_committed = i.qty_committed + s.share from share s where i.id = s.id
    ), reserved as (
      insert into reservation (order_id, site_id, line_id, part_id, inventory_id, qty)
      select ${order_id}::bigint, site_id, ${line_id}::bigint, ${part_id}::bigint, id, share from share
      on conflict (line_id, inventory_id) where closed_at is null do update set qty = reservation.qty + excluded.qty
    )
    select from (select coalesce(sum(share), 0) as share from share) s where s.share >= ${qty}::numeric`.execute(tx);
  if (rows.length === 0) throw await explainShortage(tx, reported);
}
