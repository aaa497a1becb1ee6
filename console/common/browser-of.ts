/** Returns the name of a browser or program from its user agent. */
export function browserOf(userAgent: string | null): string | null {
  const known = /(Edg|OPR|Firefox|Chrome|Safari)\/\d+/.exec(userAgent ?? '')?.[1];
  return known ?? userAgent;
}
