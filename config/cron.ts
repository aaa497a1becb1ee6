/** Every `step`-th value from `start` to `end`. */
export interface CronRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Times that match all five fields. Days of the week count from 0 (Sunday), months from 1. */
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
  /** `a minute`, for messages. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Names of the values. The first is the name of `from`. */
  readonly names: readonly string[];
}

const fieldOf: Readonly<Record<CronField, Field>> = {
  minute: { name: 'minute', label: 'a minute', from: 0, to: 59, names: [] },
  hour: { name: 'hour', label: 'an hour', from: 0, to: 23, names: [] },
  dayOfMonth: { name: 'dayOfMonth', label: 'a day of the month', from: 1, to: 31, names: [] },
  month: {
    name: 'month',
    label: 'a month',
    from: 1,
    to: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  // 7 is Sunday too, as in crontab(5).
  dayOfWeek: {
    name: 'dayOfWeek',
    label: 'a day of the week',
    from: 0,
    to: 7,
    names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  },
};
const fields = Object.values(fieldOf);

const shorthands: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
};

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A fault in a cron expression, with the position of its character. */
export class CronError extends Error {
  override readonly name = 'CronError';
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

/**
 * Parses minute, hour, day of the month, month and day of the week like crontab(5): if both kinds of days are restricted, either
 * is enough. Temporal's own parser requires both, so that it gets the parsed times and not the text.
 * @returns alternatives; two if both kinds of days are restricted, otherwise one
 * @throws CronError
 */
export function cronTimes(text: string): CronTimes[] {
  const parts = [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => ({ part, index }));
  const [first] = parts;
  if (first?.part.startsWith('@') && parts.length === 1) {
    const expansion = shorthands[first.part.toLowerCase()];
    if (expansion) return cronTimes(expansion);
    throw new CronError(first.index, `unknown "${first.part}"; expected one of ${Object.keys(shorthands).join(', ')}`);
  }
  const [minute, hour, day, month, weekday] = fiveParts(parts);
  const times: CronTimes = {
    minute: fieldRanges(fieldOf.minute, minute),
    hour: fieldRanges(fieldOf.hour, hour),
    dayOfMonth: fieldRanges(fieldOf.dayOfMonth, day),
    month: fieldRanges(fieldOf.month, month),
    dayOfWeek: fieldRanges(fieldOf.dayOfWeek, weekday),
  };
  if (!day.part.startsWith('*') && !weekday.part.startsWith('*')) {
    return [
      { ...times, dayOfWeek: [{ start: 0, end: 6, step: 1 }] },
      { ...times, dayOfMonth: [{ start: 1, end: 31, step: 1 }] },
    ];
  }
  const earliest = Math.min(...numbersOf(times.dayOfMonth));
  if (numbersOf(times.month).every((number) => (daysOfMonths[number - 1] ?? 0) < earliest)) {
    throw new CronError(day.index, `none of these months has a day ${earliest}`);
  }
  return [times];
}

function fiveParts(parts: readonly Part[]): [Part, Part, Part, Part, Part] {
  const [minute, hour, day, month, weekday] = parts;
  if (minute && hour && day && month && weekday && parts.length === fields.length) {
    return [minute, hour, day, month, weekday];
  }
  const names = fields.map(({ label }) => label.replace(/^an? /, '')).join(', ');
  throw new CronError(
    parts[fields.length]?.index ?? 0,
    `expected five fields (${names}), such as "0 6 * * 1-5", found ${parts.length}`,
  );
}

/** Returns every value of the ranges, sorted and without repeats. */
export function numbersOf(ranges: readonly CronRange[]): number[] {
  const all = ranges.flatMap(({ start, end, step }) =>
    Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step),
  );
  return [...new Set(all)].sort((a, b) => a - b);
}

interface Part {
  readonly part: string;
  /** Position in the expression. */
  readonly index: number;
}

function fieldRanges(field: Field, { part: text, index }: Part): CronRange[] {
  let at = index;
  return text.split(',').flatMap((part) => {
    const ranges = partRanges(field, part, at);
    at += part.length + 1;
    return ranges;
  });
}

/** Parses `*`, `5` or `1-5`, with or without a step such as `/2`. `5/10` starts at 5. */
function partRanges(field: Field, part: string, position: number): CronRange[] {
  const [, from = '', to, every] = /^([^-/]*)(?:-([^/]*))?(?:\/(.*))?$/.exec(part) ?? [];
  const step = stepOf(every, position);
  const last = field.name === 'dayOfWeek' ? 6 : field.to;
  if (from === '*' && to === undefined) return [{ start: field.from, end: last, step }];
  const start = numberIn(field, from, position);
  const open = every === undefined ? start : Math.max(start, last);
  const end = to === undefined ? open : numberIn(field, to, position);
  if (end < start)
    throw new CronError(position, `"${part}" runs backwards; write two ranges with a comma between them`);
  if (field.name !== 'dayOfWeek' || end < 7) return [{ start, end, step }];
  return numbersOf([{ start, end, step }]).map((day) => ({ start: day % 7, end: day % 7, step: 1 }));
}

function stepOf(text: string | undefined, position: number): number {
  if (text === undefined) return 1;
  const step = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (step === 0) throw new CronError(position, `expected a whole number from 1 after "/", found "${text}"`);
  return step;
}

function numberIn({ label, from, to, names }: Field, text: string, position: number): number {
  const named = names.indexOf(text.toLowerCase());
  const value = named >= 0 ? from + named : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  const [first, last] = [names[0], names.at(-1)];
  const others = first && last ? `, or ${first.toUpperCase()} to ${last.toUpperCase()}` : '';
  throw new CronError(position, `expected ${label} from ${from} to ${to}${others}, found "${text}"`);
}
