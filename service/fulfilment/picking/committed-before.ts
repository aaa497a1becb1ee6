import { sql } from 'kysely';
import { trim } from '../../inventory/stock/quantity.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import { ofLastCommit } from './last-commits.ts';
import type { Line } from './read-line.ts';
import type { Commit } from './schema.ts';

/**
 * A commit that is repeated changes nothing. One that says something else is of somebody who took other units meanwhile, or of
 * a client that commits what is left: told that all is well, both would be wrong.
 * @throws pickline.committed where it does not say what the line was committed with
 */
export async function refuseAnother(tx: Tx, line: Line, { qty, location_id, tracking }: Commit): Promise<void> {
  const asked = (tracking ?? []).map((entry) => ({ unit: entry.serial ?? entry.lot, qty: entry.qty ?? '1' }));
  const { rows } = await sql<{ other: boolean; location: string; units: string | null }>`
    with taken as (
      select coalesce(m.serial, m.lot) as unit, sum(m.qty) as qty from inventorymovement m
      where m.pickline_id = ${line.id} and ${ofLastCommit} group by 1
    ), asked as (
      select unit, sum(qty) as qty from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(unit text, qty numeric) group by 1
    )
    select l.name as location, (select string_agg(unit, ', ' order by unit) from taken) as units,
      coalesce(${qty ?? null}::numeric <> ${line.qty}::numeric, false) or coalesce(${location_id ?? null}::int <> l.id, false)
        or (${asked.length > 0} and exists (
          select 1 from taken full join asked using (unit) where taken.qty is distinct from asked.qty)) as other
    from location l where l.id = ${line.location_id}`.execute(tx);
  const [done] = rows;
  if (!done?.other) return;
  const units = done.units === null ? '' : ` (${done.units})`;
  throw problem(
    'pickline.committed',
    `Pickline ${line.id} was committed before, with ${trim(line.qty)} of part ${line.part} from ${done.location}${units}. Give that back where it is wrong (POST /pickline/${line.id}/uncommit); what else its order needs is on other picklines: GET /pickline?order_id=${line.order_id}.`,
  );
}
