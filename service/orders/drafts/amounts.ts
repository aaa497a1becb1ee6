import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { insertRow, updateRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { lockDraft } from './change.ts';
import { readReferences } from './references.ts';
import { assertRoom } from './room.ts';
import { assertCharge } from './rules.ts';
import { forgetTaxes, retotal } from './totals.ts';

/**
 * Discounts, fees and taxes of a draft. A discount or fee of the order is flat, and one of a line is per unit. A tax is of the whole
 * order or of the whole line.
 */
export type AmountKind = 'discount' | 'fee' | 'tax';

/** The order or the line that an amount belongs to. */
export interface Place {
  readonly orderId: number;
  readonly lineId: number | null;
}

/** The fields of a body: `discount_id` or `fee_id` and `amount`, or those of a tax. */
export type AmountValues = Readonly<Record<string, unknown>>;

interface Amount extends Place {
  readonly kind: AmountKind;
  readonly values: AmountValues;
}

export const addAmount = operation(
  'salesorder.amount.create',
  async (context: OperationContext, { kind, orderId, lineId, values }: Amount) => {
    const { tx } = context;
    const { number } = await assertPlace(tx, { orderId, lineId });
    await assertRoom(tx, { id: orderId, number }, { lines: 0, amounts: 1 });
    await check(tx, kind, lineId, values);
    const id = await insertRow(tx, `salesorder${kind}`, { salesorder_id: orderId, line_id: lineId, ...values });
    await changed(context, kind, orderId, id);
    return id;
  },
);

export const changeAmount = operation(
  'salesorder.amount.change',
  async (context: OperationContext, { kind, orderId, lineId, id, values }: Amount & { id: number }) => {
    const { tx } = context;
    await assertPlace(tx, { orderId, lineId });
    const before = await readAmount(tx, kind, { orderId, lineId }, id);
    const charge = `${kind}_id`;
    if (values[charge] !== undefined && values[charge] !== before[charge]) await check(tx, kind, lineId, values);
    await updateRow(tx, `salesorder${kind}`, { id }, values);
    await changed(context, kind, orderId, id);
  },
);

export const deleteAmount = operation(
  'salesorder.amount.delete',
  async (context: OperationContext, { kind, id, ...place }: Place & { kind: AmountKind; id: number }) => {
    const { tx } = context;
    await assertPlace(tx, place);
    await readAmount(tx, kind, place, id);
    if (kind === 'tax') await forgetTaxes(tx, 'salesorder', place.orderId);
    await sql`delete from ${sql.table(`salesorder${kind}`)} where id = ${id}`.execute(tx);
    await changed(context, kind, place.orderId, id);
  },
);

async function assertPlace(tx: Tx, { orderId, lineId }: Place): Promise<LockedOrder> {
  const order = await lockDraft(tx, orderId);
  if (lineId === null) return order;
  const { rows } = await sql`
    select id from salesorderline where id = ${lineId} and salesorder_id = ${orderId}`.execute(tx);
  if (rows.length === 0) throw noSuch('line', lineId);
  return order;
}

/** Refuses a kind of discount or fee. A tax has no kind. @throws body.invalid, reference.unknown */
async function check(tx: Tx, kind: AmountKind, lineId: number | null, values: AmountValues): Promise<void> {
  if (kind === 'tax') return;
  const chargeId = values[`${kind}_id`] as number;
  const references = await readReferences(tx, { [`${kind}s`]: [{ [`${kind}_id`]: chargeId }] });
  assertCharge(kind, chargeId, references[`${kind}s`], lineId === null ? 'order' : 'line', '');
}

async function readAmount(tx: Tx, kind: AmountKind, { orderId, lineId }: Place, id: number): Promise<AmountValues> {
  const { rows } = await sql<AmountValues>`
    select * from ${sql.table(`salesorder${kind}`)}
    where id = ${id} and salesorder_id = ${orderId} and line_id is not distinct from ${lineId}::bigint`.execute(tx);
  if (!rows[0]) throw noSuch(kind, id);
  return rows[0];
}

async function changed(context: OperationContext, kind: AmountKind, orderId: number, id: number): Promise<void> {
  await retotal(context.tx, orderId);
  await recordEvent(context, {
    event: 'salesorder.modified',
    id: orderId,
    orders: [orderId],
    detail: { [`salesorder${kind}_id`]: id },
  });
}

/** SQL: the discounts, fees or taxes of an order `o`, each with the index of its line. */
export const amountsOfOrder = (kind: AmountKind) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object(${
      kind === 'tax'
        ? sql`'name', a.name, 'rate', a.rate::text, 'included', a.included`
        : sql`'charge_id', a.${sql.ref(`${kind}_id`)}`
    }, 'amount', a.amount::text, 'line',
      array_position((select array_agg(l.id order by l.id) from salesorderline l where l.salesorder_id = o.id), a.line_id) - 1)
      order by a.id)
    from ${sql.table(`salesorder${kind}`)} a where a.salesorder_id = o.id), '[]')`;
