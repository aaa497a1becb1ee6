import type { FieldDeclaration } from './field.ts';

export type Fields = Readonly<Record<string, FieldDeclaration>>;

/**
 * A kind of record: each field with everything that is said about it once. Lists, bodies, the description with its examples,
 * facts of rules and sections of imports follow from it.
 */
export interface RecordDeclaration<F extends Fields = Fields> {
  readonly name: string;
  readonly description: string;
  readonly fields: F;
}

export const record = <F extends Fields>(name: string, description: string, fields: F): RecordDeclaration<F> => ({
  name,
  description,
  fields,
});
