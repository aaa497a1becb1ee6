import { compact, identifier } from './identifier.ts';

/** How the texts of a field are written, so that a condition reads its values in the same way. */
export interface TextReading {
  /** Returns a value of a condition as records have it. */
  readonly value: (text: string) => string;
  /** Returns the text before, between or after wildcards as records have it. */
  readonly part: (text: string) => string;
  /** SQL of a record's value for the comparison. The index uses the same folded form. */
  readonly sql: (value: string) => string;
  /** The same in memory. */
  readonly actual: (text: string) => string;
}

const same = (text: string) => text;

/** Returns a part of an identifier. Its blanks beside a wildcard are inner ones. */
const identifierPart = (text: string) =>
  `${text.startsWith(' ') ? ' ' : ''}${identifier(text)}${text.endsWith(' ') ? ' ' : ''}`;

export const plainReading: TextReading = { value: same, part: same, sql: same, actual: same };

/** Numbers, lots, serial numbers, e-mail addresses, unique names. */
export const identifierReading: TextReading = { ...plainReading, value: identifier, part: identifierPart };

/** Barcodes and tracking numbers, which people group by blanks. */
export const codeReading: TextReading = {
  value: compact,
  part: compact,
  sql: (value) => `replace(${value}, ' ', '')`,
  actual: (text) => text.replaceAll(' ', ''),
};
