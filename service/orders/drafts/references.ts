import { sql } from 'kysely';
import { type CountedPart, isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { DiscountBody, FeeBody, LineBody } from './schema.ts';

/** What the bodies of an order refer to, read in one statement: a whole order comes in one call, and in few statements. */
export interface References {
  readonly customer: { readonly id: number; readonly name: string } | null;
  /** Where the customer gets goods and bills: the address of that type, or else the default one. */
  readonly ship: Address | null;
  readonly bill: Address | null;
  /** The caller's current site, or else the first of our own. */
  readonly site_id: number | null;
  /** The default carrier. */
  readonly carrier_id: number | null;
  /** Carrier of the service level that is asked for. */
  readonly level_carrier_id: number | null;
  /** The parts that exist. */
  readonly parts: Readonly<Record<number, ReferredPart>>;
  readonly discounts: Readonly<Record<number, Charge>>;
  readonly fees: Readonly<Record<number, Charge>>;
}

export interface ReferredPart extends CountedPart {
  /** The customer's own, or else that of the part. */
  readonly price: string;
}

export interface Address {
  readonly name: string | null;
  readonly address_1: string | null;
  readonly address_2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/** A kind of discount or fee, and where it may be used. */
export interface Charge {
  readonly name: string;
  readonly level: 'line' | 'order' | 'any';
  readonly active: boolean;
}

/** What to look up. */
export interface Referring {
  readonly customerId?: number | undefined;
  /** An order that is there already: its customer has the prices. */
  readonly orderId?: number;
  readonly currentSite?: number | null;
  readonly levelId?: number | null | undefined;
  readonly lines?: readonly LineBody[] | null | undefined;
  readonly discounts?: readonly DiscountBody[] | null | undefined;
  readonly fees?: readonly FeeBody[] | null | undefined;
}

export async function readReferences(tx: Tx, referring: Referring): Promise<References> {
  const { customerId = null, currentSite = null, levelId = null } = referring;
  const pricedFor =
    referring.orderId === undefined
      ? sql`${customerId}::int`
      : sql`(select customer_id from salesorder where id = ${referring.orderId})`;
  const lines = referring.lines ?? [];
  const partIds = unique(lines.map((line) => line.part_id));
  const discountIds = unique([referring, ...lines].flatMap((one) => one.discounts ?? []).map((one) => one.discount_id));
  const feeIds = unique([referring, ...lines].flatMap((one) => one.fees ?? []).map((one) => one.fee_id));
  const { rows } = await sql<References>`
    select
      (select jsonb_build_object('id', id, 'name', name) from customer where id = ${customerId}::int) as customer,
      ${addressFor(customerId, 3)} as ship, ${addressFor(customerId, 2)} as bill,
      coalesce(${currentSite}::int, (select id from site order by sitetype_id = 3, id limit 1)) as site_id,
      (select id from carrier where "default" and active) as carrier_id,
      (select carrier_id from carrierservicelevel where id = ${levelId}::int) as level_carrier_id,
      (select coalesce(jsonb_object_agg(p.id, jsonb_build_object('part', p.number, 'unit', p.unit, 'whole', ${sql.raw(isWhole)},
          'price', trim_scale(coalesce(own.unit_price, p.price))::text)), '{}')
        from part p left join customerpartprice own on own.part_id = p.id and own.customer_id = ${pricedFor}
        where p.id = any(${partIds}::int[])) as parts,
      ${chargesOf('discount', discountIds)} as discounts, ${chargesOf('fee', feeIds)} as fees`.execute(tx);
  return rows[0]!;
}

const addressFor = (customerId: number | null, addresstypeId: number) => sql`(
  select to_jsonb(a) - '{id,customer_id,addresstype_id,created_at,updated_at}'::text[]
  from customer c join customeraddress a on a.customer_id = c.id
  where c.id = ${customerId}::int and (a.addresstype_id = ${addresstypeId} or a.id = c.default_address_id)
  order by a.addresstype_id <> ${addresstypeId}, a.id limit 1)`;

const chargesOf = (table: 'discount' | 'fee', ids: readonly number[]) => sql`(
  select coalesce(jsonb_object_agg(id, jsonb_build_object('name', name, 'level', level, 'active', active)), '{}')
  from ${sql.table(table)} where id = any(${ids}::int[]))`;

function unique(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids.filter((id) => id != null))];
}
