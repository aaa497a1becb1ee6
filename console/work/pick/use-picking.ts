import { type ReactNode, useState } from 'react';
import type { Barcode } from '../../../barcodes/read.ts';
import type { PickLine } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useScans } from '../../scanner/scans.ts';
import { unknownCode } from '../explain.tsx';
import type { Entry } from '../queue/entry.ts';
import { type Queue, useQueue } from '../queue/use-queue.ts';
import { readScan } from '../read-scan.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts, type Verdicts } from '../verdict.tsx';
import { type Count, judge, type Situation, type Verdict } from './judge.ts';
import { type Line, nextStop, type Place, type Stop, stopsOf } from './lines.ts';
import { listOf, useLines, usePick, useTakeAnswer } from './read.ts';
import { expectedOf, wrongWords } from './words.ts';

export interface Picking {
  readonly reading: ReturnType<typeof usePick>;
  readonly lines: readonly Line[];
  readonly stops: readonly Stop[];
  /** The stop where the picker is, or goes next. */
  readonly stop: Stop | undefined;
  /** The line that the next scan counts, as far as nobody scans another part. */
  readonly waitingLine: Line | undefined;
  /** What the picker scans next. */
  readonly expected: string;
  /** Whether the user may count, or only look. */
  readonly mayCount: boolean;
  readonly queue: Queue;
  readonly verdicts: Verdicts;
  readonly goTo: (placeId: number) => void;
  /** Takes the units of a line at another place from now on. */
  readonly takeFrom: (lineId: number, place: Place) => void;
  readonly count: (count: Count) => void;
}

/** What a picker does on a pick: scans and taps become counts, which the queue sends. */
export function usePicking(id: number): Picking {
  const texts = useWorkTexts();
  const reading = usePick(id);
  const takeAnswer = useTakeAnswer(id);
  const verdicts = useVerdicts();
  const mayCount = usePermits()('pick.commit');
  const queue = useQueue({
    onAnswer: (entry, answer) => {
      if (entry.list === listOf(id)) takeAnswer(answer as PickLine);
      if ((answer as PickLine).finished) void reading.refetch();
    },
    onRefusal: () => void reading.refetch(),
  });
  const [elsewhere, setElsewhere] = useState<ReadonlyMap<number, Place>>(new Map());
  const lines = useLines(reading.data, ofList(queue.waiting, id)).map((line) => takenAt(line, elsewhere.get(line.id)));
  const [atPlace, setPlace] = useState<number | null>(null);
  const [last, setLast] = useState<Count | null>(null);
  const [pending, setPending] = useState<Situation['pending']>(null);
  const situation = { lines, atPlace, pending };
  const stops = stopsOf(lines);
  const stop = nextStop(stops, atPlace);
  const waitingLine = lines.find((line) => line.id === pending?.lineId);
  const expected = expectedOf(stop, atPlace, waitingLine, texts);
  const count = (one: Count) => {
    const line = lines.find((other) => other.id === one.lineId);
    if (!line) return;
    if (!mayCount) return verdicts.say({ sign: 'wrong', words: texts.mayNot('pick.commit') });
    setPending(null);
    // The picker who takes units of a line is at its place.
    if (line.place) setPlace(line.place.id);
    setLast(one.qty > 0 ? one : null);
    const body = bodyOf(one);
    const words = texts.pick.counted(one.qty, line.part.number);
    const entry = { list: listOf(id), kind: 'count', sending: { pickline_id: line.id, body }, words } as const;
    if (!queue.enqueue(entry)) return verdicts.say({ sign: 'wrong', words: texts.wrong.notKept });
    const isLast = one.qty > 0 && openSum(lines) <= one.qty;
    verdicts.say({ sign: isLast ? 'finished' : 'counted', words });
  };
  const goTo = (placeId: number) => {
    setPlace(placeId);
    setPending(null);
  };
  const takeFrom = (lineId: number, place: Place) => setElsewhere(new Map([...elsewhere, [lineId, place]]));
  const wrong = (words: ReactNode, later?: Promise<ReactNode>) =>
    verdicts.say({ sign: 'wrong', words, ...(expected ? { expected: texts.wrong.expected(expected) } : {}) }, later);
  const act = (verdict: Verdict, code: Barcode) => {
    if (verdict.kind === 'count') count(verdict.count);
    else if (verdict.kind === 'place') {
      goTo(verdict.place.id);
      verdicts.say({ sign: 'counted', words: texts.pick.placeIs(verdict.place.name) });
    } else if (verdict.kind === 'ask') {
      setPending({ lineId: verdict.line.id, units: verdict.units });
      verdicts.say({ sign: 'counted', words: expectedOf(stop, atPlace, verdict.line, texts) });
    } else if (verdict.kind === 'weigh') setPending({ lineId: verdict.line.id, units: 0 });
    else if (verdict.kind === 'wrong') wrong(wrongWords(verdict.wrong, texts));
    else wrong(...unknownCode(code, { pick_id: id }, texts));
  };
  useScanCommands(last ? { undo: () => count({ ...last, qty: -last.qty }) } : {});
  useScans((scan) => {
    const code = readScan(scan, (one) => judge(one, situation).kind !== 'unknown');
    if (code) act(judge(code, situation), code);
  });
  return { reading, lines, stops, stop, waitingLine, expected, mayCount, queue, verdicts, goTo, takeFrom, count };
}

function bodyOf({ qty, locationId, lot, serial }: Count) {
  const place = locationId !== null && { location_id: locationId };
  return { qty, ...place, ...(lot !== null && { lot }), ...(serial !== null && { serial }) };
}

/** Returns a line whose units are taken at another place. */
const takenAt = (line: Line, place: Place | undefined): Line => (place ? { ...line, place, take: [] } : line);

const ofList = (entries: readonly Entry[], id: number) => entries.filter(({ list }) => list === listOf(id));

const openSum = (lines: readonly Line[]) =>
  lines.reduce((sum, { qty, counted, isFinished }) => sum + (isFinished ? 0 : qty - counted), 0);
