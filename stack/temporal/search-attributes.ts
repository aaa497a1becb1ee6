/**
 * What an order's workflow can be found by in Temporal. Read by the local stack, which makes them when it starts a
 * server, and by the worker, which makes them on any server where it may.
 */
export const searchAttributes = [
  { name: 'OrderId', type: 'Int' },
  { name: 'CustomerId', type: 'Int' },
  { name: 'Step', type: 'Keyword' },
  { name: 'Carrier', type: 'Keyword' },
  { name: 'RuleSet', type: 'Keyword' },
  { name: 'BulkRun', type: 'Int' },
  { name: 'Outcome', type: 'Keyword' },
  { name: 'Reason', type: 'Keyword' },
] as const;

/** Days for which Temporal keeps the history of an order that is through; a development server says one. */
export const retentionDays = 30;
