import fc from 'fast-check';
import { type Place, play } from './calls.ts';
import { Chooser } from './chooser.ts';
import { kinds } from './kinds.ts';
import type { World } from './world.ts';

/** The kinds of calls, each repeated as often as its weight. */
const weighted = Object.entries(kinds).flatMap(([kind, [weight]]) => Array.from({ length: weight }, () => kind));
const further = Object.keys(kinds).filter((kind) => kinds[kind]![0] > 2);

class Action implements fc.AsyncCommand<World, Place> {
  readonly #at: number;
  readonly #numbers: readonly number[];
  constructor(at: number, numbers: readonly number[]) {
    this.#at = at;
    this.#numbers = numbers;
  }
  check(): boolean {
    return true;
  }
  /** Replaces a call that has no record to work with (no pack, no carton) by a call that moves an order on. */
  async run(world: World, place: Place): Promise<void> {
    const others = Array.from({ length: further.length }, (_, tried) => further[(this.#at + tried) % further.length]!);
    for (const kind of [weighted[this.#at]!, ...others]) {
      const call = kinds[kind]![1](world, new Chooser(this.#numbers), place);
      if (call) return tally(kind, await play(call, world, place, { check: true }));
    }
  }
  toString(): string {
    return `${weighted[this.#at]} [${this.#numbers}]`;
  }
}

/** How often each kind of call succeeded and was refused, to check that all kinds occur. */
export const tallies = new Map<string, { done: number; refused: number }>();

function tally(kind: string, status: number): void {
  const counts = tallies.get(kind) ?? { done: 0, refused: 0 };
  counts[status < 300 ? 'done' : 'refused'] += 1;
  tallies.set(kind, counts);
}

export const kindsOfActions: readonly string[] = Object.keys(kinds);

/** Any sequence of calls. Calls that move an order on are more frequent. */
export const actions = (most: number) =>
  fc.commands(
    [
      fc
        .tuple(fc.nat(weighted.length - 1), fc.array(fc.nat(59), { minLength: 12, maxLength: 12 }))
        .map(([at, numbers]) => new Action(at, numbers)),
    ],
    { maxCommands: most, size: 'max' },
  );
