import type { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { recordName, withArticle } from '../problems/record-names.ts';
import type { Created, CreateOperation, RecordOperations } from '../records/plain-record.ts';
import { onlyOf } from './record-endpoint.ts';

/** Texts and errors of an endpoint. The default of the summary is the verb and the noun of the record. */
type Texts = Partial<Pick<Endpoint, 'summary' | 'description' | 'errors'>>;

/** The operations that write a record, and what their endpoints say. */
export interface RecordWrites<Create, Change> {
  readonly create: Texts &
    Pick<Endpoint<Create, Record<string, never>>, 'run' | 'answer'> & {
      readonly body: z.ZodType<Create>;
      readonly operation: CreateOperation<Create>;
    };
  readonly change: Texts & {
    readonly body: z.ZodType<Change>;
    readonly operation: RecordOperations<Create, Change>['change'];
  };
  readonly remove: Texts & { readonly operation: RecordOperations<Create, Change>['remove'] };
}

/** Returns the answer to a create. */
export const answerOf = (record: Resource, created: Created) => ({
  record,
  ...(typeof created === 'number' ? { id: created } : created),
});

/** Returns the endpoints that create, change and delete a record. */
export function recordRoutes<Create, Change>(of: Resource, writes: RecordWrites<Create, Change>): Endpoint[] {
  const { operation: create, ...created } = writes.create;
  const { operation: change, ...changed } = writes.change;
  const { operation: remove, ...removed } = writes.remove;
  const noun = withArticle(recordName(of.name));
  const item = `${of.path}/{id}` as const;
  return [
    endpoint(`POST ${of.path}`, {
      permission: `${of.name}.create`,
      summary: `Create ${noun}`,
      ...created,
      status: 201,
      returns: of,
      handle: async (call) => answerOf(of, await create(call, call.body)),
    }),
    onlyOf(
      of,
      'id',
      endpoint(`PUT ${item}`, {
        permission: `${of.name}.update`,
        summary: `Change ${noun}`,
        ...changed,
        returns: of,
        handle: async (call) => {
          const id = call.params.id;
          await change(call, { id, body: call.body });
          return { record: of, id };
        },
      }),
    ),
    onlyOf(
      of,
      'id',
      endpoint(`DELETE ${item}`, {
        permission: `${of.name}.delete`,
        summary: `Delete ${noun}`,
        ...removed,
        status: 204,
        handle: async (call) => {
          await remove(call, call.params.id);
          return undefined;
        },
      }),
    ),
  ];
}
