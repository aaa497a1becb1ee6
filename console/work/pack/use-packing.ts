import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Barcode } from '../../../barcodes/read.ts';
import type { Carton } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { unknownCode } from '../explain.tsx';
import type { Sendings } from '../queue/entry.ts';
import { type Queue, useQueue } from '../queue/use-queue.ts';
import { readAll } from '../read-all.ts';
import { readScan } from '../read-scan.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, type Verdicts } from '../verdict.tsx';
import { useCheckedUnits } from './checked-units.ts';
import { judge, type Move, type Situation, type Verdict } from './judge.ts';
import { useNewCarton, useScansAfter } from './new-carton.ts';
import { cartonsOf, linesOf, listOf, usePack, useTakeMove } from './read.ts';
import type { CheckedUnits, PackedCarton, PackedLine } from './units.ts';
import { wrongWords } from './words.ts';

/** The unit that a scan was about, which the drawing highlights. */
export interface Lit {
  readonly cartonId: number;
  readonly partId: number;
}

export interface Packing {
  readonly reading: ReturnType<typeof usePack>;
  readonly lines: readonly PackedLine[];
  readonly cartons: readonly PackedCarton[];
  readonly types: Situation['types'];
  /** The carton into which units go now. */
  readonly carton: PackedCarton | undefined;
  /** The carton out of which units go into it; undefined for units that are in none. */
  readonly from: PackedCarton | undefined;
  readonly checked: CheckedUnits;
  readonly lit: Lit | null;
  readonly expected: string;
  /** Whether the user may put units into cartons, or only look. */
  readonly mayPack: boolean;
  readonly queue: Queue;
  readonly verdicts: Verdicts;
  readonly choose: (cartonId: number) => void;
  /** Has units leave a carton, until it is called with null. */
  readonly moveFrom: (cartonId: number | null) => void;
  /** @returns whether it is kept to be sent */
  readonly move: (move: Move) => boolean;
  readonly newCarton: (typeId: number | null) => Promise<void>;
}

/** What a packer does on a pack: scans and taps move units into cartons, or check those that are in them. */
export function usePacking(id: number): Packing {
  const texts = useWorkTexts();
  const mayPack = usePermits()('pack.moveitem');
  const atHand = usePackAtHand(id);
  const { reading, queue, lines, cartons, carton, from, choose, moveFrom } = atHand;
  const types = useCartonTypes();
  const verdicts = useVerdicts();
  const [lit, setLit] = useState<Lit | null>(null);
  const [pendingPart, setPendingPart] = useState<number | null>(null);
  const { checked, check } = useCheckedUnits(id);
  const situation = {
    ...{ lines, cartons, cartonId: carton?.id ?? null, fromCartonId: from?.id ?? null },
    ...{ checked, pendingPart, types },
  };
  const expected = expectedOf(situation, texts);
  const wrong = (words: ReactNode, later?: Promise<ReactNode>) =>
    verdicts.say({ sign: 'wrong', words, ...(expected ? { expected: texts.wrong.expected(expected) } : {}) }, later);
  const { newCarton, making } = useNewCarton(id, { reading, verdicts, wrong, choose });
  const move = (one: Move): boolean => {
    const part = lines.find((line) => line.part.id === one.partId)?.part.number ?? '';
    const words = texts.pack.moved(one.qty, part);
    const sending = { pack_id: id, body: bodyOf(one, cartons) };
    const isKept = mayPack && queue.enqueue({ list: listOf(id), kind: 'moveItem', sending, words });
    if (!isKept) {
      wrong(mayPack ? texts.wrong.notKept : texts.mayNot('pack.moveitem'));
      return false;
    }
    setLit({ cartonId: one.cartonId, partId: one.partId });
    setPendingPart(null);
    const isLast = one.fromCartonId === null && lines.reduce((sum, line) => sum + line.loose, 0) <= one.qty;
    verdicts.say({ sign: isLast ? 'finished' : 'counted', words });
    return true;
  };
  const act = (verdict: Verdict, code: Barcode) => {
    if (verdict.kind === 'move') {
      // Who scans a unit has looked at it.
      if (move(verdict.move)) check(verdict.move.cartonId, verdict.move.partId, verdict.move.qty);
    } else if (verdict.kind === 'check') {
      check(verdict.cartonId, verdict.part.id, verdict.units);
      choose(verdict.cartonId);
      setLit({ cartonId: verdict.cartonId, partId: verdict.part.id });
      verdicts.say({ sign: 'counted', words: texts.pack.checked(verdict.units, verdict.part.number) });
    } else if (verdict.kind === 'carton') {
      choose(verdict.carton.id);
      verdicts.say({ sign: 'counted', words: texts.pack.intoCarton(verdict.carton.name) });
    } else if (verdict.kind === 'new-carton') void newCarton(verdict.typeId);
    else if (verdict.kind === 'ask-serial') {
      setPendingPart(verdict.part.id);
      verdicts.say({ sign: 'counted', words: texts.what.scanSerial(verdict.part.number) });
    } else if (verdict.kind === 'wrong') wrong(wrongWords(verdict.wrong, texts));
    else wrong(...unknownCode(code, { pack_id: id }, texts));
  };
  useScanCommands({
    carton: () => void newCarton(null),
    ...(carton && mayPack ? { move: () => moveFrom(from ? null : carton.id) } : {}),
  });
  useScansAfter(making, (scan) => {
    const code = readScan(scan, (one) => judge(one, situation).kind !== 'unknown');
    if (code) act(judge(code, situation), code);
  });
  return { ...atHand, types, checked, lit, expected, mayPack, verdicts, move, newCarton };
}

/** The pack with the scans that are not sent, the carton at hand, and the carton that units leave. */
function usePackAtHand(id: number) {
  const reading = usePack(id);
  const takeMove = useTakeMove(id);
  const queue = useQueue({
    onAnswer: ({ list, sending }, answer) =>
      list === listOf(id) && takeMove(answer as Carton, (sending as Sendings['moveItem']).body),
    onRefusal: () => void reading.refetch(),
  });
  const waiting = queue.waiting.filter(({ list }) => list === listOf(id));
  const cartons = reading.data ? cartonsOf(reading.data, waiting) : [];
  const lines = reading.data ? linesOf(reading.data, cartons) : [];
  const [chosen, choose] = useState<number | null>(null);
  const carton = cartons.find((one) => one.id === chosen && one.isOpen) ?? cartons.find(({ isOpen }) => isOpen);
  const [fromId, moveFrom] = useState<number | null>(null);
  // A carton that nothing is left in ends the move.
  const from = cartons.find((one) => one.id === fromId && one.contents.length > 0);
  return { reading, queue, lines, cartons, carton, from, choose, moveFrom };
}

function bodyOf({ cartonId, fromCartonId, partId, orderId, qty, lot, serial }: Move, cartons: readonly PackedCarton[]) {
  const from = cartons.find(({ id }) => id === fromCartonId);
  const tracking = lot !== null ? [{ lot, qty }] : serial !== null ? [{ serial }] : null;
  return {
    add_carton_id: cartonId,
    part_id: partId,
    order_id: orderId,
    qty,
    ...(from && { subtract_location_id: from.locationId }),
    ...(tracking && { tracking }),
  };
}

function useCartonTypes(): Situation['types'] {
  const mayRead = usePermits()('cartontype.read');
  const { data } = useQuery({
    queryKey: ['work', 'carton-types'],
    queryFn: () => readAll(client.cartontype.each({ filter: 'active = true', sort: 'name' }), 1_000),
    enabled: mayRead,
    staleTime: 60_000,
  });
  return data ?? [];
}

/** Says what the packer scans next. */
function expectedOf(
  { lines, cartons, cartonId, fromCartonId, pendingPart }: Situation,
  texts: ReturnType<typeof useWorkTexts>,
): string {
  const pending = lines.find(({ part }) => part.id === pendingPart)?.part;
  if (pending) return texts.what.scanSerial(pending.number);
  const nameOf = (id: number | null) => cartons.find((carton) => carton.id === id)?.name ?? '';
  if (fromCartonId !== null)
    return fromCartonId === cartonId
      ? texts.pack.chooseTarget(nameOf(fromCartonId))
      : texts.pack.scanToMove(nameOf(fromCartonId), nameOf(cartonId));
  const loose = lines.find((line) => line.loose > 0);
  if (!loose) return '';
  return cartonId === null ? texts.pack.chooseCarton : texts.what.scanPart(loose.part.number);
}
