import { drawCode128 } from './barcode.ts';
import type { Block } from './flow.ts';
import { ink, type Sheet } from './sheet.ts';

export interface Title {
  /** Kind of the document: `Pick list`. */
  readonly kind: string;
  /** Number of its record, for the barcode. */
  readonly number: string;
  readonly left: number;
  readonly width: number;
}

/** Returns the title: kind and number in large letters, and the number as a barcode at the right. */
export function title(sheet: Sheet, { kind, number, left, width }: Title): Block {
  const barcode = Math.min(200, width * 0.42);
  const text = width - barcode - 16;
  const size = sheet.fitting(number, text, 40, [26, 22, 18, 14, 11], { bold: true });
  return {
    height: 64,
    draw(y) {
      sheet.text(kind.toUpperCase(), left, y, text, { size: 8, bold: true, color: ink.grey, spacing: 1.4, line: true });
      sheet.text(number, left, y + 13, text, { size, bold: true, line: true });
      drawCode128(sheet, number, { x: left + width - barcode, y, width: barcode, height: 34, align: 'right' });
      sheet.text(number, left + width - barcode, y + 37, barcode, {
        size: 8,
        align: 'right',
        spacing: 0.8,
        line: true,
      });
    },
  };
}

/** Returns the top block of following pages, with the name of their document. */
export function running(sheet: Sheet, { kind, number, left, width }: Title): Block {
  return {
    height: 26,
    draw(y) {
      sheet.text(`${kind} ${number}`, left, y, width, { size: 9, bold: true, line: true });
    },
  };
}

/** A fact under its name. */
export type Fact = readonly [name: string, value: string | null];

/** Returns a block of facts side by side, without those that have no value. */
export function facts(sheet: Sheet, all: readonly Fact[], left: number, width: number, columns: number): Block {
  const shown = all.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
  const column = (width - 16 * (columns - 1)) / columns;
  const value = { size: 9.5 } as const;
  const rows: { height: number; facts: (readonly [string, string])[] }[] = [];
  for (let at = 0; at < shown.length; at += columns) {
    const row = shown.slice(at, at + columns);
    rows.push({ height: Math.max(...row.map(([, text]) => sheet.heightOf(text, column, value))) + 19, facts: row });
  }
  return {
    height: rows.reduce((all, row) => all + row.height, 0),
    draw(y) {
      let at = y;
      for (const row of rows) {
        row.facts.forEach(([name, text], index) => {
          const x = left + index * (column + 16);
          sheet.text(name, x, at, column, { size: 7, color: ink.grey, line: true });
          sheet.text(text, x, at + 10, column, value);
        });
        at += row.height;
      }
    },
  };
}

/** Joins blocks into one that is never divided. */
export function together(...blocks: readonly Block[]): Block {
  return {
    height: blocks.reduce((all, block) => all + block.height, 0),
    draw(y) {
      let at = y;
      for (const block of blocks) {
        block.draw(at, false);
        at += block.height;
      }
    },
  };
}
