import { sql } from 'kysely';
import { asStocked } from '../../../inventory/stock/tracking.ts';
import { type OperationContext, operation, type Tx } from '../../../platform/database/operation.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { pickStates } from '../../../platform/states/states.ts';
import { assertOrUndo } from '../../work/undo.ts';
import { commitCounted } from '../commit-counted.ts';
import type { CountedUnits } from '../counted-lines.ts';
import type { Rest } from '../schema.ts';
import { type CountLine, lockToCount, needsStock } from './count-line.ts';
import { assertTakable } from './place.ts';
import { beyondLine, committedBefore, fewerCounted, serialCountedBefore } from './refusals.ts';
import type { Count } from './schema.ts';
import { unitsOf } from './units.ts';

/**
 * Counts units of a pickline, as a scanner does: a unit, or a case of several, with each call. Several people may count one line. The
 * count of the last unit commits the line with exactly the units that were counted, and the commit of the last line finishes the pick.
 * A negative quantity takes units back. Stock does not change before the commit.
 * @throws pickline.counted where nothing or less is left to count; pickline.not-counted where fewer units are to be taken back
 * @returns id of the pickline
 */
export const countUnits = operation('pickline.count', async (context, input: Count & { picklineId: number }) => {
  const { tx } = context;
  const { line, forCommit } = await lockToCount(tx, input.picklineId, input);
  const takesBack = input.qty?.startsWith('-') ?? false;
  if (line.committed) throw takesBack ? isCommitted(line) : await committedBefore(tx, line);
  await assertOrUndo(tx, pickStates, {
    ...{ move: 'count', record: { id: line.pick_id, status_id: line.status_id } },
    owner: { kind: 'pick', id: line.pick_id },
  });
  const [units] = (await asStocked(tx, line.part_id, [unitsOf(line, input)])) as [CountedUnits];
  if (takesBack) {
    await takeBack(context, line, units, input.location_id);
  } else {
    await add(
      context,
      line,
      needsStock(line, input) ? await assertCountable(tx, line, units) : await assertLeft(tx, line, units),
    );
    if (forCommit !== null) {
      await commitCounted(context, { ...forCommit, line }, noRest);
      return line.id;
    }
  }
  await recordEvent(context, {
    event: 'pickline.counted',
    id: line.id,
    orders: [line.order_id],
    detail: {
      part: line.part,
      qty: Number(units.qty),
      counted: Number(line.after),
      of: Number(line.qty),
      location_id: units.location_id,
      ...(units.lot !== null && { lot: units.lot }),
      ...(units.serial !== null && { serial: units.serial }),
    },
  });
  return line.id;
});

/** A line that is counted as a whole has no rest. */
const noRest: Rest = { keep_rest: undefined, missing: undefined, refill: undefined, short_reason: undefined };

const isCommitted = ({ id }: CountLine) =>
  problem(
    'pickline.committed',
    `Pickline ${id} is committed with what was counted. To take units back, give it back first: POST /pickline/${id}/uncommit.`,
  );

async function assertLeft(tx: Tx, line: CountLine, units: CountedUnits): Promise<CountedUnits> {
  if (line.exceeds) throw await beyondLine(tx, line);
  return units;
}

async function assertCountable(tx: Tx, line: CountLine, units: CountedUnits): Promise<CountedUnits> {
  const twice = units.serial === null ? null : await serialCountedBefore(tx, line, units.serial);
  if (twice) throw twice;
  return assertTakable(tx, line, await assertLeft(tx, line, units));
}

async function add({ tx, actor }: OperationContext, line: CountLine, units: CountedUnits): Promise<void> {
  const { location_id, lot, serial, qty } = units;
  await sql`
    -- Adds units to the count of their place.
    insert into picklinecount as c (pickline_id, part_id, location_id, lot, serial, qty, account_id)
    values (${line.id}, ${line.part_id}, ${location_id}, ${lot}, ${serial}, ${qty}::numeric, ${actor.userId})
    on conflict (pickline_id, location_id, lot, serial)
      do update set qty = c.qty + excluded.qty, account_id = excluded.account_id, counted_at = excluded.counted_at`.execute(
    tx,
  );
}

/** Takes units back. A serial number has one place, so that nobody has to name it. @throws pickline.not-counted */
async function takeBack(
  { tx, actor }: OperationContext,
  line: CountLine,
  units: CountedUnits,
  named: number | undefined,
): Promise<void> {
  const { location_id, lot, serial } = units;
  const qty = units.qty.replace('-', '');
  const { rows } = await sql`
    -- Lowers the count of a place, or ends it.
    with place as (
      select id, qty from picklinecount
      where pickline_id = ${line.id} and qty >= ${qty}::numeric and serial is not distinct from ${serial}::text
        and (location_id = ${location_id} or (${serial}::text is not null and ${named ?? null}::bigint is null))
        and (lot is not distinct from ${lot}::text or (${serial}::text is not null and ${lot}::text is null))
    ), ended as (
      delete from picklinecount c using place p where c.id = p.id and p.qty = ${qty}::numeric
    ), lowered as (
      update picklinecount c set qty = c.qty - ${qty}::numeric, account_id = ${actor.userId}, counted_at = this_second()
      from place p where c.id = p.id and p.qty > ${qty}::numeric
    )
    select from place`.execute(tx);
  if (rows.length === 0) throw await fewerCounted(tx, line, units);
}
