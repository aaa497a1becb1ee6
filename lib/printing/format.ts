/** Returns `2026-11-21 09:40 UTC`, independent of locale and time zone. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats an exact decimal: `1,204.5`. */
export function quantity(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Formats a weight: `710 g`, `12.35 kg`. */
export function weight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${(grams / 1000).toFixed(2)} kg`;
}

/** Formats a count: `1 line`, `3 lines`. */
export function count(number: number, word: string): string {
  return `${quantity(String(number))} ${word}${number === 1 ? '' : 's'}`;
}

/** Returns the sum of exact decimals. */
export function sum(decimals: readonly string[]): string {
  const digits = Math.max(0, ...decimals.map((one) => one.split('.')[1]?.length ?? 0));
  const total = decimals.reduce((all, one) => {
    const [whole = '', fraction = ''] = one.split('.');
    return all + BigInt(whole + fraction.padEnd(digits, '0'));
  }, 0n);
  const text = String(total).padStart(digits + 1, '0');
  const fraction = digits === 0 ? '' : text.slice(-digits).replace(/0+$/, '');
  return `${digits === 0 ? text : text.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}
