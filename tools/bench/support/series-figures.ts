/**
 * Returns a value that a measurement cannot do without.
 * @param what names the value in the error
 * @throws Error if the value is missing
 */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`The measurement has no ${what}.`);
  return value;
}

/**
 * Returns the figure at a share of a sorted series: 0.5 is the median, 0.99 the figure that 99 % of the series stay within.
 * @throws Error if the series is empty
 */
export function quantile(sorted: readonly number[], share: number): number {
  return present(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 'figures');
}

/** Returns the figures in ascending order and leaves the series unchanged. */
export function ascending(figures: readonly number[]): number[] {
  return [...figures].sort((one, other) => one - other);
}
