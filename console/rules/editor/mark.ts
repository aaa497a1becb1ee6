import type { RulesCheckAnswer } from '../../../client/browser.ts';

/** Something to say about a place in the texts. */
export interface Mark {
  readonly kind: 'fault' | 'finding';
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; null for the whole line. */
  readonly column: number | null;
  readonly message: string;
}

/** Returns what a check says, faults first. */
export function marksOf({ faults, findings }: Pick<RulesCheckAnswer, 'faults' | 'findings'>): Mark[] {
  return [
    ...faults.map(({ file, line, column, message }) => ({ kind: 'fault' as const, file, line, column, message })),
    ...findings.map(({ file, line, message }) => ({ kind: 'finding' as const, file, line, column: null, message })),
  ];
}
