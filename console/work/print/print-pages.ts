import type { Document } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { addressOf } from '../../order/documents/print.ts';
import { printFile, TabBlocked } from './print-frame.ts';

/**
 * Opens the dialog of the browser for printing documents. Browsers without a viewer for PDF, such as browsers of
 * phones, open the paper in a new tab.
 * @throws TabBlocked, or the refusal of the service
 */
export async function printPages(documents: readonly Document[]): Promise<void> {
  if (!navigator.pdfViewerEnabled) {
    if (window.open(addressOf(documents), '_blank') === null) throw new TabBlocked();
    return;
  }
  await printFile(new Blob([await pdfOf(documents)], { type: 'application/pdf' }));
}

function pdfOf(documents: readonly Document[]): Promise<Uint8Array<ArrayBuffer>> {
  const ids = documents.map(({ id }) => id);
  const read =
    ids.length === 1 ? client.document.pdf(ids[0] as number) : client.printout.get({ document_id: ids.join(',') });
  return read as Promise<Uint8Array<ArrayBuffer>>;
}
