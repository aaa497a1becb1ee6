import { permits } from '../platform/access/permissions.ts';
import type { Scope } from '../platform/listing/list.ts';

/** Opens `POST /view/{id}/share`, and the sharing of own views beyond the own groups. */
export const sharePermission = 'view.share';

/** All permissions of views: the shared views of others can be seen, changed and deleted. */
const allOfViews = 'view.*';

/** Returns whether a caller with these permissions looks after the shared views of all users. */
export const managesShared = (permissions: ReadonlySet<string>): boolean => permits(permissions, allOfViews);

/** Returns SQL that is true for a view that the user owns, or that is shared with the user. */
export function visibleSql(view: string, user: string, manages: boolean): string {
  const ofMembers = ` JOIN account_usergroup m ON m.usergroup_id = s.usergroup_id AND m.account_id = ${user}`;
  const shares = `SELECT FROM savedview_usergroup s${manages ? '' : ofMembers} WHERE s.savedview_id = ${view}.id`;
  return `(${view}.account_id = ${user} OR ${view}.everyone OR EXISTS (${shares}))`;
}

/** Returns the condition of the views that a user may see. */
export const visibleTo = (userId: number, permissions: ReadonlySet<string>): Scope => ({
  sql: (view, parameter) => visibleSql(view, `${parameter(userId)}::bigint`, managesShared(permissions)),
});
