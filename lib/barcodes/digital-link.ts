import { checked } from './elements.ts';
import { gtin14 } from './gtin.ts';
import { type Element, fits, identifierAt } from './identifiers.ts';

/** The identifiers that a link is about, each with the identifiers that may follow it in the path. */
const qualifiers: Readonly<Record<string, readonly string[]>> = { '01': ['22', '10', '21', '235'], '00': [] };

/**
 * Reads a GS1 digital link: `https://host/01/09506000134352/10/ABC?17=270531`. The host is any, and the path may begin with other
 * words. Parameters whose names are no numbers are not of GS1.
 * @returns null if the text is no such link
 */
export function digitalLink(text: string, year: number): Element[] | null {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#\s]+(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(text) ?? [];
  const words = decoded(path.split('/').filter((word) => word !== ''));
  const pairs = decoded(query.split(/[&;]/).filter((pair) => /^\d+=/.test(pair)));
  if (words === null || pairs === null) return null;
  const elements = inPath(words, year);
  if (elements === null) return null;
  const attributes = pairs.map((pair) => ({ ai: pair.replace(/=.*$/s, ''), value: pair.replace(/^\d+=/, '') }));
  if (!attributes.every(({ ai }) => identifierAt(ai) === ai)) return null;
  return checked([...elements, ...attributes], year);
}

/** Returns the elements at the end of a path, which begin with a key and its value. */
function inPath(words: readonly string[], year: number): Element[] | null {
  for (const [at, ai] of words.entries()) {
    const allowed = Object.hasOwn(qualifiers, ai) ? qualifiers[ai] : undefined;
    const written = words[at + 1] ?? '';
    const value = ai === '01' ? (gtin14(written) ?? '') : written;
    if (!allowed || !fits({ ai, value }, year)) continue;
    const further = words.slice(at + 2);
    const elements: Element[] = [{ ai, value }];
    for (let next = 0; next < further.length; next += 2) {
      const qualifier = further[next] ?? '';
      if (!allowed.includes(qualifier)) return null;
      elements.push({ ai: qualifier, value: further[next + 1] ?? '' });
    }
    return elements;
  }
  return null;
}

/** Returns texts without percent escapes; null if one of them has a wrong escape. */
function decoded(texts: readonly string[]): string[] | null {
  try {
    return texts.map(decodeURIComponent);
  } catch {
    return null;
  }
}
