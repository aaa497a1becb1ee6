import type { Client, DocumentAnswer } from '../../client/client.ts';
import { isProblem } from '../../client/problem-error.ts';
import { findOrder } from '../order/find.ts';

export type Kind = DocumentAnswer['kind'];

export interface Printed {
  readonly documents: readonly DocumentAnswer[];
  /** Of which kinds there was nothing of an order, and what is to be done first. */
  readonly nothing: readonly { readonly order: string; readonly kind: string; readonly why: string }[];
}

/** What is printed of an order where nobody says which kinds: what there is of these. */
const usual = ['picklist', 'packingslip'];

/**
 * Makes the documents of orders, in this order.
 * @param asked which kinds; null for what is usual, of which it is no matter that one is not there
 */
export async function printOrders(
  client: Client,
  orders: readonly string[],
  asked: readonly string[] | null,
  note: (text: string) => void,
): Promise<Printed> {
  const documents: DocumentAnswer[] = [];
  const nothing: { order: string; kind: string; why: string }[] = [];
  for (const order of orders) {
    const salesorder_id = await findOrder(client, order, note);
    const missing: { order: string; kind: string; why: string }[] = [];
    const before = documents.length;
    for (const kind of asked ?? usual) {
      try {
        documents.push(...(await client.document.create({ kind: kind as Kind, salesorder_id })));
      } catch (error) {
        if (!isProblem(error, 'document.nothing-to-print')) throw error;
        missing.push({ order, kind, why: error.detail });
      }
    }
    if (asked !== null || documents.length === before) nothing.push(...missing);
  }
  return { documents, nothing };
}

/** Address of all of them in one PDF. */
export function printoutOf(documents: readonly { readonly id: number }[]): string {
  return `/printout?document_id=${documents.map(({ id }) => id).join(',')}`;
}

/** `Pick list P-17, packing slip S-1042`. */
export function printedText({ documents, nothing }: Printed, to: string): string {
  const words: Readonly<Record<string, string>> = {
    picklist: 'pick list',
    packingslip: 'packing slip',
    cartonlabel: 'carton label',
  };
  const made = documents.map(({ kind, number, id }) => `  ${words[kind] ?? kind} ${number}, document ${id}\n`);
  const not = nothing.map(({ order, kind, why }) => `No ${words[kind] ?? kind} of ${order}: ${why}\n`);
  if (made.length === 0) return not.join('');
  return `${not.join('')}${to === '-' ? 'Printed' : `Printed to ${to}`}:\n${made.join('')}`;
}
