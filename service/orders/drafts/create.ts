import { sql } from 'kysely';
import { digitsOf } from '../../../records/currency.ts';
import { type OrderKind, orderKinds } from '../../../records/sales-order.ts';
import { lockOrder } from '../../inventory/stock/locks.ts';
import { type Actor, type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { inRange } from '../../platform/database/overflow.ts';
import type { Row } from '../../platform/database/row.ts';
import { firstOf, firstRow } from '../../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../../platform/events/record-event.ts';
import { Problem } from '../../platform/problems/problems.ts';
import { withCountries } from '../../platform/records/countries.ts';
import { recordWith } from '../../platform/records/external-ids.ts';
import { freeNumber, nextId } from '../../platform/records/numbers.ts';
import type { CreateOperation } from '../../platform/records/plain-record.ts';
import { unfit, unknownRecord } from '../../platform/records/refusals.ts';
import { isWaitingDraft } from '../../platform/states/open.ts';
import { orderStates } from '../../platform/states/states.ts';
import { wayBack } from '../lifecycle/way-back.ts';
import { amountsOfOrder } from './amounts.ts';
import { assertSame, positionsOfKnown } from './external-id.ts';
import { type ReferenceIds, type References, readReferences, readReferencesOfMany } from './references.ts';
import {
  type Amount,
  addressColumns,
  addressOf,
  amountsOf,
  carriersOf,
  type Line,
  lineOf,
  sameSite,
  type Tax,
  taxesOf,
} from './rules.ts';
import type { AnyOrderBody } from './schema.ts';
import { sums, totalOfTax, totalsTooLarge } from './totals.ts';

/**
 * Creates a draft of a kind with its lines, discounts, fees and taxes, in three statements for any number of them. An order without a
 * number gets `SO-<1000 + id>`, and one of another kind `TO-…` or `UO-…`.
 * @returns the id; of a body with the external id of an order of the kind that is there, the id of that order and 200
 * @throws record.exists where that order has another content
 */
export const createOrder = Object.fromEntries(
  orderKinds.map((kind) => [
    kind,
    operation('salesorder.create', async (context: OperationContext, body: AnyOrderBody) => {
      const existing = await recordWith(context.tx, `${kind}order`, body);
      if (!existing) return insertDraft(context, { kind, body });
      const known = withKnownCountries(body);
      const references = await readReferences(context.tx, referencesOf(known, context.actor));
      await assertSame(context.tx, existing, { kind, body: known, document: documentOf(kind, known, references) });
      return { id: existing.id, status: 200 as const };
    }),
  ]),
) as Record<OrderKind, CreateOperation<AnyOrderBody>>;

/** A draft to create. */
interface Draft {
  readonly kind: OrderKind;
  readonly body: AnyOrderBody;
}

/** The same within an operation. @param origin facts for the timeline, such as the quote that it is made from */
export async function insertDraft(
  context: OperationContext,
  { kind, body: input }: Draft,
  origin: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { tx, actor } = context;
  const body = withKnownCountries(input);
  const references = await readReferences(tx, referencesOf(body, actor));
  const id = firstOf(await insertOrders(tx, [documentOf(kind, body, references)]));
  await recordEvent(context, { event: 'salesorder.created', id, orders: [id], detail: { ...origin } });
  return id;
}

/** A request that creates a draft. */
export interface CreateCall {
  readonly body: AnyOrderBody;
  readonly actor: Actor;
}

/** The most lines, discounts and fees of the drafts that requests create in one transaction. */
const mostParts = 500;

const partCount = ({ lines, discounts, fees, taxes }: AnyOrderBody): number =>
  [...(lines ?? []), { discounts, fees, taxes }].reduce(
    (sum, one) => sum + 1 + (one.discounts?.length ?? 0) + (one.fees?.length ?? 0) + (one.taxes?.length ?? 0),
    0,
  );

/**
 * Creates the drafts of requests that came at the same time, in three statements. A body that is refused, one of an order that is there,
 * and those with too many lines, are left to a transaction of their own.
 * @returns the ids of the drafts; null for a body that is left
 */
export async function createTogether(
  tx: Tx,
  kind: OrderKind,
  calls: readonly CreateCall[],
): Promise<(number | null)[]> {
  const bodies: { body: AnyOrderBody; at: number }[] = [];
  let parts = 0;
  const isThere = await positionsOfKnown(
    tx,
    kind,
    calls.map(({ body }) => body),
  );
  for (const [at, { body }] of calls.entries()) {
    const own = partCount(body);
    const known =
      !isThere.has(at) && parts + own <= mostParts ? await unlessRefused(async () => withKnownCountries(body)) : null;
    if (!known) continue;
    bodies.push({ body: known, at });
    parts += own;
  }
  const references = await readReferencesOfMany(
    tx,
    bodies.map(({ body, at }) => referencesOf(body, (calls[at] as CreateCall).actor)),
  );
  const documents: { document: Document; at: number }[] = [];
  for (const [index, { body, at }] of bodies.entries()) {
    const document = await unlessRefused(async () => documentOf(kind, body, references[index] as References));
    if (document) documents.push({ document, at });
  }
  const ids = await insertOrders(
    tx,
    documents.map(({ document }) => document),
  );
  const created: (number | null)[] = calls.map(() => null);
  for (const [index, { at }] of documents.entries()) {
    const id = ids[index] as number;
    created[at] = id;
    const { actor } = calls[at] as CreateCall;
    await recordEvent({ tx, actor }, { event: 'salesorder.created', id, orders: [id], detail: {} });
  }
  return created;
}

const withKnownCountries = (body: AnyOrderBody) => withCountries(body, ['ship_country', 'bill_country']);

/** Returns null where the body is refused. */
async function unlessRefused<Result>(make: () => Promise<Result>): Promise<Result | null> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

const referencesOf = (body: AnyOrderBody, { siteId }: Actor): ReferenceIds => ({
  ...body,
  customerId: body.customer_id,
  toSiteId: body.to_site_id,
  currentSite: siteId,
  levelId: body.carrierservicelevel_id,
});

/** Returns the order that a body describes. @throws a refusal */
function documentOf(kind: OrderKind, body: AnyOrderBody, references: References): Document {
  if (kind === 'sales' && !references.customer)
    throw unknownRecord('/customer_id', 'customer', Number(body.customer_id));
  const siteId = body.site_id ?? references.site_id;
  if (siteId === null) throw unfit('/site_id', 'is required, since there is no site yet');
  if (siteId === body.to_site_id) throw sameSite();

  const lines = (body.lines ?? []).map((line, index) => lineOf(kind, line, references, `/lines/${index}`));
  const amounts = [
    amountsOf(body, references, null, ''),
    ...(body.lines ?? []).map((line, index) => amountsOf(line, references, index, `/lines/${index}`)),
  ];
  const discounts = amounts.flatMap((one) => one.discounts);
  const fees = amounts.flatMap((one) => one.fees);
  const own = { kind, customer_id: references.customer?.id ?? null, site_id: siteId };
  return { order: { ...own, ...orderColumns(kind, body, references) }, lines, discounts, fees, taxes: taxesOf(body) };
}

/** Returns the columns of a new order, with defaults for the fields that the body leaves out. Use orders have no carrier. */
function orderColumns(kind: OrderKind, body: AnyOrderBody, references: References) {
  const carrier_id = kind === 'use' ? null : references.carrier_id;
  return {
    number: body.number ?? null,
    to_site_id: body.to_site_id ?? null,
    purpose: body.purpose ?? null,
    cost_centre: body.cost_centre ?? null,
    ...carriersOf(body, references, { carrier_id, carrierservicelevel_id: null }),
    source_id: body.source_id ?? null,
    external_id: body.external_id ?? null,
    job_id: body.job_id ?? null,
    priority: body.priority ?? 3,
    note: body.note ?? null,
    currency: body.currency ?? null,
    currency_digits: body.currency ? digitsOf(body.currency) : null,
    deliver_by: body.deliver_by ?? null,
    gift_message: body.gift_message ?? null,
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
    select to_jsonb(o) || jsonb_build_object('number', null, 'external_id', null, 'total_tax', o.total_tax::text) as order,
      coalesce((select jsonb_agg(jsonb_build_object('linetype_id', l.linetype_id, 'part_id', l.part_id,
        'description', l.description, 'qty', l.qty::text, 'unit_price', l.unit_price::text, 'custom', l.custom) order by l.id)
        from salesorderline l where l.salesorder_id = o.id), '[]') as lines,
      ${amountsOfOrder('discount')} as discounts, ${amountsOfOrder('fee')} as fees, ${amountsOfOrder('tax')} as taxes
    from salesorder o where o.id = ${orderId}`.execute(tx);
  const id = firstOf(await insertOrders(tx, [firstRow(result)]));
  await recordEvent(context, { event: 'salesorder.created', id, orders: [id], detail: { clone_of: orderId, number } });
  return id;
});

/** Deletes a draft with its lines, discounts and fees. @throws order.state for an issued order, which can be voided */
export const deleteDraft = operation('salesorder.delete', async (context: OperationContext, orderId: number) => {
  const { tx } = context;
  const order = await lockOrder(tx, orderId);
  orderStates.demand('delete', order, await wayBack(tx, order, 'draft'));
  const { number } = order;
  const event = { event: `${order.kind}order.deleted`, id: orderId, orders: [orderId], detail: { number } } as const;
  await recordDeletion(context, { ...event, signals: isWaitingDraft(order) });
  await sql`delete from salesorder where id = ${orderId}`.execute(tx);
});

export interface Document {
  /** Columns of the order. A null number is generated from the id. */
  readonly order: Readonly<Record<string, unknown>>;
  readonly lines: readonly Line[];
  readonly discounts: readonly Amount[];
  readonly fees: readonly Amount[];
  readonly taxes: readonly Tax[];
}

/**
 * Inserts whole documents with their totals in one statement. It draws the ids first, so that the parts can refer to each other.
 * @returns the ids in the sequence of the documents
 */
async function insertOrders(tx: Tx, documents: readonly Document[]): Promise<number[]> {
  if (documents.length === 0) return [];
  const taxed = documents.some(({ taxes }) => taxes.length > 0);
  const sumsOfOrder = sums({ lines: partsOf('line'), discounts: partsOf('discounted'), fees: partsOf('charged') });
  const insertion = sql<Row<'salesorder', 'id'>>`
    -- Inserts orders with their lines, discounts, fees and totals. More than six steps: one statement costs half of three.
    with document as materialized (
      -- A site that does not exist is refused by the constraint of the order.
      select d.position, ${nextId('salesorder')} as id, d.value, coalesce(o.currency, s.currency) as currency,
        coalesce(case when o.currency is not null then o.currency_digits end, s.currency_digits, 2) as currency_digits
      from jsonb_array_elements(${JSON.stringify(documents)}::jsonb) with ordinality as d(value, position)
      cross join jsonb_to_record(d.value -> 'order') as o(site_id bigint, currency text, currency_digits int)
      left join site s on s.id = o.site_id
    ), new_line as materialized (
      select l.salesorder_id, l.index, ${nextId('salesorderline')} as id, l.currency_digits, c.*
      from (
        select d.id as salesorder_id, d.currency_digits, l.position - 1 as index, l.value
        from document d cross join jsonb_array_elements(d.value -> 'lines') with ordinality as l(value, position)
        order by d.position, l.position) l
      cross join jsonb_to_record(l.value) as c(linetype_id bigint, part_id bigint, external_id text, description text, qty numeric, unit_price numeric, custom jsonb)
    ), line as (
      insert into salesorderline (id, salesorder_id, currency_digits, linetype_id, part_id, external_id, description, qty, unit_price, custom)
      overriding system value
      select id, salesorder_id, currency_digits, linetype_id, part_id, external_id, description, qty, unit_price, custom from new_line order by id
      returning id, salesorder_id, linetype_id, qty, unit_price
    ), line_ids as materialized (
      select salesorder_id, array_agg(id order by index) as ids from new_line group by salesorder_id
    ), discounted as (${insertAmounts('discount')}), charged as (${insertAmounts('fee')})${taxed ? sql`, taxed as (${insertTaxes})` : sql``}
    insert into salesorder (id, number, currency, currency_digits, subtotal, total_discount, total_fee, total_tax, ${columns(givenColumns)})
    overriding system value
    select s.id, coalesce(o.number, ${freeNumber('salesorder', sql`case o.kind when 'sales' then 'SO-' when 'transfer' then 'TO-' else 'UO-' end || (1000 + s.id)`)}), s.currency, s.currency_digits, t.subtotal, t.discount, t.fee,
      coalesce(${taxed ? sumOfTaxes : sql`null`}, round(o.total_tax, s.currency_digits)), ${columns(givenColumns.map((name) => `o.${name}`))}
    from document s
    cross join lateral jsonb_populate_record(null::salesorder, s.value -> 'order') o
    cross join lateral (${sumsOfOrder}) t
    order by s.position
    returning id`;
  const { rows } = await inRange(insertion.execute(tx), () => totalsTooLarge('order'));
  // The ids were drawn in this sequence.
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The columns that an order has as its document gives them. */
const givenColumns = [
  ...[
    'kind',
    'customer_id',
    'site_id',
    'to_site_id',
    'purpose',
    'cost_centre',
    'carrier_id',
    'carrierservicelevel_id',
    'source_id',
    'external_id',
    'job_id',
    'priority',
    'note',
    'deliver_by',
    'gift_message',
    'custom',
  ],
  ...addressColumns.bill,
  ...addressColumns.ship,
];

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** SQL: the parts of an order `s`. */
const partsOf = (step: 'line' | 'discounted' | 'charged') =>
  sql`select * from ${sql.raw(step)} part where part.salesorder_id = s.id`;

const insertAmounts = (kind: 'discount' | 'fee') => sql`
  insert into ${sql.table(`salesorder${kind}`)} (salesorder_id, line_id, ${sql.ref(`${kind}_id`)}, amount)
  -- The id of a line comes from an array: a join without an index would compare each amount with each line.
  select d.id, i.ids[(a.value->>'line')::int + 1], (a.value->>'charge_id')::bigint, (a.value->>'amount')::numeric
  from document d
  cross join jsonb_array_elements(d.value -> ${sql.lit(`${kind}s`)}) with ordinality as a(value, position)
  left join line_ids i on i.salesorder_id = d.id
  order by d.position, a.position
  returning salesorder_id, line_id, amount`;

const insertTaxes = sql`
  insert into salesordertax (salesorder_id, line_id, name, rate, amount, included, total)
  select d.id, i.ids[a.line + 1], a.name, a.rate, a.amount, coalesce(a.included, false), ${totalOfTax('d.currency_digits')}
  from document d
  cross join jsonb_array_elements(d.value -> 'taxes') with ordinality as e(value, position)
  cross join jsonb_to_record(e.value) as a(line int, name text, rate numeric, amount numeric, included boolean)
  left join line_ids i on i.salesorder_id = d.id
  window w as (partition by d.id, coalesce(a.included, false) order by e.position)
  order by d.position, e.position
  returning salesorder_id, included, total`;

/** SQL: the taxes of an order `s` that are added to the prices. Null for an order without taxes. */
const sumOfTaxes = sql`(select sum(case when included then 0 else total end) from taxed where salesorder_id = s.id)`;
