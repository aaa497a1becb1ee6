import { type RawBuilder, sql } from 'kysely';
import type { Address } from '../../../printing/content.ts';

const members = ['address_1', 'address_2', 'city', 'region', 'postal_code', 'country'];

/** SQL of an address as documents keep it. */
function addressSql(name: RawBuilder<unknown>, columnOf: (member: string) => string): RawBuilder<Address> {
  const pairs = members.map((member) => sql`${sql.lit(member)}::text, ${sql.ref(columnOf(member))}`);
  const country = sql.ref(columnOf('country'));
  return sql<Address>`jsonb_build_object('name', ${name}, ${sql.join(pairs)},
    'country_name', (select country.name from country where country.code = ${country}))`;
}

/** SQL: where the order `o` of the customer `c` goes. */
export const shipTo = addressSql(sql`coalesce(o.ship_to_name, c.name)`, (member) => `o.ship_${member}`);
/** SQL: who pays for it. */
export const billTo = addressSql(sql`coalesce(o.bill_to_name, c.name)`, (member) => `o.bill_${member}`);
/** SQL: the site `s` that sends it. */
export const fromSite = addressSql(sql`s.name`, (member) => `s.${member}`);
