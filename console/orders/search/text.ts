/** What people type into the search of orders: words, or an expression. */

const operator = /[=<>%!(]|&&|\|\||\bIS\s+(NOT\s+)?NULL\b/i;

/** Returns whether a text is meant as an expression, and not as words. */
export const isExpression = (text: string): boolean => operator.test(text);

/** Returns the expression for a text: itself if it is one, or else that its words are in number, customer, name or note. */
export function expressionOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isExpression(trimmed)) return trimmed;
  const word = JSON.stringify(trimmed);
  return ['number', 'customer.name', 'ship_to_name', 'note'].map((field) => `${field} % ${word}`).join(' || ');
}
