import { nearest } from '../../lib/expressions/nearest.ts';
import { type Weekday, weekdayNames, weekdays } from '../../plugins/weekdays.ts';
import type { Path } from '../file/yaml-document.ts';
import { isPossible, notBeforeWords } from '../planning/not-before.ts';
import type { Calendar } from '../planning/plan.ts';
import { type NotBefore, type Step, steps } from '../planning/plan.ts';
import type { RuleFile } from '../schema.ts';

type NotBeforeFile = NonNullable<NonNullable<RuleFile['then']['not_before']>[Step]>;
type Faults = (inner: Path, message: string) => void;

/** Returns the `not_before` of a rule with its calendars, and reports calendars that do not exist and moments that never come. */
export function notBeforeOf(
  { then }: RuleFile,
  calendars: readonly Calendar[],
  fault: Faults,
): Partial<Record<Step, NotBefore>> | undefined {
  if (then.not_before === undefined) return undefined;
  const result: Partial<Record<Step, NotBefore>> = {};
  for (const step of steps) {
    const value = then.not_before[step];
    if (value === undefined) continue;
    const report = (message: string) => fault(['not_before', step], message);
    const { day, time, calendar: name } = typeof value === 'string' ? fromWord(value) : value;
    const calendar = name === undefined ? undefined : calendarOf(name, calendars, report);
    const compiled: NotBefore = { ...(day && { day }), ...(time && { time }), ...(calendar && { calendar }) };
    if (!isPossible(compiled)) report(`this never comes: ${notBeforeWords(compiled)}`);
    result[step] = compiled;
  }
  return result;
}

/** Returns the meaning of a single word: a day, a time, or else the name of a calendar. */
function fromWord(word: string): Exclude<NotBeforeFile, string> {
  const lower = word.toLowerCase();
  if (lower === 'tomorrow') return { day: lower };
  const weekday = weekdays.find((day) => lower === day || lower === weekdayNames[day]);
  if (weekday) return { day: weekday satisfies Weekday };
  const [, hours = '', minutes] = /^(\d|[01]\d|2[0-3]):([0-5]\d)$/.exec(word) ?? [];
  return minutes === undefined ? { calendar: word } : { time: `${hours.padStart(2, '0')}:${minutes}` };
}

function calendarOf(wanted: string, calendars: readonly Calendar[], report: (message: string) => void) {
  const found = calendars.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const names = calendars.map(({ name }) => name);
  const expected = ['a weekday', 'tomorrow', 'a time such as "08:00"', ...names].join(', ');
  const [close] = nearest(wanted, ['tomorrow', ...Object.values(weekdayNames), ...names]);
  report(`"${wanted}" is no day, time or calendar; ${close ? `did you mean "${close}"?` : `expected ${expected}`}`);
  return undefined;
}
