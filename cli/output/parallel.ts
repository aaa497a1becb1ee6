/**
 * Does the same for every item, a bounded number at a time. After the first failure nothing new is begun; it rejects with
 * that failure once what is under way has ended.
 */
export async function inParallel<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const source = toAsync(items);
  const failures: unknown[] = [];
  const worker = async () => {
    for (;;) {
      if (failures.length > 0) return;
      const { value, done } = await source.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}

async function* toAsync<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items;
}
