import { type RawBuilder, sql } from 'kysely';
import { moveReserved, type ReservedMove } from '../../inventory/stock/move.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import type { Column } from '../../platform/database/row.ts';
import { Problem, problem } from '../../platform/problems/problems.ts';
import type { Line } from './read-line.ts';
import type { Commit } from './schema.ts';

/** SQL: the movement `m` is of the last commit of its pickline. Commits that were given back have older movements. */
const ofLastCommit = (
  reason: 'pick' | typeof canceled,
): RawBuilder<unknown> => sql`(m.reason = ${reason} and m.id > coalesce((
  select max(b.id) from inventorymovement b where b.pickline_id = m.pickline_id and b.reason = 'given back'), 0))`;

/** The reason of movements of canceled units: a pickline keeps the rest of its commit. */
export const canceled = 'canceled';

/** SQL: the units that picklines have of their last commits, by origin, lot and serial number, without canceled ones. */
export const movesOfLastCommits = (picklineIds: readonly number[]): RawBuilder<unknown> => sql`
  select min(m.id) as id, m.pickline_id, m.order_id, m.line_id, m.part_id, m.from_location_id, m.to_location_id, m.lot, m.serial, sum(m.qty) as qty
  from (
    select m.id, m.pickline_id, m.order_id, m.line_id, m.part_id, m.from_location_id, m.to_location_id, m.lot, m.serial, m.qty
    from inventorymovement m where m.pickline_id = any(${picklineIds}::bigint[]) and ${ofLastCommit('pick')}
    union all
    select m.id, m.pickline_id, m.order_id, m.line_id, m.part_id, m.to_location_id, m.from_location_id, m.lot, m.serial, -m.qty
    from inventorymovement m where m.pickline_id = any(${picklineIds}::bigint[]) and ${ofLastCommit(canceled)}
  ) m group by m.pickline_id, m.order_id, m.line_id, m.part_id, m.from_location_id, m.to_location_id, m.lot, m.serial having sum(m.qty) > 0`;

/**
 * Moves the committed units of picklines back to where they were taken from. They stay reserved for the lines. The stock of their
 * parts is locked.
 * @param movedOn returns the problem to throw where a pack took some of the units in place of other units of the line: a pack
 * takes the units that expire first
 */
export async function giveBackCommits(
  tx: Tx,
  actor: Actor,
  picklineIds: readonly number[],
  movedOn: () => Promise<Problem>,
): Promise<void> {
  const { rows } = await sql<ReservedMove>`
    -- Reads the movements of the last commit of the picklines, in the opposite direction.
    select m.line_id, m.part_id, m.to_location_id as from_location_id, m.from_location_id as to_location_id,
      m.qty, m.lot, m.serial, m.pickline_id
    from (${movesOfLastCommits(picklineIds)}) m order by m.id`.execute(tx);
  await moveReserved(tx, actor, 'given back', rows).catch(async (error) => {
    throw error instanceof Problem && error.code === 'stock.short' ? await movedOn() : error;
  });
}

/**
 * Accepts a commit that repeats the last one, and refuses one that differs. A commit that differs comes from a person who took
 * other units meanwhile, or from a client that commits the rest. A success would be wrong for both.
 * @throws pickline.committed
 */
export async function assertSameCommit(tx: Tx, line: Line, { qty, location_id, tracking }: Commit): Promise<void> {
  const units = (tracking ?? []).map((entry) => ({ unit: entry.serial ?? entry.lot, qty: entry.qty ?? '1' }));
  const { rows } = await sql<{ differs: boolean; location: Column<'location', 'name'>; units: string | null }>`
    -- Compares the units of the last commit with those of the request.
    with committed as (
      select coalesce(m.serial, m.lot) as unit, sum(m.qty) as qty from inventorymovement m
      where m.pickline_id = ${line.id} and ${ofLastCommit('pick')} group by 1
    ), request as (
      select unit, sum(qty) as qty from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as a(unit text, qty numeric) group by 1
    )
    select l.name as location, (select string_agg(unit, ', ' order by unit) from committed) as units,
      coalesce(${qty ?? null}::numeric <> ${line.qty}::numeric, false) or coalesce(${location_id ?? null}::bigint <> l.id, false)
        or (${units.length > 0} and exists (
          select 1 from committed full join request using (unit) where committed.qty is distinct from request.qty)) as differs
    from location l where l.id = ${line.location_id}`.execute(tx);
  const [last] = rows;
  if (!last?.differs) return;
  const named = last.units === null ? '' : ` (${last.units})`;
  throw problem(
    'pickline.committed',
    `Pickline ${line.id} was committed before, with ${trim(line.qty)} of part ${line.part} from ${last.location}${named}. If that is wrong, give it back: POST /pickline/${line.id}/uncommit. The rest of the order is on other picklines: GET /pickline?order_id=${line.order_id}.`,
  );
}
