/** Text with places that are filled in: `VC{number:9}{check}`. */
export type Template = readonly (string | Place)[];

/** A place of a template: what goes there, and how many characters at most, or exactly. */
export interface Place {
  readonly name: string;
  readonly width: number | undefined;
}

/**
 * Reads a template.
 * @returns what is wrong with it, as a sentence, where it cannot be read
 */
export function template(text: string, known: readonly string[]): Template | string {
  const parts: (string | Place)[] = [];
  let at = 0;
  for (const found of text.matchAll(/\{([a-z_0-9]*)(?::(\d{1,3}))?\}/g)) {
    parts.push(text.slice(at, found.index));
    const [whole, name = '', width] = found;
    if (!known.includes(name))
      return `expected one of ${known.map((each) => `{${each}}`).join(', ')}, and not ${whole}`;
    parts.push({ name, width: width === undefined ? undefined : Number(width) });
    at = found.index + whole.length;
  }
  parts.push(text.slice(at));
  const rest = parts.find((part) => typeof part === 'string' && /[{}]/.test(part));
  if (rest !== undefined) return 'expected { and } around a name only, such as {order} or {name:35}';
  return parts.filter((part) => part !== '');
}

export function placesOf(parts: Template): Place[] {
  return parts.filter((part): part is Place => typeof part !== 'string');
}

export function filled(parts: Template, fill: (place: Place, before: string) => string): string {
  return parts.reduce<string>((text, part) => text + (typeof part === 'string' ? part : fill(part, text)), '');
}
