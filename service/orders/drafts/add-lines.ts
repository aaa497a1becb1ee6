import { sql } from 'kysely';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { readReferences } from './references.ts';
import { assertRoom } from './room.ts';
import { amountsOf, lineOf } from './rules.ts';
import type { LineBody } from './schema.ts';

/** A line to add, and its JSON pointer in the body. */
export interface AddedLine {
  readonly body: LineBody;
  readonly pointer: string;
}

/**
 * Adds lines to a locked order, with their discounts, fees and taxes. The caller updates the totals of the order.
 * @returns the ids of the lines, in their sequence
 * @throws order.too-large, body.invalid, reference.unknown
 */
export async function addLines(
  tx: Tx,
  { id: orderId, number, kind }: Pick<LockedOrder, 'id' | 'number' | 'kind'>,
  added: readonly AddedLine[],
): Promise<number[]> {
  if (added.length === 0) return [];
  const amounts = added.reduce((count, { body }) => count + amountCount(body), 0);
  await assertRoom(tx, { id: orderId, number }, { lines: added.length, amounts });
  const references = await readReferences(tx, { orderId, lines: added.map(({ body }) => body) });
  const lines = added.map(({ body, pointer }) => lineOf(kind, body, references, pointer));
  const charges = added.map(({ body, pointer }, index) => amountsOf(body, references, index, pointer));
  const { rows } = await sql<Row<'salesorderline', 'id'>>`
    -- Adds lines to an order, in their sequence.
    insert into salesorderline (salesorder_id, linetype_id, part_id, external_id, description, qty, unit_price, custom)
    select ${orderId}, c.linetype_id, c.part_id, c.external_id, c.description, c.qty, c.unit_price, c.custom
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as l(value, position)
    cross join jsonb_to_record(l.value) as c(linetype_id bigint, part_id bigint, external_id text, description text, qty numeric, unit_price numeric, custom jsonb)
    order by l.position returning id`.execute(tx);
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  const ofLine = <Values extends object>(values: Values, index: number) => ({ ...values, line_id: ids[index] });
  const chargesOf = (kind: 'discounts' | 'fees') =>
    charges.flatMap((one, index) => one[kind].map((charge) => ofLine(charge, index)));
  await insertCharges(tx, 'discount', orderId, chargesOf('discounts'));
  await insertCharges(tx, 'fee', orderId, chargesOf('fees'));
  const taxes = added.flatMap(({ body }, index) => (body.taxes ?? []).map((tax) => ofLine(tax, index)));
  if (taxes.length > 0)
    await sql`
      -- Adds the taxes of the lines.
      insert into salesordertax (salesorder_id, line_id, name, rate, amount, included)
      select ${orderId}, t.line_id, t.name, t.rate, t.amount, coalesce(t.included, false)
      from jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb) as t(line_id bigint, name text, rate numeric, amount numeric, included boolean)`.execute(
      tx,
    );
  return ids;
}

const amountCount = ({ discounts, fees, taxes }: LineBody) =>
  [discounts, fees, taxes].reduce((count, list) => count + (list?.length ?? 0), 0);

async function insertCharges(
  tx: Tx,
  kind: 'discount' | 'fee',
  orderId: number,
  charges: readonly { line_id: number | undefined; charge_id: number; amount: string }[],
): Promise<void> {
  if (charges.length === 0) return;
  await sql`
    -- Adds the discounts or fees of the lines.
    insert into ${sql.table(`salesorder${kind}`)} (salesorder_id, line_id, ${sql.ref(`${kind}_id`)}, amount)
    select ${orderId}, c.line_id, c.charge_id, c.amount
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as c(line_id bigint, charge_id bigint, amount numeric)`.execute(
    tx,
  );
}
