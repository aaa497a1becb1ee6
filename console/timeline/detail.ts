/** Returns the detail of an event without the marks of JSON, such as `steps ship, done by hand`. */
export function detailWords(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([name]) => name !== 'by' && name !== 'ruleset')
    .map(([name, value]) => [name, plainText(value)] as const)
    .filter(([, text]) => text !== '')
    .sort(([a], [b]) => Number(single.has(b)) - Number(single.has(a)))
    .map(([name, text]) => (single.has(name) ? text : `${name.replaceAll('_', ' ')}: ${text}`))
    .join(' · ');
}

/** Details without a name before them: the event explains them. */
const single: ReadonlySet<string> = new Set(['reason', 'detail', 'done', 'number']);

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value !== 'object') return String(value);
  if ('what' in value && 'before' in value && 'after' in value) {
    const { what, before, after } = value as Record<string, unknown>;
    return `${what} ${before} → ${after}`;
  }
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${plainText(inner)}`)
    .join(' ');
}
