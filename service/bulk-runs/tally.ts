/** Counts the orders of each kind, and keeps the first ids as examples. */
export class Tally<Value> {
  readonly #kinds = new Map<string, { value: Value; orders: number; examples: number[] }>();

  /** Counts an order. Orders with the same key are of one kind. */
  add(key: string, value: Value, orderId: number): void {
    const kind = this.#kinds.get(key) ?? { value, orders: 0, examples: [] };
    kind.orders += 1;
    if (kind.examples.length < exampleCount) kind.examples.push(orderId);
    this.#kinds.set(key, kind);
  }

  /** Returns the kinds; the most frequent one comes first. */
  entries(): { value: Value; orders: number; examples: number[] }[] {
    return [...this.#kinds.values()].sort((a, b) => b.orders - a.orders);
  }
}

const exampleCount = 5;
