import { sql } from 'kysely';
import { operation, type Tx } from '../platform/database/operation.ts';
import { definedColumns, insertRow, updateRow } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { problem } from '../platform/problems/problems.ts';
import type { ChildOperations } from '../platform/records/child-record.ts';
import { noSuch, unfit } from '../platform/records/refusals.ts';
import { customerType } from './naming.ts';
import { lockCustomer } from './operations.ts';
import type { ContactBody, PartPriceBody, PartPriceChange } from './schema.ts';

/** The records that only companies have: contacts and own prices. Each write of them records `customer.modified`. */

/** Locks a company. @throws record.state for an individual */
async function lockCompany(tx: Tx, id: number): Promise<void> {
  const customer = await lockCustomer(tx, id);
  if (customer.customertype_id === customerType.company) return;
  throw problem(
    'record.state',
    `${customer.name} is an Individual: only companies have contacts and prices of their own.`,
  );
}

/** Returns the operations of a table below a company. `check` gets the body, and the row before a change. */
function companyChild<Create extends object, Change extends object>(
  table: 'customercontact' | 'customerpartprice',
  noun: string,
  check: (body: Create | Change, before: object | null) => void = () => undefined,
): ChildOperations<Create, Change> {
  const rows = sql.table(table);
  return {
    create: operation(`${table}.create`, async (context, { parentId, body }) => {
      const { tx } = context;
      await lockCompany(tx, parentId);
      check(body, null);
      const id = await insertRow(tx, table, { ...body, customer_id: parentId });
      await recordEvent(context, { event: 'customer.modified', id: parentId });
      return id;
    }),

    change: operation(`${table}.change`, async (context, { parentId, id, body }) => {
      const { tx } = context;
      await lockCompany(tx, parentId);
      const before = await sql<object>`select * from ${rows} where id = ${id} and customer_id = ${parentId}`.execute(
        tx,
      );
      if (!before.rows[0]) throw noSuch(noun, id);
      check(body, before.rows[0]);
      await updateRow(tx, table, { id }, body);
      await recordEvent(context, { event: 'customer.modified', id: parentId });
    }),

    remove: operation(`${table}.delete`, async (context, { parentId, id }) => {
      const { tx } = context;
      await lockCompany(tx, parentId);
      const deleted = await sql`
        delete from ${rows} where id = ${id} and customer_id = ${parentId} returning id`.execute(tx);
      if (deleted.rows.length === 0) throw noSuch(noun, id);
      await recordEvent(context, { event: 'customer.modified', id: parentId });
    }),
  };
}

export const contactOperations = companyChild<ContactBody, ContactBody>(
  'customercontact',
  'contact',
  (body, before) => {
    const { first_name, last_name } = { ...before, ...Object.fromEntries(definedColumns(body)) } as ContactBody;
    if (!first_name?.trim() && !last_name?.trim()) throw unfit('/last_name', 'is required, or first_name');
  },
);

export const partPriceOperations = companyChild<PartPriceBody, PartPriceChange>('customerpartprice', 'part price');
