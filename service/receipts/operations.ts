import { sql } from 'kysely';
import { stockedParts } from '../inventory/stock/named-parts.ts';
import { trim } from '../inventory/stock/quantity.ts';
import { assertWhole } from '../inventory/stock/whole-units.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { firstRow, updateRow } from '../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import {
  assertNoDifferences,
  differingFields,
  differingLines,
  type Existing,
  recordWith,
  sentColumns,
} from '../platform/records/external-ids.ts';
import { assertKnown } from '../platform/records/known.ts';
import { freeNumber, nextId } from '../platform/records/numbers.ts';
import { unfit } from '../platform/records/refusals.ts';
import { receiptStates } from '../platform/states/states.ts';
import { type LockedReceipt, lockReceipt, ordersOf } from './lock.ts';
import type { ReceiptBody, ReceiptChange } from './schema.ts';

export { expectNoLonger, expectSent, lockReceiptsOf } from './in-transit.ts';
export { type PutAwayPlace, putAwayPlaces } from './put-away.ts';

/**
 * Creates a receipt. By default, its number is `IN-<id>`, and its site the current site of the caller.
 * @returns its id; with 200, it has the external id of the body already
 * @throws record.exists where that receipt has another content
 */
export const createReceipt = operation('receipt.create', async (context: OperationContext, body: ReceiptBody) => {
  const { tx, actor } = context;
  const existing = await recordWith(tx, 'receipt', body);
  const lines = await expectedLines(tx, body.lines ?? []);
  if (existing) {
    await assertSame(tx, existing, body, lines);
    return { id: existing.id, status: 200 as const };
  }
  await assertKnown(tx, 'site', [{ pointer: '/site_id', id: body.site_id }]);
  const {
    number = null,
    supplier = null,
    expected_at = null,
    source_id = null,
    external_id = null,
    note = null,
  } = body;
  const insertion = sql<Row<'receipt', 'id'>>`
    -- Inserts the receipt. Its number contains its id, so the id comes first.
    with numbered as materialized (select ${nextId('receipt')} as id)
    insert into receipt (id, number, site_id, supplier, expected_at, source_id, external_id, note, custom) overriding system value
    select id, coalesce(${number}, ${freeNumber('receipt', sql`'IN-' || numbered.id`)}),
      coalesce(${body.site_id ?? actor.siteId}::bigint, (select min(s.id) from site s)),
      ${supplier}, ${expected_at}::timestamptz, ${source_id}::bigint, ${external_id}, ${note}, ${JSON.stringify(body.custom ?? {})}::jsonb
    from numbered returning id`;
  const { id } = firstRow(await insertion.execute(tx));
  await writeLines(tx, id, lines);
  await recordEvent(context, { event: 'receipt.created', id });
  return id;
});

/** Checks that a receipt has the content of a body. @throws record.exists with the differences */
async function assertSame(
  tx: Tx,
  { id, number }: Existing,
  body: ReceiptBody,
  lines: readonly ExpectedLine[],
): Promise<void> {
  const { lines: sent, ...columns } = body;
  const expected = { table: 'receiptline', of: 'receipt_id', where: sql`l.qty is not null` } as const;
  assertNoDifferences({ kind: 'receipt', id, number }, [
    ...(await differingFields(tx, 'receipt', id, sentColumns(columns, columns))),
    ...(sent ? await differingLines(tx, expected, id, lines) : []),
  ]);
}

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
      assertNotInTransit(receipt);
      await sql`delete from receiptline where receipt_id = ${id}`.execute(tx);
      await writeLines(tx, id, await expectedLines(tx, lines));
    }
    await updateRow(tx, 'receipt', { id }, { ...fields, custom: custom && JSON.stringify(custom) });
    await recordEvent(context, { event: 'receipt.modified', id, orders: ordersOf(receipt) });
  },
);

export const deleteReceipt = operation('receipt.delete', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const receipt = await lockReceipt(tx, id);
  receiptStates.demand('delete', receipt);
  assertNotInTransit(receipt);
  await recordDeletion(context, { event: 'receipt.deleted', id, orders: ordersOf(receipt) });
  await sql`delete from receipt where id = ${id}`.execute(tx);
});

/** Units of a line that did not come in, or that came in beyond the expected quantity. */
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

/** Cancels a receipt before its first goods. Repeating it changes nothing. */
export const cancelReceipt = operation('receipt.cancel', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const receipt = await lockReceipt(tx, id);
  if (receiptStates.repeated('cancel', receipt)) return;
  assertNotInTransit(receipt);
  await sql`update receipt set status_id = ${receiptStates.id.Canceled}, updated_at = this_second() where id = ${id}`.execute(
    tx,
  );
  await recordEvent(context, { event: 'receipt.canceled', id, orders: ordersOf(receipt) });
});

/** Refuses a change of units in transit: only the undo of the pickup lowers them. @throws receipt.in-transit */
function assertNotInTransit({ number, pickup_id, status_id }: LockedReceipt): void {
  if (pickup_id === null || status_id === receiptStates.id.Canceled) return;
  throw problem(
    'receipt.in-transit',
    `Receipt ${number} expects what left with pickup ${pickup_id}. If it did not leave, undo that pickup: POST /pickup/${pickup_id}/undo. If it is lost, close the receipt with a reason.`,
    { pickup_id },
  );
}

/** A line in units of stock. */
type ExpectedLine = Row<'receiptline', 'part_id'> & { readonly qty: string };

/** Returns the lines that a body expects. An alias becomes units of its parent. */
async function expectedLines(tx: Tx, lines: NonNullable<ReceiptBody['lines']>): Promise<ExpectedLine[]> {
  if (lines.length === 0) return [];
  const positions = new Map(lines.map(({ part_id }, position) => [part_id, position]));
  const parts = await stockedParts(tx, [...positions.keys()], (id) => `/lines/${positions.get(id)}/part_id`);
  const rows = lines.map(({ part_id, qty }, position) => {
    const part = parts.get(part_id);
    if (qty == null || !part) throw unfit(`/lines/${position}/qty`, 'is required');
    if (part.per_unit === '1') assertWhole(qty, part, `/lines/${position}/qty`);
    return { part_id: part.part_id, per_unit: part.per_unit, qty };
  });
  const statement = sql<ExpectedLine>`
    -- Counts the units of the lines.
    select l.part_id, (l.qty * l.per_unit)::text as qty
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (part_id bigint, per_unit numeric, qty numeric))
      with ordinality as l(part_id, per_unit, qty, position)
    order by l.position`;
  return (await statement.execute(tx)).rows;
}

async function writeLines(tx: Tx, receiptId: number, lines: readonly ExpectedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    -- Inserts the lines in their order.
    insert into receiptline (receipt_id, part_id, qty)
    select ${receiptId}, l.part_id, l.qty
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (part_id bigint, qty numeric))
      with ordinality as l(part_id, qty, position)
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
