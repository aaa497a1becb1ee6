/** Query parameters: a parsed query string, or an object of single and repeated values. */
export type Parameters = URLSearchParams | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the name and value of every parameter in order. A repeated parameter has several pairs. */
export function parameterPairs(parameters: Parameters): [name: string, value: string][] {
  if (parameters instanceof URLSearchParams) return [...parameters];
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return typeof value === 'string' ? [[name, value]] : value.map((each): [string, string] => [name, each]);
  });
}

/** Splits lists at commas into trimmed words, without empty ones. */
export function listed(values: readonly string[]): string[] {
  return values
    .join(',')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
