import { type RawBuilder, sql } from 'kysely';
import type { Address } from '../../../lib/printing/content.ts';

const members = ['address_1', 'address_2', 'city', 'region', 'postal_code', 'country'];

/** Returns the SQL of an address, as documents store it. */
function addressSql(
  name: RawBuilder<unknown>,
  columnOf: (member: string) => string,
  company: RawBuilder<unknown> = sql`null`,
): RawBuilder<Address> {
  const pairs = members.map((member) => sql`${sql.lit(member)}::text, ${sql.ref(columnOf(member))}`);
  const country = sql.ref(columnOf('country'));
  return sql<Address>`jsonb_build_object('name', ${name}, 'company', ${company}, ${sql.join(pairs)},
    'country_name', (select country.name from country where country.code = ${country}))`;
}

/** SQL: the shipping address of the order `o` of the customer `c`. */
export const shipTo = addressSql(
  sql`coalesce(o.ship_to_name, c.name)`,
  (member) => `o.ship_${member}`,
  sql`o.ship_company`,
);
/** SQL: the billing address of the order. */
export const billTo = addressSql(
  sql`coalesce(o.bill_to_name, c.name)`,
  (member) => `o.bill_${member}`,
  sql`o.bill_company`,
);
/** SQL: the address of the site `s` that sends the order. */
export const fromSite = addressSql(sql`s.name`, (member) => `s.${member}`);
