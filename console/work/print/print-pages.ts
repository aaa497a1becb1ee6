import type { Document } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { addressOf } from '../../order/documents/print.ts';

/** Milliseconds for which a frame with paper stays: browsers read it until their dialog for printing is closed. */
const kept = 600_000;

/** The browser has opened no tab for the paper: it does so only where somebody has tapped just before. */
export class TabBlocked extends Error {}

/**
 * Opens the dialog of the browser for printing documents. A browser that was started with `--kiosk-printing` has none, and prints at once.
 * Browsers without a viewer for PDF, such as those of phones, open the paper in a new tab.
 * @throws TabBlocked, or the refusal of the service
 */
export async function printPages(documents: readonly Document[]): Promise<void> {
  if (!navigator.pdfViewerEnabled) {
    if (window.open(addressOf(documents), '_blank') === null) throw new TabBlocked();
    return;
  }
  const file = URL.createObjectURL(new Blob([await pdfOf(documents)], { type: 'application/pdf' }));
  const frame = window.document.createElement('iframe');
  frame.hidden = true;
  frame.src = file;
  await new Promise<void>((resolve) => {
    frame.onload = () => resolve();
    window.document.body.append(frame);
  });
  frame.contentWindow?.print();
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(file);
  }, kept);
}

function pdfOf(documents: readonly Document[]): Promise<Uint8Array<ArrayBuffer>> {
  const ids = documents.map(({ id }) => id);
  const read =
    ids.length === 1 ? client.document.pdf(ids[0] as number) : client.printout.get({ document_id: ids.join(',') });
  return read as Promise<Uint8Array<ArrayBuffer>>;
}
