import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Barcode } from '../../../barcodes/read.ts';
import type { Carton } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useScans } from '../../scanner/scans.ts';
import { explain } from '../explain.ts';
import { type Queue, useQueue } from '../queue/use-queue.ts';
import { readAll } from '../read-all.ts';
import { readScan } from '../read-scan.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, type Verdicts } from '../verdict.tsx';
import { useCheckedUnits } from './checked-units.ts';
import { judge, type Move, type Situation, type Verdict } from './judge.ts';
import { cartonsOf, linesOf, listOf, usePack, useTakeCarton } from './read.ts';
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
  readonly checked: CheckedUnits;
  readonly lit: Lit | null;
  readonly expected: string;
  readonly queue: Queue;
  readonly verdicts: Verdicts;
  readonly choose: (cartonId: number) => void;
  readonly move: (move: Move) => void;
  readonly newCarton: (typeId: number | null) => Promise<void>;
}

/** What a packer does on a pack: scans and taps move units into cartons, or check those that are in them. */
export function usePacking(id: number): Packing {
  const texts = useWorkTexts();
  const reading = usePack(id);
  const takeCarton = useTakeCarton(id);
  const verdicts = useVerdicts();
  const queue = useQueue({
    onAnswer: ({ list }, answer) => list === listOf(id) && takeCarton(answer as Carton),
    onRefusal: () => void reading.refetch(),
  });
  const types = useCartonTypes();
  const waiting = queue.waiting.filter(({ list }) => list === listOf(id));
  const cartons = reading.data ? cartonsOf(reading.data, waiting) : [];
  const lines = reading.data ? linesOf(reading.data, cartons) : [];
  const [chosen, choose] = useState<number | null>(null);
  const carton = cartons.find((one) => one.id === chosen && one.isOpen) ?? cartons.find(({ isOpen }) => isOpen);
  const [lit, setLit] = useState<Lit | null>(null);
  const [pendingPart, setPendingPart] = useState<number | null>(null);
  const { checked, check } = useCheckedUnits(id);
  const situation = { lines, cartons, cartonId: carton?.id ?? null, checked, pendingPart, types };
  const expected = expectedOf(situation, texts);
  const wrong = (words: string) =>
    verdicts.say({ sign: 'wrong', words, ...(expected ? { expected: texts.wrong.expected(expected) } : {}) });
  const move = (one: Move) => {
    const part = lines.find((line) => line.part.id === one.partId)?.part.number ?? '';
    const words = texts.pack.moved(one.qty, part);
    const entry = { list: listOf(id), kind: 'moveItem', sending: { pack_id: id, body: bodyOf(one) }, words } as const;
    if (!queue.enqueue(entry)) return verdicts.say({ sign: 'wrong', words: texts.wrong.notKept });
    setLit({ cartonId: one.cartonId, partId: one.partId });
    setPendingPart(null);
    const isLast = lines.reduce((sum, line) => sum + line.loose, 0) <= one.qty;
    verdicts.say({ sign: isLast ? 'finished' : 'counted', words });
  };
  const newCarton = async (typeId: number | null) => {
    try {
      const made = await client.pack.carton.create(id, typeId === null ? {} : { cartontype_id: typeId });
      await reading.refetch();
      choose(made.carton_id);
      verdicts.say({ sign: 'counted', words: texts.pack.cartonMade });
    } catch (error) {
      wrong(error instanceof Error ? error.message : String(error));
    }
  };
  const act = (verdict: Verdict, code: Barcode) => {
    if (verdict.kind === 'move') move(verdict.move);
    else if (verdict.kind === 'check') {
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
    else void explain(code, { pack_id: id }, texts.wrong.unknown(code.code)).then(wrong);
  };
  useScanCommands({ carton: () => void newCarton(null) });
  useScans((scan) => {
    const code = readScan(scan, (one) => judge(one, situation).kind !== 'unknown');
    if (code) act(judge(code, situation), code);
  });
  return { reading, lines, cartons, types, carton, checked, lit, expected, queue, verdicts, choose, move, newCarton };
}

function bodyOf({ cartonId, partId, orderId, qty, lot, serial }: Move) {
  const tracking = lot !== null ? [{ lot, qty }] : serial !== null ? [{ serial }] : null;
  return { add_carton_id: cartonId, part_id: partId, order_id: orderId, qty, ...(tracking && { tracking }) };
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
function expectedOf({ lines, cartonId, pendingPart }: Situation, texts: ReturnType<typeof useWorkTexts>): string {
  const pending = lines.find(({ part }) => part.id === pendingPart)?.part;
  if (pending) return texts.what.scanSerial(pending.number);
  const loose = lines.find((line) => line.loose > 0);
  if (!loose) return '';
  return cartonId === null ? texts.pack.chooseCarton : texts.what.scanPart(loose.part.number);
}
