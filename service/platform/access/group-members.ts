import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';

/**
 * Returns the groups of these that the user is not in; none for an administrator (`*`), who could join each group.
 * @param names of user groups, in any case
 */
export async function groupsWithout(tx: Tx, userId: number, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    -- Finds the groups that the user is not in.
    select r.name from unnest(${names}::text[]) as r(name)
    where not exists (
        select 1 from account_usergroup m join usergroup g on g.id = m.usergroup_id
        where m.account_id = ${userId} and lower(g.name collate "und-x-icu") = lower(r.name collate "und-x-icu"))
      and not exists (
        select 1 from account a where a.id = ${userId} and '*' = any(a.permissions || array(
          select unnest(g.permissions) from account_usergroup m join usergroup g on g.id = m.usergroup_id where m.account_id = a.id)))
    order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}
