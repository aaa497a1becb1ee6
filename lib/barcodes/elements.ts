import { type Element, fits, fixedLength, identifierAt } from './identifiers.ts';

/** FNC1 as scanners send it between two values: GS, the group separator of ASCII. */
export const separator = '\u001d';

/**
 * Reads an element string: `0109506000134352` `10ABC` GS `21S1`. A separator may also precede the first value, and
 * follow a value that needs no separator.
 * @returns null if the text is not an element string as a whole
 */
export function elementString(text: string, year: number): Element[] | null {
  const elements: Element[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    const ai = identifierAt(text.slice(at));
    if (ai === null) return null;
    const from = at + ai.length;
    const next = text.indexOf(separator, from);
    const end = next === -1 ? text.length : next;
    const to = Math.min(end, from + (fixedLength(ai) ?? end - from));
    elements.push({ ai, value: text.slice(from, to) });
    at = to;
  }
  return checked(elements, year);
}

/**
 * Reads elements as people write them: `(01)09506000134352(10)ABC`. A value may have brackets too, unless an application identifier
 * is in them.
 * @returns null if the text is not an element string as a whole
 */
export function bracketed(text: string, year: number): Element[] | null {
  const elements: { ai: string; value: string }[] = [];
  let rest = text;
  while (rest !== '') {
    const [, ai = '', after = ''] = /^\s*\((\d{2,4})\)(.*)$/s.exec(rest) ?? [];
    if (identifierAt(ai) !== ai) return null;
    const next = nextBracket(after);
    elements.push({ ai, value: after.slice(0, next).trim() });
    rest = after.slice(next);
  }
  return checked(elements, year);
}

/** Returns where the next application identifier in brackets begins, or the length of the text. */
function nextBracket(text: string): number {
  for (const { index, 1: ai = '' } of text.matchAll(/\((\d{2,4})\)/g)) if (identifierAt(ai) === ai) return index;
  return text.length;
}

/** Returns the elements as people write them. */
export const printed = (elements: readonly Element[]): string =>
  elements.map(({ ai, value }) => `(${ai})${value}`).join('');

/** Returns the elements if each value fits, and no identifier has two values; otherwise null. */
export function checked(elements: readonly Element[], year: number): Element[] | null {
  const values = new Map(elements.map(({ ai, value }) => [ai, value]));
  const isConsistent = elements.every((element) => fits(element, year) && values.get(element.ai) === element.value);
  return isConsistent && elements.length > 0 ? [...values].map(([ai, value]) => ({ ai, value })) : null;
}
