/**
 * The tree of an expression, as it was written: frozen nodes, told apart by `kind`. `at` is where a node begins in the text
 * (UTF-16 units); nothing but messages depends on it. `print` gives the text back.
 */

export const comparators = ['=', '!=', '<', '<=', '>', '>=', '%'] as const;
export type Comparator = (typeof comparators)[number];

export type Literal =
  /** Quoted text, cut at its wildcards: `"a%b"` is ['a', 'b'], `"50\%"` is ['50%']. */
  | { readonly kind: 'text'; readonly parts: readonly string[]; readonly at: number }
  | { readonly kind: 'number'; readonly text: string; readonly at: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: number }
  /** A bare date or date-time, as written. */
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

/** A name of a path; `lines[qty > 3]` has a filter. */
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

/** What a condition asks about: a field, `count(lines)`, `sum(lines.qty)`. */
export type Subject = Path | { readonly kind: 'count' | 'sum'; readonly path: Path; readonly at: number };

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

/** `IS NULL`, or `IS NOT NULL` where `negated`. */
export interface IsNull {
  readonly kind: 'null';
  readonly subject: Subject;
  readonly negated: boolean;
  readonly operatorAt: number;
  readonly at: number;
}

/** `lines[part_id = 5 && qty > 3]`: there is such a record. */
export interface Some {
  readonly kind: 'some';
  readonly path: Path;
  readonly at: number;
}

/** A condition that asks for itself. */
export type Question = Comparison | In | IsNull | Some;

/** `and` and `or` hold two conditions or more, none of their own kind: `a && b && c` is one node. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[]; readonly at: number }
  | { readonly kind: 'not'; readonly condition: Condition; readonly at: number }
  | Question;

export interface Expression {
  /** The text it was parsed from; messages show it. */
  readonly text: string;
  readonly condition: Condition;
}
