/** Concurrent requests of one order. The service would refuse more and ask to wait. */
const concurrency = 4;

/** Calls a function for each item, four at a time. Returns the settled results in the order of the items. */
export async function mapWithLimit<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) [settled[index]] = await Promise.allSettled([act(item)]);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return settled;
}

/** Returns the results. @throws the first error */
export function valuesOf<Result>(settled: readonly PromiseSettledResult<Result>[]): Result[] {
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
