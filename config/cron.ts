/** `start` to `end`, every `step`-th of them. */
export interface CronRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Times at which all five of these hold. Days of the week count from 0, Sunday; months from 1. */
export interface CronTimes {
  readonly minute: readonly CronRange[];
  readonly hour: readonly CronRange[];
  readonly dayOfMonth: readonly CronRange[];
  readonly month: readonly CronRange[];
  readonly dayOfWeek: readonly CronRange[];
}

export type CronField = keyof CronTimes;

interface Field {
  readonly name: CronField;
  readonly words: string;
  readonly from: number;
  readonly to: number;
  /** Names of its values, the first of which is `from`. */
  readonly names: readonly string[];
}

const fields: readonly Field[] = [
  { name: 'minute', words: 'a minute', from: 0, to: 59, names: [] },
  { name: 'hour', words: 'an hour', from: 0, to: 23, names: [] },
  { name: 'dayOfMonth', words: 'a day of the month', from: 1, to: 31, names: [] },
  {
    name: 'month',
    words: 'a month',
    from: 1,
    to: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  // 7 is Sunday too, as crontab(5) has it.
  {
    name: 'dayOfWeek',
    words: 'a day of the week',
    from: 0,
    to: 7,
    names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  },
];

const shorthands: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
};

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Something wrong with a cron expression, and at which character of it. */
export class CronError extends Error {
  override readonly name = 'CronError';
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

/**
 * Reads minute, hour, day of the month, month and day of the week as crontab(5) does: where both kinds of days are
 * restricted, either is enough. Temporal's own reading of the same text asks for both, and so it gets times and no text.
 * @returns times that hold together; two where days are of two kinds
 * @throws CronError
 */
export function cronTimes(text: string): CronTimes[] {
  const written = [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => ({ part, index }));
  const [first] = written;
  if (first?.part.startsWith('@') && written.length === 1) {
    const meant = shorthands[first.part.toLowerCase()];
    if (meant) return cronTimes(meant);
    throw new CronError(first.index, `unknown "${first.part}"; expected one of ${Object.keys(shorthands).join(', ')}`);
  }
  if (written.length !== fields.length) {
    const names = fields.map(({ words }) => words.replace(/^an? /, '')).join(', ');
    throw new CronError(
      written[fields.length]?.index ?? 0,
      `expected five fields (${names}), such as "0 6 * * 1-5", found ${written.length}`,
    );
  }
  const read = fields.map((field, index) => fieldRanges(field, written[index]!.part, written[index]!.index));
  const times = Object.fromEntries(fields.map(({ name }, index) => [name, read[index]!])) as unknown as CronTimes;
  const [, , days, , weekdays] = written.map(({ part }) => !part.startsWith('*'));
  if (days && weekdays) {
    return [
      { ...times, dayOfWeek: [{ start: 0, end: 6, step: 1 }] },
      { ...times, dayOfMonth: [{ start: 1, end: 31, step: 1 }] },
    ];
  }
  const earliest = Math.min(...numbersOf(times.dayOfMonth));
  if (numbersOf(times.month).every((month) => daysOfMonths[month - 1]! < earliest)) {
    throw new CronError(written[2]!.index, `no month that is asked for has a day ${earliest}`);
  }
  return [times];
}

/** Every value that ranges name, each once, in order. */
export function numbersOf(ranges: readonly CronRange[]): number[] {
  const all = ranges.flatMap(({ start, end, step }) =>
    Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step),
  );
  return [...new Set(all)].sort((a, b) => a - b);
}

function fieldRanges(field: Field, text: string, position: number): CronRange[] {
  let at = position;
  return text.split(',').flatMap((part) => {
    const ranges = partRanges(field, part, at);
    at += part.length + 1;
    return ranges;
  });
}

/** `*`, `5`, `1-5`, each with `/2` or without; `5/10` is from 5 on. */
function partRanges(field: Field, part: string, position: number): CronRange[] {
  const [, from = '', to, every] = /^([^-/]*)(?:-([^/]*))?(?:\/(.*))?$/.exec(part) ?? [];
  const step = every === undefined ? 1 : /^\d{1,2}$/.test(every) ? Number(every) : 0;
  if (step === 0) throw new CronError(position, `expected a whole number from 1 after "/", found "${every}"`);
  const last = field.name === 'dayOfWeek' ? 6 : field.to;
  if (from === '*' && to === undefined) return [{ start: field.from, end: last, step }];
  const start = numberIn(field, from, position);
  const end = to !== undefined ? numberIn(field, to, position) : every === undefined ? start : Math.max(start, last);
  if (end < start) throw new CronError(position, `"${part}" runs backwards; write it as two, with a comma between`);
  if (field.name !== 'dayOfWeek' || end < 7) return [{ start, end, step }];
  return numbersOf([{ start, end, step }]).map((day) => ({ start: day % 7, end: day % 7, step: 1 }));
}

function numberIn({ words, from, to, names }: Field, text: string, position: number): number {
  const named = names.indexOf(text.toLowerCase());
  const value = named >= 0 ? from + named : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  const others = names.length > 0 ? `, or ${names[0]!.toUpperCase()} to ${names.at(-1)!.toUpperCase()}` : '';
  throw new CronError(position, `expected ${words} from ${from} to ${to}${others}, found "${text}"`);
}
