import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { OrderKind } from '../../../records/sales-order.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import {
  assertNoDifferences,
  type Difference,
  differingFields,
  differingLines,
  type Existing,
  recordsWith,
  sentColumns,
} from '../../platform/records/external-ids.ts';
import { amountsOfOrder } from './amounts.ts';
import type { Document } from './create.ts';
import type { Amount, Tax } from './rules.ts';
import type { AnyOrderBody } from './schema.ts';

/** Repeated creates of an order: a shop sends an order again until it gets an answer. */

/** Returns the positions of the bodies whose orders are there. */
export async function positionsOfKnown(
  tx: Tx,
  kind: OrderKind,
  bodies: readonly AnyOrderBody[],
): Promise<ReadonlySet<number>> {
  const externalIds = bodies.flatMap(({ external_id, source_id }, at) =>
    external_id == null ? [] : [{ external_id, source_id, at }],
  );
  const there = await recordsWith(tx, `${kind}order`, externalIds);
  return new Set(externalIds.flatMap(({ at }, position) => (there.has(position) ? [at] : [])));
}

/**
 * Checks that an order has the content of a body. Members that the body leaves out may have any value: defaults, or later changes.
 * @param document the order that the body describes
 * @throws record.exists with the differences
 */
export async function assertSame(
  tx: Tx,
  { id, number }: Existing,
  { kind, body, document }: { readonly kind: OrderKind; readonly body: AnyOrderBody; readonly document: Document },
): Promise<void> {
  const lines = body.lines?.map((line, index) => sentColumns(line, document.lines[index] ?? {}));
  const record = `${kind}order` as const;
  assertNoDifferences({ kind: record, id, number }, [
    ...(await differingFields(tx, record, id, sentColumns(body, document.order))),
    ...(lines ? await differingLines(tx, { table: 'salesorderline', of: 'salesorder_id' }, id, lines) : []),
    ...(await differingAmounts(tx, id, body, document)),
  ]);
}

const kinds = ['discount', 'fee', 'tax'] as const;
const members = { discount: 'discounts', fee: 'fees', tax: 'taxes' } as const;

/** A discount, fee or tax of an order or of one of its lines. */
type Charged = Partial<Amount & Tax>;

/** Returns the discounts, fees and taxes that differ, where the body has any. */
async function differingAmounts(tx: Tx, id: number, body: AnyOrderBody, document: Document): Promise<Difference[]> {
  const bodies = [body, ...(body.lines ?? [])];
  if (!bodies.some((one) => kinds.some((kind) => one[members[kind]] != null))) return [];
  const result = await sql<Record<(typeof kinds)[number], Charged[]>>`
    -- Reads the discounts, fees and taxes of an order.
    select ${amountsOfOrder('discount')} as discount, ${amountsOfOrder('fee')} as fee, ${amountsOfOrder('tax')} as tax
    from salesorder o where o.id = ${id}`.execute(tx);
  const before = firstRow(result);
  return kinds.flatMap((kind) => {
    const field = members[kind];
    const [there, sent] = [before[kind].map(comparable), document[field].map(comparable)];
    const isSent = bodies.some((one) => one[field] != null);
    return isSent && !isDeepStrictEqual(there, sent) ? [{ field, there, sent }] : [];
  });
}

const comparable = ({ line = null, charge_id, name, rate, included = false, amount }: Charged) => ({
  line,
  ...(charge_id === undefined
    ? { name, rate: rate == null ? null : Number(rate), included: included ?? false }
    : { charge_id }),
  amount: Number(amount),
});
