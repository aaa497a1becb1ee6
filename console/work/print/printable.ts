import type { DocumentAnswer, PackLabels, Printer } from '../../../client/browser.ts';

/** The label that a carrier made for a carton. */
export type StoredLabel = Pick<PackLabels, 'carton_id' | 'number' | 'label_type'>;

/** Paper that a page of work prints: a document of ours, or the label of a carrier. */
export type Printable = { readonly document: DocumentAnswer } | { readonly label: StoredLabel };

/** A purpose of a printer. */
export type PrintableKind = Printer['kinds'][number];

/** Returns what a printer has to be for. */
export const kindOf = (printable: Printable): PrintableKind =>
  'document' in printable ? printable.document.kind : 'carrierlabel';
