import { sql } from 'kysely';
import { digitsOf } from '../../records/currency.ts';
import { site, siteContact } from '../../records/site.ts';
import type { Tx } from '../platform/database/operation.ts';
import type { Row } from '../platform/database/row.ts';
import { resource } from '../platform/listing/declaration/resource.ts';
import { withCountries } from '../platform/records/countries.ts';
import { unfit } from '../platform/records/refusals.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';

resource(siteContact);

export const { routes } = plainRecord(site, {
  note: 'The default of the type is Warehouse. The country is an ISO code or an English name. Picking needs a Storage and a Moving location at the site (`POST /location`).',
  prepare: async ({ tx }, values, id) => ({ ...withCountries(values, ['country']), ...(await digits(tx, values, id)) }),
});

interface Money {
  readonly currency?: string | null | undefined;
  readonly currency_digits?: number | undefined;
}

/** Returns the digits of the currency of a site. Clients that know no currency write the digits alone. @throws body.invalid */
async function digits(tx: Tx, values: Money, id: number | null): Promise<Money> {
  const currency =
    values.currency === undefined && values.currency_digits !== undefined ? await currencyOf(tx, id) : values.currency;
  if (currency == null) return {};
  const currency_digits = digitsOf(currency);
  if (values.currency_digits === undefined || values.currency_digits === currency_digits) return { currency_digits };
  throw unfit('/currency_digits', `must be ${currency_digits}, the digits of ${currency}`);
}

async function currencyOf(tx: Tx, id: number | null): Promise<string | null> {
  const { rows } = await sql<Row<'site', 'currency'>>`select currency from site where id = ${id}`.execute(tx);
  return rows[0]?.currency ?? null;
}
