import { sql } from 'kysely';
import { decideReturn, type ReturnDecision, type ReturnSettings } from '../../config/returns/terms.ts';
import { folded, foldedSql } from '../../lib/expressions/folding.ts';
import { orderFacts } from '../orders/planning/operations.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow } from '../platform/database/rows.ts';
import { locationType } from '../platform/states/kinds.ts';
import type { ReturnBody } from './schema.ts';

/** SQL of a name without case. */
const fold = (name: string) => sql.raw(foldedSql(name));

/** A decision with records in place of names. */
export interface DecidedReturn extends Omit<ReturnDecision, 'site' | 'location'> {
  readonly siteId: number;
  /** Null where the operators' file names none, or one that is unknown. */
  readonly locationId: number | null;
}

/**
 * Decides about a return by the operators' file. The reason mentions names of the file that the site does not have.
 * @param order the order of the return, which is locked
 */
export async function decide(
  tx: Tx,
  settings: ReturnSettings,
  { order, body }: { order: Row<'salesorder', 'id' | 'site_id'>; body: ReturnBody },
): Promise<DecidedReturn> {
  const { lines } = body;
  const moment = sql<{ left: Date; now: Date; carrier: string | null }>`
    -- Reads when the last of the goods left, and with which carrier the order goes.
    select coalesce(max(created_at), this_second()) as left, this_second() as now,
      (select c.name from salesorder o join carrier c on c.id = o.carrier_id where o.id = ${order.id}) as carrier
    from inventorymovement
    where order_id = ${order.id} and line_id = any(${lines.map(({ line_id }) => line_id)}::bigint[])
      and pickup_id is not null and to_location_id is null`;
  const { left: leftAt, now, carrier } = firstRow(await moment.execute(tx));
  const facts = settings.rules.length > 0 ? (await orderFacts(tx, order.id)).facts : null;
  const request = { order: facts, conditions: lines.map(({ condition }) => condition ?? null), leftAt, carrier };
  const { site = null, location = null, ...decision } = decideReturn(settings, request, now);
  const places = sql<{ site_id: number; named: boolean; location_id: number | null }>`
    -- Finds the site and the location by their names.
    select s.id as site_id, named.id is not null as named, l.id as location_id
    from (select min(id) as id from site where ${fold('name')} = ${site && folded(site)}) named
    join site s on s.id = coalesce(${body.site_id ?? null}::bigint, named.id, ${order.site_id}::bigint)
    left join location l on l.site_id = s.id and ${fold('l.name')} = ${location && folded(location)} and not l.active
      and l.locationtype_id = ${sql.lit(locationType.storage)}`;
  const { site_id: siteId, named, location_id: locationId } = firstRow(await places.execute(tx));
  const faults = [
    ...(site !== null && !named ? [`there is no site "${site}"`] : []),
    ...(location !== null && locationId === null
      ? [`the site has no storage location "${location}" that is not in use`]
      : []),
  ];
  return { ...decision, siteId, locationId, why: [decision.why, ...faults].join('; ') };
}
