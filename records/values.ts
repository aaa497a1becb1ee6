import type { FieldType } from '../lib/expressions/entity.ts';
import type { FieldDeclaration } from './field.ts';
import type { Fields, RecordDeclaration } from './record.ts';

/** The values of fields in programs: decimals are exact texts, times are ISO 8601 in UTC. */
interface Values extends Record<FieldType, unknown> {
  integer: number;
  decimal: string;
  text: string;
  boolean: boolean;
  timestamp: string;
  date: string;
  json: Record<string, unknown>;
}

/** The type of the values of a field that are not null. */
export type Plain<F> =
  F extends FieldDeclaration<infer T, infer O> ? (O extends { values: readonly (infer V)[] } ? V : Values[T]) : never;

/** The type of the values of a field. */
export type Value<F> = Plain<F> | (F extends { options: { nullable: true } } ? null : never);

/** The names of the fields with an option. */
export type NamesWith<F extends Fields, Option> = {
  [K in keyof F]: F[K]['options'] extends Option ? K : never;
}[keyof F];

/** The fields of a record that rules and plugins see. */
export type FactFields<R extends RecordDeclaration> = {
  [K in NamesWith<R['fields'], { fact: true }>]: Value<R['fields'][K]>;
};
