import type { Document, NewDocument } from '../../../client/browser.ts';
import { servicePath } from '../../ground/client.ts';
import { orderKey } from '../order.ts';

export const documentsKey = (orderId: number) => [...orderKey(orderId), 'documents'];

/** Returns the address of the paper of some documents. */
export function addressOf(documents: readonly Document[]): string {
  const [first] = documents;
  if (first && documents.length === 1) return `${servicePath}/document/${first.id}/pdf`;
  return `${servicePath}/printout?document_id=${documents.map(({ id }) => id).join(',')}`;
}

/** Opens documents in a new tab, where the browser shows and prints them. */
export const open = (documents: readonly Document[]): void => {
  window.open(addressOf(documents), '_blank', 'noreferrer');
};

/** Returns the body that makes such a document from the present data. */
export function again({ kind, pick_id, ship_id, carton_id }: Document, orderId: number): NewDocument {
  if (carton_id !== null) return { kind, carton_id };
  if (pick_id !== null) return { kind, pick_id };
  // A ship with several orders has one slip for each. That of this order is wanted.
  if (ship_id !== null && kind !== 'packingslip') return { kind, ship_id };
  return { kind, salesorder_id: orderId };
}
