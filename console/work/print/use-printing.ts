import { useRef, useState } from 'react';
import type { Document, NewDocument } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { printDocuments } from './print-documents.ts';

/** Paper that is made and printed by a page of work. */
export interface Printing {
  /** Makes the documents, and prints them. */
  print(): void;
  /** Prints what a printer has not taken yet: what is printed already is not printed again. */
  resume(): void;
  readonly isPrinting: boolean;
  readonly error: unknown;
  clearError(): void;
  /** The printers that took something the last time. The browser is none. */
  readonly printers: readonly string[];
}

export function usePrinting(bodies: readonly NewDocument[]): Printing {
  const left = useRef<readonly Document[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [printers, setPrinters] = useState<readonly string[]>([]);
  const run = async (find: () => Promise<readonly Document[]>) => {
    setPrinting(true);
    setError(null);
    setPrinters([]);
    try {
      left.current = await find();
      await printDocuments(left.current, (printed, printer) => {
        left.current = left.current.filter((document) => !printed.includes(document));
        if (printer !== null) setPrinters((names) => [...new Set([...names, printer])]);
      });
    } catch (reason) {
      setError(reason);
    } finally {
      setPrinting(false);
    }
  };
  const make = async () => {
    const made: Document[] = [];
    for (const body of bodies) made.push(...(await client.document.create(body)));
    return made;
  };
  return {
    print: () => void run(make),
    // Without documents, making them was refused.
    resume: () => void run(async () => (left.current.length > 0 ? left.current : make())),
    ...{ isPrinting, error, printers, clearError: () => setError(null) },
  };
}
