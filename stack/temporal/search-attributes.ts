/**
 * The search attributes of an order's workflow in Temporal. The local stack creates them when it starts a server. The worker
 * creates them on any server where it has permission.
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

/** Days for which Temporal keeps the history of a closed workflow. The default of a development server is one. */
export const retentionDays = 30;
