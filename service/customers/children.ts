import { sql } from 'kysely';
import type { Tx } from '../platform/database/operation.ts';
import { definedColumns, insertRow } from '../platform/database/rows.ts';
import { problem } from '../platform/problems/problems.ts';
import type { ChildRules } from '../platform/records/child-record.ts';
import { withCountries } from '../platform/records/countries.ts';
import { unfit } from '../platform/records/refusals.ts';
import { customerType } from './naming.ts';
import { lockCustomer } from './operations.ts';
import type { AddressBody, ContactBody } from './schema.ts';

/** The rules of the records below a customer. */

type Kind = 'email' | 'phone' | 'address';

const touch = async (tx: Tx, customerId: number): Promise<void> => {
  await sql`update customer set updated_at = this_second() where id = ${customerId}`.execute(tx);
};

/** The rules of a kind with a default. They lock the customer, because the default depends on all of its records. */
const withDefault = (kind: Kind) =>
  ({
    lock: lockCustomer,
    after: async (tx, customerId, verb, before) => {
      if (verb === 'delete' && kind !== 'address') {
        await sql`delete from ${sql.table(kind)} where id = ${before?.[`${kind}_id`]}`.execute(tx);
      }
      if (verb !== 'change') await ensureDefault(tx, kind, customerId);
      await touch(tx, customerId);
    },
  }) satisfies ChildRules<object>;

/** Sets a missing default: the only record, or the oldest of the others after the default was deleted. */
async function ensureDefault(tx: Tx, kind: Kind, customerId: number): Promise<void> {
  const column = sql.ref(`default_${kind}_id`);
  await sql`
    -- Makes the oldest record the default, if the customer has none.
    update customer set ${column} = (select min(id) from ${sql.table(`customer${kind}`)} where customer_id = ${customerId})
    where id = ${customerId} and ${column} is null`.execute(tx);
}

/** Returns SQL of the id of a type. An unknown type becomes the first type, which is the default. */
const typeOr = (kind: Kind, id: unknown) =>
  id === undefined ? undefined : sql`coalesce((select id from ${sql.table(`${kind}type`)} where id = ${id}), 1)`;

/** The rules of a link to a record that has the address or the number. */
const link = (kind: 'email' | 'phone', column: string): ChildRules<Readonly<Record<string, unknown>>> => ({
  ...withDefault(kind),
  columns: async (tx, body, before) => {
    const text = body[column];
    if (before && text !== undefined) {
      await sql`
        update ${sql.table(kind)} set ${sql.ref(column)} = ${text} where id = ${before[`${kind}_id`]}`.execute(tx);
    }
    return {
      [`${kind}_id`]: before ? undefined : await insertRow(tx, kind, { [column]: text }),
      [`${kind}type_id`]: typeOr(kind, body[`${kind}type_id`]),
    };
  },
});

export const email = link('email', 'email_address');
export const phone = link('phone', 'phone_number');

export const address: ChildRules<Partial<AddressBody>> = {
  ...withDefault('address'),
  columns: async (_, body) => ({
    ...withCountries(body, ['country']),
    addresstype_id: typeOr('address', body.addresstype_id),
  }),
};

export const alias: ChildRules<object> = { lock: lockCustomer, after: touch };

/** Locks a company: only companies have contacts and prices. @throws record.state for an individual */
async function lockCompany(tx: Tx, id: number): Promise<void> {
  const customer = await lockCustomer(tx, id);
  if (customer.customertype_id === customerType.company) return;
  throw problem(
    'record.state',
    `${customer.name} is an Individual: only companies have contacts and prices of their own.`,
  );
}

export const contact: ChildRules<Partial<ContactBody>> = {
  lock: lockCompany,
  columns: async (_, body, before) => {
    const { first_name, last_name } = { ...before, ...Object.fromEntries(definedColumns(body)) } as ContactBody;
    if (!first_name?.trim() && !last_name?.trim()) throw unfit('/last_name', 'is required, or first_name');
    return body;
  },
};

export const partPrice: ChildRules<object> = { lock: lockCompany };
