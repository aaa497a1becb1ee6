import { useRef, useState } from 'react';
import type { DocumentAnswer, NewDocument } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { printAll } from './print-all.ts';
import type { Printable } from './printable.ts';

/** Paper that is made and printed by a page of work. */
export interface Printing {
  /** Makes the paper, and prints it. */
  print(make: () => Promise<readonly Printable[]>): void;
  /** Prints the paper that no printer has taken yet: printed paper is not printed again. */
  resume(): void;
  readonly isPrinting: boolean;
  readonly error: unknown;
  clearError(): void;
  /** The printers that took something the last time. The browser is not among them. */
  readonly printers: readonly string[];
  /** The documents that were made the last time, with the letters that their paper cannot show. */
  readonly documents: readonly DocumentAnswer[];
}

/** Makes documents. */
export async function makeDocuments(bodies: readonly NewDocument[]): Promise<Printable[]> {
  const made: Printable[] = [];
  for (const body of bodies) {
    for (const document of await client.document.create(body)) made.push({ document });
  }
  return made;
}

export function usePrinting(): Printing {
  const left = useRef<readonly Printable[]>([]);
  const made = useRef<() => Promise<readonly Printable[]>>(async () => []);
  const [error, setError] = useState<unknown>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [printers, setPrinters] = useState<readonly string[]>([]);
  const [documents, setDocuments] = useState<readonly DocumentAnswer[]>([]);
  const run = async (find: () => Promise<readonly Printable[]>) => {
    setPrinting(true);
    setError(null);
    setPrinters([]);
    try {
      left.current = [];
      left.current = await find();
      setDocuments(left.current.flatMap((printable) => ('document' in printable ? [printable.document] : [])));
      await printAll(left.current, (printed, printer) => {
        left.current = left.current.filter((printable) => !printed.includes(printable));
        if (printer !== null) setPrinters((names) => [...new Set([...names, printer])]);
      });
    } catch (reason) {
      setError(reason);
    } finally {
      setPrinting(false);
    }
  };
  return {
    print: (make) => {
      made.current = make;
      void run(make);
    },
    resume: () => {
      const rest = left.current;
      // Without paper, making it was refused.
      void run(rest.length > 0 ? async () => rest : made.current);
    },
    ...{ isPrinting, error, printers, documents, clearError: () => setError(null) },
  };
}
