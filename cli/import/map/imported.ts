import type { RecordDeclaration } from '../../../records/record.ts';
import { type Field, type Fields, type RecordKind, reference } from './fields.ts';

const types = {
  integer: 'whole',
  decimal: 'decimal',
  text: 'text',
  boolean: 'flag',
  timestamp: 'date',
  date: 'date',
} as const;

/** Returns the fields of a section that set the fields of a record with the same names. */
export function imported({ fields }: RecordDeclaration): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, options, refersTo }]): [string, Field][] => {
      const { import: about, required } = options;
      if (about === undefined) return [];
      if (refersTo !== null) return [referenceOf(name, refersTo as RecordKind, about, required)];
      if (type === 'json') return [[name, { is: 'open', about }]];
      return [[name, { is: 'value', type: types[type], about, ...(required && { required }) }]];
    }),
  );
}

/** Returns the field of a reference: `site` sets `site_id`. */
const referenceOf = (name: string, of: RecordKind, about: string, required?: true): [string, Field] => [
  name.replace(/_id$/, ''),
  reference(of, about, { to: name, ...(required && { required }) }),
];
