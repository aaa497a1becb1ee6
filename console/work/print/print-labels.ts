import { client, servicePath } from '../../ground/client.ts';
import { printFile, printPictures, TabBlocked } from './print-frame.ts';
import type { StoredLabel } from './printable.ts';

/** A label in a language of printers, such as ZPL, which a browser cannot draw. */
export class UnprintableLabel extends Error {
  readonly number: string;
  readonly mediaType: string;

  constructor({ number, label_type }: StoredLabel) {
    super(`The label of carton ${number} is ${label_type}`);
    this.number = number;
    this.mediaType = label_type ?? '';
  }
}

const isPdf = ({ label_type }: StoredLabel) => label_type === 'application/pdf';
const isPicture = ({ label_type }: StoredLabel) => label_type?.startsWith('image/') === true;

/**
 * Opens the dialog of the browser for printing the labels of carriers: pictures together, and each PDF separately.
 * Browsers without a viewer for PDF open a PDF in a new tab.
 * @throws UnprintableLabel before anything is printed; TabBlocked
 */
export async function printLabels(labels: readonly StoredLabel[]): Promise<void> {
  const unprintable = labels.find((label) => !isPdf(label) && !isPicture(label));
  if (unprintable) throw new UnprintableLabel(unprintable);
  const pictures = labels.filter(isPicture);
  if (pictures.length > 0) await printPictures(await Promise.all(pictures.map(fileOf)));
  for (const label of labels.filter(isPdf)) {
    if (navigator.pdfViewerEnabled) await printFile(await fileOf(label));
    else if (window.open(addressOf(label), '_blank') === null) throw new TabBlocked();
  }
}

const addressOf = ({ carton_id }: StoredLabel) => `${servicePath}/carton/${carton_id}/label`;

async function fileOf({ carton_id, label_type }: StoredLabel): Promise<Blob> {
  const label = (await client.carton.label(carton_id)) as string | Uint8Array<ArrayBuffer>;
  return new Blob([label], { type: label_type ?? '' });
}
