import type { VerifyPart } from '../../../client/browser.ts';

/** Whether a part is a closed month. It is checked once; everything else each time. */
const isMonth = ({ part }: VerifyPart): boolean => /^\d/.test(part);

/** Whether a part was checked as a whole. */
export const isDone = ({ finished_at }: VerifyPart): boolean => finished_at !== null;

/** Returns the parts that a check of all of them is about: closed months that were checked are left out. */
export const dueParts = (parts: readonly VerifyPart[]): readonly VerifyPart[] =>
  parts.filter((part) => !isMonth(part) || !isDone(part));

/** Returns what parts found together: a rule may not hold in several of them. */
export function findingsOf(parts: readonly VerifyPart[]): VerifyPart['violations'] {
  const rows = new Map<string, VerifyPart['violations'][number]['rows']>();
  for (const one of parts.flatMap(({ violations }) => violations)) {
    rows.set(one.rule, [...(rows.get(one.rule) ?? []), ...one.rows]);
  }
  return [...rows].map(([rule, of]) => ({ rule, rows: of }));
}
