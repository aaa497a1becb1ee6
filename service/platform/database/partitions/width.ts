import type { Extent } from './partitions.ts';

/** Bounds of partitions are multiples of it. */
const roundTo = 100_000;

/**
 * Returns the number of ids of the next partition, so that it holds about a span of time.
 * @param filled the rows of the newest partition, which is half full or more; null for none
 * @param span in seconds
 * @param least number of ids
 */
export function partitionWidth(filled: Extent | null, span: number, least: number): number {
  const seconds = filled === null ? 0 : (filled.last.at.getTime() - filled.first.at.getTime()) / 1000;
  const expected = filled === null || seconds <= 0 ? 0 : ((filled.last.id - filled.first.id) / seconds) * span;
  return Math.ceil(Math.max(expected, least) / roundTo) * roundTo;
}

/**
 * Returns where the next partition begins: where the newest one ends. If ids have passed that end already, because no partition was made in
 * time, their rows are in the default partition, and the next one begins later, beyond the rows of transactions in progress.
 */
export const nextLower = (newestUpper: number, lastId: number): number =>
  lastId < newestUpper ? newestUpper : (Math.floor(lastId / roundTo) + 2) * roundTo;
