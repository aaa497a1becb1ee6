import { z } from 'zod';
import { id, json, text } from '../listing/declaration/field.ts';
import { resource } from '../listing/declaration/resource.ts';
import type { Endpoint } from './endpoint.ts';
import { reading } from './get-endpoints.ts';

/** The permissions that there are follow from the endpoints: they are no table, but are listed as every resource is. */
const permission = resource('permission', {
  description: 'What users and groups can be permitted, and the addresses that need it',
  table: tableOf([]),
  path: null,
  order: ['name'],
  fields: {
    id: id({ indexed: false, description: 'Its place in the list, which changes with the version of the service' }),
    name: text(),
    addresses: json({ shape: z.array(z.string()), description: 'Method and path of what it is needed for' }),
  },
});

export function permissionEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  const rows = [...usesOf(endpoints)].sort().map(([name, addresses], index) => ({ id: index + 1, name, addresses }));
  return reading({ ...permission, path: '/permission', table: tableOf(rows) }, null);
}

export const permissionNames = (endpoints: readonly Endpoint[]): ReadonlySet<string> =>
  new Set(usesOf(endpoints).keys());

/** Permissions, each with what it is needed for. */
function usesOf(endpoints: readonly Endpoint[]): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { permission: needed, method, path } of endpoints) {
    if (needed === null || needed === 'public') continue;
    uses.set(needed, [...(uses.get(needed) ?? []), `${method} ${path}`]);
  }
  return uses;
}

function tableOf(rows: readonly object[]): string {
  const written = JSON.stringify(rows).replaceAll("'", "''");
  return `(SELECT * FROM jsonb_to_recordset('${written}'::jsonb) AS p(id int, name text, addresses jsonb))`;
}
