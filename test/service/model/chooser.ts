/** Makes choices by the numbers of fast-check. When the numbers are used up, chooses the first element. */
export class Chooser {
  readonly #numbers: number[];
  constructor(numbers: readonly number[]) {
    this.#numbers = [...numbers];
  }
  below(count: number): number {
    return (this.#numbers.shift() ?? 0) % count;
  }
  one<T>(from: readonly T[]): T | null {
    return from.length === 0 ? null : from[this.below(from.length)]!;
  }
  /** Chooses a fitting record, and now and then any record. */
  mostly<T>(from: Iterable<T>, meant: (one: T) => boolean): T | null {
    const all = [...from];
    return this.one(this.below(8) > 0 ? all.filter(meant) : all);
  }
  /** Chooses one or two records. */
  some<T>(from: Iterable<T>, meant: (one: T) => boolean): T[] {
    const first = this.mostly(from, meant);
    const second = this.below(2) > 0 ? this.mostly(from, meant) : null;
    return [...new Set([first, second])].filter((one) => one !== null);
  }
}
