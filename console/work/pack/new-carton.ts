import { createElement, type ReactNode, type RefObject, useRef } from 'react';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import type { Scan } from '../../scanner/listen.ts';
import { useScans } from '../../scanner/scans.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Packing } from './use-packing.ts';

interface NewCartonOptions extends Pick<Packing, 'reading' | 'verdicts' | 'choose'> {
  readonly wrong: (words: ReactNode) => void;
}

/** Returns a function that takes a new carton, into which the next units go, and what tells whether one is being made. */
export function useNewCarton(id: number, { reading, verdicts, choose, wrong }: NewCartonOptions) {
  const texts = useWorkTexts();
  const mayCreate = usePermits()('carton.create');
  const making = useRef<Promise<void> | null>(null);
  const make = async (typeId: number | null) => {
    if (!mayCreate) return wrong(texts.mayNot('carton.create'));
    try {
      const made = await client.pack.carton.create(id, typeId === null ? {} : { cartontype_id: typeId });
      await reading.refetch();
      choose(made.carton_id);
      verdicts.say({ sign: 'counted', words: texts.pack.cartonMade });
    } catch (error) {
      wrong(createElement(ServiceText, null, error instanceof Error ? error.message : String(error)));
    }
  };
  const newCarton = async (typeId: number | null) => {
    const own = make(typeId);
    making.current = own;
    await own;
    if (making.current === own) making.current = null;
  };
  return { newCarton, making };
}

/** Handles scans in their order. Those that are made while a carton is on the way are for that carton, and wait for it. */
export function useScansAfter(making: RefObject<Promise<void> | null>, handle: (scan: Scan) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useScans((scan) => {
    if (!making.current) handle(scan);
    // The page has to show the carton first.
    else void making.current.then(() => setTimeout(() => latest.current(scan), 0));
  });
}
