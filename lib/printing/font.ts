import { type Font, type Glyph, type GlyphPosition, openSync } from 'fontkit';
import { type Direction, hasRightToLeft, visualRuns } from './right-to-left.ts';

/** A font that puts the letters of a line into their order on paper. */
export interface OrderedFont {
  /** The font, as PDFKit takes it. */
  readonly font: Font;
  /** The direction of the paragraphs that are laid out next. */
  base: Direction;
}

/**
 * Opens a font file. fontkit joins and places the letters of one direction. Without help, it turns each word alone, so that the words and
 * the digits of an Arabic address have a wrong order.
 */
export function openFont(path: string): OrderedFont {
  const font = openSync(path) as Font;
  const ordered: OrderedFont = { font, base: 'ltr' };
  const layout = font.layout.bind(font);
  font.layout = ((text: string, ...rest: unknown[]) => {
    if (!hasRightToLeft(text)) return (layout as (...all: unknown[]) => unknown)(text, ...rest);
    const runs = visualRuns(text, ordered.base).map((run) =>
      layout(run.text, undefined, undefined, undefined, run.direction),
    );
    const glyphs: Glyph[] = runs.flatMap((run) => run.glyphs);
    const positions: GlyphPosition[] = runs.flatMap((run) => run.positions);
    return {
      glyphs,
      positions,
      // PDFKit scales the positions before it reads the width.
      get advanceWidth() {
        return positions.reduce((all, { xAdvance }) => all + xAdvance, 0);
      },
    };
  }) as Font['layout'];
  return ordered;
}
