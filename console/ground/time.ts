/** Times in the words of a language. */

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats by language: making one takes longer than writing a hundred times with it. */
interface Formats {
  readonly ago: Intl.RelativeTimeFormat;
  readonly fromNow: Intl.RelativeTimeFormat;
  readonly moment: Intl.DateTimeFormat;
}
const formats = new Map<string, Formats>();

function formatsOf(language: string) {
  const known = formats.get(language);
  if (known) return known;
  const made = {
    ago: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    // In 30 hours is a day away, and need not be tomorrow.
    fromNow: new Intl.RelativeTimeFormat(language),
    moment: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
  };
  formats.set(language, made);
  return made;
}

/** Returns how long ago a time was, such as "3 hours ago". @param at an ISO time */
export function ago(at: string, language: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const words = formatsOf(language).ago;
  for (const [unit, length] of units) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return words.format(-Math.floor(seconds), 'second');
}

/** Returns how far away a time to come is, such as "in 3 hours". @param at an ISO time */
export function fromNow(at: string, language: string, now = Date.now()): string {
  const seconds = Math.max(0, (Date.parse(at) - now) / 1000);
  const words = formatsOf(language).fromNow;
  for (const [unit, length] of units) if (seconds >= length) return words.format(Math.floor(seconds / length), unit);
  return words.format(Math.floor(seconds), 'second');
}

/** Returns a time with its date, for titles. */
export const moment = (at: string, language: string): string => formatsOf(language).moment.format(new Date(at));

/** Returns a length of time, such as "4 hours". */
export function duration(seconds: number, language: string): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0 && seconds >= each) ?? ['second', 1];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length);
}

/** Returns how long ago a time was in a few characters, such as "3 h". @param at an ISO time @param names the units in the language */
export function briefly(
  at: string,
  names: Readonly<Record<(typeof units)[number][0], string>>,
  now = Date.now(),
): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  for (const [unit, length] of units) if (seconds >= length) return `${Math.floor(seconds / length)} ${names[unit]}`;
  return `< 1 ${names.minute}`;
}
