import type { RecordDeclaration } from '../../../records/record.ts';
import type { Field, Fields } from './fields.ts';

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
    Object.entries(fields).flatMap(([name, { type, options }]): [string, Field][] => {
      const { import: about, required } = options;
      if (about === undefined) return [];
      if (type === 'json') return [[name, { is: 'open', about }]];
      return [[name, { is: 'value', type: types[type], about, ...(required && { required }) }]];
    }),
  );
}
