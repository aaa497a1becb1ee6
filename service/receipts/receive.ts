import { sql } from 'kysely';
import { noTolerance, type PutAwayRule, type ReceivingSettings, type Tolerance } from '../../config/receiving.ts';
import { grouped } from '../../lib/grouped.ts';
import { allocateBackorders } from '../fulfilment/work/allocate-backorders.ts';
import { lockStock } from '../inventory/stock/locks.ts';
import { type EntryUnits, readEntries, type StockedPart } from '../inventory/stock/named-parts.ts';
import { assertPlaces } from '../inventory/stock/places.ts';
import { millionths, ofMillionths } from '../inventory/stock/quantity.ts';
import { receive } from '../inventory/stock/receive.ts';
import { asStocked, assertUniqueSerials, trackingOf } from '../inventory/stock/tracking.ts';
import { assertWhole } from '../inventory/stock/whole-units.ts';
import { operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem, unknownRecord } from '../platform/problems/problems.ts';
import { unfit } from '../platform/records/refusals.ts';
import { receiptStates } from '../platform/states/states.ts';
import { type LockedReceipt, lockReceipt, ordersOf } from './lock.ts';
import { putAwayPlaces } from './put-away.ts';
import type { EntryBody, ReceiveBody } from './schema.ts';

/** Units of one entry of the body, with their part. */
interface Units {
  readonly position: number;
  readonly part: StockedPart;
  readonly part_id: number;
  /** Null where the entry names a part and no line. */
  readonly line_id: number | null;
  readonly qty: string;
  readonly location_id: number | null;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly expires_on: string | null;
}

/** A line, with the quantities in millionths. */
interface Line {
  readonly id: number;
  readonly part_id: number;
  /** Null for a part that was not expected. */
  readonly expected: bigint | null;
  received: bigint;
}

/**
 * Receives units of a receipt: they are in stock, and the orders that wait for them have them, in one transaction. Statements are over
 * all units, so that an entry of a long list costs as much as one of a short list.
 * @returns what came in, with its place, in the order of the body
 * @throws receipt.over, receipt.unexpected, tracking.required, tracking.mismatch, record.exists
 */
export const receiveGoods = operation(
  'receipt.receive',
  async (context, { id, body, settings }: { id: number; body: ReceiveBody; settings: ReceivingSettings }) => {
    const { tx, actor } = context;
    const receipt = await lockReceipt(tx, id);
    receiptStates.demand('receive', receipt);
    const lines = await linesOf(tx, id);
    const units = await unitsOf(tx, body.lines, lines);
    await addLines(tx, receipt, lines, units, body.add_lines === true);
    const shares = sharesOf(units, lines);
    // Goods of a transfer order were counted when they left, and no more than those left.
    const tolerance = receipt.order_id === null ? settings.over : noTolerance;
    if (!body.over) assertNotOver(lines, units, tolerance);
    const partIds = [...new Set(units.map(({ part_id }) => part_id))];
    await lockStock(tx, receipt.site_id, partIds);
    const placed = await withPlaces(tx, receipt.site_id, { shares, rules: settings.putAway });
    const spelled = await asStocked(tx, ({ part_id }) => part_id, placed);
    const movements = await receive(tx, actor, 'receipt', spelled);
    const received = spelled.map((share, at) => ({ ...share, movement_id: movements[at] as number }));
    await writeEntries(tx, actor.userId, receipt, received);
    await recordEvent(context, {
      event: 'receipt.received',
      id,
      orders: ordersOf(receipt),
      detail: { entries: received.length, parts: partIds.length },
    });
    await allocateBackorders(context, receipt.site_id, partIds);
    return received.map(({ line_id, part_id, location_id, qty, lot, serial, movement_id }) => ({
      ...{ line_id, part_id, location_id, qty: Number(qty), lot, serial, movement_id },
    }));
  },
);

async function linesOf(tx: Tx, receiptId: number): Promise<Line[]> {
  const { rows } = await sql<Row<'receiptline', 'id' | 'part_id' | 'qty' | 'qty_received'>>`
    -- Reads the lines of the receipt.
    select id, part_id, qty, qty_received from receiptline where receipt_id = ${receiptId} order by id`.execute(tx);
  return rows.map(({ id, part_id, qty, qty_received }) => ({
    ...{ id, part_id, expected: qty === null ? null : millionths(qty), received: millionths(qty_received) },
  }));
}

/** Reads the entries of a body. */
async function unitsOf(tx: Tx, entries: readonly EntryBody[], lines: readonly Line[]): Promise<Units[]> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const named = await readEntries(tx, entries, ({ line_id, part_id }, position) => {
    if (line_id === undefined) return part_id;
    const line = byId.get(line_id);
    if (!line) throw unknownRecord(`/lines/${position}/line_id`, 'receiptline', line_id);
    return line.part_id;
  });
  const units = entries.map((entry, position): Units => {
    const { line_id = null, location_id = null } = entry;
    const { part, qty: counted = '1', expires_on = null, ...tracked } = named[position] as EntryUnits;
    const pointer = `/lines/${position}`;
    const qty = times(entry.qty ?? counted, part.per_unit, `${pointer}/qty`);
    assertWhole(qty, part, `${pointer}/qty`);
    const { lot, serial } = trackingOf(part, tracked, pointer);
    if (serial !== null && qty !== '1')
      throw problem(
        'tracking.mismatch',
        `A serial number is one unit, and ${qty} of part ${part.part} came in with it.`,
        { errors: [{ pointer: `${pointer}/qty`, detail: 'must be 1' }] },
      );
    return { position, part, part_id: part.part_id, line_id, location_id, qty, lot, serial, expires_on };
  });
  for (const own of grouped(units, ({ part_id }) => part_id).values()) assertUniqueSerials(own);
  return units;
}

/** Returns the product of two quantities. @throws body.invalid where it has more than six digits after the point */
function times(qty: string, perUnit: string, pointer: string): string {
  const product = millionths(qty) * millionths(perUnit);
  if (product % 1_000_000n !== 0n) throw unfit(pointer, 'has more than six digits after the point');
  return ofMillionths(product / 1_000_000n);
}

/** Adds lines for parts that have none. A receipt without expected lines takes every part. @throws receipt.unexpected */
async function addLines(
  tx: Tx,
  receipt: LockedReceipt,
  lines: Line[],
  units: readonly Units[],
  wanted: boolean,
): Promise<void> {
  const known = new Set(lines.map(({ part_id }) => part_id));
  const missing = new Map(units.filter(({ part_id }) => !known.has(part_id)).map((one) => [one.part_id, one]));
  if (missing.size === 0) return;
  const isBlind = lines.every(({ expected }) => expected === null);
  if (!wanted && !isBlind) {
    const [first] = missing.values();
    throw problem(
      'receipt.unexpected',
      `Receipt ${receipt.number} does not expect part ${first?.part.part}. Send \`add_lines\` to receive it in spite of that.`,
      { part_ids: [...missing.keys()] },
    );
  }
  const { rows } = await sql<Row<'receiptline', 'id' | 'part_id'>>`
    -- Adds the lines.
    insert into receiptline (receipt_id, part_id)
    select ${receipt.id}, p.id from unnest(${[...missing.keys()]}::bigint[]) with ordinality as p(id, position) order by p.position
    returning id, part_id`.execute(tx);
  lines.push(...rows.map(({ id, part_id }) => ({ id, part_id, expected: null, received: 0n })));
}

type Share = Omit<Units, 'line_id' | 'part' | 'position'> & { readonly line_id: number; readonly position: number };

/** Divides units among lines. Units without a line go to the open lines of the part, and the rest to the last one. */
function sharesOf(units: readonly Units[], lines: readonly Line[]): Share[] {
  const ofPart = grouped(lines, ({ part_id }) => part_id);
  const byId = grouped(lines, ({ id }) => id);
  return units.flatMap(({ part, ...one }) => {
    const own = (one.line_id === null ? ofPart.get(one.part_id) : byId.get(one.line_id)) ?? [];
    let left = millionths(one.qty);
    return own.flatMap((line, at) => {
      const open = line.expected === null ? 0n : line.expected - line.received;
      const qty = at === own.length - 1 || open >= left ? left : open;
      if (qty <= 0n) return [];
      left -= qty;
      line.received += qty;
      return [{ ...one, line_id: line.id, qty: ofMillionths(qty) }];
    });
  });
}

/** Refuses more than is expected, beyond the tolerance. @throws receipt.over */
function assertNotOver(lines: readonly Line[], units: readonly Units[], tolerance: Tolerance): void {
  const parts = new Map(units.map(({ part_id, part }) => [part_id, part]));
  const over = lines.filter(
    ({ part_id, expected, received }) =>
      parts.has(part_id) && expected !== null && received > expected + toleratedOver(expected, tolerance),
  );
  const [first] = over;
  if (!first) return;
  const { part = '' } = parts.get(first.part_id) ?? {};
  throw problem(
    'receipt.over',
    `${ofMillionths(first.received)} of part ${part} would be received, and ${ofMillionths(first.expected ?? 0n)} are expected. Send \`over\` to receive them in spite of that.`,
    { line_ids: over.map(({ id }) => id) },
  );
}

/** Returns the millionths that may come in beyond an expected quantity in millionths. */
function toleratedOver(expected: bigint, { units, percent }: Tolerance): bigint {
  const share = (expected * millionths(percent.toFixed(6))) / 100_000_000n;
  const fixed = millionths(units.toFixed(6));
  return share > fixed ? share : fixed;
}

/** Returns the units with their places: that of the body, or the proposed one. @throws body.invalid, reference.unknown */
async function withPlaces(
  tx: Tx,
  siteId: number,
  { shares, rules }: { shares: readonly Share[]; rules: readonly PutAwayRule[] },
): Promise<(Share & { location_id: number })[]> {
  const unplaced = shares.filter(({ location_id }) => location_id === null).map(({ part_id }) => part_id);
  const places = await putAwayPlaces(tx, siteId, [...new Set(unplaced)], { rules });
  const named = shares.flatMap(({ location_id: id, position }) =>
    id === null ? [] : [{ id, pointer: `/lines/${position}/location_id`, available: true }],
  );
  await assertPlaces(tx, siteId, named);
  return shares.map((share) => {
    const location_id = share.location_id ?? places.get(share.part_id)?.location_id;
    if (location_id === undefined) {
      throw unfit(
        `/lines/${share.position}/location_id`,
        'is required: the site never had the part, so no place is proposed',
      );
    }
    return { ...share, location_id };
  });
}

/** Writes what came in, and counts it on the lines. */
async function writeEntries(
  tx: Tx,
  userId: number,
  receipt: LockedReceipt,
  received: readonly (Share & { movement_id: number })[],
): Promise<void> {
  await sql`
    -- Writes the entries, and adds their quantities to the lines and to the state of the receipt.
    with entry as (
      select * from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as e(line_id bigint, qty numeric, movement_id bigint)
    ), written as (
      insert into receiptentry (receipt_id, receiptline_id, part_id, location_id, lot, serial, expires_on, qty, movement_id, account_id)
      select ${receipt.id}, e.line_id, m.part_id, m.to_location_id, m.lot, m.serial, i.expires_on, e.qty, m.id, ${userId}::bigint
      from entry e join inventorymovement m on m.id = e.movement_id
      join inventory i on i.part_id = m.part_id and i.location_id = m.to_location_id
        and i.lot is not distinct from m.lot and i.serial is not distinct from m.serial
    ), counted as (
      update receiptline l set qty_received = l.qty_received + e.qty
      from (select line_id, sum(qty) as qty from entry group by line_id) e where l.id = e.line_id
    )
    update receipt set status_id = ${receiptStates.id.Receiving}, updated_at = this_second() where id = ${receipt.id}`.execute(
    tx,
  );
}
