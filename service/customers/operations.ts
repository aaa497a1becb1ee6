import { sql } from 'kysely';
import { lockedRow } from '../platform/database/locks/record-lock.ts';
import { type OperationContext, operation, type Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { firstRow, updateRow } from '../platform/database/rows.ts';
import { recordDeletion, recordEvent } from '../platform/events/record-event.ts';
import { addExternalIds, recordAgain, sentColumns } from '../platform/records/external-ids.ts';
import { type Membership, setGroups } from '../platform/records/membership.ts';
import { freeNumber, nextId } from '../platform/records/numbers.ts';
import { unfit, unknownRecord } from '../platform/records/refusals.ts';
import { customerType, type Names, namesOf, typeOf } from './naming.ts';
import type { CustomerBody, CustomerChange } from './schema.ts';

const membership: Membership = { group: 'customergroup', table: 'customer_customergroup', member: 'customer_id' };

/**
 * Creates a customer. The default of the number is `C-<id>`.
 * @returns its id; with 200, it has an external id of the body already
 * @throws record.exists
 */
export const createCustomer = operation('customer.create', async (context: OperationContext, body: CustomerBody) => {
  const { tx } = context;
  const customertypeId = typeOf(body);
  if (customertypeId === undefined) throw unfit('/type', 'is required: Company or Individual');
  const names = namesOf(customertypeId, body);
  const { number, status_id, custom = {}, email_options } = body;
  const columns = { number, customertype_id: customertypeId, ...names, status_id, email_options, custom };
  const again = await recordAgain(
    tx,
    'customer',
    body,
    sentColumns({ ...body, customertype_id: customertypeId }, columns),
  );
  if (again) return again;
  const { name, first_name, last_name } = names;
  const insertion = sql<Row<'customer', 'id'>>`
    -- Inserts the customer. Its number contains its id, so the id comes first.
    with numbered as materialized (select ${nextId('customer')} as id)
    insert into customer (id, number, customertype_id, status_id, name, first_name, last_name, email_options, custom)
    overriding system value
    select id, coalesce(${number ?? null}, ${freeNumber('customer', sql`'C-' || numbered.id`)}), ${customertypeId},
      ${status_id ?? 1}, ${name}, ${first_name}, ${last_name}, ${emailOptions(customertypeId, body) ?? '{}'}::jsonb,
      ${JSON.stringify(custom)}::jsonb
    from numbered returning id`;
  const { id } = firstRow(await insertion.execute(tx));
  await addExternalIds(tx, 'customer', id, body);
  if (body.group_ids?.length) await setGroups(tx, membership, id, body.group_ids);
  await recordEvent(context, { event: 'customer.created', id });
  return id;
});

type Customer = Names & Row<'customer', 'customertype_id'>;

/** Changes a customer. The type cannot change. The name of an individual follows from first and last name. */
export const changeCustomer = operation(
  'customer.change',
  async (context: OperationContext, { id, body }: { id: number; body: CustomerChange }) => {
    const { tx } = context;
    const customer = await lockCustomer(tx, id);
    const type = typeOf(body);
    if (type !== undefined && type !== customer.customertype_id) {
      throw unfit(body.type === undefined ? '/customertype_id' : '/type', 'cannot be changed later');
    }
    await checkDefaults(tx, id, body);
    const names = namesOf(customer.customertype_id, {
      name: body.name === undefined ? customer.name : body.name,
      first_name: body.first_name === undefined ? customer.first_name : body.first_name,
      last_name: body.last_name === undefined ? customer.last_name : body.last_name,
    });
    const { number, status_id, default_email_id, default_phone_id, default_address_id } = body;
    await updateRow(
      tx,
      'customer',
      { id },
      {
        ...names,
        number,
        status_id,
        default_email_id,
        default_phone_id,
        default_address_id,
        email_options: emailOptions(customer.customertype_id, body),
        custom: body.custom && JSON.stringify(body.custom),
      },
    );
    if (body.group_ids) await setGroups(tx, membership, id, body.group_ids);
    await recordEvent(context, { event: 'customer.modified', id });
  },
);

/** Deletes a customer with its own records. @throws record.in-use if it has orders, quotes or jobs */
export const deleteCustomer = operation('customer.delete', async (context: OperationContext, id: number) => {
  const { tx } = context;
  const { name } = await lockCustomer(tx, id);
  // The links to e-mails and phones go with the customer, and so their targets are read before.
  const targets = sql<{ email_ids: number[]; phone_ids: number[] }>`
    select array(select email_id from customeremail where customer_id = ${id}) as email_ids,
      array(select phone_id from customerphone where customer_id = ${id}) as phone_ids`;
  const { email_ids, phone_ids } = firstRow(await targets.execute(tx));
  await recordDeletion(context, { event: 'customer.deleted', id, detail: { name } });
  await sql`delete from customer where id = ${id}`.execute(tx);
  await sql`
    -- Deletes the e-mails and phones of the customer.
    with emails as (delete from email where id = any(${email_ids}::bigint[]))
    delete from phone where id = any(${phone_ids}::bigint[])`.execute(tx);
});

/** Locks a customer against changes. @throws record.unknown */
export async function lockCustomer(tx: Tx, id: number): Promise<Customer> {
  const statement = sql<Customer>`
    -- Locks a customer.
    select customertype_id, name, first_name, last_name from customer where id = ${id} for no key update`;
  return lockedRow(tx, 'customer', id, statement);
}

/** Returns the options as JSON text; undefined if the body has none. @throws body.invalid for an individual */
function emailOptions(
  customertypeId: number,
  { email_options: options }: Pick<CustomerChange, 'email_options'>,
): string | undefined {
  if (options === undefined) return undefined;
  if (customertypeId === customerType.company || Object.keys(options).length === 0) return JSON.stringify(options);
  throw unfit('/email_options', 'are for companies only');
}

/** Checks that the defaults belong to the customer. @throws reference.unknown */
async function checkDefaults(tx: Tx, id: number, body: CustomerChange): Promise<void> {
  for (const kind of ['email', 'phone', 'address'] as const) {
    const chosen = body[`default_${kind}_id`];
    if (chosen == null) continue;
    const { rows } = await sql`
      select id from ${sql.table(`customer${kind}`)} where id = ${chosen} and customer_id = ${id}`.execute(tx);
    if (rows.length === 0) throw unknownRecord(`/default_${kind}_id`, `${kind} of this customer`, chosen);
  }
}
