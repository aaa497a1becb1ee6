import { client } from '../../ground/client.ts';
import { printerOf } from './device-printers.ts';
import { printLabels } from './print-labels.ts';
import { printPages } from './print-pages.ts';
import { kindOf, type Printable } from './printable.ts';

/**
 * Prints paper where this device prints: each goes to the printer for its kind, one after the other. Paper without
 * a printer opens the dialog of the browser: all documents in one file, and the labels of carriers unchanged.
 * @param onPrinted gets the printed paper, with the printer; null for the browser
 * @throws TabBlocked, UnprintableLabel, or the refusal of the first that a printer did not take. Nothing after it is printed
 */
export async function printAll(
  printables: readonly Printable[],
  onPrinted: (printed: readonly Printable[], printer: string | null) => void,
): Promise<void> {
  for (const printable of printables) {
    const printer = printerOf(kindOf(printable));
    if (printer === null) continue;
    if ('document' in printable) await client.document.print(printable.document.id, { printer });
    else await client.carton.printlabel(printable.label.carton_id, { printer });
    onPrinted([printable], printer);
  }
  const others = printables.filter((printable) => printerOf(kindOf(printable)) === null);
  const labels = others.flatMap((printable) => ('label' in printable ? [printable.label] : []));
  if (labels.length > 0) {
    await printLabels(labels);
    onPrinted(
      others.filter((printable) => 'label' in printable),
      null,
    );
  }
  const documents = others.flatMap((printable) => ('document' in printable ? [printable.document] : []));
  if (documents.length === 0) return;
  await printPages(documents);
  onPrinted(
    others.filter((printable) => 'document' in printable),
    null,
  );
}
