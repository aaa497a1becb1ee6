/**
 * The syntax tree of an expression: frozen nodes, distinguished by `kind`. `at` is the start of a node in the text (UTF-16 units),
 * for messages only. `print` returns the text of a tree.
 */

export const comparators = ['=', '!=', '<', '<=', '>', '>=', '%'] as const;
export type Comparator = (typeof comparators)[number];

export type Literal =
  /** Quoted text, split at its wildcards: `"a%b"` is ['a', 'b'], `"50\%"` is ['50%']. */
  | { readonly kind: 'text'; readonly parts: readonly string[]; readonly at: number }
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: number }
  /** Text of an unquoted date or date-time. */
  | { readonly kind: 'time'; readonly text: string; readonly at: number }
  /** `now`, `now-48h`. */
  | { readonly kind: 'now'; readonly shift: Shift | null; readonly at: number };

export interface Shift {
  readonly sign: '+' | '-';
  readonly amount: number;
  readonly unit: Unit;
}

/** Milliseconds of a minute, an hour, a day, a week. */
export const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
export type Unit = keyof typeof units;

/** One name of a path. `lines[qty > 3]` has a filter. */
export interface Segment {
  readonly name: string;
  readonly filter: Condition | null;
  readonly at: number;
}

export interface Path {
  readonly kind: 'path';
  readonly segments: readonly Segment[];
  readonly at: number;
}

/** Returns the last name of a path, which has at least one. */
export function lastSegment({ segments }: Path): Segment {
  const last = segments.at(-1);
  if (!last) throw new Error('a path has at least one name');
  return last;
}

/** The time in a function of the clock: `now`, `now+2h`, or a field such as `created_at`. */
export type ClockTime = Path | Extract<Literal, { kind: 'now' }>;

/** Functions of the wall clock at the place of the record: `hour(now)`, `time(now)`, `weekday(created_at)`. */
export const clockFunctions = ['hour', 'time', 'weekday'] as const;
export type ClockFunction = (typeof clockFunctions)[number];

export interface ClockSubject {
  readonly kind: ClockFunction;
  readonly time: ClockTime;
  readonly at: number;
}

/** The subject of a condition: a field, `count(lines)`, `sum(lines.qty)` or `hour(now)`. */
export type Subject =
  | Path
  | { readonly kind: 'count' | 'sum'; readonly path: Path; readonly at: number }
  | ClockSubject;

export const isClock = (subject: Subject): subject is ClockSubject =>
  clockFunctions.some((name) => name === subject.kind);

export interface Comparison {
  readonly kind: 'comparison';
  readonly subject: Subject;
  readonly operator: Comparator;
  readonly literal: Literal;
  readonly operatorAt: number;
  readonly at: number;
}

export interface In {
  readonly kind: 'in';
  readonly subject: Subject;
  readonly literals: readonly Literal[];
  readonly operatorAt: number;
  readonly at: number;
}

/** `IS NULL`, or `IS NOT NULL` if `negated`. */
export interface IsNull {
  readonly kind: 'null';
  readonly subject: Subject;
  readonly negated: boolean;
  readonly operatorAt: number;
  readonly at: number;
}

/** `lines[part_id = 5 && qty > 3]`: such a record exists. */
export interface Some {
  readonly kind: 'some';
  readonly path: Path;
  readonly at: number;
}

/** `open(now, "Warehouse")`: the time is in the working hours of the calendar. */
export interface Open {
  readonly kind: 'open';
  readonly time: ClockTime;
  readonly calendar: string;
  readonly calendarAt: number;
  readonly at: number;
}

/** A condition without other conditions around it. */
export type Question = Comparison | In | IsNull | Some | Open;

/** `and` and `or` have at least two conditions, none of the same kind: `a && b && c` is one node. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[]; readonly at: number }
  | { readonly kind: 'not'; readonly condition: Condition; readonly at: number }
  | Question;

export interface Expression {
  /** The parsed text, for messages. */
  readonly text: string;
  readonly condition: Condition;
}
