import type { z } from 'zod';
import { type Endpoint, endpoint, pathParameter } from '../http/endpoint.ts';
import { children } from '../http/get-endpoints.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import type { ProblemCode } from '../problems/problems.ts';
import type { ChildOperations } from '../records/child-record.ts';

export interface ChildRecord<Create, Change> {
  /** `/customer/{customer_id}/email`; one of them is at `/customer/{customer_id}/email/{email_id}`. */
  readonly path: string;
  readonly resource: Resource;
  readonly parent: Resource;
  /** Column of the children that holds the id of the parent. */
  readonly by: string;
  /** What people call it: "e-mail". */
  readonly called: string;
  readonly create: z.ZodType<Create>;
  readonly change: z.ZodType<Change>;
  /** What the descriptions should say beyond the obvious. */
  readonly note?: string;
  /** Errors of its part of the business. */
  readonly errors?: readonly ProblemCode[];
}

/** The addresses of child records: list, one, create, change, delete. Whoever may change the parent may write them. */
export function childRoutes<Create, Change>(
  {
    path,
    resource,
    parent,
    by,
    called,
    create: createBody,
    change: changeBody,
    note,
    errors = [],
  }: ChildRecord<Create, Change>,
  { create, change, remove }: ChildOperations<Create, Change>,
): Endpoint[] {
  const parentParameter = `${parent.name}_id`;
  const childParameter = `${path.slice(path.lastIndexOf('/') + 1)}_id`;
  const item = `${path}/{${childParameter}}`;
  const permission = `${parent.name}.update`;
  const described = note === undefined ? {} : { description: note };
  const parentIdIn = (params: Readonly<Record<string, number>>) => pathParameter(params, parentParameter);
  const ids = (params: Readonly<Record<string, number>>) => ({
    parentId: parentIdIn(params),
    id: pathParameter(params, childParameter),
  });
  return [
    ...children({ path, permission: `${parent.name}.read`, of: resource, parent, by }),
    endpoint(`POST ${path}`, {
      permission,
      summary: `Add a ${called} to a ${parent.name}`,
      ...described,
      errors,
      body: createBody,
      status: 201,
      returns: resource,
      handle: async (call) => ({
        record: resource,
        id: await create(call, { parentId: parentIdIn(call.params), body: call.body }),
      }),
    }),
    endpoint(`PUT ${item}`, {
      permission,
      summary: `Change a ${called} of a ${parent.name}`,
      ...described,
      errors,
      body: changeBody,
      returns: resource,
      handle: async (call) => {
        const { parentId, id } = ids(call.params);
        await change(call, { parentId, id, body: call.body });
        return { record: resource, id };
      },
    }),
    endpoint(`DELETE ${item}`, {
      permission,
      summary: `Delete a ${called} of a ${parent.name}`,
      errors,
      status: 204,
      handle: async (call) => {
        await remove(call, ids(call.params));
        return undefined;
      },
    }),
  ];
}
