import type { WorkTexts } from '../texts/en.ts';
import type { Pending, Wrong } from './judge.ts';
import { isMeasured, type Line, openUnits, type Stop } from './lines.ts';

/** Says what the picker scans next. */
export function expectedOf(stop: Stop | undefined, atPlace: number | null, texts: WorkTexts): string {
  if (!stop?.place) return '';
  const line = stop.lines.find((one) => openUnits(one) > 0);
  const isHere = atPlace === stop.place.id;
  return isHere && line ? texts.what.scanPart(line.part.number) : texts.what.goTo(stop.place.name);
}

/** Words for the next input about a scanned part. */
export function questionOf(line: Line, { lot }: Pending, texts: WorkTexts): string {
  const { number, tracking, unit } = line.part;
  if (isMeasured(line) && (tracking !== 'lot' || lot !== null)) return texts.what.howMuch(number, unit);
  return tracking === 'lot' ? texts.what.scanLot(number) : texts.what.scanSerial(number);
}

/** Words for the result of a write-off. */
export function writtenOffWords(
  off: { readonly qty: number; readonly replaced: number; readonly short: number } | null,
  part: string,
  place: string,
  { pick: { problems } }: WorkTexts,
): string {
  if (!off) return '';
  return [
    problems.writtenOff(off.qty, part, place),
    off.replaced > 0 && problems.replaced(off.replaced),
    off.short > 0 && problems.waitedFor(off.short),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Says what is wrong with a scan. */
export function wrongWords(wrong: Wrong, texts: WorkTexts): string {
  switch (wrong.why) {
    case 'all-counted':
      return texts.wrong.allCounted(wrong.line.part.number, wrong.line.qty);
    case 'too-many':
      return texts.wrong.tooManyAt(wrong.line.part.number, wrong.units, wrong.open, wrong.line.place?.name);
    case 'too-much':
      return texts.wrong.tooMuch(wrong.line.part.number, openUnits(wrong.line), wrong.line.part.unit);
    case 'no-lot':
      return texts.wrong.noLot(wrong.line.part.number);
    case 'other-lot':
      return texts.wrong.otherLot(wrong.line.part.number, wrong.lot);
    case 'serial-twice':
      return texts.wrong.serialTwice(wrong.line.part.number, wrong.serial);
    case 'other-place':
      return texts.wrong.otherPlace(
        wrong.line.part.number,
        wrong.line.place?.name ?? texts.pick.noStock,
        wrong.here.name,
      );
    case 'done-here':
      return texts.wrong.doneHere(wrong.place.name);
    case 'nothing-to-undo':
      return texts.wrong.nothingToUndo;
    case 'picked':
      return texts.wrong.picked(wrong.line.part.number);
  }
}
