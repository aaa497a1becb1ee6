import type { Database } from '../platform/database/database.ts';
import { brokenRows, inSnapshot, type Violation } from './broken-rows.ts';
import { allOrders, orderRules } from './order-rules.ts';
import { allStock, stockRules } from './stock-rules.ts';

export type { Violation } from './broken-rows.ts';

/** The names of all rules. */
export const rules: readonly string[] = [...Object.keys(stockRules), ...Object.keys(orderRules)];

/**
 * Checks every invariant in one snapshot of the database.
 * @returns the broken rules, each with the first rows that break it; empty where all rules hold
 */
export async function verify(database: Database): Promise<Violation[]> {
  const queries = [
    ...Object.entries(stockRules).map(([rule, query]) => ({ rule, query: query(allStock) })),
    ...Object.entries(orderRules).map(([rule, query]) => ({ rule, query: query(allOrders) })),
  ];
  return inSnapshot(database, (tx) => brokenRows(tx, queries));
}
