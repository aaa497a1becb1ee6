import type { Document } from '../../../client/browser.ts';

/** What is printed on paper of its own: labels go to a label printer, everything else to one with sheets. */
export const papers = ['labels', 'sheets'] as const;
export type Paper = (typeof papers)[number];

/** The kind of document that the pages of work print on each paper. A printer has to be for it to be offered. */
export const kindOfPaper = { labels: 'cartonlabel', sheets: 'packingslip' } as const satisfies Record<
  Paper,
  Document['kind']
>;

const kept = 'conveyor-printers';

/** Returns the names of the printers of this device. Paper without one is printed by the browser. */
export function devicePrinters(): Partial<Record<Paper, string>> {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '{}');
  } catch {
    return {};
  }
}

/** Keeps a printer of this device: another one stands elsewhere. @param name null for the browser */
export function keepDevicePrinter(paper: Paper, name: string | null): void {
  const { [paper]: _, ...others } = devicePrinters();
  localStorage.setItem(kept, JSON.stringify(name === null ? others : { ...others, [paper]: name }));
}

/** Returns the printer of this device for a kind of document; null for the browser. */
export function printerOf(kind: Document['kind']): string | null {
  return devicePrinters()[kind === kindOfPaper.labels ? 'labels' : 'sheets'] ?? null;
}
