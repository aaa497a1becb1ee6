/** Converts the names in a value to the spelling of the interface: `timedOut` becomes `timed_out`. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snake(name), snakeCased(inner)]));
}

const snake = (name: string): string =>
  /^[a-z]+([A-Z][a-z]*)+$/.test(name) ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
