/**
 * The search attributes of Conveyor's workflows, and how an administrator creates them. Plain values only: the local stack
 * and the relay import this file. All are Keywords: a namespace with SQL visibility has ten columns for Keywords and three
 * for each other type.
 */
export const searchAttributeTypes = {
  CustomerId: 'Keyword',
  OrderId: 'Keyword',
  Step: 'Keyword',
  Carrier: 'Keyword',
  RuleSet: 'Keyword',
  BulkRun: 'Keyword',
  Outcome: 'Keyword',
  Reason: 'Keyword',
} as const;

export type SearchAttributeName = keyof typeof searchAttributeTypes;

export const searchAttributeNames = Object.keys(searchAttributeTypes) as readonly SearchAttributeName[];

/** Returns the command that creates search attributes, for an administrator of Temporal. */
export function createCommand(namespace: string, names: readonly SearchAttributeName[]): string {
  const flags = names.map((name) => `--name ${name} --type ${searchAttributeTypes[name]}`).join(' ');
  return `temporal operator search-attribute create --namespace ${namespace} ${flags}`;
}

/**
 * Returns the command that removes search attributes before they get another type, for an administrator of
 * Temporal.
 */
export function removeCommand(namespace: string, names: readonly SearchAttributeName[]): string {
  const flags = names.map((name) => `--name ${name}`).join(' ');
  return `temporal operator search-attribute remove --namespace ${namespace} ${flags} --yes`;
}
