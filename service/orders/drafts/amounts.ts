import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { lockDraft } from './change.ts';
import { readReferences } from './references.ts';
import { assertRoom } from './room.ts';
import { type Amount, amountOf } from './rules.ts';
import { retotal } from './totals.ts';

/** Discounts and fees of a draft. An amount of the order is flat, and an amount of a line is per unit. */

export type ChargeKind = 'discount' | 'fee';

/** The order or the line that an amount belongs to. */
export interface Place {
  readonly orderId: number;
  readonly lineId: number | null;
}

interface ChargeAmount {
  readonly charge_id: number;
  readonly amount: string;
}

export const addAmount = operation(
  'salesorder.amount.create',
  async (
    context: OperationContext,
    { kind, orderId, lineId, charge_id, amount }: Place & ChargeAmount & { kind: ChargeKind },
  ) => {
    const { tx } = context;
    const { number } = await assertPlace(tx, { orderId, lineId });
    await assertRoom(tx, { id: orderId, number }, { lines: 0, amounts: 1 });
    const checked = await check(tx, kind, lineId, { charge_id, amount });
    const id = await insertAmount(tx, kind, orderId, lineId, checked);
    await changed(context, kind, orderId, id);
    return id;
  },
);

export const changeAmount = operation(
  'salesorder.amount.change',
  async (
    context: OperationContext,
    { kind, orderId, lineId, id, ...changes }: Place & Partial<ChargeAmount> & { kind: ChargeKind; id: number },
  ) => {
    const { tx } = context;
    await assertPlace(tx, { orderId, lineId });
    const before = await readAmount(tx, kind, { orderId, lineId }, id);
    const amount = changes.amount ?? before.amount;
    if (changes.charge_id !== undefined && changes.charge_id !== before.charge_id) {
      await check(tx, kind, lineId, { charge_id: changes.charge_id, amount });
    }
    await sql`
      update ${tableOf(kind)} set ${columnOf(kind)} = ${changes.charge_id ?? before.charge_id}, amount = ${amount},
        updated_at = this_second() where id = ${id}`.execute(tx);
    await changed(context, kind, orderId, id);
  },
);

export const deleteAmount = operation(
  'salesorder.amount.delete',
  async (context: OperationContext, { kind, id, ...place }: Place & { kind: ChargeKind; id: number }) => {
    const { tx } = context;
    await assertPlace(tx, place);
    await readAmount(tx, kind, place, id);
    await sql`delete from ${tableOf(kind)} where id = ${id}`.execute(tx);
    await changed(context, kind, place.orderId, id);
  },
);

/** Inserts an amount. The caller must update the totals of the order. */
export async function insertAmount(
  tx: Tx,
  kind: ChargeKind,
  orderId: number,
  lineId: number | null,
  { charge_id, amount }: Pick<Amount, 'charge_id' | 'amount'>,
): Promise<number> {
  const result = await sql<Row<'salesorderfee', 'id'>>`
    insert into ${tableOf(kind)} (salesorder_id, line_id, ${columnOf(kind)}, amount)
    values (${orderId}, ${lineId}, ${charge_id}, ${amount}) returning id`.execute(tx);
  return firstRow(result).id;
}

const tableOf = (kind: ChargeKind) => sql.table(`salesorder${kind}`);
const columnOf = (kind: ChargeKind) => sql.ref(`${kind}_id`);

async function assertPlace(tx: Tx, { orderId, lineId }: Place): Promise<LockedOrder> {
  const order = await lockDraft(tx, orderId);
  if (lineId === null) return order;
  const { rows } = await sql`
    select id from salesorderline where id = ${lineId} and salesorder_id = ${orderId}`.execute(tx);
  if (rows.length === 0) throw noSuch('line', lineId);
  return order;
}

async function check(
  tx: Tx,
  kind: ChargeKind,
  lineId: number | null,
  { charge_id, amount }: ChargeAmount,
): Promise<Amount> {
  const references = await readReferences(
    tx,
    kind === 'discount'
      ? { discounts: [{ discount_id: charge_id, amount }] }
      : { fees: [{ fee_id: charge_id, amount }] },
  );
  const charges = kind === 'discount' ? references.discounts : references.fees;
  return amountOf(kind, { charge_id, amount }, charges, lineId === null ? null : 0, '');
}

async function readAmount(tx: Tx, kind: ChargeKind, { orderId, lineId }: Place, id: number): Promise<ChargeAmount> {
  const { rows } = await sql<ChargeAmount>`
    select ${columnOf(kind)} as charge_id, amount from ${tableOf(kind)}
    where id = ${id} and salesorder_id = ${orderId} and line_id is not distinct from ${lineId}::bigint`.execute(tx);
  if (!rows[0]) throw noSuch(kind, id);
  return rows[0];
}

async function changed(context: OperationContext, kind: ChargeKind, orderId: number, id: number): Promise<void> {
  await retotal(context.tx, orderId);
  await recordEvent(context, {
    event: 'salesorder.modified',
    id: orderId,
    orders: [orderId],
    detail: { [`salesorder${kind}_id`]: id },
  });
}
