import pg from 'pg';
import { type Problem, UnknownRecord, unknownRecord } from '../problems/problems.ts';
import { recordOfTable } from '../problems/record-names.ts';

/**
 * Returns the refusal of an unknown record whose id is in the body: a 422 that names the field and the id. Operations know records by
 * their ids, and do not know where a caller has written them.
 * @param inPath the records of the address, which are 404
 * @returns null for every other error
 */
export function unknownInBody(
  error: unknown,
  body: unknown,
  inPath: readonly Named[],
): { readonly refusal: Problem; readonly subject: Named } | null {
  const unknown = error instanceof UnknownRecord ? error : missingIn(error);
  if (unknown === null) return null;
  const [first] = unknown.ids;
  const sameIds = inPath.filter(({ id }) => id === first);
  if (first === undefined || sameIds.some(({ record }) => record === unknown.record)) return null;
  const fields = [...idFields(body, '')].filter(({ id }) => id === first);
  const field = fields.find(({ name }) => isFor(name, unknown)) ?? (sameIds.length === 0 ? fields[0] : undefined);
  if (field === undefined) return null;
  const refusal = unknownRecord(field.pointer, unknown.record, unknown.named);
  return { refusal, subject: { record: unknown.record, id: first } };
}

interface Named {
  readonly record: string;
  readonly id: number;
}

interface Missing {
  readonly record: string;
  readonly ids: readonly number[];
  readonly named: string;
  /** The column of the database, which mostly has the name of the field. */
  readonly column?: string;
}

/** Returns the record that a foreign key misses; null for another error. */
function missingIn(error: unknown): Missing | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return null;
  const [, column, id, table] =
    /^Key \((\w+)\)=\((\d+)\) is not present in table "(\w+)"/.exec(error.detail ?? '') ?? [];
  if (column === undefined || table === undefined) return null;
  return { record: recordOfTable(table), ids: [Number(id)], named: String(id), column };
}

const isFor = (name: string, { record, column = `${record}_id` }: Missing): boolean =>
  name.replace(/s$/, '') === column || (record === 'salesorder' && name.startsWith('order_id'));

/** Returns all ids in a body, with their fields. */
function* idFields(value: unknown, pointer: string): Generator<{ name: string; pointer: string; id: number }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${name}`;
    if (!/_ids?$/.test(name)) yield* idFields(member, at);
    else if (typeof member === 'number') yield { name, pointer: at, id: member };
    else if (Array.isArray(member))
      for (const [position, id] of member.entries()) yield { name, pointer: `${at}/${position}`, id };
  }
}
