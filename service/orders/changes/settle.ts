import { sql } from 'kysely';
import { endPicks } from '../../fulfilment/picking/operations.ts';
import { allocateBackorders } from '../../fulfilment/work/allocate-backorders.ts';
import { relabel } from '../../fulfilment/work/labels/relabel.ts';
import { readyOrders } from '../../fulfilment/work/ready.ts';
import { makeInvoices } from '../../invoices/operations.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { orderStates } from '../../platform/states/states.ts';
import { retotal } from '../drafts/totals.ts';
import type { WithNeighbours } from './cancel-lines.ts';

/** The things to bring up to date after a change of quantities. */
export interface Unsettled {
  /** The parts whose stock is free now, or is to be reserved. It is locked. */
  readonly partIds: readonly number[];
  /** The picks that have fewer lines. Null stands for no pick. */
  readonly pickIds: readonly (number | null)[];
  /** The closed cartons that have fewer units. */
  readonly changedCartons: readonly number[];
  /** Whether the order was short of canceled units. */
  readonly wasShort: boolean;
}

/**
 * Brings everything up to date that follows from the quantities of an order: reservations, picks, pickuplines, totals, invoices and
 * labels.
 * @throws order.state for a label that a person must cancel
 */
export async function settle(context: OperationContext, change: WithNeighbours & Unsettled): Promise<void> {
  const { tx } = context;
  const { order, orders, partIds, pickIds, changedCartons, wasShort } = change;
  const { id, required } = order;
  await allocateBackorders(context, order.site_id, partIds);
  await endPicks(context, orders, pickIds);
  const leavesPicked = !required.includes('pack') && !required.includes('ship');
  if (leavesPicked && orderStates.stateOf(order) === 'In Progress') await readyOrders(tx, [id]);
  await retotal(tx, id);
  if (await isInvoiced(tx, id)) {
    const invoices = await makeInvoices(tx, { why: 'change', orderIds: [id] });
    await recordEvent(
      context,
      ...invoices.map((invoice) => ({ event: 'invoice.created', id: invoice.id, orders: [id] }) as const),
    );
  }
  if (changedCartons.length > 0) await relabel(context, order, contentsChanged(changedCartons));
  if (wasShort && (await isStocked(tx, id)))
    await recordEvent(context, { event: 'salesorder.stocked', id, orders: [id] });
}

/** The labels that are for other contents than their cartons have now. */
const contentsChanged = (cartonIds: readonly number[]) => ({
  cartonIds,
  what: 'cancel the units',
  why: 'The contents of a carton have changed: its label is voided, and the carrier books anew',
});

async function isInvoiced(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from invoice where order_id = ${orderId} limit 1`.execute(tx);
  return rows.length > 0;
}

async function isStocked(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from work where order_id = ${orderId} and qty_short > 0 limit 1`.execute(tx);
  return rows.length === 0;
}
