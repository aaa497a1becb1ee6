import type { Document } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { printerOf } from './device-printers.ts';
import { printPages } from './print-pages.ts';

/**
 * Prints documents where this device prints: each goes to the printer for its paper, one after the other. What has none goes to the dialog
 * of the browser, in one file.
 * @param onPrinted gets what is printed, with the printer; null for the browser
 * @throws TabBlocked, or the refusal of the first document that a printer did not take. Nothing after it is printed
 */
export async function printDocuments(
  documents: readonly Document[],
  onPrinted: (printed: readonly Document[], printer: string | null) => void,
): Promise<void> {
  for (const document of documents) {
    const printer = printerOf(document.kind);
    if (printer === null) continue;
    await client.document.print(document.id, { printer });
    onPrinted([document], printer);
  }
  const others = documents.filter(({ kind }) => printerOf(kind) === null);
  if (others.length === 0) return;
  await printPages(others);
  onPrinted(others, null);
}
