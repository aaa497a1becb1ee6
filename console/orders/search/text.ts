/** What people type into the search of orders: words, or an expression. */

const operator = /[=<>%!(]|&&|\|\||\bIS\s+(NOT\s+)?NULL\b|^\s*\./i;

/** Returns whether a text is meant as an expression, and not as words. */
export const isExpression = (text: string): boolean => operator.test(text);

/**
 * Returns the expression for a text: itself if it is one, or else that its words are in number, customer, name or note.
 * @param mayCustomers whether the user may read customers: without that, the service refuses to look at their names
 */
export function expressionOf(text: string, mayCustomers: boolean): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isExpression(trimmed)) return trimmed;
  const word = JSON.stringify(trimmed);
  const fields = ['number', ...(mayCustomers ? ['customer.name'] : []), 'ship_to_name', 'note'];
  return fields.map((field) => `${field} % ${word}`).join(' || ');
}

/** Returns the expression of the orders that match two expressions. The first is undefined for all orders. */
export const both = (filter: string | undefined, further: string): string =>
  filter ? `(${filter}) && (${further})` : further;
