import { type PrintChoice, printOrder } from '../fulfilment/documents/operations.ts';
import type { ActionSubject, OrderAction } from '../orders/lifecycle/operations.ts';
import { orderStates } from '../platform/states/states.ts';
import type { BulkOptions } from './schema.ts';

/** Returns the action that prints the documents of an order. It skips printed documents, unless `again` is set. */
export function printDocuments(options: BulkOptions): OrderAction {
  return {
    idle: reasonNotToPrint,
    perform: (context, orderId, { bulkRun }) => printOrder(context, orderId, { ...printChoice(options), bulkRun }),
  };
}

/** Returns the documents to print; the default is pick lists and packing slips. */
export function printChoice({
  documents = ['picklist', 'packingslip'],
  again = false,
}: BulkOptions): Omit<PrintChoice, 'bulkRun'> {
  return { kinds: documents, again };
}

/** Drafts and void orders have neither a pick nor a delivery. */
function reasonNotToPrint(order: ActionSubject): string | null {
  const state = orderStates.stateOf(order);
  return state === 'Draft' || state === 'Void'
    ? `Order ${order.number} is ${state}: it has no documents to print.`
    : null;
}
