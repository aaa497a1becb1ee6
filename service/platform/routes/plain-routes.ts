import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { ProblemCode } from '../problems/problems.ts';
import type { PlainOperations, PlainRecord } from '../records/plain-record.ts';
import { timelineRoute } from './timeline-routes.ts';

/**
 * The addresses of a plain record: create, change and delete.
 * @param note what their descriptions should say beyond the obvious
 * @param refused errors of changing it beyond those of its form
 */
export function plainRoutes<Create extends object, Change extends object>(
  { resource, called, create: createBody, change: changeBody }: PlainRecord<Create, Change>,
  { create, change, remove }: PlainOperations<Create, Change>,
  note?: string,
  refused: readonly ProblemCode[] = [],
): Endpoint[] {
  const item = `${resource.path}/{id}` as const;
  const description = note === undefined ? {} : { description: note };
  return [
    endpoint(`POST ${resource.path!}`, {
      permission: `${resource.name}.create`,
      summary: `Create a ${called}`,
      ...description,
      body: createBody,
      status: 201,
      returns: resource,
      handle: async (call) => ({ record: resource, id: await create(call, call.body) }),
    }),
    endpoint(`PUT ${item}`, {
      permission: `${resource.name}.update`,
      summary: `Change a ${called}`,
      ...description,
      body: changeBody,
      returns: resource,
      errors: refused,
      handle: async (call) => {
        const id = call.params.id;
        await change(call, { id, values: call.body });
        return { record: resource, id };
      },
    }),
    endpoint(`DELETE ${item}`, {
      permission: `${resource.name}.delete`,
      summary: `Delete a ${called}`,
      description: 'Refused with 409 while other records refer to it.',
      status: 204,
      handle: async (call) => {
        await remove(call, call.params.id);
        return undefined;
      },
    }),
    timelineRoute(resource),
  ];
}
