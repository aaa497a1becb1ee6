/** Typed text of a search: words, or an expression. */

const operator = /[=<>%!(]|&&|\|\||\bIS\s+(NOT\s+)?NULL\b|^\s*\./i;

/** Returns whether a text is meant as an expression, and not as words. */
export const isExpression = (text: string): boolean => operator.test(text);

/** Returns the expression for a text: itself if it is one, or else that its words are in one of the fields. */
export function expressionOf(text: string, fields: readonly string[]): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isExpression(trimmed)) return trimmed;
  const word = JSON.stringify(trimmed);
  return fields.map((field) => `${field} % ${word}`).join(' || ');
}

/**
 * Returns the fields of orders that a search by words covers.
 * @param mayCustomers whether the user may read customers: without that, the service refuses to look at their names
 */
export const wordsOfOrders = (mayCustomers: boolean): readonly string[] => [
  'number',
  ...(mayCustomers ? ['customer.name'] : []),
  'ship_to_name',
  'note',
];

/** Returns the expression of the orders that match two expressions. The first is undefined for all orders. */
export const both = (filter: string | undefined, further: string): string =>
  filter ? `(${filter}) && (${further})` : further;
