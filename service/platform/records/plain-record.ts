import { sql } from 'kysely';
import { lockedRows } from '../database/locks/record-lock.ts';
import { type Operation, type OperationContext, operation } from '../database/operation.ts';
import { definedColumns, insertRow, updateRow } from '../database/rows.ts';
import type { Deletion, EventName } from '../events/events.ts';
import { recordDeletion, recordEvent } from '../events/record-event.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { recordName } from '../problems/record-names.ts';
import { noSuch } from './refusals.ts';

/** Returns the columns to write, in the same transaction. The id is null for a new record. */
export type Prepare<Create> = (
  context: OperationContext,
  values: Partial<Create>,
  id: number | null,
) => Promise<object>;

/** The id of a new record. With 200, it was there already. */
export type Created = number | { readonly id: number; readonly status: 200 };
export type CreateOperation<Body> = Operation<Body, Created>;

/** The operations that write a record. */
export interface RecordOperations<Create, Change> {
  /** @returns the id of the new record */
  readonly create: Operation<Create, number>;
  readonly change: Operation<{ id: number; body: Change }, void>;
  readonly remove: Operation<number, void>;
}

/**
 * Returns the operations of a plain record: a record without rules beyond those of its table, which has the name of the resource.
 * If a constraint of the table refuses a change, such as a duplicate name, the HTTP layer reports it by field.
 */
export function plainOperations<Create extends object>(
  resource: Resource,
  prepare: Prepare<Create> = async (_, values) => values,
): RecordOperations<Create, Partial<Create>> {
  const noun = recordName(resource.name);
  const table = sql.table(resource.name);
  const eventName = (verb: 'created' | 'modified') => `${resource.name}.${verb}` as Exclude<EventName, Deletion>;
  return {
    create: operation(`${resource.name}.create`, async (context: OperationContext, body: Create) => {
      const id = await insertRow(context.tx, resource.name, await prepare(context, body, null));
      await recordEvent(context, { event: eventName('created'), id });
      return id;
    }),

    change: operation(
      `${resource.name}.change`,
      async (context: OperationContext, { id, body }: { id: number; body: Partial<Create> }) => {
        const { tx } = context;
        const rows = await lockedRows(
          tx,
          { record: resource.name, ids: [id] },
          sql`select id from ${table} where id = ${id} for no key update`,
        );
        if (rows.length === 0) throw noSuch(noun, id);
        const columns = await prepare(context, body, id);
        const fields = definedColumns(columns).map(([name]) => name);
        if (fields.length === 0) return;
        await updateRow(tx, resource.name, { id }, columns);
        await recordEvent(context, { event: eventName('modified'), id, detail: { fields } });
      },
    ),

    remove: operation(`${resource.name}.delete`, async (context: OperationContext, id: number) => {
      const { tx } = context;
      const rows = await lockedRows(
        tx,
        { record: resource.name, ids: [id] },
        sql`select id from ${table} where id = ${id} for update`,
      );
      if (rows.length === 0) throw noSuch(noun, id);
      await recordDeletion(context, { event: `${resource.name}.deleted` as Deletion, id });
      await sql`delete from ${table} where id = ${id}`.execute(tx);
    }),
  };
}
