import { type PrintChoice, printOrder } from '../fulfilment/documents/operations.ts';
import type { ActionSubject, OrderAction } from '../orders/lifecycle/operations.ts';
import { orderStates } from '../orders/states.ts';
import type { BulkOptions } from './schema.ts';

/** Prints what there is of the order. What was printed before is skipped, unless it is asked for once more. */
export function printDocuments(options: BulkOptions): OrderAction {
  return {
    idle: withoutPaper,
    perform: (context, orderId, { bulkRun }) => printOrder(context, orderId, { ...printChoice(options), bulkRun }),
  };
}

/** What is printed where nothing is said. */
export function printChoice({
  documents = ['picklist', 'packingslip'],
  again = false,
}: BulkOptions): Omit<PrintChoice, 'bulkRun'> {
  return { kinds: documents, again };
}

/** Of an order in these states there is neither a pick nor a delivery. */
function withoutPaper(order: ActionSubject): string | null {
  const state = orderStates.stateOf(order);
  return state === 'Draft' || state === 'Void'
    ? `Order ${order.number} is ${state}: nothing of it is to be printed.`
    : null;
}
