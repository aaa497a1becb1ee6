import { z } from 'zod';
import { id, json, text } from '../../../records/field.ts';
import { resource } from '../listing/declaration/resource.ts';
import type { Endpoint } from './endpoint.ts';
import { getEndpoints } from './get-endpoints.ts';
import { waitPermission } from './reads/reading.ts';

/** The permissions derive from the endpoints. They have no table, but a list as every resource has. */
const permission = resource('permission', {
  description: 'A permission of users and groups, and the addresses that need it',
  table: tableOf([]),
  path: null,
  order: ['name'],
  fields: {
    id: id({ indexed: false, description: 'Position in the list. It changes with the version of the service' }),
    name: text(),
    addresses: json({ shape: z.array(z.string()), description: 'Methods and paths that need the permission' }),
    operations: json({
      shape: z.array(
        z.object({
          method: z.string(),
          path: z.string(),
          summary: z.string().describe('What it does'),
          lists: z.string().nullable().describe('The kind of records that it lists; null for another operation'),
        }),
      ),
      description: 'The same with what each does',
    }),
  },
});

/** Returns the endpoints that list all permissions. */
export function permissionEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  const rows = [...usesOf(endpoints)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, uses], index) => ({
      id: index + 1,
      name,
      addresses: uses.map(({ method, path }) => `${method} ${path}`),
      operations: uses.map(({ method, path, summary, lists }) => ({
        ...{ method, path, summary },
        lists: lists?.of.name ?? null,
      })),
    }));
  return getEndpoints({ ...permission, path: '/permission', table: tableOf(rows) }, null);
}

/** Returns the names of all permissions. */
export const permissionNames = (endpoints: readonly Endpoint[]): ReadonlySet<string> =>
  new Set(usesOf(endpoints).keys());

/** Returns the permissions with the addresses that need them. */
function usesOf(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const uses = new Map<string, Endpoint[]>();
  for (const one of endpoints) {
    const { permission, moreWith, lists } = one;
    const needed = moreWith ?? permission;
    if (lists) uses.set(waitPermission, [...(uses.get(waitPermission) ?? []), one]);
    if (needed === null || needed === 'public') continue;
    uses.set(needed, [...(uses.get(needed) ?? []), one]);
  }
  return uses;
}

function tableOf(rows: readonly object[]): string {
  const json = JSON.stringify(rows).replaceAll("'", "''");
  return `(SELECT * FROM jsonb_to_recordset('${json}'::jsonb) AS p(id bigint, name text, addresses jsonb, operations jsonb))`;
}
