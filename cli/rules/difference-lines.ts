import type { Difference } from '../../planning/differences.ts';

/** `  pack: by hand → skipped`, one line each. */
export function differenceLines(found: readonly Difference[]): string {
  return found.map(({ what, before, after }) => `  ${what}: ${before} → ${after}\n`).join('');
}
