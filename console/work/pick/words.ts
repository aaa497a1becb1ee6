import type { WorkTexts } from '../texts/en.ts';
import { isMeasured, type Wrong } from './judge.ts';
import { type Line, openUnits, type Stop } from './lines.ts';

/** Says what the picker scans next. */
export function expectedOf(
  stop: Stop | undefined,
  atPlace: number | null,
  pending: Line | undefined,
  texts: WorkTexts,
): string {
  if (pending && isMeasured(pending)) return texts.what.howMuch(pending.part.number, pending.part.unit);
  if (pending)
    return pending.part.tracking === 'lot'
      ? texts.what.scanLot(pending.part.number)
      : texts.what.scanSerial(pending.part.number);
  if (!stop?.place) return '';
  const line = stop.lines.find((one) => openUnits(one) > 0);
  const isHere = atPlace === stop.place.id;
  return isHere && line ? texts.what.scanPart(line.part.number) : texts.what.goTo(stop.place.name);
}

/** Says what is wrong with a scan. */
export function wrongWords(wrong: Wrong, texts: WorkTexts): string {
  switch (wrong.why) {
    case 'all-counted':
      return texts.wrong.allCounted(wrong.line.part.number, wrong.line.qty);
    case 'too-many':
      return texts.wrong.tooMany(wrong.line.part.number, wrong.units, openUnits(wrong.line));
    case 'other-lot':
      return texts.wrong.otherLot(wrong.line.part.number, wrong.lot);
    case 'serial-twice':
      return texts.wrong.serialTwice(wrong.line.part.number, wrong.serial);
    case 'done-here':
      return texts.wrong.doneHere(wrong.place.name);
  }
}
