import { type Difference, differenceWords } from '../../config/planning/differences.ts';

/** Returns the differences as lines such as `  pack: by hand → skipped`. */
export function differenceLines(differences: readonly Difference[]): string {
  return differences.map((difference) => `  ${differenceWords(difference)}\n`).join('');
}
