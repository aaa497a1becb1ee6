/** Reads a decimal as people write it, with a comma or a point; NaN for anything else. */
export const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
