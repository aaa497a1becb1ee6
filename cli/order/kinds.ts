import type { OrderRecord } from '../../client/any-order.ts';
import type { Client, SalesOrder, TransferOrder, UseOrder } from '../../client/client.ts';
import type { OrderKind } from '../../records/sales-order.ts';

/** An order of any kind. */
export type ListedOrder = SalesOrder | TransferOrder | UseOrder;

/** Returns the calls of orders of a kind. All kinds have the same. */
export const ordersOf = (client: Client, kind: OrderKind) => client[`${kind}order`] as unknown as Client['salesorder'];

/** Returns the record of an order. */
export const recordOf = (order: ListedOrder): OrderRecord => {
  if ('to_site_id' in order) return 'transferorder';
  return 'purpose' in order ? 'useorder' : 'salesorder';
};

/** The records that are shown with an order. */
export const embeds: Readonly<Record<OrderKind, string>> = {
  sales: 'customer,carrier,status',
  transfer: 'to_site,carrier,status',
  use: 'status',
};

/** The titles of the column with `whomOf`. */
export const whom: Readonly<Record<OrderKind, string>> = { sales: 'customer', transfer: 'to site', use: 'purpose' };

/** Returns the name of the customer of an order or of its receiving site, or its purpose. */
export const whomOf = (order: ListedOrder): string => {
  if ('to_site_id' in order) return order.to_site?.name ?? '';
  return 'purpose' in order ? order.purpose : (order.customer?.name ?? '');
};
