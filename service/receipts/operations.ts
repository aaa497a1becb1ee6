import { sql } from 'kysely';
import type { LineQuantity } from '../inventory/stock/line-detail.ts';
import { stockedParts } from '../inventory/stock/named-parts.ts';
import { trim } from '../inventory/stock/quantity.ts';
import { type PickupOfOrder, pickupOf } from '../inventory/stock/take-out.ts';
import { assertWhole } from '../inventory/stock/whole-units.ts';
import { lockedRows } from '../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { firstRow, updateRow } from '../platform/database/rows.ts';
import { beyondSites } from '../platform/database/site-limits.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import { assertKnown } from '../platform/records/known.ts';
import { freeNumber, nextId } from '../platform/records/numbers.ts';
import { noSuch, unfit } from '../platform/records/refusals.ts';
import { receiptStates } from '../platform/states/states.ts';
import type { ReceiptBody, ReceiptChange } from './schema.ts';

/**
 * Creates a receipt. The default of the number is `R-<id>`, and that of the site is the current site of the caller.
 * @returns its id
 */
export const createReceipt = operation('receipt.create', async (context: OperationContext, body: ReceiptBody) => {
  const { tx, actor } = context;
  await assertKnown(tx, 'site', [{ pointer: '/site_id', id: body.site_id }]);
  const { number = null, supplier = null, expected_at = null, external_id = null, note = null } = body;
  const insertion = sql<Row<'receipt', 'id'>>`
    -- Inserts the receipt. Its number contains its id, so the id comes first.
    with numbered as materialized (select ${nextId('receipt')} as id)
    insert into receipt (id, number, site_id, supplier, expected_at, external_id, note, custom) overriding system value
    select id, coalesce(${number}, ${freeNumber('receipt', sql`'R-' || numbered.id`)}),
      coalesce(${body.site_id ?? actor.siteId}::bigint, (select min(s.id) from site s)),
      ${supplier}, ${expected_at}::timestamptz, ${external_id}, ${note}, ${JSON.stringify(body.custom ?? {})}::jsonb
    from numbered returning id`;
  const { id } = firstRow(await insertion.execute(tx));
  await writeLines(tx, id, body.lines ?? []);
  await recordEvent(context, { event: 'receipt.created', id });
  return id;
});

/** Changes a receipt. `lines` replaces all its lines, while nothing was received. */
export const changeReceipt = operation(
  'receipt.change',
  async (context: OperationContext, { id, body }: { id: number; body: ReceiptChange }) => {
    const { tx } = context;
    const receipt = await lockReceipt(tx, id);
    receiptStates.demand('edit', receipt);
    const { lines, custom, ...fields } = body;
    if (lines) {
      receiptStates.demand('expect', receipt);
      assertNothingSent(receipt);
      await sql`delete from receiptline where receipt_id = ${id}`.execute(tx);
      await writeLines(tx, id, lines);
    }
    await updateRow(tx, 'receipt', { id }, { ...fields, custom: custom && JSON.stringify(custom) });
    await recordEvent(context, { event: 'receipt.modified', id, orders: ordersOf(receipt) });
  },
);

export const deleteReceipt = operation('receipt.delete', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const receipt = await lockReceipt(tx, id);
  receiptStates.demand('delete', receipt);
  assertNothingSent(receipt);
  await recordDeletion(context, { event: 'receipt.deleted', id, orders: ordersOf(receipt) });
  await sql`delete from receipt where id = ${id}`.execute(tx);
});

/** Units of a line that did not come in, or that came in beyond what was expected. */
export interface LineDifference extends Row<'receiptline', 'part_id'> {
  readonly line_id: number;
  readonly part: Column<'part', 'number'>;
  /** The expected quantity; null for a part that was not expected. */
  readonly expected: number | null;
  readonly received: number;
}

/**
 * Closes a receipt: nothing more comes in with it. Units that a transfer order sent and that did not come in are lost, for a reason.
 * Repeating it changes nothing.
 * @returns what differs from the expected quantities
 * @throws body.invalid for lost units without a reason
 */
export const closeReceipt = operation(
  'receipt.close',
  async (context: OperationContext, { id, reason }: { id: number; reason: string | null }) => {
    const { tx } = context;
    const receipt = await lockReceipt(tx, id);
    const repeated = receiptStates.repeated('close', receipt);
    const differences = await differencesOf(tx, id);
    if (repeated) return differences;
    const lost = receipt.pickup_id === null ? [] : differences.filter((line) => line.received < (line.expected ?? 0));
    const [first] = lost;
    if (first && reason === null)
      throw unfit('/reason', `is required: ${first.received} of ${first.expected} of part ${first.part} came in`);
    await sql`
      -- Closes the receipt.
      update receipt set status_id = ${receiptStates.id.Closed}, lost_reason = ${first ? reason : null}, closed_at = this_second(),
        updated_at = this_second()
      where id = ${id}`.execute(tx);
    await recordEvent(context, {
      event: 'receipt.closed',
      id,
      orders: ordersOf(receipt),
      detail: { differences: differences.length, ...(first && { reason }) },
    });
    return differences;
  },
);

/** Cancels a receipt of which nothing came in. Repeating it changes nothing. */
export const cancelReceipt = operation('receipt.cancel', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const receipt = await lockReceipt(tx, id);
  if (receiptStates.repeated('cancel', receipt)) return;
  assertNothingSent(receipt);
  await sql`update receipt set status_id = ${receiptStates.id.Canceled}, updated_at = this_second() where id = ${id}`.execute(
    tx,
  );
  await recordEvent(context, { event: 'receipt.canceled', id, orders: ordersOf(receipt) });
});

export type LockedReceipt = Row<'receipt', 'id' | 'number' | 'site_id' | 'status_id' | 'order_id' | 'pickup_id'>;

/** Locks a receipt against all operations on it. It comes before the locks of stock. @throws record.unknown */
export async function lockReceipt(tx: Tx, id: number): Promise<LockedReceipt> {
  const statement = sql<LockedReceipt>`
    -- Locks a receipt.
    select id, number, site_id, status_id, order_id, pickup_id from receipt where id = ${id} for no key update`;
  const [receipt] = await lockedRows(tx, { record: 'receipt', ids: [id] }, statement);
  if (!receipt) throw noSuch('receipt', id);
  return receipt;
}

/** Refuses a change of units in transit: only the undo of the pickup lowers them. @throws receipt.in-transit */
function assertNothingSent({ number, pickup_id, status_id }: LockedReceipt): void {
  if (pickup_id === null || status_id === receiptStates.id.Canceled) return;
  throw problem(
    'receipt.in-transit',
    `Receipt ${number} expects what left with pickup ${pickup_id}. If it did not leave, undo that pickup: POST /pickup/${pickup_id}/undo. If it is lost, close the receipt with a reason.`,
    { pickup_id },
  );
}

/** Units of transfer orders, with the pickup of each order. */
export interface Sent {
  readonly pickups: PickupOfOrder;
  readonly units: readonly LineQuantity[];
}

/**
 * Expects units that left with transfer orders at the receiving sites: makes a receipt for each order. From now on they are in transit.
 * It takes a statement for any number of orders and lines.
 */
export async function expectSent(context: OperationContext, { pickups, units }: Sent): Promise<void> {
  if (units.length === 0) return;
  const { tx } = context;
  const made = await beyondSites(tx, () =>
    sql<Pick<LockedReceipt, 'id' | 'order_id'>>`
      -- Makes the receipts of what left, with a line for each part.
      with sent as (
        select order_id, part_id, sum(qty) as qty, min(line_id) as place
        from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u(order_id bigint, line_id bigint, part_id bigint, qty numeric)
        group by order_id, part_id
      ), numbered as materialized (
        select ${nextId('receipt')} as id, o.id as order_id, o.to_site_id from salesorder o where o.id in (select order_id from sent)
      ), line as (
        insert into receiptline (receipt_id, part_id, qty)
        select n.id, s.part_id, s.qty from sent s join numbered n using (order_id) order by n.id, s.place
      )
      insert into receipt (id, number, site_id, order_id, pickup_id) overriding system value
      select n.id, ${freeNumber('receipt', sql`'R-' || n.id`)}, n.to_site_id, n.order_id, ${pickupOf(pickups, 'n.order_id')} from numbered n
      returning id, order_id`.execute(tx),
  );
  await recordEvent(
    context,
    ...made.rows.map(({ id, order_id }) => ({ event: 'receipt.created', id, orders: ordersOf({ order_id }) }) as const),
  );
}

/**
 * Locks the receipts of what left with a pickup, for its undo. They come before the locks of stock.
 * @returns their ids
 * @throws receipt.state where units came in or are lost
 */
export async function lockSent(tx: Tx, pickupId: number, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<LockedReceipt>`
    -- Locks the receipts of a pickup.
    select id, number, site_id, status_id, order_id, pickup_id from receipt
    where order_id = any(${orderIds}::bigint[]) and pickup_id = ${pickupId} and status_id <> ${receiptStates.id.Canceled}
    order by id for no key update`.execute(tx);
  for (const receipt of rows) receiptStates.demand('cancel', receipt);
  return rows.map(({ id }) => id);
}

/** Takes units that did not leave after all off locked receipts. A receipt without any others is canceled. */
export async function expectNoLonger(
  context: OperationContext,
  receiptIds: readonly number[],
  back: readonly LineQuantity[],
): Promise<void> {
  if (receiptIds.length === 0) return;
  const { tx } = context;
  const { Canceled: canceled } = receiptStates.id;
  const changed = await beyondSites(tx, () =>
    sql<Pick<LockedReceipt, 'id' | 'order_id' | 'status_id'>>`
      -- Lowers the expected quantities by what came back, and cancels the receipts that expect nothing else.
      with back as (
        select r.id as receipt_id, u.part_id, sum(u.qty) as qty
        from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as u(order_id bigint, part_id bigint, qty numeric)
        join receipt r on r.order_id = u.order_id and r.id = any(${receiptIds}::bigint[]) group by r.id, u.part_id
      ), remaining as (
        select l.receipt_id from receiptline l left join back b using (receipt_id, part_id)
        where l.receipt_id = any(${receiptIds}::bigint[]) and l.qty > coalesce(b.qty, 0)
      ), lowered as (
        update receiptline l set qty = l.qty - b.qty from back b
        where b.receipt_id = l.receipt_id and b.part_id = l.part_id and l.qty > b.qty
      ), removed as (
        delete from receiptline l using back b
        where b.receipt_id = l.receipt_id and b.part_id = l.part_id and l.qty = b.qty and l.receipt_id in (select receipt_id from remaining)
      )
      update receipt set updated_at = this_second(),
        status_id = case when id in (select receipt_id from remaining) then status_id else ${canceled} end
      where id in (select receipt_id from back) returning id, order_id, status_id`.execute(tx),
  );
  await recordEvent(
    context,
    ...changed.rows.map(
      ({ id, order_id, status_id }) =>
        ({
          event: status_id === canceled ? 'receipt.canceled' : 'receipt.modified',
          id,
          orders: ordersOf({ order_id }),
        }) as const,
    ),
  );
}

/** The order whose timeline shows the events of a receipt. */
export const ordersOf = ({ order_id }: Pick<LockedReceipt, 'order_id'>): number[] =>
  order_id === null ? [] : [order_id];

/** Inserts expected lines. An alias becomes units of its parent. */
async function writeLines(tx: Tx, receiptId: number, lines: NonNullable<ReceiptBody['lines']>): Promise<void> {
  if (lines.length === 0) return;
  const positions = new Map(lines.map(({ part_id }, position) => [part_id, position]));
  const parts = await stockedParts(tx, [...positions.keys()], (id) => `/lines/${positions.get(id)}/part_id`);
  const rows = lines.map(({ part_id, qty }, position) => {
    const part = parts.get(part_id);
    if (qty == null || !part) throw unfit(`/lines/${position}/qty`, 'is required');
    if (part.per_unit === '1') assertWhole(qty, part, `/lines/${position}/qty`);
    return { part_id: part.part_id, per_unit: part.per_unit, qty };
  });
  await sql`
    -- Inserts the lines in their order.
    insert into receiptline (receipt_id, part_id, qty)
    select ${receiptId}, l.part_id, l.qty * l.per_unit
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (part_id bigint, per_unit numeric, qty numeric))
      with ordinality as l(part_id, per_unit, qty, position)
    order by l.position`.execute(tx);
}

async function differencesOf(tx: Tx, receiptId: number): Promise<LineDifference[]> {
  const { rows } = await sql<
    Omit<LineDifference, 'expected' | 'received'> & Row<'receiptline', 'qty' | 'qty_received'>
  >`
    -- Reads the lines whose received quantity is another than the expected one.
    select l.id as line_id, l.part_id, p.number as part, l.qty, l.qty_received
    from receiptline l join part p on p.id = l.part_id
    where l.receipt_id = ${receiptId} and l.qty is distinct from l.qty_received order by l.id`.execute(tx);
  return rows.map(({ qty, qty_received, ...line }) => ({
    ...line,
    expected: qty === null ? null : Number(trim(qty)),
    received: Number(trim(qty_received)),
  }));
}
