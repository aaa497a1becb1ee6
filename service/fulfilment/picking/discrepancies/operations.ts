import { sql } from 'kysely';
import { adjust } from '../../../inventory/stock/adjust.ts';
import { explainShortage } from '../../../inventory/stock/explain-shortage.ts';
import { lockPickline, lockStock } from '../../../inventory/stock/locks.ts';
import { trim } from '../../../inventory/stock/quantity.ts';
import { reallocate } from '../../../inventory/stock/reallocate.ts';
import { writeOff } from '../../../inventory/stock/write-off.ts';
import { type OperationContext, operation, type Tx } from '../../../platform/database/operation.ts';
import type { Column, Row } from '../../../platform/database/row.ts';
import { firstOf } from '../../../platform/database/rows.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { problem } from '../../../platform/problems/problems.ts';
import { pickStates } from '../../../platform/states/states.ts';
import { allocateBackorders } from '../../work/allocate-backorders.ts';
import { notingEndedCounts } from '../../work/put-back/note.ts';
import { assertOrUndo } from '../../work/undo.ts';
import { writeOffPicklines } from '../../work/write-off-picklines.ts';
import { assertStorage, hasOpenLines, type LockedLine, lockLine } from '../commit.ts';
import { commitCounted } from '../commit-counted.ts';
import type { CountedUnits } from '../counted-lines.ts';
import { unitsOf } from '../counting/units.ts';
import { finishPicks } from '../finish-picks.ts';
import { replacementOf, type WrittenOff } from '../shortage.ts';
import { refillPick } from '../take.ts';
import type { Discrepancy } from './schema.ts';

/**
 * Corrects the stock of a place by what its picker sees there: damaged units are written off, and units that the books do not have are
 * added. The line keeps its quantity where the place has other units for it.
 * @throws pickline.committed; pickline.counted where fewer units are left to count than are damaged; stock.short
 * @returns id of the pick, and the result for damaged units
 */
export const reportDiscrepancy = operation(
  'pickline.discrepancy',
  async (context, input: Discrepancy & { picklineId: number }) => {
    const { tx } = context;
    const locked = await lockLine(tx, input.picklineId);
    const { line, pick } = locked;
    await assertOrUndo(tx, pickStates, { move: 'commit', record: pick, owner: { kind: 'pick', id: pick.id } });
    const home = line.location_id;
    if (line.committed || home === null) throw isCommitted(line.id);
    const units = unitsOf({ ...line, location_id: home }, input);
    if (units.location_id !== home) await assertStorage(tx, units.location_id, pick.site_id);
    await lockStock(tx, pick.site_id, [line.part_id]);
    await lockPickline(tx, line.id);
    const reason = input.reason ? `${input.kind}: ${input.reason}` : input.kind;
    const isDamaged = input.kind === 'damaged';
    const own = isDamaged
      ? await notingEndedCounts(context, { partIds: [line.part_id], why: 'writeoff' }, () =>
          takeOut(context, locked, units, reason),
        )
      : await putIn(context, locked, units, reason);
    await allocateBackorders(context, pick.site_id, [line.part_id]);
    if (own !== '0') await refillPick(tx, line, pick.id);
    await closeLine(context, locked);
    const writtenOff: WrittenOff | null = isDamaged ? await becameOf(tx, locked, units, own) : null;
    return { pickId: pick.id, writtenOff };
  },
);

const isCommitted = (id: number) =>
  problem(
    'pickline.committed',
    `Pickline ${id} is committed, or has no place. To report its units, give it back first: POST /pickline/${id}/uncommit.`,
  );

async function becameOf(tx: Tx, { line }: LockedLine, { qty, location_id }: CountedUnits, own: string) {
  const { short } = await replacementOf(tx, line, { qty: own, location_id });
  return { qty: Number(qty), location_id, replaced: Number((Number(qty) - short).toFixed(6)), short };
}

/** Adds units at the place that are not on the books. */
async function putIn(context: OperationContext, locked: LockedLine, units: CountedUnits, reason: string) {
  const { tx, actor } = context;
  const movement = await adjust(tx, actor, { part_id: locked.line.part_id, reason, ...units });
  await note(context, locked, { movement, qty: Number(units.qty), units, reason });
  return '0';
}

interface Split {
  /** The free units among the damaged ones. The line gives up the others. */
  readonly free: string;
  readonly own: string;
  readonly location: string;
  /** The uncounted units of the line. */
  readonly left: string;
  readonly exceeds: boolean;
}

/** Writes damaged units off. @returns how many of them the line gave up */
async function takeOut(context: OperationContext, locked: LockedLine, units: CountedUnits, reason: string) {
  const { tx, actor } = context;
  const { line } = locked;
  const { free, own, left, exceeds } = await split(tx, locked, units);
  const { location_id, lot, serial } = units;
  const at = { part_id: line.part_id, location_id, reason };
  if (own !== '0') {
    if (location_id !== line.location_id) throw await explainShortage(tx, { ...line, ...units });
    if (exceeds) throw countedBefore(line, own, left);
    const tracked = line.tracking !== 'none';
    if (tracked)
      await reallocate(tx, line, { home: location_id, from: location_id, total: own }, [{ qty: own, lot, serial }]);
    const given = await writeOff(tx, actor, {
      ...{ ...at, qty: own, lineId: line.line_id, picklineId: line.id },
      ...(tracked && { tracked: { lot, serial } }),
    });
    await writeOffPicklines(tx, location_id, given);
  }
  const movement = free === '0' ? null : await adjust(tx, actor, { ...at, lot, serial, qty: `-${free}` });
  await note(context, locked, { movement, qty: -Number(units.qty), units, reason });
  return own;
}

const countedBefore = ({ id, part }: LockedLine['line'], qty: string, left: string) =>
  problem(
    'pickline.counted',
    `Only ${trim(left)} of part ${part} are left to count for pickline ${id}, and ${trim(qty)} are damaged. Take back the count of the damaged units first.`,
    { pickline_id: id },
  );

/** Splits damaged units into free ones at their place, and units that the line gives up. */
async function split(tx: Tx, { line }: LockedLine, { location_id, lot, serial, qty }: CountedUnits): Promise<Split> {
  const { rows } = await sql<Split>`
    -- Compares the units with the free stock of the place, and with what is counted of the line.
    select trim_scale(least(f.free, ${qty}::numeric))::text as free, trim_scale(${qty}::numeric - least(f.free, ${qty}::numeric))::text as own,
      f.left, ${qty}::numeric - least(f.free, ${qty}::numeric) > f.left as exceeds
    from (
      select coalesce((select sum(qty - qty_committed) from inventory
          where part_id = ${line.part_id} and location_id = ${location_id} and lot is not distinct from ${lot}::text
            and (${serial}::text is null or serial = ${serial})), 0) as free,
        ${line.qty}::numeric - coalesce((select sum(qty) from picklinecount where pickline_id = ${line.id}), 0) as left) f`.execute(
    tx,
  );
  return firstOf(rows);
}

interface Note {
  /** The movement of free units; null where the line gave up all of them. */
  readonly movement: number | null;
  readonly qty: number;
  readonly units: CountedUnits;
  readonly reason: string;
}

/** Records the change of stock, on the timeline of the order too. */
async function note(context: OperationContext, { line }: LockedLine, { movement, qty, units, reason }: Note) {
  const { tx } = context;
  const { rows } = await sql<{ id: number; location: Column<'location', 'name'> }>`
    select coalesce(${movement}::bigint, (select max(id) from inventorymovement where part_id = ${line.part_id})) as id, l.name as location
    from location l where l.id = ${units.location_id}`.execute(tx);
  const { id, location } = firstOf(rows);
  const detail = { part: line.part, location, qty, reason };
  await recordEvent(context, { event: 'inventory.adjusted', id, orders: [line.order_id], detail });
}

/** Commits a line if all its remaining units are counted, and finishes a pick without open lines. */
async function closeLine(context: OperationContext, locked: LockedLine): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<Row<'pickline', 'qty'> & { complete: boolean }>`
    -- Finds whether every unit of the line is counted now. A line whose units are all written off is gone.
    select l.qty, l.qty <= c.counted as complete from pickline l
    cross join lateral (select coalesce(sum(qty), 0) as counted from picklinecount where pickline_id = l.id) c
    where l.id = ${locked.line.id}`.execute(tx);
  const [line] = rows;
  if (line?.complete) {
    await commitCounted(context, { ...locked, line: { ...locked.line, qty: line.qty } }, noRest);
  } else if (!line && !(await hasOpenLines(tx, locked.pick.id))) {
    await finishPicks(context, [locked.pick.id], locked.orders);
  }
}

const noRest = { keep_rest: undefined, missing: undefined, refill: undefined, short_reason: undefined };
