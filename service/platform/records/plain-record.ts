import { sql } from 'kysely';
import type { z } from 'zod';
import { type Operation, type OperationContext, operation } from '../database/operation.ts';
import { definedColumns, insertRow, updateRow } from '../database/rows.ts';
import type { Deletion, EventName } from '../events/events.ts';
import { recordDeletion, recordEvent } from '../events/record-event.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { noSuch } from './refusals.ts';

/** A record that is nothing but its fields: created, changed and deleted with no rule beyond those of its table. */
export interface PlainRecord<Create extends object, Change extends object> {
  /** Its resource, named as its table; the columns are named as the fields of the bodies. */
  readonly resource: Resource;
  /** What people call it: "carton type". */
  readonly called: string;
  readonly create: z.ZodType<Create>;
  readonly change: z.ZodType<Change>;
  /** Works out what is written, in the same transaction. The id is null where the record is created. */
  readonly prepare?: (context: OperationContext, values: Create | Change, id: number | null) => Promise<object>;
}

export interface PlainOperations<Create, Change> {
  /** @returns its id */
  readonly create: Operation<Create, number>;
  readonly change: Operation<{ id: number; values: Change }, void>;
  readonly remove: Operation<number, void>;
}

/**
 * The operations of a plain record; `plainRoutes` gives their addresses. What the constraints of the table refuse (a name that
 * is taken, a record in use) the HTTP layer tells in the words of the interface.
 * @example
 * export const fees = { resource: fee, called: 'fee', create: chargeBody, change: chargeBody.partial() };
 * export const feeOperations = plainOperations(fees);
 */
export function plainOperations<Create extends object, Change extends object>({
  resource,
  called,
  prepare = async (_, values) => values,
}: PlainRecord<Create, Change>): PlainOperations<Create, Change> {
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
      async (context: OperationContext, { id, values }: { id: number; values: Change }) => {
        const { tx } = context;
        const { rows } = await sql`select id from ${table} where id = ${id} for no key update`.execute(tx);
        if (rows.length === 0) throw noSuch(called, id);
        const columns = await prepare(context, values, id);
        const fields = definedColumns(columns).map(([name]) => name);
        if (fields.length === 0) return;
        await updateRow(tx, resource.name, { id }, columns);
        await recordEvent(context, { event: eventName('modified'), id, detail: { fields } });
      },
    ),

    remove: operation(`${resource.name}.delete`, async (context: OperationContext, id: number) => {
      const { tx } = context;
      const { rows } = await sql`select id from ${table} where id = ${id} for update`.execute(tx);
      if (rows.length === 0) throw noSuch(called, id);
      await recordDeletion(context, { event: `${resource.name}.deleted` as Deletion, id });
      await sql`delete from ${table} where id = ${id}`.execute(tx);
    }),
  };
}
