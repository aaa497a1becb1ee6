import { useState } from 'react';
import type { Carton } from '../../../client/browser.ts';
import type { Sendings } from '../queue/entry.ts';
import { useQueue } from '../queue/use-queue.ts';
import { useCheckedUnits } from './checked-units.ts';
import { type Moved, movedBy } from './moved-units.ts';
import { cartonsOf, linesOf, listOf, unsentMoves, usePack, useTakeMove } from './read.ts';
import { type CheckedUnits, checkedAfter, checkKey, type PackedCarton } from './units.ts';

/** The pack with the unsent scans, the present carton, the carton that units leave, and the checked units. */
export function usePackAtHand(id: number) {
  const reading = usePack(id);
  const takeMove = useTakeMove(id);
  const stored = useCheckedUnits(id);
  const queue = useQueue({
    onAnswer: ({ list, sending }, answer) => {
      if (list !== listOf(id)) return;
      const moved = movedBy(sending as Sendings['moveItem']);
      takeMove(answer as Carton, moved);
      // A move that is refused later leaves nothing checked: until its answer it counts with those that are not sent.
      stored.change((before) => withMoves(before, [moved], cartons));
    },
    onRefusal: () => void reading.refetch(),
  });
  const unsent = unsentMoves(id, queue.waiting);
  const cartons = reading.data ? cartonsOf(reading.data, unsent) : [];
  const lines = reading.data ? linesOf(reading.data, cartons, unsent) : [];
  const checked = withMoves(stored.checked, unsent, cartons);
  const check = (cartonId: number, partId: number, units: number) =>
    stored.change((before) => {
      const key = checkKey(cartonId, partId);
      return new Map([...before, [key, (before.get(key) ?? 0) + units]]);
    });
  const [chosen, choose] = useState<number | null>(null);
  const carton = cartons.find((one) => one.id === chosen && one.isOpen) ?? cartons.find(({ isOpen }) => isOpen);
  const [fromId, moveFrom] = useState<number | null>(null);
  const from = cartons.find((one) => one.id === fromId && one.contents.length > 0);
  // A carton that nothing is left in ends the move: what comes into it later is not to leave it again.
  if (fromId !== null && reading.data && !from) moveFrom(null);
  return { reading, queue, lines, cartons, carton, from, checked, check, choose, moveFrom };
}

const withMoves = (checked: CheckedUnits, moves: readonly Moved[], cartons: readonly PackedCarton[]): CheckedUnits =>
  moves.reduce(
    (before, { cartonId, fromLocationId, part_id, qty, isScanned }) =>
      checkedAfter(before, {
        ...{ cartonId, partId: part_id, qty, isScanned },
        fromCartonId: cartons.find(({ locationId }) => locationId === fromLocationId)?.id ?? null,
      }),
    checked,
  );
