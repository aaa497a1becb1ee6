import { wrap } from '../output/table.ts';

/** Returns sentences as lines behind a margin, no wider than the terminal. */
export function changesText(changes: readonly string[], columns: number, margin = 2): string {
  const before = ' '.repeat(margin);
  const lines = changes.flatMap((sentence) =>
    wrap(sentence, columns - margin - 2).map((line, index) => `${before}${index === 0 ? '' : '  '}${line}\n`),
  );
  return lines.join('');
}

interface Activated {
  readonly ruleset: string;
  readonly before: string;
  readonly changed: boolean;
  readonly changes: readonly string[];
}

/** Returns which rule set is active after the service has read a configuration. */
export function activatedText({ ruleset, before, changed, changes }: Activated, columns: number): string {
  if (!changed) return `The configuration has not changed: rule set ${ruleset}.\n`;
  const replaced = before === '' ? 'It is the first one.' : `It replaces ${before}.`;
  return `Activated rule set ${ruleset}. ${replaced}\n${changesText(changes, columns)}`;
}
