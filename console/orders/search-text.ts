/** What people type into the search of orders: words, or an expression. */

const operator = /[=<>%!(]|&&|\|\|/;

/**
 * Returns the expression for a text: itself if it is one, or else that its words are in number, customer, name or note.
 * @param mayCustomers whether the user may read customers: without that, the service refuses to look at their names
 */
export function expressionOf(text: string, mayCustomers: boolean): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (operator.test(trimmed)) return trimmed;
  const word = JSON.stringify(trimmed);
  const fields = ['number', ...(mayCustomers ? ['customer.name'] : []), 'ship_to_name', 'note'];
  return fields.map((field) => `${field} % ${word}`).join(' || ');
}
