import { type Font, openSync } from 'fontkit';
import type { Printed } from './content.ts';
import { bundledFonts, type Fonts } from './sheet.ts';

/** Letters of a document that the font lacks: the paper shows boxes in their place. */
export interface MissingLetters {
  /** Number of the order with the text, or of several with commas; null for a text of no order. */
  readonly order: string | null;
  /** Path of the text in the document: `ship_to.name`. */
  readonly field: string;
  readonly text: string;
  /** Each of them once. */
  readonly letters: string;
}

/** Fonts by path. They are opened once: a large one has ten megabytes. */
const opened = new Map<string, Font>();

function openedFont(path: string): Font {
  const font = opened.get(path) ?? (openSync(path) as Font);
  opened.set(path, font);
  return font;
}

/** Returns the fonts; none if one cannot be read. The request for the PDF then fails with the reason. */
function openedFonts(paths: readonly string[]): Font[] {
  try {
    return paths.map(openedFont);
  } catch {
    return [];
  }
}

/** White space, control characters, and characters that are never shown. */
const invisible = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the letters that a font lacks, each once. */
function lackedBy(fonts: readonly Font[], text: string): string {
  const letters = new Set([...text].filter((letter) => !invisible.test(letter)));
  const isThere = (letter: string) => fonts.every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return [...letters].filter((letter) => !isThere(letter)).join('');
}

/** Returns the letters of a document that its PDF cannot show, with their texts. Each text is named once. */
export function missingLetters(
  { content }: Pick<Printed, 'content'>,
  { regular, bold }: Fonts = bundledFonts,
): MissingLetters[] {
  const fonts = openedFonts([...new Set([regular, bold])]);
  const missing = new Map<string, MissingLetters>();
  for (const { path, text } of textsOf(content, [])) {
    if (missing.has(text)) continue;
    const letters = lackedBy(fonts, text);
    if (letters !== '') missing.set(text, { order: orderOf(content, path), field: path.join('.'), text, letters });
  }
  return [...missing.values()];
}

type Path = readonly (string | number)[];

function* textsOf(value: unknown, path: Path): Generator<{ path: Path; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) for (const [index, each] of value.entries()) yield* textsOf(each, [...path, index]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* textsOf(each, [...path, key]);
}

/** Returns the number of the order of a text: a pick list has several orders, a packing slip one. */
function orderOf(content: Printed['content'], [part, index]: Path): string | null {
  if ('order' in content) return content.order;
  if (!('orders' in content)) return null;
  if (part === 'orders') {
    const order = content.orders[Number(index)];
    return (typeof order === 'string' ? order : order?.number) ?? null;
  }
  const numbers = content.orders.map((order) => (typeof order === 'string' ? order : order.number));
  return numbers.join(', ') || null;
}
