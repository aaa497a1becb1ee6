import { sql } from 'kysely';
import { permits } from '../platform/access/permissions.ts';
import type { CallContext } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { siteRefusal } from '../platform/database/site-limits.ts';
import type { Problem } from '../platform/problems/problems.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { type Grantor, refusalToGive, sitesOf } from './operations.ts';

/** All rights of a user or a user group, and whether the caller may change it. */

/** A permission of a user, with its group; null for a permission of the user alone. */
interface HeldPermission {
  readonly name: string;
  readonly usergroup_id: number | null;
  /** The name of the group, for callers who may read groups. */
  readonly usergroup: string | null;
}

/** Why the caller cannot change a user or a group. */
interface Refusal {
  readonly code: string;
  readonly detail: string;
}

export interface UserAccess {
  readonly id: number;
  readonly permissions: readonly HeldPermission[];
  /** The sites where the user may act; null for all. */
  readonly site_ids: readonly number[] | null;
  readonly refusal: Refusal | null;
}

/**
 * Returns the permissions of a user with their sources, the sites, and whether the caller may change the user.
 * @throws record.unknown
 */
export async function userAccess(
  { database, actor }: CallContext,
  { userId, held }: { userId: number } & Grantor,
): Promise<UserAccess> {
  const { rows } = await sql<{ permissions: HeldPermission[]; site_ids: number[] }>`
    -- Reads the permissions of an account with where each comes from, and its sites.
    select array(select x.site_id from account_site x where x.account_id = a.id order by 1) as site_ids, (
      select coalesce(jsonb_agg(to_jsonb(p) order by p.usergroup nulls first, p.usergroup_id, p.name), '[]') from (
        select unnest(a.permissions) as name, null::bigint as usergroup_id, null::text as usergroup
        union all
        select unnest(g.permissions), g.id, g.name from usergroup g
        join account_usergroup m on m.usergroup_id = g.id where m.account_id = a.id) p) as permissions
    from account a where a.id = ${userId}`.execute(database.kysely);
  const [row] = rows;
  if (!row) throw noSuch('user', userId);
  const names = row.permissions.map(({ name }) => name);
  const isEverywhere = row.site_ids.length === 0 || permits(new Set(names), '*');
  const namesGroups = permits(held, 'usergroup.read');
  const sites = await sitesOf(database.kysely, [userId]);
  return {
    id: userId,
    permissions: row.permissions.map(({ name, usergroup_id, usergroup }) => ({
      ...{ name, usergroup_id },
      usergroup: namesGroups ? usergroup : null,
    })),
    site_ids: isEverywhere ? null : row.site_ids,
    refusal: shown(refusalToGive(held, names) ?? (await refusalAtSites(database, actor.siteIds, sites))),
  };
}

export interface GroupAccess {
  readonly id: number;
  readonly permissions: readonly string[];
  readonly refusal: Refusal | null;
}

/** Returns the permissions of a user group, and whether the caller may change it. @throws record.unknown */
export async function groupAccess(
  { database, actor }: CallContext,
  { groupId, held }: { groupId: number } & Grantor,
): Promise<GroupAccess> {
  const { rows } = await sql<Row<'usergroup', 'permissions'> & { members: number[] }>`
    -- Reads the permissions of a user group, and its users.
    select g.permissions, array(
      select m.account_id from account_usergroup m where m.usergroup_id = g.id) as members
    from usergroup g where g.id = ${groupId}`.execute(database.kysely);
  const [row] = rows;
  if (!row) throw noSuch('usergroup', groupId);
  const sites = await sitesOf(database.kysely, row.members);
  return {
    id: groupId,
    permissions: row.permissions.toSorted(),
    refusal: shown(refusalToGive(held, row.permissions) ?? (await refusalAtSites(database, actor.siteIds, sites))),
  };
}

/** @param allowed the sites where the caller may act; null for all */
async function refusalAtSites(
  { kysely }: CallContext['database'],
  allowed: readonly number[] | null | undefined,
  sites: readonly { site_id: number; name: string }[],
): Promise<Problem | null> {
  const other = allowed && sites.find(({ site_id }) => !allowed.includes(site_id));
  if (!other) return null;
  const { rows } = await sql<Row<'site', 'name'>>`
    select name from site where id = any(${allowed}::bigint[]) order by id`.execute(kysely);
  return siteRefusal(
    other,
    rows.map(({ name }) => name),
  );
}

const shown = (refusal: Problem | null): Refusal | null => refusal && { code: refusal.code, detail: refusal.message };
