import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { trim } from './quantity.ts';
import { otherSites, type SiteUnits, siteNames } from './where-the-part-is.ts';

/** Units of a part that an order line is to have, at one location. */
interface NeededUnits {
  line_id: number;
  part_id: number;
  location_id: number;
  qty: string;
  lot?: string | null;
  serial?: string | null;
}

interface Shortage {
  part: Column<'part', 'number'>;
  location: Column<'location', 'name'>;
  /** Units at the location, reserved or not. */
  there: string;
  /** Orders that have some of them reserved, other than the order of the line. */
  orders: string[];
  /** Names of the locations of the site that have more units; of a lot or serial number, those of all sites. */
  elsewhere: string[];
  sites: SiteUnits[];
}

/**
 * Returns the problem that a line cannot have units of a location. It says how many units are there, which orders have them
 * reserved, and which locations have more: the person who reads it stands before the shelf with a unit in the hand.
 */
export async function explainShortage(tx: Tx, needed: NeededUnits): Promise<Problem> {
  const { line_id, part_id, location_id, lot = null, serial = null } = needed;
  const { rows } = await sql<Shortage>`
    -- Reads how many units are at the location, who has reserved them, and where there are more.
    with units as (
      select i.id, i.location_id, l.site_id, i.qty, l.name, l.locationtype_id = ${sql.lit(locationType.storage)} as stored
      from inventory i join location l on l.id = i.location_id
      where i.part_id = ${part_id} and i.qty > 0
        and (${lot}::text is null or i.lot = ${lot}) and (${serial}::text is null or i.serial = ${serial})
    ), owner as (
      select distinct u.location_id, o.number
      from units u join reservation r on r.inventory_id = u.id and r.closed_at is null and r.line_id <> ${line_id}
      join salesorder o on o.id = r.order_id
    )
    select p.number as part, l.name as location,
      (select coalesce(sum(qty), 0) from units where location_id = l.id) as there,
      array(select number from owner where location_id = l.id order by 1) as orders,
      -- Picked units belong to orders. They matter only for a serial number, with the order that has the unit.
      array(select distinct u.name || coalesce(' for order ' || w.number, '') from units u
        left join owner w on w.location_id = u.location_id and not u.stored
        where u.location_id <> l.id and (u.site_id = l.site_id or ${lot ?? serial}::text is not null)
          and (u.stored or ${serial}::text is not null) order by 1) as elsewhere,
      ${otherSites('p.id', 'l.site_id')} as sites
    from part p, location l where p.id = ${part_id} and l.id = ${location_id}`.execute(tx);
  const [shortage] = rows;
  if (!shortage) throw new Error(`There is no part ${part_id} or no location ${location_id}.`);
  const sites = lot === null && serial === null ? shortage.sites : [];
  return problem('stock.short', sentenceOf(needed, { ...shortage, sites }), { part_id, location_id, sites });
}

function sentenceOf(
  { qty, lot, serial }: NeededUnits,
  { part, location, there, orders, elsewhere, sites }: Shortage,
): string {
  const units = serial
    ? `Serial number ${serial} of part ${part}`
    : `${trim(qty)} of ${lot ? `lot ${lot} of ` : ''}part ${part}`;
  const any = Number(there) > 0;
  const owners = orders.length > 0 ? `, reserved for ${firstFew(orders)}` : '';
  const here = any ? `${trim(there)} there${owners}; ` : elsewhere.length > 0 ? 'none is there; ' : '';
  const stock = serial ? 'it is at' : any ? 'more is at' : 'it is in stock at';
  const others = elsewhere.length > 0 ? `${stock} ${firstFew(elsewhere)}` : `none ${any ? 'elsewhere' : 'in stock'}`;
  const away = sites.length > 0 ? ` Other sites have ${siteNames(sites)}.` : '';
  return `${units} can't be taken at ${location}: ${here}${others}.${away}`;
}

/** Returns the first three names, and how many more there are. */
const firstFew = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
