import { useState } from 'react';
import type { Client, Ship } from '../../../client/browser.ts';
import type { Barcode } from '../../../lib/barcodes/read.ts';
import { useSend } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { type Checking, useChecking } from '../checklist/use-checking.ts';
import { isText } from '../codes.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';
import { itemsOf, palletsOf, type ShipItem, type ShipPallet } from './items.ts';
import { isOpen } from './read.ts';

export interface Loading {
  readonly checking: Checking<ShipItem>;
  /** The cartons that are checked off, which a call puts onto a pallet. */
  readonly cartonIds: number[];
  /** The names of ticked items without a scan. */
  readonly tickedNames: string[];
  /** The cartons that this page has put onto pallets. They are accounted for before the ship is read again. */
  readonly loadedIds: ReadonlySet<number>;
  /** Puts the cartons that are checked off onto a pallet. */
  readonly load: (pallet: ShipPallet) => void;
  /** Reads the ship again. */
  readonly refresh: () => void;
  /** Reads the ship again after a call with the cartons that were checked off: none is checked off any more. */
  readonly done: () => void;
}

export interface LoadingOptions {
  readonly id: number;
  readonly ship: Ship | undefined;
  readonly verdicts: Verdicts;
  readonly onDone: () => void;
}

/** Has scans check off the cartons of a ship, and a scan of a pallet put those onto it. */
export function useLoading({ id, ship, verdicts, onDone }: LoadingOptions): Loading {
  const texts = useWorkTexts();
  const send = useSend();
  const [loadedIds, setLoadedIds] = useState<ReadonlySet<number>>(new Set());
  const mayLoad = usePermits()('ship.palletize');
  const open = ship && isOpen(ship) ? ship : null;
  const other = (code: Barcode) => {
    const pallet = open && mayLoad ? palletsOf(open).find(({ label }) => isText(code, label)) : undefined;
    return pallet ? () => load(pallet) : null;
  };
  const checking = useChecking({
    ...{ list: `ship/${id}`, verdicts, context: { ship_id: id }, expected: texts.ship.expected, other },
    items: open ? itemsOf(open, texts) : [],
  });
  const { items, checked } = checking;
  const cartonIds = items.filter((item) => item.isCarton && checked.ids.has(item.id)).map((item) => item.id);
  const tickedNames = items
    .filter(({ id }) => cartonIds.includes(id) && !checked.scannedIds.has(id))
    .map(({ name }) => name);
  const done = () => {
    setLoadedIds((before) => new Set([...before, ...cartonIds]));
    checked.clear();
    onDone();
  };
  const load = (pallet: ShipPallet) => {
    const count = cartonIds.length;
    if (count === 0) return verdicts.say({ sign: 'wrong', words: texts.ship.checkFirst(pallet.label) });
    const action = (to: Client) => to.ship.pallet.load(id, pallet.id, { carton_ids: cartonIds });
    void send(action).then((loaded) => {
      if (!loaded) return;
      verdicts.say({ sign: 'counted', words: texts.ship.isOn(count, pallet.label) });
      done();
    });
  };
  return { checking, cartonIds, loadedIds, tickedNames, load, refresh: onDone, done };
}
