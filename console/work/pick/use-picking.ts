import { type ReactNode, useState } from 'react';
import type { PickLine } from '../../../client/browser.ts';
import type { Barcode } from '../../../lib/barcodes/read.ts';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useScans } from '../../scanner/scans.ts';
import { unknownCode } from '../explain.tsx';
import type { Entry } from '../queue/entry.ts';
import { type Queue, useQueue } from '../queue/use-queue.ts';
import { readScan } from '../read-scan.ts';
import type { WorkTexts } from '../texts/en.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, type Verdicts } from '../verdict.tsx';
import { type Count, judge, judgeUndo, type Pending, type Verdict } from './judge.ts';
import { type Elsewhere, exact, type Line, nextStop, openUnits, type Stop, stopsOf, takenAt } from './lines.ts';
import { judgeAmount, weighing } from './measured.ts';
import { listOf, useLines, usePick, useTakeAnswer } from './read.ts';
import { expectedOf, questionOf, wrongWords } from './words.ts';

export interface Picking {
  readonly id: number;
  readonly reading: ReturnType<typeof usePick>;
  readonly lines: readonly Line[];
  readonly stops: readonly Stop[];
  /** The stop where the picker is, or goes next. */
  readonly stop: Stop | undefined;
  /** Units whose lot, serial number or amount is to come, with their line. */
  readonly waiting: { readonly line: Line; readonly pending: Pending } | null;
  /** The next scan of the picker. */
  readonly expected: string;
  /** Whether the user may count, or only look. */
  readonly mayCount: boolean;
  readonly queue: Queue;
  readonly verdicts: Verdicts;
  readonly goTo: (placeId: number) => void;
  /** Takes the units of a line elsewhere from now on. */
  readonly takeFrom: (lineId: number, elsewhere: Elsewhere) => void;
  readonly count: (count: Count) => void;
  /** Asks how much there is of a line, of a lot if it is known. */
  readonly askAmount: (line: Line, lot: string | null) => void;
  /** A person says how much there is of the line that waits. */
  readonly sayAmount: (amount: number) => void;
  /** Forgets the units that wait. */
  readonly cancel: () => void;
}

/** Actions of a picker on a pick: scans and taps become counts, which the queue sends. */
export function usePicking(id: number): Picking {
  const texts = useWorkTexts();
  const reading = usePick(id);
  const verdicts = useVerdicts();
  const mayCount = usePermits()('pick.commit');
  const [last, setLast] = useState<readonly Count[]>([]);
  const queue = useCounts(id, reading.refetch, () => setLast([]));
  const { lines, takeFrom } = useElsewhere(useLines(reading.data, ofList(queue.waiting, id)));
  const [place, setPlace] = useState<{ atPlace: number | null; isSure: boolean }>({ atPlace: null, isSure: false });
  const [pending, setPending] = useState<Pending | null>(null);
  const waiting = waitingOf(lines, pending);
  const situation = { lines, ...place, pending: waiting?.pending ?? null };
  const stops = stopsOf(lines);
  const stop = nextStop(stops, place.atPlace);
  const next = expectedOf(stop, place.atPlace, texts);
  const expected = waiting ? questionOf(waiting.line, waiting.pending, texts) : next;
  const wrong = (words: ReactNode, later?: Promise<ReactNode>) =>
    verdicts.say({ sign: 'wrong', words, ...(expected ? { expected: texts.wrong.goOn(expected) } : {}) }, later);
  const ask = (line: Line, question: Pending) => {
    setPending(question);
    verdicts.say({ sign: 'counted', words: questionOf(line, question, texts) });
  };
  const count = (counts: readonly Count[]) => {
    const line = lines.find((one) => one.id === counts[0]?.lineId);
    if (!line) return;
    if (!mayCount) return verdicts.say({ sign: 'wrong', words: texts.mayNot('pick.commit') });
    setPending(null);
    // The picker who takes units of a line is at its place.
    if (line.place && line.place.id !== place.atPlace) setPlace({ atPlace: line.place.id, isSure: false });
    const kept = counts.filter((one) => queue.enqueue(entryOf(id, one, wordsOf(one, line, reading.data, texts))));
    const qty = unitsOf(kept);
    setLast(qty > 0 ? kept : []);
    if (kept.length < counts.length) return verdicts.say({ sign: 'wrong', words: texts.wrong.notKept });
    const isLast = qty > 0 && openSum(lines) <= qty;
    verdicts.say({ sign: isLast ? 'finished' : 'counted', words: texts.pick.counted(qty, line.part.number) });
  };
  const goTo = (placeId: number) => {
    setPlace({ atPlace: placeId, isSure: true });
    setPending(null);
  };
  const cancel = () => {
    setPending(null);
    verdicts.say({ sign: 'counted', words: next });
  };
  const act = (verdict: Verdict, code?: Barcode) => {
    if (verdict.kind === 'count') count(verdict.counts);
    else if (verdict.kind === 'place') {
      goTo(verdict.place.id);
      verdicts.say({ sign: 'counted', words: texts.pick.placeIs(verdict.place.name) });
    } else if (verdict.kind === 'ask' || verdict.kind === 'weigh') ask(verdict.line, verdict.pending);
    else if (verdict.kind === 'wrong') wrong(wrongWords(verdict.wrong, texts));
    else if (code) wrong(...unknownCode(code, { context: { pick_id: id } }, texts));
  };
  useScanCommands({ undo: waiting ? cancel : () => act(judgeUndo(last, lines)) });
  useScans((scan) => {
    const code = readScan(scan, (one) => judge(one, situation).kind !== 'unknown');
    if (code) act(judge(code, situation), code);
  });
  return {
    ...{ id, reading, lines, stops, stop, waiting, expected, mayCount, queue, verdicts, goTo, takeFrom, cancel },
    count: (one) => count([one]),
    askAmount: (line, lot) =>
      act(
        weighing([line], line, { units: pending?.lineId === line.id ? pending.units : null, lot }) ?? {
          kind: 'unknown',
        },
      ),
    sayAmount: (amount) => waiting && act(judgeAmount(amount, waiting.pending, waiting.line)),
  };
}

/** The queue of the counts of a pick. @param onRefused called when the service has refused one of them */
function useCounts(id: number, refetch: () => unknown, onRefused: () => void): Queue {
  const takeAnswer = useTakeAnswer(id);
  return useQueue({
    onAnswer: (entry, answer) => {
      if (entry.list === listOf(id)) takeAnswer(answer as PickLine);
      if ((answer as PickLine).finished) void refetch();
    },
    onRefusal: ({ list }) => {
      if (list === listOf(id)) onRefused();
      void refetch();
    },
  });
}

/** The lines of a pick. The units of some are taken elsewhere. */
function useElsewhere(lines: readonly Line[]): Pick<Picking, 'lines' | 'takeFrom'> {
  const [elsewhere, setElsewhere] = useState<ReadonlyMap<number, Elsewhere>>(new Map());
  return {
    lines: lines.map((line) => takenAt(line, elsewhere.get(line.id))),
    takeFrom: (lineId, from) => setElsewhere(new Map([...elsewhere, [lineId, from]])),
  };
}

function waitingOf(lines: readonly Line[], pending: Pending | null): Picking['waiting'] {
  const line = lines.find(({ id }) => id === pending?.lineId);
  return pending && line && openUnits(line) > 0 ? { line, pending } : null;
}

function entryOf(pickId: number, { lineId, qty, locationId, lot, serial }: Count, words: EntryWords) {
  const place = locationId !== null && { location_id: locationId };
  const body = { qty, ...place, ...(lot !== null && { lot }), ...(serial !== null && { serial }) };
  return { list: listOf(pickId), kind: 'count', sending: { pickline_id: lineId, body }, ...words } as const;
}

type EntryWords = ReturnType<typeof wordsOf>;

/** Returns the description of a count, for a refusal by the service. */
const wordsOf = ({ qty }: Count, line: Line, pick: { readonly number: string } | undefined, texts: WorkTexts) => ({
  words: texts.pick.counted(qty, line.part.number),
  of: texts.listAndOrder(texts.pick.title(pick?.number ?? ''), line.order),
});

const ofList = (entries: readonly Entry[], id: number) => entries.filter(({ list }) => list === listOf(id));

const unitsOf = (counts: readonly Count[]) => exact(counts.reduce((sum, { qty }) => sum + qty, 0));

const openSum = (lines: readonly Line[]) => exact(lines.reduce((sum, line) => sum + openUnits(line), 0));
