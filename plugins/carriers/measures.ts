/** Grams as ounces, rounded up to tenths: carriers that find a parcel heavier than it was said to be charge for it. */
export function ounces(grams: number): number {
  return tenthsUp(grams / 28.349_523_125);
}

/** Millimetres as inches, rounded up to tenths. */
export function inches(millimetres: number): number {
  return tenthsUp(millimetres / 25.4);
}

/** A quotient such as 25.4 / 25.4 * 10 may come out a hair above the whole number that it is. */
function tenthsUp(value: number): number {
  return Math.ceil(value * 10 - 1e-9) / 10;
}
