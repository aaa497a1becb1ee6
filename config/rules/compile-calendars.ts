import { type Weekday, weekdays } from '../../plugins/weekdays.ts';
import type { SourceFile } from '../file/source-files.ts';
import type { Calendar } from '../planning/plan.ts';
import type { CalendarFile } from '../schema.ts';

/**
 * Checks and compiles the calendars of a file.
 * @param known calendars of all files so far by their names in lower case; those of this file are added
 */
export function compileCalendars({ sections, document, report }: SourceFile, known: Map<string, Calendar>): void {
  for (const [name, content] of Object.entries(sections.calendars)) {
    const path = ['calendars', name];
    if (known.has(name.toLowerCase())) report(document.atKey(path), `a calendar "${name}" exists already`);
    const hours = hoursOf(content, (key, message) => report(document.at([...path, 'hours', key]), message));
    known.set(name.toLowerCase(), { name, time_zone: content.time_zone ?? null, hours, closed: content.closed });
  }
}

function hoursOf({ hours }: CalendarFile, fault: (key: string, message: string) => void): Calendar['hours'] {
  const result: Partial<Record<Weekday, readonly [string, string]>> = {};
  for (const [key, text] of Object.entries(hours)) {
    const [from = '', until = ''] = text.split('-');
    if (from >= until) fault(key, `${text} ends before it begins; expected hours of one day such as "08:00-17:00"`);
    for (const day of daysOf(key)) {
      if (result[day]) fault(key, `${day} has hours already`);
      result[day] = [from, until];
    }
  }
  return result;
}

/** Returns the weekdays of a key such as `mon-fri`. A range such as `sat-mon` goes over the end of the week. */
function daysOf(key: string): Weekday[] {
  const [first, last = first] = key.split('-').map((day) => weekdays.indexOf(day as Weekday)) as [number, number?];
  const count = ((last - first + weekdays.length) % weekdays.length) + 1;
  return Array.from({ length: count }, (_, index) => weekdays[(first + index) % weekdays.length] as Weekday);
}
