import { type Counts, countAt, type Kind } from '../kinds.ts';

const base = ({ sides: [width, length] }: Kind): number => width * length;
const longest = ({ sides }: Kind): number => Math.max(...sides);

/** Sorts by volume, base area, longest side, shortest side, weight, and total volume of the kind, the greatest first. */
const orders: readonly ((one: Kind, other: Kind) => number)[] = [
  (one, other) => other.volume - one.volume,
  (one, other) => base(other) - base(one),
  (one, other) => longest(other) - longest(one),
  (one, other) => other.thinnest - one.thinnest,
  (one, other) => other.weight - one.weight,
  (one, other) => other.qty * other.volume - one.qty * one.volume,
];

/** Returns the sequences of kinds to try. Fragile kinds come last, so that they are on top. */
export function sequencesOf(kinds: readonly Kind[]): Kind[][] {
  return orders.map((order) =>
    [...kinds].sort(
      (one, other) => Number(one.fragile) - Number(other.fragile) || order(one, other) || one.index - other.index,
    ),
  );
}

/** Yields the sequences reduced to the wanted kinds, without repeats. */
export function* sequencesFor(
  sequences: readonly (readonly Kind[])[],
  wanted: (kind: Kind) => boolean,
): Generator<readonly Kind[]> {
  const seen: (readonly Kind[])[] = [];
  for (const whole of sequences) {
    const sequence = whole.filter(wanted);
    if (seen.some((other) => other.every((kind, at) => kind === sequence[at]))) continue;
    seen.push(sequence);
    yield sequence;
  }
}

/** Returns the sequence with the kinds first that have units without a place. */
export function unplacedFirst(sequence: readonly Kind[], placed: Counts, wanted: Counts): Kind[] {
  const isMissing = ({ index }: Kind): boolean => countAt(placed, index) < countAt(wanted, index);
  return [...sequence.filter(isMissing), ...sequence.filter((kind) => !isMissing(kind))];
}
