import type { z } from 'zod';
import type { RecordDeclaration } from '../../../records/record.ts';
import { type Body, bodyOf } from '../coercion/body-of.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { type Resource, resource } from '../listing/declaration/resource.ts';
import type { ProblemCode } from '../problems/problems.ts';
import { recordName, withArticle } from '../problems/record-names.ts';
import { type Prepare, plainOperations } from '../records/plain-record.ts';
import { timelineRoute } from './timeline-routes.ts';

type Create<R extends RecordDeclaration> = z.infer<Body<R, 'create'>>;

/** What a plain record has besides its declaration. */
export interface PlainOptions<R extends RecordDeclaration> {
  /** Its bodies. Default: all fields that callers write. A change needs none of them. */
  readonly create?: z.ZodType<Create<R>>;
  readonly change?: z.ZodType<Partial<Create<R>>>;
  /** Text that the descriptions add. */
  readonly note?: string;
  readonly prepare?: Prepare<Create<R>>;
  /** Further errors of a change. */
  readonly changeErrors?: readonly ProblemCode[];
}

/**
 * Declares the whole interface of a plain record: its lists, and the endpoints to create, change and delete it and to read its
 * timeline.
 */
export function plainRecord<R extends RecordDeclaration>(
  declared: R,
  options: PlainOptions<R> = {},
): { resource: Resource; routes: Endpoint[] } {
  const body = bodyOf(declared, 'create');
  const partial = body.partial() as unknown as z.ZodType<Partial<Create<R>>>;
  const { create: createBody = body, change: changeBody = partial, note, prepare, changeErrors = [] } = options;
  const of = resource(declared);
  const { create, change, remove } = plainOperations(of, prepare);
  const item = `${of.path}/{id}` as const;
  const noun = withArticle(recordName(of.name));
  const description = note === undefined ? {} : { description: note };
  const routes = [
    endpoint(`POST ${of.path}`, {
      permission: `${of.name}.create`,
      summary: `Create ${noun}`,
      ...description,
      body: createBody,
      status: 201,
      returns: of,
      handle: async (call) => ({ record: of, id: await create(call, call.body) }),
    }),
    endpoint(`PUT ${item}`, {
      permission: `${of.name}.update`,
      summary: `Change ${noun}`,
      ...description,
      body: changeBody,
      returns: of,
      errors: changeErrors,
      handle: async (call) => {
        const id = call.params.id;
        await change(call, { id, values: call.body });
        return { record: of, id };
      },
    }),
    endpoint(`DELETE ${item}`, {
      permission: `${of.name}.delete`,
      summary: `Delete ${noun}`,
      description: 'The service refuses this with 409 while other records refer to it.',
      status: 204,
      handle: async (call) => {
        await remove(call, call.params.id);
        return undefined;
      },
    }),
    timelineRoute(of),
  ];
  return { resource: of, routes };
}
