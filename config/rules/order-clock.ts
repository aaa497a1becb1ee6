import type { Clock, Entity, WallTime } from '../../lib/expressions/entity.ts';
import { wallClock, weekdayOf } from '../../plugins/carriers/calendar.ts';
import { weekdayNames } from '../../plugins/weekdays.ts';
import { isOpen } from '../planning/calendar.ts';
import type { Calendar } from '../planning/plan.ts';
import { orderFacts } from './facts-entity.ts';

/** Returns the facts of an order with the clock of its site. @param calendars those that conditions may name */
export function factsWithClock(calendars: readonly Calendar[]): Entity {
  return { ...orderFacts, clock: clockOf(calendars), zone };
}

function clockOf(calendars: readonly Calendar[]): Clock {
  const byName = new Map(calendars.map((calendar) => [calendar.name, calendar]));
  // All rules of a plan ask for the same moment and place. A wall time takes 5 µs.
  let last = { at: Number.NaN, zone: '', wall: { hour: 0, time: '', weekday: '' } };
  return {
    calendars: [...byName.keys()],
    wallTime(row, at) {
      const zone = zoneOf(row);
      if (at !== last.at || zone !== last.zone) last = { at, zone, wall: wallTime(at, zone) };
      return last.wall;
    },
    isOpen(row, name, at) {
      const calendar = byName.get(name);
      return calendar !== undefined && isOpen(calendar, zoneOf(row), new Date(at));
    },
  };
}

function wallTime(at: number, zone: string): WallTime {
  const { day, time } = wallClock(new Date(at), zone);
  return { hour: Number(time.slice(0, 2)), time, weekday: weekdayNames[weekdayOf(day)] };
}

/** Facts are in no database. */
const zone = { sql: () => `'UTC'`, of: (row: Readonly<Record<string, unknown>>) => zoneOf(row) };

const zoneOf = (row: Readonly<Record<string, unknown>>): string =>
  (row.site as { readonly time_zone?: string } | undefined)?.time_zone ?? 'UTC';
