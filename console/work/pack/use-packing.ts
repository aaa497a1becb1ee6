import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Barcode } from '../../../lib/barcodes/read.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { unknownCode } from '../explain.tsx';
import type { ScannedPart } from '../part-codes.ts';
import type { Queue } from '../queue/use-queue.ts';
import { readAll } from '../read-all.ts';
import { readScan } from '../read-scan.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, type Verdicts } from '../verdict.tsx';
import { usePackAtHand } from './at-hand.ts';
import { judge, type Move, otherParcel, type Pending, type Situation, type Verdict, type Wrong } from './judge.ts';
import { useNewCarton, useScansAfter } from './new-carton.ts';
import { fitsInto } from './parcels.ts';
import { listOf, type usePack } from './read.ts';
import { sendingOf } from './sending.ts';
import type { CheckedUnits, PackedCarton, PackedLine } from './units.ts';
import { useParcels } from './use-parcels.ts';
import { expectedWords, wrongWords } from './words.ts';

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
  /** The carton that the units leave; undefined for units outside cartons. */
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
  /** Moves units of one part, one call for each order. */
  readonly move: (moves: readonly Move[], how: { readonly isScanned: boolean }) => void;
  /** The units that wait for their lot or serial number. */
  readonly pending: Pending | null;
  /** Asks for the lot or the serial number of units. */
  readonly ask: (part: ScannedPart, units: number) => void;
  readonly dropQuestion: () => void;
  readonly newCarton: (typeId: number | null) => Promise<void>;
}

/** Actions of a packer on a pack: scans and taps move units into cartons, or check the units in them. */
export function usePacking(id: number): Packing {
  const texts = useWorkTexts();
  const atHand = usePackAtHand(id);
  const { reading, lines, cartons, carton, from, checked, check, choose, moveFrom } = atHand;
  const types = useCartonTypes();
  const verdicts = useVerdicts();
  const [lit, setLit] = useState<Lit | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const isOneParcel = useParcels(id);
  const situation = {
    ...{ isOneParcel, lines, cartons, cartonId: carton?.id ?? null, fromCartonId: from?.id ?? null },
    ...{ checked, pending, types },
  };
  const expected = expectedWords(situation, texts);
  const wrong = (words: ReactNode, later?: Promise<ReactNode>) =>
    verdicts.say({ sign: 'wrong', words, ...(expected ? { expected: texts.wrong.goOn(expected) } : {}) }, later);
  const { newCarton, making } = useNewCarton(id, { reading, verdicts, wrong, choose });
  const lightUp = (cartonId: number, partId: number) => {
    setLit({ cartonId, partId });
    setPending(null);
  };
  const { move, mayPack } = useMove(id, { ...atHand, verdicts, wrong, onMoved: lightUp });
  const ask = (part: ScannedPart, units: number) => {
    setPending({ partId: part.id, units });
    const words = part.tracking === 'lot' ? texts.what.scanLot(part.number) : texts.what.scanSerial(part.number);
    verdicts.say({ sign: 'counted', words });
  };
  // The carton of the other parcel is at hand then: the next scan goes into it, if the packer means that.
  const refuse = (why: Wrong) => {
    wrong(wrongWords(why, texts));
    if (why.why === 'other-parcel' && why.carton) choose(why.carton.id);
  };
  const moveIfOneParcel: Packing['move'] = (moves, how) => {
    const [first] = moves;
    const target = cartons.find((one) => one.id === first?.cartonId);
    if (first && target && !fitsInto(first.orderId, target, isOneParcel))
      return refuse(otherParcel(first.orderId, { ...situation, fromCartonId: first.fromCartonId }));
    move(moves, how);
  };
  const act = (verdict: Verdict, code: Barcode) => {
    if (verdict.kind === 'move') move(verdict.moves, { isScanned: true });
    else if (verdict.kind === 'check') {
      check(verdict.cartonId, verdict.part.id, verdict.units);
      choose(verdict.cartonId);
      lightUp(verdict.cartonId, verdict.part.id);
      verdicts.say({ sign: 'counted', words: texts.pack.checked(verdict.units, verdict.part.number) });
    } else if (verdict.kind === 'carton') {
      choose(verdict.carton.id);
      verdicts.say({ sign: 'counted', words: texts.pack.intoCarton(verdict.carton.name) });
    } else if (verdict.kind === 'new-carton') void newCarton(verdict.typeId);
    else if (verdict.kind === 'ask') ask(verdict.part, verdict.units);
    else if (verdict.kind === 'wrong') refuse(verdict.wrong);
    else wrong(...unknownCode(code, { context: { pack_id: id } }, texts));
  };
  const dropQuestion = () => setPending(null);
  useScanCommands({
    carton: () => void newCarton(null),
    ...(carton && mayPack ? { move: () => moveFrom(from ? null : carton.id) } : {}),
    ...(pending ? { undo: dropQuestion } : {}),
  });
  useScansAfter(making, (scan) => {
    const code = readScan(scan, (one) => judge(one, situation).kind !== 'unknown');
    if (code) act(judge(code, situation), code);
  });
  const what = { types, lit, expected, mayPack, verdicts, pending };
  return { ...atHand, ...what, move: moveIfOneParcel, ask, dropQuestion, newCarton };
}

interface MoveOptions extends Pick<Packing, 'reading' | 'lines' | 'cartons' | 'queue' | 'verdicts'> {
  readonly wrong: (words: ReactNode) => void;
  readonly onMoved: (cartonId: number, partId: number) => void;
}

/** Returns a function that moves units, and whether the user may. */
function useMove(id: number, { reading, lines, cartons, queue, verdicts, wrong, onMoved }: MoveOptions) {
  const texts = useWorkTexts();
  const mayPack = usePermits()('pack.moveitem');
  const move: Packing['move'] = (moves, { isScanned }) => {
    const [first] = moves;
    if (!first) return;
    if (!mayPack) return wrong(texts.mayNot('pack.moveitem'));
    const part = lines.find((line) => line.part.id === first.partId)?.part.number ?? '';
    const keep = (one: Move) => {
      const sending = sendingOf(id, one, cartons, isScanned);
      const order = lines.find(({ orderId }) => orderId === one.orderId)?.order ?? '';
      const of = texts.listAndOrder(texts.listNames.pack(reading.data?.number ?? `${id}`), order);
      return queue.enqueue({
        ...{ list: listOf(id), kind: 'moveItem', sending, of },
        words: texts.pack.moved(one.qty, part),
      });
    };
    const lost = moves.findIndex((one) => !keep(one));
    const kept = (lost < 0 ? moves : moves.slice(0, lost)).reduce((sum, { qty }) => sum + qty, 0);
    if (kept > 0) onMoved(first.cartonId, first.partId);
    if (lost >= 0) return wrong(kept > 0 ? texts.pack.partlyKept(kept, part) : texts.wrong.notKept);
    const isLast = first.fromCartonId === null && lines.reduce((sum, { loose }) => sum + loose, 0) <= kept;
    verdicts.say({ sign: isLast ? 'finished' : 'counted', words: texts.pack.moved(kept, part) });
  };
  return { move, mayPack };
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
