/**
 * Runs the work for every item, at most `atOnce` at a time. After a failure no further item starts. It rejects with the first
 * failure after all started items have ended.
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
