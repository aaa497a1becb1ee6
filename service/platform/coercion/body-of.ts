import { z } from 'zod';
import type { FieldDeclaration } from '../../../records/field.ts';
import type { RecordDeclaration } from '../../../records/record.ts';
import type { NamesWith, Plain } from '../../../records/values.ts';
import {
  amount,
  choice,
  decimal,
  flag,
  id,
  identifier,
  integer,
  jsonObject,
  omittable,
  text,
  timestamp,
  timeZone,
} from './coerce.ts';

type Use = 'create' | 'change';

/** The member of a field in a body: required, nullable, or a value that may be left out. */
type Member<F extends FieldDeclaration, U extends Use> = F['options'] extends { required: true }
  ? U extends 'create'
    ? z.ZodType<Plain<F>>
    : ReturnType<typeof omittable<Plain<F>>>
  : F['options'] extends { nullable: true } | { nullInBody: true | U }
    ? z.ZodOptional<z.ZodNullable<z.ZodType<Plain<F>>>>
    : ReturnType<typeof omittable<Plain<F>>>;

/** The schema of a body. */
export type Body<R extends RecordDeclaration, U extends Use> = z.ZodObject<{
  [K in NamesWith<R['fields'], { write: true | U }>]: Member<R['fields'][K], U>;
}>;

/** Returns the schema of a body from the fields of a record that callers write. */
export function bodyOf<R extends RecordDeclaration, U extends Use>({ fields }: R, use: U): Body<R, U> {
  const written = Object.entries(fields).filter(([, { options }]) => options.write === true || options.write === use);
  return z.object(Object.fromEntries(written.map(([name, field]) => [name, member(field, use)]))) as never;
}

function member(field: FieldDeclaration, use: Use): z.ZodType {
  const { required, nullable, nullInBody, descriptionInBody } = field.options;
  const type = typeOf(field);
  const takesNull = nullable || nullInBody === true || nullInBody === use;
  const wrapped = required && use === 'create' ? type : takesNull ? type.nullish() : omittable(type);
  return descriptionInBody ? wrapped.describe(descriptionInBody) : wrapped;
}

/** Returns the type of a value in bodies. It takes every form of the value. */
function typeOf({ type, kind, options }: FieldDeclaration): z.ZodType {
  const { values, min, max = 0, form, otherwise } = options;
  switch (type) {
    case 'integer':
      return kind === 'plain' ? integer(options) : id();
    case 'decimal':
      return kind === 'amount' ? amount(options) : decimal(options);
    case 'text':
      if (values) return choice(...values);
      if (kind === 'timeZone') return timeZone();
      return (kind === 'plain' || kind === 'country' ? text : identifier)(max, { min, shape: form, otherwise });
    case 'boolean':
      return flag();
    case 'timestamp':
      return timestamp();
    default:
      return jsonObject();
  }
}
