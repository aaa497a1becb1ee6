import type { Question as Asked, Expression } from './ast.ts';
import type { Entity, EntityField, EntityRelation } from './entity.ts';
import type { Question } from './kinds/kind.ts';

/** An expression whose names and values fit an entity: what the back ends work on. Made by `check` once, used many times. */
export interface Checked {
  readonly entity: Entity;
  readonly expression: Expression;
  readonly condition: CheckedCondition;
  /** Does `now` stand in it? */
  readonly usesNow: boolean;
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
      /** True for `!=`: it holds where the question does not. */
      readonly negated: boolean;
      readonly source: Asked;
    }
  | { readonly kind: 'null'; readonly subject: FieldSubject; readonly negated: boolean; readonly source: Asked }
  | { readonly kind: 'some'; readonly steps: readonly Step[]; readonly source: Asked };

/** One relation on the way of a path, with the condition in brackets behind it. */
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
}

export type CheckedSubject =
  | FieldSubject
  | { readonly kind: 'count'; readonly steps: readonly Step[] }
  | { readonly kind: 'sum'; readonly steps: readonly Step[]; readonly name: string; readonly field: EntityField };
