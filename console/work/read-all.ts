/** Gathers the records of a list. @param most after which it ends */
export async function readAll<T>(records: AsyncIterable<T>, most: number): Promise<T[]> {
  const gathered: T[] = [];
  for await (const one of records) {
    gathered.push(one);
    if (gathered.length >= most) break;
  }
  return gathered;
}
