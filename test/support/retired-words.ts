/** Words that docs/glossary.md replaced by others. */
export interface RetiredWords {
  /** Refused as a part of a name: `desk` in `openDesk` and `desk_id`. */
  readonly inNames: readonly string[];
  /** Refused as words of a sentence too. */
  readonly inProse: readonly string[];
}

/** Reads the table whose first heading is "Retired": the words, where they are refused, and what to use. */
export function retiredWords(page: string): RetiredWords {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| Retired |'));
  if (start < 0) throw new Error('docs/glossary.md has no table of retired words.');
  const rows = lines.slice(start + 2).filter((line) => line.startsWith('|'));
  const inNames: string[] = [];
  const inProse: string[] = [];
  for (const row of rows) {
    const [, words = '', where = ''] = row.split('|');
    const listed = [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    inNames.push(...listed.filter((word) => !word.includes(' ')));
    if (where.includes('prose')) inProse.push(...listed);
  }
  return { inNames, inProse };
}

/** The retired words among the names of a text: whole names, and the parts of camelCase and snake_case ones. */
export function wordsInNames(text: string, { inNames }: RetiredWords): string[] {
  const names = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  const parts = new Set<string>(names);
  for (const name of names)
    for (const part of name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []) parts.add(part.toLowerCase());
  return inNames.filter((word) => parts.has(word));
}

/** The retired words in the sentences of a text, also where a line break lies inside of a phrase. */
export function wordsInText(text: string, { inProse }: RetiredWords): string[] {
  const flat = text.replace(/\s*\n\s*(?:\*|\/\/|--|#|>)?\s*/g, ' ');
  return inProse.filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(flat));
}
