import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { locationType } from '../../platform/states/kinds.ts';
import { trim } from './quantity.ts';

/**
 * Why a line cannot have units of a place: how many are there, whose they are, and where more of them are. Whoever stands before
 * the shelf has something in the hand, and wants to know what it is.
 */
export async function notThere(
  tx: Tx,
  of: {
    line_id: number;
    part_id: number;
    location_id: number;
    qty: string;
    lot?: string | null;
    serial?: string | null;
  },
): Promise<Problem> {
  const { line_id, part_id, location_id, lot = null, serial = null } = of;
  const { rows } = await sql<Found>`
    with units as (
      select i.id, i.location_id, i.qty, l.name, l.locationtype_id = ${sql.lit(locationType.storage)} as stored
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
      -- What is picked belongs to orders; of a serial number people want to know to which.
      array(select distinct u.name || coalesce(' for order ' || w.number, '') from units u
        left join owner w on w.location_id = u.location_id and not u.stored
        where u.location_id <> l.id and (u.stored or ${serial}::text is not null) order by 1) as elsewhere
    from part p, location l where p.id = ${part_id} and l.id = ${location_id}`.execute(tx);
  const { part, location, there, orders, elsewhere } = rows[0]!;
  const which = serial
    ? `Serial number ${serial} of part ${part}`
    : `${trim(of.qty)} of ${lot ? `lot ${lot} of ` : ''}part ${part}`;
  const any = Number(there) > 0;
  const here = any ? `${trim(there)} there${orders.length > 0 ? `, reserved for ${some(orders)}` : ''}; ` : '';
  const rest =
    elsewhere.length > 0 ? `${any ? 'more ' : ''}at ${some(elsewhere)}` : `none ${any ? 'elsewhere' : 'in stock'}`;
  return problem('stock.short', `${which} can't be taken at ${location}: ${here}${rest}.`, {
    part_id,
    location_id,
  });
}

/** The first few of many, and how many more there are. */
const some = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

interface Found {
  part: string;
  location: string;
  /** How many are there, whoever they are for. */
  there: string;
  /** Orders that have some of them reserved, beside that of the line. */
  orders: string[];
  /** Where more of them are. */
  elsewhere: string[];
}
