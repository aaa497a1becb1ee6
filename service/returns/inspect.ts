import { sql } from 'kysely';
import { type Outcome, outcomeColumns } from '../../records/return-order.ts';
import { allocateBackorders } from '../fulfilment/work/allocate-backorders.ts';
import { mostNamed, noteReturn } from '../fulfilment/work/note-return.ts';
import { lockStock } from '../inventory/stock/locks.ts';
import { moveFree } from '../inventory/stock/move-free.ts';
import { assertPlaces } from '../inventory/stock/places.ts';
import { assertWhole, type CountedPart, isWhole } from '../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import { planForMany } from '../platform/database/plan-for-many.ts';
import type { NullableRow, Row } from '../platform/database/row.ts';
import { unfit, unknownRecord } from '../platform/records/refusals.ts';
import { returnOrderStates } from '../platform/states/states.ts';
import { lockReturn } from './lock.ts';
import type { InspectBody } from './schema.ts';

/** An outcome of a body, with its units. */
interface UnitOutcome
  extends CountedPart,
    NullableRow<'returnorderunit', 'lot' | 'serial'>,
    Row<'returnorderunit', 'part_id' | 'location_id'>,
    Row<'returnorderline', 'line_id'> {
  position: number;
  known: boolean;
  qty: string;
  /** Whether all outcomes of the units in the body are together more than the units without an outcome. */
  excess: boolean;
}

/**
 * Notes the outcomes of units that arrived. Restocked units go to the orders that wait for them. Scrapped units leave the stock with the
 * reason, and units that are sent back leave it, too. The return is inspected when every unit has its outcome.
 * @throws reference.unknown, body.invalid; stock.short where somebody moved the units
 */
export const inspectReturn = operation(
  'returnorder.inspect',
  async (context, { id, body }: { id: number; body: InspectBody }) => {
    const { tx, actor } = context;
    const row = await lockReturn(tx, id);
    returnOrderStates.demand('inspectPart', row);
    await assertPlaces(tx, row.site_id, placesOf(body));
    await planForMany(tx, body.units.length);
    const outcomes = await readOutcomes(tx, id, body);
    for (const one of outcomes) assertOutcome(one, body);
    const entry = (position: number) => body.units[position] as InspectBody['units'][number];
    const partIds = outcomes.map(({ part_id }) => part_id);
    await lockStock(tx, row.site_id, partIds);
    await moveFree(
      tx,
      actor,
      outcomes.map(({ position, part_id, location_id, lot, serial, qty, line_id }) => {
        const { location_id: to = null, outcome, reason } = entry(position);
        const usual = outcome === 'sendback' ? 'sent back' : `return ${row.number}`;
        return {
          part_id,
          from: location_id,
          to,
          lot,
          serial,
          qty,
          reason: reason ?? usual,
          order_id: row.salesorder_id,
          line_id,
        };
      }),
    );
    await noteOutcomes(
      tx,
      id,
      outcomes.map(({ position, qty }) => ({ ...entry(position), qty })),
    );
    const detail = {
      units: outcomes
        .slice(0, mostNamed)
        .map(({ position, part, qty }) => ({ part, qty: Number(qty), outcome: entry(position).outcome })),
    };
    await noteReturn(context, row, 'returnorder.inspected', detail);
    const restocked = outcomes.filter(({ position }) => entry(position).outcome === 'restock');
    if (restocked.length > 0)
      await allocateBackorders(
        context,
        row.site_id,
        restocked.map(({ part_id }) => part_id),
      );
  },
);

/** Returns the locations of a body. @throws body.invalid for an outcome without its location or reason */
function placesOf({ units }: InspectBody) {
  return units.flatMap(({ outcome, location_id, reason }, position) => {
    const at = `/units/${position}`;
    const stays = outcome === 'restock' || outcome === 'quarantine';
    if (outcome === 'scrap' && !reason) throw unfit(`${at}/reason`, 'is required for units that are scrapped');
    if (!stays && location_id !== undefined)
      throw unfit(`${at}/location_id`, `is not for ${outcome}: the units leave the stock`);
    if (!stays) return [];
    if (location_id === undefined) throw unfit(`${at}/location_id`, `is required for ${outcome}`);
    return [{ pointer: `${at}/location_id`, id: location_id, available: outcome === 'restock' }];
  });
}

async function readOutcomes(tx: Tx, id: number, { units }: InspectBody): Promise<UnitOutcome[]> {
  const { rows } = await sql<UnitOutcome>`
    -- Reads the units of each outcome. Without a quantity it is about all that have no outcome yet.
    with entry as (
      select (e.position - 1)::int as position, e.unit_id, e.qty
      from rows from (jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as (unit_id bigint, qty numeric)) with ordinality as e(unit_id, qty, position)
    ), open as (
      select e.position, u.*, l.line_id, coalesce(e.qty, u.rest) as taken
      from entry e
      left join (select *, qty - qty_restocked - qty_quarantined - qty_scrapped - qty_sent_back as rest from returnorderunit) u
        on u.id = e.unit_id and u.returnorder_id = ${id}
      left join returnorderline l on l.id = u.returnorderline_id
    )
    select o.position, o.id is not null as known, o.part_id, o.location_id, o.lot, o.serial, o.line_id, trim_scale(o.taken) as qty,
      o.taken <= 0 or sum(o.taken) over (partition by o.id) > o.rest as excess, p.number as part, p.unit, ${sql.raw(isWhole)} as whole
    from open o left join part p on p.id = o.part_id order by o.position`.execute(tx);
  return rows;
}

function assertOutcome(one: UnitOutcome, { units }: InspectBody): void {
  const { position, known, excess, qty } = one;
  const at = `/units/${position}`;
  if (!known) throw unknownRecord(`${at}/unit_id`, 'returnorderunit', units[position]?.unit_id);
  if (excess) throw unfit(`${at}/qty`, 'is more than the units without an outcome');
  assertWhole(qty, one, `${at}/qty`);
}

/** Adds quantities to the outcomes of units, and writes the state of the return. */
async function noteOutcomes(
  tx: Tx,
  id: number,
  outcomes: readonly { unit_id: number; outcome: Outcome; qty: string }[],
): Promise<void> {
  const raised = Object.entries(outcomeColumns).map(
    ([outcome, column]) => sql`${sql.ref(column)} = ${sql.ref(`u.${column}`)} + e.${sql.ref(outcome)}`,
  );
  const sums = Object.keys(outcomeColumns).map(
    (outcome) => sql`coalesce(sum(qty) filter (where outcome = ${sql.lit(outcome)}), 0) as ${sql.ref(outcome)}`,
  );
  await sql`
    -- Notes the outcomes of the units.
    update returnorderunit u set ${sql.join(raised)}
    from (
      select unit_id, ${sql.join(sums)}
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as e(unit_id bigint, outcome text, qty numeric) group by unit_id) e
    where u.id = e.unit_id`.execute(tx);
  await sql`
    -- The return is inspected when no unit lacks its outcome.
    update returnorder r set updated_at = this_second(),
      status_id = case when rest.left_over then r.status_id else ${returnOrderStates.id.Inspected}::bigint end,
      inspected_at = case when not rest.left_over then this_second() end
    from (select exists (select from returnorderunit where returnorder_id = ${id}
      and qty > qty_restocked + qty_quarantined + qty_scrapped + qty_sent_back) as left_over) rest
    where r.id = ${id}`.execute(tx);
}
