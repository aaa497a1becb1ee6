/** The parameters of a query as they came: a parsed query string, or an object of single and repeated values. */
export type Parameters = URLSearchParams | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Name and value of every parameter in order; a repeated one several times. */
export function parameterPairs(parameters: Parameters): [name: string, value: string][] {
  if (parameters instanceof URLSearchParams) return [...parameters];
  return Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return typeof value === 'string' ? [[name, value]] : value.map((each): [string, string] => [name, each]);
  });
}

/** The words of a list with commas, without blanks around them and without empty ones. */
export function listed(values: readonly string[]): string[] {
  return values
    .join(',')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
