/** Times of a schedule. They are shown by clocks in its zone, wherever the reader is. */

/** Temporal may know a zone that the browser does not. Its times are then those of UTC, as the service has them. */
function known(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Returns a time in words, with its day of the week: many schedules have working days. @param at an ISO time */
export function inZone(at: string, zone: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    timeZone: known(zone),
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  } as const).format(new Date(at));
}

/** Returns a time as a field has it: `2026-04-27T06:00`. @param at an ISO time */
export function wallTime(at: string | number, zone: string): string {
  // Sweden writes times as ISO does.
  return new Date(at)
    .toLocaleString('sv-SE', { timeZone: known(zone) })
    .replace(' ', 'T')
    .slice(0, 16);
}

/**
 * Returns the moment when clocks in a zone show a time, as an ISO time; undefined for any other text. Of a time
 * that clocks show twice it is one of both, and for a time that they leave out it is within the hour.
 */
export function momentOf(wall: string, zone: string): string | undefined {
  const shown = Date.parse(`${wall}Z`);
  if (Number.isNaN(shown)) return undefined;
  const ahead = (at: number) => Date.parse(`${wallTime(at, zone)}Z`) - at;
  const near = shown - ahead(shown);
  return new Date(shown - ahead(near)).toISOString().replace('.000Z', 'Z');
}
