/**
 * The dry runs that are measured, over all orders: most of the orders are done, and 10,000 are open in all ways. Their data has no plans,
 * so that `replan` has nothing to compare with; it plans as `issue` does.
 */
export const dryRuns = [
  { action: 'issue', options: {} },
  { action: 'hold', options: { reason: 'Stocktaking' } },
  { action: 'void', options: {} },
  { action: 'pick', options: { by: 'customer' } },
  { action: 'print', options: {} },
  { action: 'autowork', options: {} },
] as const;

/** The target for each, in seconds. */
export const mostSeconds = 3;
