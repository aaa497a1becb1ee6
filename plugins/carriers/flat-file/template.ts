/** A text with placeholders, such as `VC{number:9}{check}`. */
export type Template = readonly (string | Placeholder)[];

/** A placeholder: the name of its value, and a greatest or exact number of characters. */
export interface Placeholder {
  readonly name: string;
  readonly width: number | undefined;
}

/**
 * Parses a template.
 * @param known allowed names of placeholders
 * @returns a sentence about the fault if it cannot be parsed
 */
export function template(text: string, known: readonly string[]): Template | string {
  const parts: (string | Placeholder)[] = [];
  let at = 0;
  for (const match of text.matchAll(/\{([a-z_0-9]*)(?::(\d{1,3}))?\}/g)) {
    parts.push(text.slice(at, match.index));
    const [whole, name = '', width] = match;
    if (!known.includes(name))
      return `expected one of ${known.map((each) => `{${each}}`).join(', ')}, and not ${whole}`;
    parts.push({ name, width: width === undefined ? undefined : Number(width) });
    at = match.index + whole.length;
  }
  parts.push(text.slice(at));
  const rest = parts.find((part) => typeof part === 'string' && /[{}]/.test(part));
  if (rest !== undefined) return 'expected { and } around a name only, such as {order} or {name:35}';
  return parts.filter((part) => part !== '');
}

export function placesOf(parts: Template): Placeholder[] {
  return parts.filter((part): part is Placeholder => typeof part !== 'string');
}

/** Fills in a template. @param fill gets a placeholder and the text before it */
export function fillTemplate(parts: Template, fill: (place: Placeholder, before: string) => string): string {
  return parts.reduce<string>((text, part) => text + (typeof part === 'string' ? part : fill(part, text)), '');
}
