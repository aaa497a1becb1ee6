import { sql } from 'kysely';
import { type Operation, type OperationContext, operation, type Tx } from '../database/operation.ts';
import { insertRow, updateRow } from '../database/rows.ts';
import type { Deletion, EventName } from '../events/events.ts';
import { recordEvent } from '../events/record-event.ts';
import { recordName } from '../problems/record-names.ts';
import { noSuch } from './refusals.ts';

/** The operations on records that belong to a parent record. */
export interface ChildOperations<Create, Change> {
  /** @returns the id of the new record */
  readonly create: Operation<{ parentId: number; body: Create }, number>;
  readonly change: Operation<{ parentId: number; id: number; body: Change }, void>;
  readonly remove: Operation<{ parentId: number; id: number }, void>;
}

/** The row of a child before its change or deletion, by column; null if the write creates it. */
export type RowBefore = Readonly<Record<string, unknown>> | null;

/** The rules of a child, beside the write of its row. */
export interface ChildRules<Body> {
  /** Locks the parent. Default: against its deletion. @throws record.unknown */
  readonly lock?: (tx: Tx, parentId: number) => Promise<unknown>;
  /** Returns the columns to write. Default: those of the body. */
  readonly columns?: (tx: Tx, body: Body, before: RowBefore) => Promise<object>;
  /** Runs before the event `modified` of the parent. */
  readonly after?: (tx: Tx, parentId: number, verb: 'create' | 'change' | 'delete', before: RowBefore) => Promise<void>;
}

/** The table of a child, that of its parent, and the noun for people. */
export interface ChildTable {
  readonly name: string;
  readonly parent: string;
  readonly noun: string;
}

/** Returns the operations of a child. Each records the event `modified` of the parent. */
export function childOperations<Create extends object, Change extends object>(
  { name, parent, noun }: ChildTable,
  { lock = lockAgainstDeletion(parent), columns = async (_, body) => body, after }: ChildRules<Create | Change>,
): ChildOperations<Create, Change> {
  const by = `${parent}_id`;
  const written = async (
    context: OperationContext,
    parentId: number,
    verb: 'create' | 'change' | 'delete',
    before: RowBefore,
  ) => {
    await after?.(context.tx, parentId, verb, before);
    await recordEvent(context, { event: `${parent}.modified` as Exclude<EventName, Deletion>, id: parentId });
  };
  const lockRow = async (tx: Tx, parentId: number, id: number) => {
    await lock(tx, parentId);
    const { rows } = await sql<NonNullable<RowBefore>>`
      select * from ${sql.table(name)} where id = ${id} and ${sql.ref(by)} = ${parentId} for no key update`.execute(tx);
    if (!rows[0]) throw noSuch(noun, id);
    return rows[0];
  };
  return {
    create: operation(`${name}.create`, async (context, { parentId, body }) => {
      await lock(context.tx, parentId);
      const id = await insertRow(context.tx, name, { ...(await columns(context.tx, body, null)), [by]: parentId });
      await written(context, parentId, 'create', null);
      return id;
    }),

    change: operation(`${name}.change`, async (context, { parentId, id, body }) => {
      const before = await lockRow(context.tx, parentId, id);
      await updateRow(context.tx, name, { id }, await columns(context.tx, body, before));
      await written(context, parentId, 'change', before);
    }),

    remove: operation(`${name}.delete`, async (context, { parentId, id }) => {
      const before = await lockRow(context.tx, parentId, id);
      await sql`delete from ${sql.table(name)} where id = ${id}`.execute(context.tx);
      await written(context, parentId, 'delete', before);
    }),
  };
}

const lockAgainstDeletion = (record: string) => async (tx: Tx, id: number) => {
  const { rows } = await sql`select id from ${sql.table(record)} where id = ${id} for key share`.execute(tx);
  if (rows.length === 0) throw noSuch(recordName(record), id);
};
