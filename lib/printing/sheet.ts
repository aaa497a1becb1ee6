import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type OrderedFont, openFont } from './font.ts';
import { type Direction, directionOf, hasRightToLeft } from './right-to-left.ts';

/** Points: 1/72 inch. */
export const papers = { a4: [595.28, 841.89], letter: [612, 792], label: [288, 432] } as const;
export type Paper = 'a4' | 'letter';

export const ink = {
  black: '#111418',
  grey: '#5c6670',
  rule: '#c3c9cf',
  hairline: '#e3e6e9',
  wash: '#f3f5f6',
} as const;

const fontFile = (name: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/** Font files of documents. */
export interface Fonts {
  readonly regular: string;
  readonly bold: string;
}

/** The bundled fonts: Latin, Greek, Cyrillic, Armenian, Georgian, Arabic and Hebrew letters, and currency signs. */
export const bundledFonts: Fonts = {
  regular: fontFile('DejaVuSansCondensed'),
  bold: fontFile('DejaVuSansCondensed-Bold'),
};

export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Points between letters. */
  readonly spacing?: number;
  /** True for a single line, which is cut if it is too long. */
  readonly line?: boolean;
}

/** Height of a line of text, by its size. */
const leading = 1.28;

/** PDFKit lays out single words, unless it gets features. The order of words from right to left needs the whole line. */
const ordering = (text: string): { features?: [] } => (hasRightToLeft(text) ? { features: [] } : {});

/** A PDF under construction. Positions are points from the upper left corner of the page. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly #fonts: readonly OrderedFont[];

  /** @param about.at creation date of the file, a parameter so that equal content has equal bytes */
  constructor({ title, at, fonts = bundledFonts }: { title: string; at: Date; fonts?: Fonts | undefined }) {
    this.pdf = new PDFDocument({
      autoFirstPage: false,
      margin: 0,
      info: { Title: title, CreationDate: at, ModDate: at, Producer: 'Conveyor', Creator: 'Conveyor' },
    });
    const [regular, bold] = [openFont(fonts.regular), openFont(fonts.bold)];
    this.#fonts = [regular, bold];
    // PDFKit takes an opened font, too, which its types lack.
    const source = ({ font }: OrderedFont) => font as unknown as Uint8Array;
    this.pdf.registerFont('regular', source(regular)).registerFont('bold', source(bold));
  }

  page([width, height]: readonly [number, number]): void {
    this.pdf.addPage({ size: [width, height], margin: 0 });
  }

  /** Draws text into a box of the necessary height. @returns the height */
  text(text: string, x: number, y: number, width: number, style: TextStyle): number {
    const { align = 'left', color = ink.black, line = false, spacing = 0 } = style;
    this.#set(style);
    this.pdf.fillColor(color);
    if (!line) {
      let at = y;
      for (const paragraph of hasRightToLeft(text) ? text.split('\n') : [text]) {
        this.#direct(directionOf(paragraph));
        const options = { width, align, characterSpacing: spacing, lineGap: this.#gap(style), ...ordering(paragraph) };
        this.pdf.text(paragraph, x, at, options);
        at += this.#height(paragraph, width, style);
      }
      return at - y;
    }
    const shown = this.#cut(text, width, spacing);
    const spare = width - this.#width(shown, spacing);
    const from = align === 'left' ? x : align === 'right' ? x + spare : x + spare / 2;
    this.#direct(directionOf(text));
    this.pdf.text(shown, from, y, { lineBreak: false, characterSpacing: spacing, ...ordering(shown) });
    return style.size * leading;
  }

  /** Returns the height of a text. */
  heightOf(text: string, width: number, style: TextStyle): number {
    this.#set(style);
    return style.line ? style.size * leading : this.#height(text, width, style);
  }

  widthOf(text: string, style: TextStyle): number {
    this.#set(style);
    return this.#width(text, style.spacing ?? 0);
  }

  /** Returns the largest size that lets the text fit; the smallest size if none fits. */
  fitting(
    text: string,
    width: number,
    height: number,
    sizes: readonly number[],
    style: Omit<TextStyle, 'size'>,
  ): number {
    const fits = (size: number) =>
      text.split(/\s+/).every((word) => this.widthOf(word, { ...style, size }) <= width) &&
      this.heightOf(text, width, { ...style, size }) <= height;
    return sizes.find(fits) ?? Math.min(...sizes);
  }

  rule(x: number, y: number, width: number, { weight = 0.6, color = ink.rule as string } = {}): void {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .stroke(color);
  }

  /** Draws an empty or a ticked box. */
  box(x: number, y: number, size: number, ticked: boolean): void {
    this.pdf.roundedRect(x, y, size, size, 1.5).lineWidth(0.9).stroke(ink.black);
    if (!ticked) return;
    const at = (part: number) => part * size;
    this.pdf
      .moveTo(x + at(0.22), y + at(0.55))
      .lineTo(x + at(0.43), y + at(0.76))
      .lineTo(x + at(0.8), y + at(0.25));
    this.pdf.lineWidth(1.3).stroke(ink.black);
  }

  #set({ size, bold = false }: TextStyle): void {
    this.pdf.font(bold ? 'bold' : 'regular').fontSize(size);
  }

  #direct(base: Direction): void {
    for (const font of this.#fonts) font.base = base;
  }

  #width(text: string, characterSpacing: number): number {
    return this.pdf.widthOfString(text, { characterSpacing, ...ordering(text) });
  }

  #gap({ size }: TextStyle): number {
    return size * leading - this.pdf.currentLineHeight(true);
  }

  #height(text: string, width: number, style: TextStyle): number {
    const options = { width, characterSpacing: style.spacing ?? 0, lineGap: this.#gap(style), ...ordering(text) };
    return this.pdf.heightOfString(text, options);
  }

  /** Cuts a text that is too long for a line, and adds an ellipsis. */
  #cut(text: string, width: number, characterSpacing: number): string {
    const plain = text.replace(/\s+/g, ' ');
    const fits = (part: string) => this.#width(part, characterSpacing) <= width;
    if (fits(plain)) return plain;
    const letters = [...plain];
    let [fitting, not] = [0, letters.length];
    while (not - fitting > 1) {
      const middle = (fitting + not) >> 1;
      if (fits(`${letters.slice(0, middle).join('')}…`)) fitting = middle;
      else not = middle;
    }
    return `${letters.slice(0, fitting).join('').trimEnd()}…`;
  }
}
