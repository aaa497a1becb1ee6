import { type Alternatives, type Atom, followsFrom } from './logic.ts';

/** Comparisons of two conditions in one index. Sets of thousands of rules need some ten thousand. */
export const mostComparisons = 1_000_000;

/**
 * Conditions of rules, for the question which of them hold whenever another one holds. A condition of a set of thousands is compared only
 * with those that ask about the same values.
 */
export class RuleIndex<Entry> {
  readonly #conditions: { readonly entry: Entry; readonly fires: Alternatives }[] = [];
  /** Places in `#conditions`, by a key of an atom that each of them needs. */
  readonly #byKey = new Map<string, number[]>();
  /** Places of the conditions that always hold. */
  readonly #always: number[] = [];
  #comparisons = 0;

  /** How many conditions were compared. */
  get comparisons(): number {
    return this.#comparisons;
  }

  /** True if the index has given up: it answers that nothing follows. */
  get isSpent(): boolean {
    return this.#comparisons >= mostComparisons;
  }

  add(entry: Entry, fires: Alternatives): void {
    const place = this.#conditions.push({ entry, fires }) - 1;
    for (const atoms of fires) {
      const keys = this.#rarest(atoms);
      if (keys === null) this.#always.push(place);
      for (const key of keys ?? []) this.#placesOf(key).push(place);
    }
  }

  /** Returns the entries whose conditions hold whenever these alternatives hold, in the order of their addition. */
  implied(possible: Alternatives): Entry[] {
    const [first] = possible;
    if (!first) return this.#conditions.map(({ entry }) => entry);
    const places = new Set([...this.#always, ...first.flatMap(keysOf).flatMap((key) => this.#placesAt(key))]);
    return [...places]
      .sort((a, b) => a - b)
      .flatMap((place) => {
        const condition = this.#conditions[place];
        if (!condition || this.isSpent) return [];
        this.#comparisons += 1;
        return followsFrom(possible, condition.fires) ? [condition.entry] : [];
      });
  }

  #placesAt(key: string): readonly number[] {
    return this.#byKey.get(key) ?? [];
  }

  #placesOf(key: string): number[] {
    const places = this.#byKey.get(key) ?? [];
    this.#byKey.set(key, places);
    return places;
  }

  /** Returns the keys of the atom that the fewest other conditions need. Null for none: the condition always holds. */
  #rarest(atoms: readonly Atom[]): string[] | null {
    const choices = atoms.map((atom) => {
      const keys = keysOfWanted(atom);
      return { keys, others: keys.reduce((sum, key) => sum + this.#placesAt(key).length, 0) };
    });
    return choices.reduce((best, each) => (each.others < best.others ? each : best), choices[0] ?? none).keys;
  }
}

const none = { keys: null, others: 0 };

/** The keys that find a condition by an atom that it needs: each atom that implies it has one of them. */
function keysOfWanted({ text, bounds, denies }: Atom): string[] {
  const values =
    bounds?.values.kind === 'among' ? [...bounds.values.texts].map((value) => `${bounds.of} = ${value}`) : [];
  const any = bounds && bounds.values.kind !== 'among' ? [`${bounds.of} …`] : [];
  return [...new Set([`: ${text}`, ...values, ...any, ...(denies ? [`${denies.of} …`] : [])])];
}

/** The keys of what follows from an atom. */
function keysOf({ text, bounds }: Atom): string[] {
  if (!bounds) return [`: ${text}`];
  // A condition that allows all of its values allows the first one.
  const [value] = bounds.values.kind === 'among' ? bounds.values.texts : [];
  return [`: ${text}`, `${bounds.of} …`, ...(value === undefined ? [] : [`${bounds.of} = ${value}`])];
}
