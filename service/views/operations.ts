import { sql } from 'kysely';
import { nearest } from '../../lib/expressions/nearest.ts';
import { permits } from '../platform/access/permissions.ts';
import { lockedRow, lockedRows } from '../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Column, Row } from '../platform/database/row.ts';
import { definedColumns, firstRow, insertRow, updateRow } from '../platform/database/rows.ts';
import { personName } from '../platform/database/sql-forms.ts';
import { listed } from '../platform/listing/declaration/parameters.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import type { Resource } from '../platform/listing/declaration/resource.ts';
import { parseListQuery } from '../platform/listing/parse-query.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { assertKnown, members } from '../platform/records/known.ts';
import { unfit } from '../platform/records/refusals.ts';
import { checkColumn } from './columns.ts';
import type { ChangedView, NewView } from './schema.ts';
import { managesShared, sharePermission, visibleSql } from './visibility.ts';

/** The rights of the caller. */
interface Rights {
  readonly permissions: ReadonlySet<string>;
  readonly readAccess: ReadAccess | null;
}

/** Views of one user. A person chooses from them in a menu, and 100 rows of 8 KiB do no harm. */
const mostViews = 100;

/**
 * Creates a view of the caller. Views have no events: webhooks would send private views to others.
 * @returns its id
 * @throws filter.invalid and the like for names that the list does not have; permission.missing; record.too-many
 */
export const createView = operation('view.create', async (context, { body, ...rights }: { body: NewView } & Rights) => {
  const { tx, actor } = context;
  const { usergroup_ids = [], everyone = false } = body;
  const columns = columnsOf(body);
  checkView(columns, rights.readAccess);
  await assertSharing(context, rights, unshared, { everyone, usergroup_ids });
  await assertRoom(tx, actor.userId);
  const id = await insertRow(tx, 'savedview', { ...columns, account_id: actor.userId });
  await setGroups(tx, id, usergroup_ids);
  return id;
});

/**
 * Changes the fields in `body`; other fields stay unchanged.
 * @throws record.unknown for a view that the caller does not see; permission.missing; the errors of `createView`
 */
export const changeView = operation(
  'view.change',
  async (context, { id, body, ...rights }: { id: number; body: ChangedView } & Rights) => {
    const { tx } = context;
    const before = await lockView(context, id, rights);
    const columns = Object.fromEntries(definedColumns(columnsOf(body)));
    const after: ViewRow = { ...before, ...columns, usergroup_ids: body.usergroup_ids ?? before.usergroup_ids };
    if (checkedColumns.some((name) => name in columns)) checkView(after, rights.readAccess);
    await assertSharing(context, rights, before, after);
    await updateRow(tx, 'savedview', { id }, columns);
    if (body.usergroup_ids) await setGroups(tx, id, body.usergroup_ids);
  },
);

/** @throws record.unknown for a view that the caller does not see; permission.missing for a view of another user */
export const deleteView = operation('view.delete', async (context, { id, ...rights }: { id: number } & Rights) => {
  await lockView(context, id, rights);
  await sql`delete from savedview where id = ${id}`.execute(context.tx);
});

/** The users who see a view besides its owner. */
interface Sharing extends Row<'savedview', 'everyone'> {
  readonly usergroup_ids: readonly number[];
}

const unshared: Sharing = { everyone: false, usergroup_ids: [] };

interface ViewRow extends Sharing, Row<'savedview', 'resource' | 'filter' | 'columns' | 'sort'> {
  readonly owner_id: Column<'savedview', 'account_id'>;
  readonly owner: string;
}

/** Locks a view that the caller may change. A view that the caller does not see looks like none: its id must reveal nothing. */
async function lockView({ tx, actor }: OperationContext, id: number, { permissions }: Rights): Promise<ViewRow> {
  const manages = managesShared(permissions);
  const statement = sql<ViewRow>`
    -- Locks a view that the caller sees, and reads the groups that it is shared with.
    select v.resource, v.filter, v.columns, v.sort, v.everyone, v.account_id as owner_id,
      (select ${personName('a')} from account a where a.id = v.account_id) as owner,
      array(select usergroup_id from savedview_usergroup where savedview_id = v.id) as usergroup_ids
    from savedview v where v.id = ${id} and ${sql.raw(visibleSql('v', String(actor.userId), manages))}
    for no key update`;
  const view = await lockedRow(tx, 'view', id, statement);
  if (view.owner_id === actor.userId || manages) return view;
  const detail = `Saved view ${id} belongs to ${view.owner}. Another user needs all permissions of views (view.*) to change or delete it. Make a view of your own instead.`;
  throw problem('permission.missing', detail, { permission: 'view.*' });
}

/** Returns the columns of a body, each in one form. */
function columnsOf({ name, resource, filter, columns, sort, everyone }: ChangedView) {
  return {
    name,
    resource,
    // Unchanged, so that the position in an error refers to the caller's text.
    filter: filter?.trim() === '' ? null : filter,
    columns: columns && [...new Set(columns.map((path) => path.trim()))],
    sort: sort === undefined ? undefined : listed([sort ?? '']).join(',') || null,
    everyone,
  };
}

/** The columns that are checked together. A change of the others needs no check: the owner may have lost a right since. */
const checkedColumns = ['resource', 'filter', 'columns', 'sort'];

/** Checks the filter, the columns and the order of a view, as the list of the resource would. */
function checkView(
  {
    resource: name = '',
    filter,
    columns = [],
    sort,
  }: Partial<Pick<ViewRow, 'resource' | 'filter' | 'columns' | 'sort'>>,
  readAccess: ReadAccess | null,
): void {
  const resource = listedResource(name, readAccess);
  parseListQuery(resource, { filter: filter ?? undefined, sort: sort ?? undefined }, readAccess);
  for (const path of columns) checkColumn(resource, path, readAccess);
}

/** @throws body.invalid with the nearest names; permission.missing if the caller may not list the resource */
function listedResource(name: string, readAccess: ReadAccess | null): Resource {
  const all = [...resources.all()].filter(({ path }) => path !== null);
  const resource = all.find((each) => each.name === name);
  if (!resource) {
    const near = nearest(
      name,
      all.map((each) => each.name),
    );
    const hint = near.length > 0 ? `: did you mean ${near.join(', ')}?` : '';
    throw unfit('/resource', `must be a resource with a list, such as salesorder${hint}`);
  }
  const permission = readAccess?.lacks(name) ?? null;
  if (permission === null) return resource;
  const detail = `A view of ${name} records needs the permission ${permission}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission });
}

/**
 * Checks that the caller may share a view more than before. Existing shares may stay, because a person saves whole
 * records.
 * @throws reference.unknown for a group that does not exist; permission.missing
 */
async function assertSharing(
  { tx, actor }: OperationContext,
  { permissions }: Rights,
  before: Sharing,
  after: Sharing,
): Promise<void> {
  await assertKnown(tx, 'usergroup', members('usergroup_ids', after.usergroup_ids));
  if (permits(permissions, sharePermission)) return;
  if (after.everyone && !before.everyone) throw mayNotShare('A view for everyone');
  const added = after.usergroup_ids.filter((id) => !before.usergroup_ids.includes(id));
  if (added.length === 0) return;
  const { rows } = await sql<Row<'usergroup', 'name'>>`
    -- Returns the added groups of which the caller is no member.
    select name from usergroup g where g.id = any(${added}::bigint[])
      and not exists (select from account_usergroup m where m.usergroup_id = g.id and m.account_id = ${actor.userId})
    order by g.id`.execute(tx);
  if (rows[0]) throw mayNotShare(`A view for the user group ${rows[0].name}, which you are not in,`);
}

const mayNotShare = (what: string) =>
  problem('permission.missing', `${what} needs the permission ${sharePermission}. An administrator can give it.`, {
    permission: sharePermission,
  });

/** Checks that the user may have one view more. The lock of the account keeps two requests from taking the last place. */
async function assertRoom(tx: Tx, userId: number): Promise<void> {
  await lockedRows(
    tx,
    { record: 'user', ids: [userId] },
    sql`select from account where id = ${userId} for no key update`,
  );
  const { many } = firstRow(
    await sql<{ many: number }>`select count(*)::int as many from savedview where account_id = ${userId}`.execute(tx),
  );
  if (many < mostViews) return;
  throw problem('record.too-many', `You have ${many} saved views, and ${mostViews} is the most. Delete one first.`, {
    limit: mostViews,
  });
}

/** Shares a view with exactly these groups. */
async function setGroups(tx: Tx, id: number, usergroupIds: readonly number[]): Promise<void> {
  await sql`delete from savedview_usergroup where savedview_id = ${id}`.execute(tx);
  if (usergroupIds.length === 0) return;
  await sql`
    insert into savedview_usergroup (savedview_id, usergroup_id)
    select ${id}, unnest(${usergroupIds}::bigint[])`.execute(tx);
}
