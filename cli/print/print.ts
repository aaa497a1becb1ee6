import type { Client, DocumentAnswer } from '../../client/client.ts';
import { isProblem } from '../../client/problem-error.ts';
import { findOrder } from '../order/find.ts';

export type Kind = DocumentAnswer['kind'];

export interface Printed {
  readonly documents: readonly DocumentAnswer[];
  /** Kinds of documents that are not available, with the reason. */
  readonly nothing: readonly { readonly order: string; readonly kind: string; readonly why: string }[];
}

/** Default kinds. A missing one is no error. */
const defaultKinds = ['picklist', 'packingslip'];

/**
 * Creates the documents of orders, in this order.
 * @param kinds kinds of documents; null for the default kinds, of which one may be missing
 */
export async function printOrders(
  client: Client,
  orders: readonly string[],
  kinds: readonly string[] | null,
  note: (text: string) => void,
): Promise<Printed> {
  const documents: DocumentAnswer[] = [];
  const nothing: { order: string; kind: string; why: string }[] = [];
  for (const order of orders) {
    const salesorder_id = await findOrder(client, order, note);
    const missing: { order: string; kind: string; why: string }[] = [];
    const before = documents.length;
    for (const kind of kinds ?? defaultKinds) {
      try {
        documents.push(...(await client.document.create({ kind: kind as Kind, salesorder_id })));
      } catch (error) {
        if (!isProblem(error, 'document.nothing-to-print')) throw error;
        missing.push({ order, kind, why: error.detail });
      }
    }
    if (kinds !== null || documents.length === before) nothing.push(...missing);
  }
  return { documents, nothing };
}

/** Returns the address of all documents as one PDF. */
export function printoutOf(documents: readonly { readonly id: number }[]): string {
  return `/printout?document_id=${documents.map(({ id }) => id).join(',')}`;
}

/** Returns a list of the printed documents, and the reasons for missing ones. */
export function printedText({ documents, nothing }: Printed, to: string): string {
  const labels: Readonly<Record<string, string>> = {
    picklist: 'pick list',
    packingslip: 'packing slip',
    cartonlabel: 'carton label',
  };
  const printed = documents.map(({ kind, number, id }) => `  ${labels[kind] ?? kind} ${number}, document ${id}\n`);
  const missing = nothing.map(({ order, kind, why }) => `No ${labels[kind] ?? kind} of ${order}: ${why}\n`);
  if (printed.length === 0) return missing.join('');
  return `${missing.join('')}${to === '-' ? 'Printed' : `Printed to ${to}`}:\n${printed.join('')}`;
}
