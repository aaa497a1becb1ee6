/** What people type into the search of orders: words, or an expression. */

const operator = /[=<>%!(]|&&|\|\|/;

/** Returns the expression for a text: itself if it is one, or else that its words are in number, customer, name or note. */
export function expressionOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (operator.test(trimmed)) return trimmed;
  const word = JSON.stringify(trimmed);
  return ['number', 'customer.name', 'ship_to_name', 'note'].map((field) => `${field} % ${word}`).join(' || ');
}
