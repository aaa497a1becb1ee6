import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { ProblemCode } from '../problems/problems.ts';
import { withArticle } from '../problems/record-names.ts';
import type { PlainOperations, PlainRecord } from '../records/plain-record.ts';
import { timelineRoute } from './timeline-routes.ts';

/**
 * Returns the endpoints of a plain record: create, change, delete and timeline.
 * @param note text that the descriptions add
 * @param changeErrors further errors of a change
 */
export function plainRoutes<Create extends object, Change extends object>(
  { resource, noun, create: createBody, change: changeBody }: PlainRecord<Create, Change>,
  { create, change, remove }: PlainOperations<Create, Change>,
  note?: string,
  changeErrors: readonly ProblemCode[] = [],
): Endpoint[] {
  const item = `${resource.path}/{id}` as const;
  const description = note === undefined ? {} : { description: note };
  return [
    endpoint(`POST ${resource.path}`, {
      permission: `${resource.name}.create`,
      summary: `Create ${withArticle(noun)}`,
      ...description,
      body: createBody,
      status: 201,
      returns: resource,
      handle: async (call) => ({ record: resource, id: await create(call, call.body) }),
    }),
    endpoint(`PUT ${item}`, {
      permission: `${resource.name}.update`,
      summary: `Change ${withArticle(noun)}`,
      ...description,
      body: changeBody,
      returns: resource,
      errors: changeErrors,
      handle: async (call) => {
        const id = call.params.id;
        await change(call, { id, values: call.body });
        return { record: resource, id };
      },
    }),
    endpoint(`DELETE ${item}`, {
      permission: `${resource.name}.delete`,
      summary: `Delete ${withArticle(noun)}`,
      description: 'The service refuses this with 409 while other records refer to it.',
      status: 204,
      handle: async (call) => {
        await remove(call, call.params.id);
        return undefined;
      },
    }),
    timelineRoute(resource),
  ];
}
