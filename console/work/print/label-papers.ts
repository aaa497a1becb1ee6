import type { NewDocument, PackLabels } from '../../../client/browser.ts';
import type { WorkTexts } from '../texts/en.ts';
import type { PaperToPrint } from './print-after.tsx';
import type { Printable } from './printable.ts';
import { makeDocuments } from './use-printing.ts';

/**
 * Returns the printable labels of cartons: the carrier's label if it is stored, and our own for a carton that no
 * carrier books.
 */
export async function labelsToPrint(labels: readonly PackLabels[]): Promise<Printable[]> {
  const stored = labels.filter(({ state }) => state === 'stored').map((label) => ({ label }));
  const own = labels.filter(({ state }) => state === 'none');
  return [...stored, ...(await makeDocuments(own.map(ownLabel)))];
}

/** Returns the labels that somebody can print again: those of the carriers, and our own. */
export function labelPapers(labels: readonly PackLabels[], texts: WorkTexts): PaperToPrint[] {
  const stored = labels.filter(({ state }) => state === 'stored');
  const own = { make: () => makeDocuments(labels.map(ownLabel)) };
  if (stored.length === 0) return labels.length > 0 ? [{ words: texts.print, ...own }] : [];
  const ofCarriers = { words: texts.labels.printOfCarrier, make: async () => stored.map((label) => ({ label })) };
  return [ofCarriers, { words: texts.labels.printOwn, ...own }];
}

const ownLabel = ({ carton_id }: PackLabels): NewDocument => ({ kind: 'cartonlabel', carton_id });
