import type { ClockFunction, Expression, Question as SourceQuestion } from './ast.ts';
import type { Clock, Entity, EntityField, EntityRelation, Zone } from './entity.ts';
import type { Question } from './kinds/kind.ts';

/** An expression whose names and values are checked against an entity. `check` makes it once for many uses. */
export interface Checked {
  readonly entity: Entity;
  readonly expression: Expression;
  readonly condition: CheckedCondition;
  /** True if the expression contains `now`. */
  readonly usesNow: boolean;
  /** Names of the calendars in it. */
  readonly calendars: readonly string[];
}

export type CheckedCondition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly CheckedCondition[] }
  | { readonly kind: 'not'; readonly condition: CheckedCondition }
  | CheckedQuestion;

export type CheckedQuestion =
  | {
      readonly kind: 'value';
      readonly subject: CheckedSubject;
      readonly question: Question;
      /** True for `!=`, which holds if the question does not. */
      readonly negated: boolean;
      readonly source: SourceQuestion;
    }
  | {
      readonly kind: 'null';
      readonly subject: FieldSubject;
      readonly negated: boolean;
      readonly source: SourceQuestion;
    }
  | { readonly kind: 'some'; readonly steps: readonly Step[]; readonly source: SourceQuestion }
  | {
      readonly kind: 'open';
      readonly clock: Clock;
      readonly calendar: string;
      readonly time: CheckedTime;
      readonly source: SourceQuestion;
    };

/** The time in a function of the clock: `now` with its shift in milliseconds, or a field that leads to one value. */
export type CheckedTime = { readonly kind: 'now'; readonly shift: number } | FieldSubject;

/** One relation of a path, with its condition in brackets. */
export interface Step {
  readonly name: string;
  readonly relation: EntityRelation;
  readonly filter: CheckedCondition | null;
}

export interface FieldSubject {
  readonly kind: 'field';
  readonly steps: readonly Step[];
  readonly name: string;
  readonly field: EntityField;
  /** Names inside a JSON field. */
  readonly inside: readonly string[];
  /** Of a day or a time of a record that has a place. */
  readonly zone?: Zone;
}

export type CheckedSubject =
  | FieldSubject
  | { readonly kind: 'count'; readonly steps: readonly Step[] }
  | { readonly kind: 'sum'; readonly steps: readonly Step[]; readonly name: string; readonly field: EntityField }
  | ClockSubject;

/** A value of the wall clock. It has the value null where the field of its time has. */
export interface ClockSubject {
  readonly kind: ClockFunction;
  readonly clock: Clock;
  readonly time: CheckedTime;
  /** A value of the clock is one for each record. */
  readonly steps: readonly [];
}
