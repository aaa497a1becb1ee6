import { wrap } from '../output/table.ts';

/** Returns sentences as lines behind a margin, no wider than the terminal. */
export function changesText(changes: readonly string[], columns: number, margin = 2): string {
  const before = ' '.repeat(margin);
  const lines = changes.flatMap((sentence) =>
    wrap(sentence, columns - margin - 2).map((line, index) => `${before}${index === 0 ? '' : '  '}${line}\n`),
  );
  return lines.join('');
}
