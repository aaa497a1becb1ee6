import type { Client, DocumentAnswer } from '../../client/client.ts';
import { isProblem } from '../../client/problem-error.ts';
import { Failure } from '../../lib/failure.ts';
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
 * @param kinds kinds of documents; null for the default kinds, where one may be missing
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
    const salesorder_id = await findOrder(client, order, 'change', note);
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

/** The arguments besides the orders. */
interface Usage {
  readonly to: string | undefined;
  readonly printer: string | undefined;
  readonly kinds: readonly string[] | null;
}

/** @throws Failure with the exit code 2 unless there is one place to print to, and orders or a sheet to print */
export function assertUsage(orders: readonly string[], { to, printer, kinds }: Usage): void {
  if ((to === undefined) === (printer === undefined)) {
    throw new Failure('Write --to with a file, or --printer with the name of a printer.', 2);
  }
  const isSheet = kinds?.includes('commandsheet') ?? false;
  if (isSheet && (orders.length > 0 || kinds?.length !== 1)) {
    throw new Failure('A commandsheet is of no order: print it without orders and without other kinds.', 2);
  }
  if (!isSheet && orders.length === 0) throw new Failure('Write the ids or numbers of the orders to print.', 2);
}

/** Creates a sheet of the command codes. */
export async function printCommandSheet(client: Client): Promise<Printed> {
  return { documents: await client.document.create({ kind: 'commandsheet' }), nothing: [] };
}

/**
 * Sends documents to a printer, one after the other.
 * @throws ProblemError for the first one that it does not take, with the documents that it took
 */
export async function sendDocuments(
  client: Client,
  documents: readonly DocumentAnswer[],
  printer: string,
): Promise<void> {
  for (const [index, { id }] of documents.entries()) {
    try {
      await client.document.print(id, { printer });
    } catch (error) {
      if (index === 0 || !(error instanceof Error)) throw error;
      const taken = documents.slice(0, index).map((document) => document.id);
      throw new Failure(`Documents ${taken.join(', ')} were printed, and document ${id} was not: ${error.message}`, 1, {
        cause: error,
      });
    }
  }
}

/** Returns the address of all documents as one PDF. */
export function printoutOf(documents: readonly { readonly id: number }[]): string {
  return `/printout?document_id=${documents.map(({ id }) => id).join(',')}`;
}

/** Returns a line for each text with letters that the paper cannot show. */
export function missingLettersText({ documents }: Pick<Printed, 'documents'>): string {
  return documents
    .flatMap(({ number, missing_letters }) => missing_letters.map((missing) => ({ ...missing, number })))
    .map(({ order, number, field, text, letters }) => {
      const where = `${order ?? number}: ${field} "${text}"`;
      return `${where} has ${letters}, which the font lacks: the paper has boxes. Set documents.font.\n`;
    })
    .join('');
}

/** Returns a list of the printed documents, and the reasons for missing ones. */
export function printedText({ documents, nothing }: Printed, to: string): string {
  const labels: Readonly<Record<string, string>> = {
    picklist: 'pick list',
    packingslip: 'packing slip',
    cartonlabel: 'carton label',
    commandsheet: 'sheet',
  };
  const printed = documents.map(({ kind, number, id }) => `  ${labels[kind] ?? kind} ${number}, document ${id}\n`);
  const missing = nothing.map(({ order, kind, why }) => `No ${labels[kind] ?? kind} of ${order}: ${why}\n`);
  if (printed.length === 0) return missing.join('');
  return `${missing.join('')}${to === '-' ? 'Printed' : `Printed to ${to}`}:\n${printed.join('')}`;
}
