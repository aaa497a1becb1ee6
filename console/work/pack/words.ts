import type { WorkTexts } from '../texts/en.ts';
import type { Situation, Wrong } from './judge.ts';
import { cartonFor, fitsInto } from './parcels.ts';
import { atHandFirst, nextToCheck } from './units.ts';

/** Says what is wrong with a scan. */
export function wrongWords(wrong: Wrong, texts: WorkTexts): string {
  switch (wrong.why) {
    case 'all-packed':
      return texts.pack.allPacked(wrong.part.number);
    case 'too-many':
      return texts.wrong.tooMany(wrong.part.number, wrong.units, wrong.loose);
    case 'too-many-to-check':
      return texts.pack.tooManyToCheck(wrong.part.number, wrong.units, wrong.most);
    case 'not-in-carton': {
      const { part, unit, carton } = wrong;
      return texts.pack.notInCarton(unit === null ? part.number : `${part.number} ${unit}`, carton.name);
    }
    case 'serial-twice':
      return texts.pack.serialTwice(wrong.part.number, wrong.serial, wrong.carton.name);
    case 'choose-target':
      return texts.pack.targetFirst(wrong.carton.name);
    case 'no-carton':
      return texts.pack.noCarton;
    case 'other-parcel': {
      const { order, carton } = wrong;
      return carton ? texts.pack.otherParcel(order, carton.name) : texts.pack.otherParcelNew(order);
    }
    case 'closed-carton':
      return texts.pack.closedCarton(wrong.carton.name);
  }
}

/** Says what the packer scans next. */
export function expectedWords(situation: Situation, texts: WorkTexts): string {
  const { lines, cartons, cartonId, fromCartonId, pending, checked, isOneParcel } = situation;
  const partOf = (id: number | undefined) => lines.find(({ part }) => part.id === id)?.part;
  const unnamed = partOf(pending?.partId);
  if (unnamed)
    return unnamed.tracking === 'lot' ? texts.what.scanLot(unnamed.number) : texts.what.scanSerial(unnamed.number);
  const nameOf = (id: number | null) => cartons.find((carton) => carton.id === id)?.name ?? '';
  if (fromCartonId !== null)
    return fromCartonId === cartonId
      ? texts.pack.chooseTarget(nameOf(fromCartonId))
      : texts.pack.scanToMove(nameOf(fromCartonId), nameOf(cartonId));
  const atHand = cartons.find(({ id }) => id === cartonId);
  const open = lines.filter((line) => line.loose > 0);
  const fitting = open.find(({ orderId }) => atHand && fitsInto(orderId, atHand, isOneParcel));
  const loose = fitting ?? open.find(({ orderId }) => cartonFor(orderId, cartons, isOneParcel));
  if (open.length > 0 && !loose) return texts.pack.chooseCarton;
  if (loose) return cartonId === null ? texts.pack.chooseCarton : texts.what.scanPart(loose.part.number);
  const next = nextToCheck(atHandFirst(cartons, cartonId), checked);
  if (!next) return '';
  return texts.pack.scanToCheck(partOf(next.partId)?.number ?? `${next.partId}`, next.carton.name);
}
