/** Requests of one order that are under way together: more would only be told to come again. */
const most = 4;

/** Does something for each, a few at once, and gives what came of it in their order. */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) [settled[index]] = await Promise.allSettled([act(item)]);
  };
  await Promise.all(Array.from({ length: most }, worker));
  return settled;
}

/** The results, or the first fault. */
export function allOf<Result>(settled: readonly PromiseSettledResult<Result>[]): Result[] {
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
