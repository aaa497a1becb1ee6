import { sql } from 'kysely';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import { firstRow, insertRow, updateRow } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { ChildOperations } from '../platform/records/child-record.ts';
import { withCountries } from '../platform/records/countries.ts';
import { noSuch } from '../platform/records/refusals.ts';
import { lockCustomer } from './operations.ts';
import type { AddressBody, AliasBody } from './schema.ts';

/** The records below a customer. Each write of them records the event `customer.modified`. */

type Kind = 'email' | 'phone' | 'address' | 'alias';

/** Runs a change under the lock of the customer, because the default record depends on all records of the customer. */
async function changing(context: OperationContext, customerId: number, body: () => Promise<number>): Promise<number> {
  await lockCustomer(context.tx, customerId);
  const id = await body();
  await sql`update customer set updated_at = this_second() where id = ${customerId}`.execute(context.tx);
  await recordEvent(context, { event: 'customer.modified', id: customerId });
  return id;
}

/** Sets a missing default: the only record, or the oldest of the others after the default was deleted. */
async function ensureDefault(tx: Tx, kind: Exclude<Kind, 'alias'>, customerId: number): Promise<void> {
  const column = sql.ref(`default_${kind}_id`);
  await sql`
    -- Makes the oldest record the default, if the customer has none.
    update customer set ${column} = (select min(id) from ${sql.table(`customer${kind}`)} where customer_id = ${customerId})
    where id = ${customerId} and ${column} is null`.execute(tx);
}

/** Returns SQL of the id of a type. An unknown type becomes the first type. */
const typeOr = (kind: string, id: number | undefined, otherwise: number | null) =>
  id === undefined
    ? sql`${otherwise}::bigint`
    : sql`coalesce((select id from ${sql.table(`${kind}type`)} where id = ${id}), 1)`;

/** Operations of e-mails and phones: each is a link to a record that has the address or the number. */
function linkOperations<Body extends object>(
  kind: 'email' | 'phone',
  read: (body: Body) => { address: string | undefined; typeId: number | undefined },
): ChildOperations<Body, Partial<Body>> {
  const [link, target] = [sql.table(`customer${kind}`), sql.table(kind)];
  const [targetId, typeId] = [sql.ref(`${kind}_id`), sql.ref(`${kind}type_id`)];
  const column = sql.ref(kind === 'email' ? 'email_address' : 'phone_number');

  const targetOf = async (tx: Tx, customerId: number, id: number): Promise<number> => {
    const { rows } = await sql<{ target: number }>`
      select ${targetId} as target from ${link} where id = ${id} and customer_id = ${customerId}`.execute(tx);
    if (!rows[0]) throw noSuch(kind, id);
    return rows[0].target;
  };
  return {
    create: operation(`customer.${kind}.create`, (context, { parentId, body }) =>
      changing(context, parentId, async () => {
        const values = read(body);
        const insertion = sql<{ id: number }>`
          -- Inserts the address or number, and the link to it.
          with target as (insert into ${target} (${column}) values (${values.address}) returning id)
          insert into ${link} (customer_id, ${targetId}, ${typeId})
          select ${parentId}, id, ${typeOr(kind, values.typeId, 1)} from target returning id`;
        const { id } = firstRow(await insertion.execute(context.tx));
        await ensureDefault(context.tx, kind, parentId);
        return id;
      }),
    ),

    change: operation(`customer.${kind}.change`, async (context, { parentId, id, body }) => {
      await changing(context, parentId, async () => {
        const values = read(body as Body);
        const linked = await targetOf(context.tx, parentId, id);
        await sql`
          -- Changes the address or number, and the type of the link.
          with changed as (
            update ${target} set ${column} = coalesce(${values.address ?? null}, ${column}) where id = ${linked})
          update ${link} set ${typeId} = coalesce(${typeOr(kind, values.typeId, null)}, ${typeId}), updated_at = this_second()
          where id = ${id}`.execute(context.tx);
        return id;
      });
    }),

    remove: operation(`customer.${kind}.delete`, async (context, { parentId, id }) => {
      await changing(context, parentId, async () => {
        const linked = await targetOf(context.tx, parentId, id);
        await sql`delete from ${link} where id = ${id}`.execute(context.tx);
        await sql`delete from ${target} where id = ${linked}`.execute(context.tx);
        await ensureDefault(context.tx, kind, parentId);
        return id;
      });
    }),
  };
}

interface EmailBody {
  readonly email_address: string;
  readonly emailtype_id?: number | undefined;
}
export const emailOperations = linkOperations<EmailBody>('email', (body) => ({
  address: body.email_address,
  typeId: body.emailtype_id,
}));

interface PhoneBody {
  readonly phone_number: string;
  readonly phonetype_id?: number | undefined;
}
export const phoneOperations = linkOperations<PhoneBody>('phone', (body) => ({
  address: body.phone_number,
  typeId: body.phonetype_id,
}));

/** Operations of addresses and aliases: each is one row. */
function rowOperations<Body extends object>(
  kind: 'address' | 'alias',
  columnsOf: (tx: Tx, body: Partial<Body>) => Promise<object>,
): ChildOperations<Body, Partial<Body>> {
  const table = `customer${kind}`;
  const updateDefault = async (tx: Tx, customerId: number) => {
    if (kind === 'address') await ensureDefault(tx, kind, customerId);
  };
  return {
    create: operation(`customer.${kind}.create`, (context, { parentId, body }) =>
      changing(context, parentId, async () => {
        const columns = await columnsOf(context.tx, body);
        const id = await insertRow(context.tx, table, { ...columns, customer_id: parentId });
        await updateDefault(context.tx, parentId);
        return id;
      }),
    ),

    change: operation(`customer.${kind}.change`, async (context, { parentId, id, body }) => {
      await changing(context, parentId, async () => {
        const columns = await columnsOf(context.tx, body);
        if (!(await updateRow(context.tx, table, { id, customer_id: parentId }, columns))) throw noSuch(kind, id);
        return id;
      });
    }),

    remove: operation(`customer.${kind}.delete`, async (context, { parentId, id }) => {
      await changing(context, parentId, async () => {
        const { rows } = await sql`
          delete from ${sql.table(table)} where id = ${id} and customer_id = ${parentId} returning id`.execute(
          context.tx,
        );
        if (rows.length === 0) throw noSuch(kind, id);
        await updateDefault(context.tx, parentId);
        return id;
      });
    }),
  };
}

export const addressOperations = rowOperations<AddressBody>('address', async (_, body) => {
  const { addresstype_id, ...address } = withCountries(body, ['country']);
  if (addresstype_id === undefined) return address;
  return { ...address, addresstype_id: typeOr('address', addresstype_id, 1) };
});

export const aliasOperations = rowOperations<AliasBody>('alias', async (_, body) => body);
