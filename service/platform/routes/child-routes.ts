import type { z } from 'zod';
import { type AnyPathParameters, type Endpoint, endpoint, pathParameter } from '../http/endpoint.ts';
import { children } from '../http/get-endpoints.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { ProblemCode } from '../problems/problems.ts';
import { recordName, withArticle } from '../problems/record-names.ts';
import type { ChildOperations } from '../records/child-record.ts';

type PathParameters = AnyPathParameters;

/** A kind of record that belongs to a parent and has an address below it. */
export interface ChildRecord<Create, Change> {
  /**
   * The address of the list, such as `/customer/{customer_id}/email`. One record is at
   * `/customer/{customer_id}/email/{email_id}`.
   */
  readonly path: string;
  readonly resource: Resource;
  readonly parent: Resource;
  /** The column of the child with the id of its parent. */
  readonly by: string;
  /** The noun for people: "e-mail". */
  readonly noun: string;
  readonly create: z.ZodType<Create>;
  readonly change: z.ZodType<Change>;
  /** Text that the descriptions add. */
  readonly note?: string;
  /** Further errors of its operations. */
  readonly errors?: readonly ProblemCode[];
}

/**
 * Returns the endpoints of child records: list, get, create, change and delete. A caller who may change the parent may write
 * its children.
 */
export function childRoutes<Create, Change>(
  record: ChildRecord<Create, Change>,
  { create, change, remove }: ChildOperations<Create, Change>,
): Endpoint[] {
  const { path, resource, parent, by, note, errors = [] } = record;
  const parentParameter = `${parent.name}_id`;
  const childParameter = `${path.slice(path.lastIndexOf('/') + 1)}_id`;
  const item = `${path}/{${childParameter}}`;
  const [child, owner] = [withArticle(record.noun), withArticle(recordName(parent.name))];
  const permission = `${parent.name}.update`;
  const description = note === undefined ? {} : { description: note };
  const parentIdIn = (params: PathParameters) => pathParameter(params, parentParameter);
  const idsIn = (params: PathParameters) => ({
    parentId: parentIdIn(params),
    id: pathParameter(params, childParameter),
  });
  return [
    ...children({ path, permission: `${parent.name}.read`, of: resource, parent, by }),
    endpoint(`POST ${path}`, {
      permission,
      summary: `Add ${child} to ${owner}`,
      ...description,
      errors,
      body: record.create,
      status: 201,
      returns: resource,
      handle: async (call) => ({
        record: resource,
        id: await create(call, { parentId: parentIdIn(call.params), body: call.body }),
      }),
    }),
    endpoint(`PUT ${item}`, {
      permission,
      summary: `Change ${child} of ${owner}`,
      ...description,
      errors,
      body: record.change,
      returns: resource,
      handle: async (call) => {
        const { parentId, id } = idsIn(call.params);
        await change(call, { parentId, id, body: call.body });
        return { record: resource, id };
      },
    }),
    endpoint(`DELETE ${item}`, {
      permission,
      summary: `Delete ${child} of ${owner}`,
      errors,
      status: 204,
      handle: async (call) => {
        await remove(call, idsIn(call.params));
        return undefined;
      },
    }),
  ];
}
