import { sql } from 'kysely';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../../platform/events/record-event.ts';
import { withCountries } from '../../platform/records/countries.ts';
import { freeNumber, nextId } from '../../platform/records/numbers.ts';
import { unfit, unknownRecord } from '../../platform/records/refusals.ts';
import { isWaitingDraft, orderStates } from '../states.ts';
import { type References, readReferences } from './references.ts';
import { type Amount, addressOf, amountsOf, carriersOf, type Line, lineOf } from './rules.ts';
import type { OrderBody } from './schema.ts';
import { sums } from './totals.ts';

/**
 * Creates a draft with its lines, discounts and fees, in three statements for any number of them.
 * @returns the id. An order without a number gets `SO-<1000 + id>`
 */
export const createOrder = operation('salesorder.create', (context: OperationContext, body: OrderBody) =>
  insertDraft(context, body),
);

/** The same within an operation. @param origin facts for the timeline, such as the quote that it is made from */
export async function insertDraft(
  context: OperationContext,
  input: OrderBody,
  origin: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { tx, actor } = context;
  const body = await withCountries(tx, input, ['ship_country', 'bill_country']);
  const references = await readReferences(tx, {
    ...body,
    customerId: body.customer_id,
    currentSite: actor.siteId,
    levelId: body.carrierservicelevel_id,
  });
  if (!references.customer) throw unknownRecord('/customer_id', 'customer', body.customer_id);
  const siteId = body.site_id ?? references.site_id;
  if (siteId === null) throw unfit('/site_id', 'is required, since there is no site yet');

  const lines = (body.lines ?? []).map((line, index) => lineOf(line, references, `/lines/${index}`));
  const amounts = [
    amountsOf(body, references, null, ''),
    ...(body.lines ?? []).map((line, index) => amountsOf(line, references, index, `/lines/${index}`)),
  ];
  const discounts = amounts.flatMap((one) => one.discounts);
  const fees = amounts.flatMap((one) => one.fees);
  const id = await insertOrder(tx, {
    order: { customer_id: references.customer.id, site_id: siteId, ...orderColumns(body, references) },
    lines,
    discounts,
    fees,
  });
  await recordEvent(context, { event: 'salesorder.created', id, orders: [id], detail: { ...origin } });
  return id;
}

/** Returns the columns of a new order, with defaults for the fields that the body leaves out. */
function orderColumns(body: OrderBody, references: References) {
  return {
    number: body.number ?? null,
    ...carriersOf(body, references, { carrier_id: references.carrier_id, carrierservicelevel_id: null }),
    source_id: body.source_id ?? null,
    job_id: body.job_id ?? null,
    priority: body.priority ?? 3,
    note: body.note ?? null,
    custom: body.custom ?? {},
    total_tax: body.total_tax ?? '0',
    ...addressOf('ship', body, references),
    ...addressOf('bill', body, references),
  };
}

/** Creates a draft from an order in any state: the same customer, lines, discounts and fees, with a new number. */
export const cloneOrder = operation('salesorder.clone', async (context: OperationContext, orderId: number) => {
  const { tx } = context;
  const { number } = await lockOrder(tx, orderId);
  const result = await sql<Document>`
    -- Reads the order as a document that can be inserted again.
    select to_jsonb(o) || jsonb_build_object('number', null, 'total_tax', o.total_tax::text) as order,
      coalesce((select jsonb_agg(jsonb_build_object('linetype_id', l.linetype_id, 'part_id', l.part_id,
        'description', l.description, 'qty', l.qty::text, 'unit_price', l.unit_price::text, 'custom', l.custom) order by l.id)
        from salesorderline l where l.salesorder_id = o.id), '[]') as lines,
      ${amountsOfOrder('discount')} as discounts, ${amountsOfOrder('fee')} as fees
    from salesorder o where o.id = ${orderId}`.execute(tx);
  const id = await insertOrder(tx, firstRow(result));
  await recordEvent(context, { event: 'salesorder.created', id, orders: [id], detail: { clone_of: orderId, number } });
  return id;
});

/** Deletes a draft with its lines, discounts and fees. @throws order.state for an issued order, which can be voided */
export const deleteDraft = operation('salesorder.delete', async (context: OperationContext, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  orderStates.demand('delete', order);
  const { number } = order;
  const event = { event: 'salesorder.deleted', id: orderId, orders: [orderId], detail: { number } } as const;
  await recordDeletion(context, { ...event, signals: isWaitingDraft(order) });
  await sql`delete from salesorder where id = ${orderId}`.execute(tx);
});

interface Document {
  /** Columns of the order. A null number is generated from the id. */
  readonly order: Readonly<Record<string, unknown>>;
  readonly lines: readonly Line[];
  readonly discounts: readonly Amount[];
  readonly fees: readonly Amount[];
}

/** Inserts the whole document with its totals in one statement. It draws the ids first, so that the parts can refer to each other. */
async function insertOrder(tx: Tx, { order, lines, discounts, fees }: Document): Promise<number> {
  // A site that does not exist is refused by the constraint of the order.
  const digits = sql`(select coalesce((select currency_digits from site where id = ${order.site_id}::bigint), 2) as currency_digits) s`;
  const result = await sql<{ id: number }>`
    -- Inserts the order with its lines, discounts, fees and totals.
    with numbered as materialized (select ${nextId('salesorder')} as id),
    new_line as materialized (
      select position - 1 as index, ${nextId('salesorderline')} as id,
        (value->>'linetype_id')::bigint as linetype_id, (value->>'part_id')::bigint as part_id, value->>'description' as description,
        (value->>'qty')::numeric as qty, (value->>'unit_price')::numeric as unit_price,
        value->'custom' as custom
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as l(value, position)
    ), line as (
      insert into salesorderline (id, salesorder_id, linetype_id, part_id, description, qty, unit_price, custom, currency_digits)
      overriding system value
      select g.id, n.id, g.linetype_id, g.part_id, g.description, g.qty, g.unit_price, g.custom, s.currency_digits
      from numbered n cross join new_line g cross join ${digits} order by g.index
      returning id, linetype_id, qty, unit_price
    ), discounted as (${insertAmounts('discount', discounts)}), charged as (${insertAmounts('fee', fees)})
    insert into salesorder (id, number, customer_id, site_id, carrier_id, carrierservicelevel_id, source_id, job_id,
      priority, note, custom, currency_digits, subtotal, total_discount, total_fee, total_tax,
      bill_to_name, bill_address_1, bill_address_2, bill_city, bill_region, bill_postal_code, bill_country,
      ship_to_name, ship_address_1, ship_address_2, ship_city, ship_region, ship_postal_code, ship_country)
    overriding system value
    select n.id, coalesce(o.number, ${freeNumber('salesorder', sql`'SO-' || (1000 + n.id)`)}), o.customer_id, o.site_id,
      o.carrier_id, o.carrierservicelevel_id, o.source_id, o.job_id, o.priority, o.note, o.custom,
      s.currency_digits, t.subtotal, t.discount, t.fee, round(o.total_tax, s.currency_digits),
      o.bill_to_name, o.bill_address_1, o.bill_address_2, o.bill_city, o.bill_region, o.bill_postal_code, o.bill_country,
      o.ship_to_name, o.ship_address_1, o.ship_address_2, o.ship_city, o.ship_region, o.ship_postal_code, o.ship_country
    from numbered n
    cross join jsonb_populate_record(null::salesorder, ${JSON.stringify(order)}::jsonb) o
    cross join ${digits}
    cross join lateral (${sums({ lines: sql`table line`, discounts: sql`table discounted`, fees: sql`table charged` })}) t
    returning id`.execute(tx);
  return firstRow(result).id;
}

const insertAmounts = (kind: 'discount' | 'fee', amounts: readonly Amount[]) => sql`
  insert into ${sql.table(`salesorder${kind}`)} (salesorder_id, line_id, ${sql.ref(`${kind}_id`)}, amount)
  -- The id of a line comes from an array: a join without an index would compare each amount with each line.
  select n.id, (select array_agg(id order by index) from new_line)[(a.value->>'line')::int + 1],
    (a.value->>'charge_id')::bigint, (a.value->>'amount')::numeric
  from numbered n
  cross join jsonb_array_elements(${JSON.stringify(amounts)}::jsonb) with ordinality as a(value, position)
  order by a.position
  returning line_id, amount`;

/** SQL: the discounts or fees of an order `o`, each with the index of its line. */
const amountsOfOrder = (kind: 'discount' | 'fee') => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('charge_id', a.${sql.ref(`${kind}_id`)}, 'amount', a.amount::text, 'line',
      array_position((select array_agg(l.id order by l.id) from salesorderline l where l.salesorder_id = o.id), a.line_id) - 1)
      order by a.id)
    from ${sql.table(`salesorder${kind}`)} a where a.salesorder_id = o.id), '[]')`;
