import { pageOf } from '../../bulk-runs/address.ts';

/** Values in the address of a list of records. */
export interface RecordsAddress {
  /** The typed text of the search: words, or an expression. */
  readonly filter?: string;
  readonly sort?: string;
  readonly page?: number;
}

/** Returns what the address says. A number in it is a text that somebody typed. */
export function recordsAddress({ filter, sort, page }: Record<string, unknown>): RecordsAddress {
  const typed = typeof filter === 'number' ? String(filter) : filter;
  return {
    ...(typeof typed === 'string' && typed !== '' ? { filter: typed } : {}),
    ...(typeof sort === 'string' && sort !== '' ? { sort } : {}),
    ...pageOf({ page }),
  };
}
