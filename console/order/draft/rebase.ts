import { type Draft, type Head, headFields, isChanged, pathOf, type Row, rowFields } from './values.ts';

/** Values of others in fields that the user has changed, by field. */
export type Theirs = Readonly<Record<string, string>>;

interface Rebased {
  readonly draft: Draft;
  readonly theirs: Theirs;
}

/**
 * Puts what somebody typed onto a newer state of the order. A field without typed text takes the new value, and a
 * field that both changed keeps the typed text.
 * @param before the state that the form began with
 */
export function rebase(before: Draft, typed: Draft, now: Draft): Rebased {
  const theirs: Record<string, string> = {};
  const merged = (path: string, was: string | undefined, is: string, other: string): string => {
    if (is === was) return other;
    if (other !== was && other !== is && was !== undefined) theirs[path] = other;
    return is;
  };
  const head = Object.fromEntries(
    headFields.map((field) => [field, merged(field, before.head[field], typed.head[field], now.head[field])]),
  ) as Head;
  const beforeById = byId(before.rows);
  const nowById = byId(now.rows);
  const typedRows = typed.rows.flatMap((row): Row[] => {
    const was = beforeById.get(row.id);
    const is = nowById.get(row.id);
    if (is) {
      const fields = rowFields.map((field) => [field, merged(pathOf(row, field), was?.[field], row[field], is[field])]);
      return [{ ...is, key: row.key, isRemoved: row.isRemoved, ...Object.fromEntries(fields) }];
    }
    // Others removed the line. A user who changed it at the same time wants it: it becomes a new line.
    const isWanted = row.id === null || (!row.isRemoved && isChanged(was, row));
    return isWanted ? [{ ...row, id: null }] : [];
  });
  const known = new Set(typed.rows.map(({ id }) => id));
  const added = now.rows.filter(({ id }) => !known.has(id));
  return { draft: { head, rows: [...typedRows, ...added] }, theirs };
}

const byId = (rows: readonly Row[]) => new Map(rows.filter(({ id }) => id !== null).map((row) => [row.id, row]));
