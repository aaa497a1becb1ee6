import type { z } from 'zod';
import type { RecordDeclaration } from '../../../records/record.ts';
import { type Body, bodyOf } from '../coercion/body-of.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type Resource, resource } from '../listing/declaration/resource.ts';
import type { ProblemCode } from '../problems/problems.ts';
import { type Prepare, plainOperations } from '../records/plain-record.ts';
import { recordRoutes } from './record-routes.ts';
import { timelineRoute } from './timeline-routes.ts';

type Create<R extends RecordDeclaration> = z.infer<Body<R, 'create'>>;

/** The facts about a plain record that its declaration does not have. */
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
  const description = note === undefined ? {} : { description: note };
  const routes = [
    ...recordRoutes(of, {
      create: { ...description, body: createBody, operation: create },
      change: { ...description, body: changeBody, errors: changeErrors, operation: change },
      remove: {
        description: 'The service refuses this with 409 while other records refer to it.',
        operation: remove,
      },
    }),
    timelineRoute(of),
  ];
  return { resource: of, routes };
}
