import { count } from './terminal.ts';

/** The first records of a list, and the number of all. */
export interface FirstRecords<Listed> {
  readonly total: number;
  readonly records: readonly Listed[];
}

interface Page<Listed> {
  readonly data: readonly Listed[];
  readonly total: number;
  readonly last_page: number;
}

/** Returns the first records of a list, at most `limit`. @param pageOf requests a page */
export async function firstRecords<Listed>(
  limit: number,
  pageOf: (page: { readonly page: number; readonly perPage: number }) => Promise<Page<Listed>>,
): Promise<FirstRecords<Listed>> {
  const records: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total, last_page } = await pageOf({ page, perPage: Math.min(100, limit) });
    records.push(...data.slice(0, limit - records.length));
    if (records.length >= limit || page >= last_page) return { total, records };
  }
}

/** Returns a line such as `20 of 1,234; --limit shows more.`; an empty text if these are all records. */
export function restText({ total, records }: FirstRecords<unknown>): string {
  return total > records.length ? `\n${count(records.length)} of ${count(total)}; --limit shows more.\n` : '';
}
