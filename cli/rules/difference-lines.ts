import type { Difference } from '../../planning/differences.ts';

/** Returns the differences as lines such as `  pack: by hand → skipped`. */
export function differenceLines(differences: readonly Difference[]): string {
  return differences.map(({ what, before, after }) => `  ${what}: ${before} → ${after}\n`).join('');
}
