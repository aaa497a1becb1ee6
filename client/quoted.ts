/**
 * A text as it has to stand in an expression (`filter`, the selection of a bulk run), whatever is in it.
 * @example client.customer.list({ filter: `name = ${quoted(typed)} && created_at > now-30d` })
 */
export const quoted = (text: string): string => `"${text.replace(/["\\%]/g, '\\$&')}"`;
