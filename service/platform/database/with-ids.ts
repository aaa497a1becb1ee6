import { type RawBuilder, sql } from 'kysely';

/** Ids by the name that a text has for them, such as `orders` for `:orders`. */
export type Ids = Readonly<Record<string, readonly number[]>>;

/** Returns a statement out of a text in which `:name` stands for an array of ids. A name without ids stands for an empty one. */
export function withIds(text: string, ids: Ids): RawBuilder<unknown> {
  // Casts (`::date`) and times (`T00:00:00Z`) have colons too.
  const [first = '', ...others] = text.split(/(?<![:\w]):([a-z]+)\b/);
  const parts = [sql.raw(first)];
  for (let at = 0; at < others.length; at += 2)
    parts.push(sql`${ids[others[at] ?? ''] ?? []}::bigint[]`, sql.raw(others[at + 1] ?? ''));
  return sql.join(parts, sql.raw(''));
}
