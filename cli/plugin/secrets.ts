/** Hides secrets in the output of `conveyor plugin run`, which people copy into tickets. */

/** Names of options, headers and query parameters whose values are secrets. */
const secretName = /authori[sz]ation|cookie|secret|token|password|credential|api[-_]?key|^key$|[-_]key$/i;
/** The key of a carrier's request is no secret, although its name ends like one. */
const publicName = /^idempotency[-_]key$/i;
/** Shorter values would hide parts of other words. */
const shortest = 4;

export const hidden = '***';

const isSecret = (name: string) => secretName.test(name) && !publicName.test(name);

/**
 * Returns a function that copies a value without secrets: the values of options with the name of a secret, wherever they are, and
 * of headers and query parameters with such a name.
 * @param options of the plugin
 */
export function secretsHider(options: unknown): <Value>(value: Value) => Value {
  const values = [...new Set(secretsIn(options))].sort((a, b) => b.length - a.length);
  const text = (words: string) =>
    values.reduce((all, secret) => all.replaceAll(secret, hidden), withoutQuerySecrets(words));
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(hide);
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        typeof inner === 'string' && isSecret(name) ? hidden : hide(inner),
      ]),
    );
  };
  return (value) => hide(value) as typeof value;
}

/** Hides the values of query parameters with the name of a secret. */
function withoutQuerySecrets(text: string): string {
  return text.replaceAll(/([?&]([\w.-]+)=)([^&#\s"]+)/g, (whole, start: string, name: string) =>
    isSecret(name) ? `${start}${hidden}` : whole,
  );
}

function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return isSecret(name) && value.length >= shortest ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, Array.isArray(value) ? name : key));
}
