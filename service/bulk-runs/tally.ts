/** How many orders there are of each kind, and which are the first of them. */
export class Tally<Value> {
  readonly #kinds = new Map<string, { value: Value; orders: number; examples: number[] }>();

  /** @param key the same for all of a kind */
  add(key: string, value: Value, orderId: number): void {
    const kind = this.#kinds.get(key) ?? { value, orders: 0, examples: [] };
    kind.orders += 1;
    if (kind.examples.length < exampleCount) kind.examples.push(orderId);
    this.#kinds.set(key, kind);
  }

  /** The most frequent first. */
  entries(): { value: Value; orders: number; examples: number[] }[] {
    return [...this.#kinds.values()].sort((a, b) => b.orders - a.orders);
  }
}

const exampleCount = 5;
