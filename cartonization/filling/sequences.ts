import type { Counts, Kind } from '../kinds.ts';

const base = ({ sides: [width, length] }: Kind): number => width * length;
const longest = ({ sides }: Kind): number => Math.max(...sides);

/** Largest, broadest, longest, thickest, heaviest first, and the kind with the most to place in all. */
const orders: readonly ((one: Kind, other: Kind) => number)[] = [
  (one, other) => other.volume - one.volume,
  (one, other) => base(other) - base(one),
  (one, other) => longest(other) - longest(one),
  (one, other) => other.thinnest - one.thinnest,
  (one, other) => other.weight - one.weight,
  (one, other) => other.qty * other.volume - one.qty * one.volume,
];

/** The sequences in which kinds are tried; fragile ones come last, so that they end up on top. */
export function sequencesOf(kinds: readonly Kind[]): Kind[][] {
  return orders.map((order) =>
    [...kinds].sort(
      (one, other) => Number(one.fragile) - Number(other.fragile) || order(one, other) || one.index - other.index,
    ),
  );
}

/** What is left of the sequences when only some kinds are wanted, without repeats. */
export function* sequencesFor(
  sequences: readonly (readonly Kind[])[],
  wanted: (kind: Kind) => boolean,
): Generator<readonly Kind[]> {
  const found: (readonly Kind[])[] = [];
  for (const whole of sequences) {
    const sequence = whole.filter(wanted);
    if (found.some((other) => other.every((kind, at) => kind === sequence[at]))) continue;
    found.push(sequence);
    yield sequence;
  }
}

/** What found no place comes first next time. */
export function missedFirst(sequence: readonly Kind[], taken: Counts, wanted: Counts): Kind[] {
  const missed = ({ index }: Kind): boolean => taken[index]! < wanted[index]!;
  return [...sequence.filter(missed), ...sequence.filter((kind) => !missed(kind))];
}
