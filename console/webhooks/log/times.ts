/** Times in fields, which are in the zone of the browser, and in addresses and calls, where they are ISO times. */

/** Returns the text of a field for a time; empty for none. */
export function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const at = new Date(iso);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Returns the time of a field; undefined for an empty one. */
export function isoTime(typed: string): string | undefined {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().replace(/\.\d+Z$/, 'Z');
}
