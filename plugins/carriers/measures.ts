/** Converts grams to ounces, rounded up to tenths, because carriers charge extra for parcels above their declared weight. */
export function ounces(grams: number): number {
  return tenthsUp(grams / 28.349_523_125);
}

/** Converts millimetres to inches, rounded up to tenths. */
export function inches(millimetres: number): number {
  return tenthsUp(millimetres / 25.4);
}

/** Rounds up to tenths. The small subtraction removes rounding errors of the division. */
function tenthsUp(value: number): number {
  return Math.ceil(value * 10 - 1e-9) / 10;
}
