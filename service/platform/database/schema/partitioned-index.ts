import pg from 'pg';

/** The parts of a statement that builds an index while others write. */
export interface ConcurrentIndex {
  readonly unique: string;
  readonly name: string;
  readonly table: string;
  /** The method, the columns and the condition. */
  readonly rest: string;
}

const form = /^create (unique )?index concurrently "?(\w+)"? on (?:only )?"?(\w+)"?(.*)$/is;

/** Returns the parts of `create index concurrently`; null for another statement. */
export function concurrentIndex(statement: string): ConcurrentIndex | null {
  const [, unique = '', name, table, rest = ''] = form.exec(statement) ?? [];
  return name === undefined || table === undefined ? null : { unique, name, table, rest };
}

/** Returns whether a table or an index has partitions. */
export async function isPartitioned(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind in ('p', 'I')`,
    [pg.escapeIdentifier(name)],
  );
  return rowCount === 1;
}

/** Returns the statement that makes the index of the whole table, which has no rows of its own. It becomes valid with the last part. */
export const wholeIndexSql = ({ unique, name, table, rest }: ConcurrentIndex): string =>
  `create ${unique}index if not exists ${pg.escapeIdentifier(name)} on only ${pg.escapeIdentifier(table)}${rest}`;

/** An index of one partition. */
export interface IndexPart {
  readonly partition: string;
  readonly name: string;
  readonly buildSql: string;
  readonly attachSql: string;
}

/** Returns the indexes that the partitions of a table still need. A partition that is made meanwhile has its own from the beginning. */
export async function missingParts(client: pg.ClientBase, index: ConcurrentIndex): Promise<IndexPart[]> {
  const { rows } = await client.query<{ partition: string }>(
    `-- Lists the partitions whose index is not attached yet.
    select c.relname as partition from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent = to_regclass($1) and not exists (
      select from pg_inherits a join pg_index i on i.indexrelid = a.inhrelid
      where a.inhparent = to_regclass($2) and i.indrelid = c.oid)
    order by 1`,
    [pg.escapeIdentifier(index.table), pg.escapeIdentifier(index.name)],
  );
  return rows.map(({ partition }) => {
    const ownName = index.name.startsWith(index.table) ? index.name.slice(index.table.length) : `_${index.name}`;
    const name = `${partition}${ownName}`;
    return {
      partition,
      name,
      buildSql: `create ${index.unique}index concurrently ${pg.escapeIdentifier(name)} on ${pg.escapeIdentifier(partition)}${index.rest}`,
      attachSql: `alter index ${pg.escapeIdentifier(index.name)} attach partition ${pg.escapeIdentifier(name)}`,
    };
  });
}
