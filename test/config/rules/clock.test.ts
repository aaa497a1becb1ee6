import { describe, expect, test } from 'vitest';
import type { Calendar } from '../../../config/planning/plan.ts';
import { createPlanner } from '../../../config/planning/planner.ts';
import { compiledCondition } from '../../../config/rules/condition.ts';
import { findingsOf } from '../../../config/rules/findings.ts';
import { runCases } from '../../../config/rules/run-cases.ts';
import { momentAt } from '../../../plugins/carriers/calendar.ts';
import { faultsOf, loadText } from '../load-text.ts';
import { orderFacts } from '../planning/facts.ts';

/** Hours, weekdays and working hours in conditions, by the wall clock of the order's site. */

const at = (zone: string) =>
  orderFacts({
    site: {
      id: 1,
      name: 'Main',
      city: null,
      region: null,
      postal_code: null,
      country: null,
      currency: null,
      time_zone: zone,
    },
  });
const holds = (text: string, now: string, zone = 'UTC', calendars: readonly Calendar[] = []) =>
  compiledCondition(text, calendars).holds(at(zone), new Date(now));

describe('hour, time and weekday', () => {
  test.each([
    ['hour(now) >= 14', '2026-04-23T13:59:59Z', 'UTC', false],
    ['hour(now) >= 14', '2026-04-23T14:00:00Z', 'UTC', true],
    ['time(now) >= "14:30"', '2026-04-23T12:30:00Z', 'Europe/Berlin', true],
    ['time(now) >= "14:30"', '2026-04-23T12:29:59Z', 'Europe/Berlin', false],
    ['time(now) < "9:05"', '2026-04-23T07:04:00Z', 'Europe/Berlin', true],
    ['hour(now+2h) = 16', '2026-04-23T14:10:00Z', 'UTC', true],
    ['weekday(now) = "thursday"', '2026-04-23T12:00:00Z', 'UTC', true],
    ['weekday(now) = "Thu"', '2026-04-23T12:00:00Z', 'UTC', true],
    ['weekday(now) IN ("sat", "sunday")', '2026-04-24T23:00:00Z', 'Europe/Berlin', true],
    ['weekday(now) NOT IN ("sat", "sun")', '2026-04-24T23:00:00Z', 'UTC', true],
    ['weekday(now) != "friday"', '2026-04-24T23:00:00Z', 'Pacific/Kiritimati', true],
    ['hour(created_at) > 21 && weekday(created_at) = "thu"', '2030-01-01T00:00:00Z', 'UTC', true],
  ])('%s at %s in %s: %s', (text, now, zone, expected) => {
    expect(holds(text, now, zone)).toBe(expected);
  });

  test('summer time begins and ends with the clock of the site', () => {
    const zone = 'Europe/Berlin';
    expect(holds('hour(now) = 1', '2026-03-29T00:59:59Z', zone)).toBe(true);
    expect(holds('hour(now) = 3', '2026-03-29T01:00:00Z', zone)).toBe(true);
    expect(holds('hour(now) = 2', '2026-10-25T00:30:00Z', zone)).toBe(true);
    expect(holds('hour(now) = 2', '2026-10-25T01:30:00Z', zone)).toBe(true);
    expect(holds('hour(now) = 3', '2026-10-25T02:00:00Z', zone)).toBe(true);
  });

  test('a plan says what the clock showed', () => {
    const condition = compiledCondition('hour(now) >= 14');
    const { conditions } = condition.explain(at('Europe/Berlin'), new Date('2026-04-23T10:00:00Z'));
    expect(conditions[0]).toMatchObject({ path: 'hour(now)', operator: '>=', actual: 12, holds: false });
  });
});

describe('the moment of a wall time', () => {
  test.each([
    ['2026-04-23', '08:00', 'Europe/Berlin', '2026-04-23T06:00:00.000Z'],
    ['2026-01-23', '08:00', 'America/New_York', '2026-01-23T13:00:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-04-23', '00:00', 'Pacific/Kiritimati', '2026-04-22T10:00:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, expected) => {
    expect(momentAt(day, time, zone).toISOString()).toBe(expected);
  });
});

const calendars = `calendars:
  Warehouse:
    hours: { mon-fri: "08:00-17:00", sat: "09:00-13:00" }
    closed: [2026-05-01]
  Dock: { time_zone: America/New_York, hours: { sat-mon: "10:00-24:00" } }
`;

describe('calendars', () => {
  test('open follows hours, holidays and time zones', async () => {
    const { calendars: known } = await loadText(calendars);
    const open = (name: string, now: string) => holds(`open(now, ${name})`, now, 'Europe/Berlin', known);
    expect(open('Warehouse', '2026-04-23T05:59:59Z')).toBe(false);
    expect(open('Warehouse', '2026-04-23T06:00:00Z')).toBe(true);
    expect(open('warehouse', '2026-04-23T15:00:00Z')).toBe(false);
    expect(open('Warehouse', '2026-04-25T10:59:00Z')).toBe(true);
    expect(open('Warehouse', '2026-04-26T10:00:00Z')).toBe(false);
    expect(open('Warehouse', '2026-05-01T10:00:00Z')).toBe(false);
    // The dock is in New York: Sunday 23:59 there is Monday in Berlin.
    expect(open('Dock', '2026-04-27T03:59:00Z')).toBe(true);
    expect(open('Dock', '2026-04-28T04:00:00Z')).toBe(false);
  });

  const cutOff = `${calendars}rules:
  - name: Orders after the cut-off go on the next day
    when: time(now) >= "14:00" || NOT (open(now, Warehouse))
    then: { wave: Tomorrow }
  - name: Wholesale ships on Thursdays
    before: ship
    when: customer.groups.name = "Wholesale" && weekday(now) != "thursday"
    then: { hold: Wholesale ships on Thursdays }
cases:
  - name: In the morning
    now: 2026-04-23T06:30:00Z
    given: { site: { time_zone: Europe/Berlin } }
    expect: { wave: null }
  - name: After the cut-off
    now: 2026-04-23T12:00:00Z
    given: { site: { time_zone: Europe/Berlin } }
    expect: { wave: Tomorrow }
  - name: On Wednesday
    now: 2026-04-22T12:00:00Z
    given: { customer: { groups: [Wholesale] } }
    reached: ship
    expect: { hold: Wholesale ships on Thursdays }
  - name: On Thursday
    now: 2026-04-23T12:00:00Z
    given: { customer: { groups: [Wholesale] } }
    reached: ship
    expect: { hold: null }
`;

  test('cases have their own moment and place', async () => {
    const configuration = await loadText(cutOff);
    expect(runCases(createPlanner(configuration), configuration)).toMatchObject({ passed: 4, failed: 0 });
  });

  test('a deferred rule keeps its calendar with the plan', async () => {
    const rule =
      'rules:\n  - { name: Closed, before: ship, when: "NOT (open(now, Warehouse))", then: { hold: Closed } }\n';
    const { rules, ...ruleset } = await loadText(calendars + rule);
    const planner = createPlanner({ ...ruleset, rules });
    const facts = at('UTC');
    const plan = JSON.parse(JSON.stringify(planner.plan(facts, undefined, new Date('2026-04-23T10:00:00Z'))));
    // The file of today has no calendar any more.
    const later = createPlanner(await loadText('rules: []\n'));
    const evaluate = (now: string) =>
      later.evaluateDeferred(plan, { step: 'ship', waited: null }, facts, new Date(now)).plan.hold;
    expect(evaluate('2026-04-23T07:59:00Z')).toEqual(expect.anything());
    expect(evaluate('2026-04-23T08:00:00Z')).toBeNull();
  });

  test.each([
    ['calendars: { A: { hours: { mon: "17:00-08:00" } } }\n', /17:00-08:00 ends before it begins/],
    ['calendars: { A: { hours: { mon-wed: "08:00-17:00", tue: "09:00-10:00" } } }\n', /tue has hours already/],
    ['calendars: { A: { hours: { someday: "08:00-17:00" } } }\n', /expected a weekday such as mon/],
    ['calendars: { A: { hours: { mon: "8 to 5" } } }\n', /expected working hours such as "08:00-17:00"/],
    ['calendars: { A: { hours: {} } }\n', /expected the hours of at least one weekday/],
    [
      'calendars: { A: { time_zone: Mars, hours: { mon: "08:00-17:00" } } }\n',
      /expected a time zone such as Europe\/Berlin/,
    ],
    ['calendars: { A: { hours: { mon: "08:00-17:00" }, closed: [tomorrow] } }\n', /1:59/],
    [
      'calendars: { A: { hours: { mon: "08:00-17:00" } }, a: { hours: { mon: "08:00-17:00" } } }\n',
      /"a" exists already/,
    ],
    [
      `${calendars}rules: [{ name: R, when: "open(now, Warehose)", then: { priority: 1 } }]\n`,
      /no calendar Warehose: expected Warehouse, Dock; nearest: Warehouse/,
    ],
    [
      'rules: [{ name: R, when: "open(now, A)", then: { priority: 1 } }]\n',
      /There is no calendar A: expected a calendar; the file has no `calendars`/,
    ],
    ['rules: [{ name: R, when: "hour(now) = 24", then: { priority: 1 } }]\n', /expected a number from 0 to 23/],
    [
      'rules: [{ name: R, when: "time(now) > 14", then: { priority: 1 } }]\n',
      /expected a time of the day such as "09:30"/,
    ],
    [
      'rules: [{ name: R, when: \'weekday(now) = "thirsday"\', then: { priority: 1 } }]\n',
      /expected a day of the week such as "thursday"/,
    ],
    [
      'rules: [{ name: R, when: \'weekday(now) < "fri"\', then: { priority: 1 } }]\n',
      /A weekday is a day of the week and has no <: expected =, != or IN/,
    ],
    [
      'rules: [{ name: R, when: "hour(total) = 3", then: { priority: 1 } }]\n',
      /total is not one time: expected now, or one time such as created_at/,
    ],
    [
      'rules: [{ name: R, then: { not_before: { ship: thirsday } } }]\n',
      /"thirsday" is no day, time or calendar; did you mean "thursday"\?/,
    ],
    [
      'rules: [{ name: R, then: { not_before: { ship: Dock } } }]\n',
      /"Dock" is no day, time or calendar; expected a weekday, tomorrow, a time such as "08:00"/,
    ],
    ['rules: [{ name: R, then: { not_before: { ship: { day: someday } } } }]\n', /expected one of "tomorrow", "mon"/],
    [
      'rules: [{ name: R, then: { not_before: { ship: { time: "8h" } } } }]\n',
      /expected a time of the day such as "09:30"/,
    ],
    ['rules: [{ name: R, then: { not_before: { ship: {} } } }]\n', /expected a day, a time or a calendar/],
    [
      `${calendars}rules: [{ name: R, then: { not_before: { ship: { day: sun, calendar: Warehouse } } } }]\n`,
      /this never comes: sunday, Warehouse is open/,
    ],
    [
      'rules: [{ name: R, then: { skip: ship, not_before: { ship: thursday } } }]\n',
      /the rule skips ship, and decides how it is done/,
    ],
    [
      'cases: [{ name: C, given: {}, expect: { not_before: { ship: soon } } }]\n',
      /expected day and time such as 2026-04-30 08:00/,
    ],
    ['cases: [{ name: C, given: { site: { time_zone: Mars } }, expect: { pick: by hand } }]\n', /expected a time zone/],
  ])('the fault of %j has its sentence', async (text, expected) => {
    const faults = await faultsOf(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(expected);
  });

  test('rules that can never apply are found by their hours', async () => {
    const text = 'rules: [{ name: R, when: "hour(now) > 14 && hour(now) < 12", then: { priority: 1 } }]\n';
    expect(findingsOf(await loadText(text)).map(({ rule }) => rule)).toEqual(['R']);
  });
});
