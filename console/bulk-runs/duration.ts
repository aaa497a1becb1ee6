const units = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns a duration in words, such as "2 minutes". */
export function duration(seconds: number, language: string): string {
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  const amount = Math.max(1, Math.round(seconds / length));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
