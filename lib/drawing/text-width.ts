/** Widths of letters as shares of the size, a little greater than in common sans-serif fonts. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[iljtfrI.,:;'|!()[\] ]/, 0.38],
  [/[mwMW@%…—]/, 1],
  [/[A-Z&ÄÖÜ]/, 0.76],
  [/[ -~]/, 0.63],
  [/[\u00a0-\u058f]/, 0.72],
];

/** Returns the width of a text in pixels. It is an upper bound: the fonts of the reader are not known. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += widths.find(([letters]) => letters.test(letter))?.[1] ?? 1.1;
  return width * size;
}

/** Cuts a text that is too long for a width, and adds an ellipsis. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && textWidth(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
