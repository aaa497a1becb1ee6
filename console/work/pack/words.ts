import type { WorkTexts } from '../texts/en.ts';
import type { Wrong } from './judge.ts';

/** Says what is wrong with a scan. */
export function wrongWords(wrong: Wrong, texts: WorkTexts): string {
  switch (wrong.why) {
    case 'all-packed':
      return texts.pack.allPacked(wrong.part.number);
    case 'too-many':
      return texts.wrong.tooMany(wrong.part.number, wrong.units, wrong.loose);
    case 'not-in-carton':
      return texts.pack.notInCarton(wrong.part.number, wrong.carton.name);
    case 'no-carton':
      return texts.pack.noCarton;
    case 'closed-carton':
      return texts.pack.closedCarton(wrong.carton.name);
  }
}
