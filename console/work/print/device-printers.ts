import type { PrintableKind } from './printable.ts';

/** Kinds of paper: each kind of label may have its own printer, and everything else is printed on sheets. */
export const papers = ['carrierLabels', 'labels', 'sheets'] as const;
export type Paper = (typeof papers)[number];

/** The kind that the pages of work print on each paper. A printer has to be for it to be offered. */
export const kindOfPaper = {
  ...{ carrierLabels: 'carrierlabel', labels: 'cartonlabel', sheets: 'packingslip' },
} as const satisfies Record<Paper, PrintableKind>;

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

/** Returns the printer of this device for a kind of paper; null for the browser. */
export function printerOf(kind: PrintableKind): string | null {
  const paper = papers.find((one) => kindOfPaper[one] === kind) ?? 'sheets';
  return devicePrinters()[paper] ?? null;
}
