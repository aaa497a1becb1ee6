import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { digitsOf } from '../../../records/currency.ts';
import { orderPath } from '../../../records/sales-order.ts';
import { addressChanged, relabel, retryBooking } from '../../fulfilment/work/labels/relabel.ts';
import { type LockedOrder, lockOrder } from '../../inventory/stock/locks.ts';
import { type OperationContext, operation, type Tx } from '../../platform/database/operation.ts';
import { definedColumns, firstRow } from '../../platform/database/rows.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { withCountries } from '../../platform/records/countries.ts';
import { unknownRecord } from '../../platform/records/refusals.ts';
import { orderStates } from '../../platform/states/states.ts';
import type { Advice } from '../../platform/states/transitions.ts';
import { wayBack } from '../lifecycle/way-back.ts';
import { readReferences } from './references.ts';
import { addressColumns, addressOf, carriersOf, sameSite } from './rules.ts';
import type { AnyOrderChange } from './schema.ts';
import { assertNoTaxes, currencyOfSite, retotal } from './totals.ts';

const { Draft: draft, Issued: issued, 'In Progress': inProgress } = orderStates.id;
const everyState = Object.values(orderStates.id);

/**
 * The states that allow a change of each field of an order. The plan depends on customer, site, carrier and
 * amounts, so that they are fixed at issue. The service level is fixed when picking starts, and the address when a
 * labelled carton is shipped. Remarks are fixed when the order ends, and the caller's own fields and id never.
 */
const changeable: Readonly<Record<string, readonly number[]>> = {
  ...fieldsIn([draft], ['customer_id', 'number', 'site_id', 'to_site_id', 'carrier_id', 'currency', 'total_tax']),
  ...fieldsIn([draft, issued], ['carrierservicelevel_id']),
  ...fieldsIn(
    [draft, issued, inProgress],
    [
      ...addressColumns.ship,
      'priority',
      'source_id',
      'job_id',
      'note',
      'deliver_by',
      'gift_message',
      'purpose',
      'cost_centre',
      ...addressColumns.bill,
    ],
  ),
  ...fieldsIn(everyState, ['custom', 'external_id']),
};

function fieldsIn(states: readonly number[], fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, states]));
}

/**
 * Changes an order. A field with its present value is no change, because some clients send the whole record.
 * @throws order.state for a field that cannot be changed in the state of the order; order.shipped for the address of a shipped carton
 */
export const changeOrder = operation(
  'salesorder.change',
  async (context: OperationContext, { id, body }: { id: number; body: AnyOrderChange }) => {
    const { tx } = context;
    const order = await lockOrder(tx, id);
    const changes = await changesOf(tx, id, body);
    if (changes.length === 0) return;
    for (const [field] of changes) await assertChangeable(tx, order, field);
    if (changes.some(([field]) => field === 'total_tax')) await assertNoTaxes(tx, 'salesorder', id);
    const isAddressChanged = changes.some(([field]) => addressColumns.ship.includes(field));
    if (order.status_id === inProgress && isAddressChanged) await relabel(context, order, addressChanged);
    const set = changes.map(
      ([field, value]) => sql`${sql.ref(field)} = ${field === 'custom' ? JSON.stringify(value) : value}`,
    );
    const changed = new Set(changes.map(([field]) => field));
    if (body.currency != null && changed.has('currency')) set.push(sql`currency_digits = ${digitsOf(body.currency)}`);
    // An order in the currency of its site has that of the other site.
    else if (changed.has('site_id') && !changed.has('currency')) set.push(currencyOfSite('salesorder'));
    await sql`update salesorder set ${sql.join(set)}, updated_at = this_second() where id = ${id}`.execute(tx);
    if (['site_id', 'currency', 'total_tax'].some((field) => changed.has(field))) await retotal(tx, id);
    await recordEvent(context, {
      event: 'salesorder.modified',
      id,
      orders: [id],
      detail: { fields: changes.map(([field]) => field) },
    });
    if (isAddressChanged && order.status_id !== draft) await retryBooking(context, order);
  },
);

/** Locks an order whose lines, discounts or fees change. The plan and the work of an issued order follow from them. @throws order.state */
export async function lockDraft(tx: Tx, orderId: number): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  orderStates.demand('edit', order, await wayBack(tx, order, 'draft'));
  return order;
}

async function assertChangeable(tx: Tx, order: LockedOrder, field: string): Promise<void> {
  const states = changeable[field] ?? [];
  if (states.includes(order.status_id)) return;
  if (states.includes(inProgress)) throw wrongState(order, `${field} can be changed until the order is fulfilled.`);
  const inDraft = !states.includes(issued);
  const why = `${field} can be changed ${inDraft ? 'in a draft only' : 'until picking begins'}.`;
  if (order.status_id === issued) throw wrongState(order, why, unissueFirst(order));
  throw wrongState(order, why, await wayBack(tx, order, inDraft ? 'draft' : 'issued'));
}

const unissueFirst = (order: LockedOrder): Advice => ({
  instead: 'Unissue it first.',
  next: [{ method: 'POST', path: `${orderPath(order)}/unissue`, body: {}, why: 'Makes it a draft again' }],
});

function wrongState(order: LockedOrder, why: string, { instead, next }: Advice = {}) {
  const detail = `Order ${order.number} is ${orderStates.stateOf(order)}: ${why}`;
  return problem('order.state', instead ? `${detail} ${instead}` : detail, {
    order_id: order.id,
    state: orderStates.stateOf(order),
    ...(next ? { next } : {}),
  });
}

async function changesOf(tx: Tx, id: number, change: AnyOrderChange): Promise<[string, unknown][]> {
  const body = withCountries(change, ['ship_country', 'bill_country']);
  const result = await sql<{ now: Record<string, string | number | null> }>`
    select to_jsonb(o) || jsonb_build_object('total_tax', trim_scale(o.total_tax)::text) as now
    from salesorder o where o.id = ${id}`.execute(tx);
  const before = firstRow(result).now;
  const wanted = { ...body, ...(await consequences(tx, body, before)) };
  return definedColumns(wanted).filter(([field, value]) => !isDeepStrictEqual(value, before[field]));
}

/** Returns the changes that follow: carrier and service level belong together, and another customer has other addresses. */
async function consequences(tx: Tx, body: AnyOrderChange, before: Readonly<Record<string, string | number | null>>) {
  const movesCarrier = body.carrier_id !== undefined || body.carrierservicelevel_id !== undefined;
  const movesCustomer = body.customer_id !== undefined && body.customer_id !== before.customer_id;
  const movesReceiver = body.to_site_id !== undefined && body.to_site_id !== before.to_site_id;
  const { site_id = before.site_id, to_site_id = before.to_site_id } = body;
  if (site_id === to_site_id) throw sameSite();
  if (!movesCarrier && !movesCustomer && !movesReceiver) return {};
  const references = await readReferences(tx, {
    customerId: body.customer_id,
    toSiteId: body.to_site_id,
    levelId: body.carrierservicelevel_id,
  });
  if (movesCustomer && !references.customer) throw unknownRecord('/customer_id', 'customer', body.customer_id);
  const carriers = movesCarrier
    ? carriersOf(body, references, {
        carrier_id: before.carrier_id as number | null,
        carrierservicelevel_id: before.carrierservicelevel_id as number | null,
      })
    : {};
  return {
    ...carriers,
    ...(movesCustomer || movesReceiver ? newAddress('ship') : {}),
    ...(movesCustomer ? newAddress('bill') : {}),
  };

  function newAddress(kind: 'ship' | 'bill') {
    const isGiven = Object.entries(body).some(([field, value]) => field.startsWith(`${kind}_`) && value !== undefined);
    return isGiven ? {} : addressOf(kind, body, references);
  }
}
