import { resources } from '../listing/declaration/registry.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { SqlCondition } from '../listing/filter.ts';
import { childList, item, list, type Scope } from '../listing/list.ts';
import { problem } from '../problems/problems.ts';
import { recordName } from '../problems/record-names.ts';
import { parameterNames } from './address.ts';
import { type Call, type Endpoint, endpoint, pathParameter } from './endpoint.ts';

/** The GET endpoints, which derive from the resources. */

type Permission = Endpoint['permission'];

/** Returns those of all resources. @param constants the resources that every user may read */
export const readEndpoints = (constants: readonly Resource[]): Endpoint[] =>
  [...resources.all()].flatMap((one) => getEndpoints(one, constants.includes(one) ? null : undefined));

/** Returns `GET /{resource}` and `GET /{resource}/{id}` for a resource with a path. */
export function getEndpoints(resource: Resource, permission: Permission = `${resource.name}.read`): Endpoint[] {
  const { path, name } = resource;
  if (path === null) return [];
  return [
    endpoint(`GET ${path}`, {
      permission,
      summary: `List ${name} records`,
      lists: { of: resource, as: 'page' },
      handle: async ({ database, services, search, url, readAccess }) => ({
        content: await list(database.pool, resource, search, { url, readAccess, exactUpTo: services.exactUpTo?.() }),
      }),
    }),
    endpoint(`GET ${path}/{id}`, {
      permission,
      summary: `Read ${withArticle(name)}`,
      returns: resource,
      handle: async ({ params }) => ({ record: resource, id: params.id }),
    }),
  ];
}

/** Returns a noun with its article: `an invoice`, `a user`. */
const withArticle = (noun: string) => `${/^(?!u(nit|se|ni))[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

export interface Children {
  /** `/salesorder/{salesorder_id}/line` */
  readonly path: string;
  readonly permission: Permission;
  readonly of: Resource;
  /** The resource of the parent, whose id is the first parameter. The parent must exist. */
  readonly parent: Resource;
  /** The column of the children with the id of the parent. */
  readonly by: string;
  /** A further condition of the children. */
  readonly also?: (call: Pick<Call<unknown, unknown>, 'services'>) => SqlCondition;
}

/** Returns `GET` of a child list as a bare array, and of one child at `/…/{<last word>_id}`. */
export function children({ path, permission, of, parent, by, also }: Children): Endpoint[] {
  const [parentName] = parameterNames(path);
  if (parentName === undefined) throw new Error(`The address ${path} names no parent.`);
  const childName = `${path.slice(path.lastIndexOf('/') + 1)}_id`;
  const scopeOf = (call: Pick<Call<unknown, unknown>, 'services'>, id: number): Scope => {
    const further = also?.(call);
    const { only, table } = parent;
    // Another row of the table of the parent has no children here.
    const own = (row: string) =>
      only
        ? ` and exists (select from ${table} p where p.id = ${row}.${by} and p.${only.column} = '${only.value}')`
        : '';
    return {
      sql: (alias, parameter) =>
        `${alias}.${by} = ${parameter(id)}${own(alias)}${further ? ` and ${further(alias, parameter)}` : ''}`,
    };
  };
  return [
    endpoint(`GET ${path}`, {
      permission,
      summary: `List the ${of.name} records of ${withArticle(parent.name)}`,
      lists: { of, as: 'array' },
      handle: async (call) => {
        const id = pathParameter(call.params, parentName);
        const content = await childList(call.database.pool, of, scopeOf(call, id), call.search, call.readAccess);
        if (content.length === '[]'.length) await assertRecord(call, parent, id);
        return { content };
      },
    }),
    endpoint(`GET ${path}/{${childName}}`, {
      permission,
      summary: `Read ${withArticle(of.name)} of ${withArticle(parent.name)}`,
      returns: of,
      handle: async (call) => ({
        record: of,
        id: pathParameter(call.params, childName),
        scope: scopeOf(call, pathParameter(call.params, parentName)),
      }),
    }),
  ];
}

/** @throws 404 if the record does not exist */
export async function assertRecord(call: Call<unknown, unknown>, resource: Resource, id: number): Promise<void> {
  const text = await item(call.database.pool, resource, id, { fields: resource.key.name });
  if (text === null) throw unknownRecord(resource, id);
}

const unknownRecord = ({ name }: Resource, id: number) =>
  problem('record.unknown', `There is no ${recordName(name)} ${id}.`);
