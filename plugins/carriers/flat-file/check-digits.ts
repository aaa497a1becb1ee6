/** Check digit algorithms by their names in the configuration. */
export const checkDigits = {
  /** GS1 (GTIN, SSCC): weights 3 and 1 from the right. */
  gs1: (digits: string) => tenMinus(weighted(digits, (fromRight) => (fromRight % 2 === 0 ? 3 : 1))),
  /** ISO/IEC 7812: every second digit from the right is doubled, and all resulting digits are added. */
  luhn: (digits: string) =>
    tenMinus([...digits].reverse().reduce((sum, digit, fromRight) => sum + doubled(Number(digit), fromRight), 0)),
  /** UPU S10 for letters and parcels (RR…DE): eight digits with their own weights, modulo 11. */
  s10: (digits: string) => {
    const rest = 11 - (weighted(digits, (fromRight) => s10Weights[s10Weights.length - 1 - fromRight] ?? 0) % 11);
    return rest === 10 ? 0 : rest === 11 ? 5 : rest;
  },
  /** Remainder modulo 7, as on air waybills. */
  mod7: (digits: string) => Number(BigInt(digits) % 7n),
} as const satisfies Record<string, (digits: string) => number>;

export type CheckDigit = keyof typeof checkDigits;

/** Number of digits that an algorithm needs; undefined for any number. */
export const digitsOf: Partial<Record<CheckDigit, number>> = { s10: 8 };

const s10Weights = [8, 6, 4, 2, 3, 5, 9, 7];

function weighted(digits: string, weight: (fromRight: number) => number): number {
  return [...digits].reverse().reduce((sum, digit, fromRight) => sum + Number(digit) * weight(fromRight), 0);
}

function doubled(digit: number, fromRight: number): number {
  if (fromRight % 2 === 1) return digit;
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}

const tenMinus = (sum: number) => (10 - (sum % 10)) % 10;
