/** Returns whether permissions include one, such as `salesorder.read`: directly, by `salesorder.*`, or by `*`. */
export function permits(held: readonly string[], needed: string): boolean {
  return held.includes('*') || held.includes(needed) || held.includes(`${needed.slice(0, needed.indexOf('.'))}.*`);
}
