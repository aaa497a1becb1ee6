/** Gathers the records of a list. @param most number of records that ends the read */
export async function readAll<T>(records: AsyncIterable<T>, most: number): Promise<T[]> {
  const gathered: T[] = [];
  for await (const one of records) {
    gathered.push(one);
    if (gathered.length >= most) break;
  }
  return gathered;
}

/** Records that the service gives at once. */
const longestPage = 100;

/** The first records of a list, and how many it has in all. */
export interface First<T> {
  readonly data: readonly T[];
  readonly total: number;
}

/** Reads the first records of a list, page by page. */
export async function readFirst<T>(
  read: (page: { readonly page: number; readonly perPage: number }) => Promise<First<T>>,
  most: number,
): Promise<First<T>> {
  const perPage = Math.min(most, longestPage);
  const data: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data: more, total } = await read({ page, perPage });
    data.push(...more);
    if (data.length >= Math.min(most, total) || more.length === 0) return { data: data.slice(0, most), total };
  }
}
