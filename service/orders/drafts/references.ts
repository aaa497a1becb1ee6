import { sql } from 'kysely';
import { type CountedPart, isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstRow } from '../../platform/database/rows.ts';
import type { DiscountBody, FeeBody } from './schema.ts';

/** The records that the body of an order refers to. One statement reads all of them, because a whole order comes in one call. */
export interface References {
  readonly customer: { readonly id: number; readonly name: string } | null;
  /** The addresses for goods and for bills: the customer's address of that type, or else the default address. */
  readonly ship: Address | null;
  readonly bill: Address | null;
  /** The caller's current site, or else the first site of the company. */
  readonly site_id: number | null;
  /** The default carrier. */
  readonly carrier_id: number | null;
  /** Carrier of the service level in the body. */
  readonly level_carrier_id: number | null;
  /** The parts that exist, by id. */
  readonly parts: Readonly<Record<number, ReferredPart>>;
  readonly discounts: Readonly<Record<number, Charge>>;
  readonly fees: Readonly<Record<number, Charge>>;
}

export interface ReferredPart extends CountedPart {
  /** The customer's price, or else the price of the part. */
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

/** A kind of discount or fee, and the level that it may be used at. */
export interface Charge {
  readonly name: string;
  readonly level: 'line' | 'order' | 'any';
  readonly active: boolean;
}

/** The fields of a line that refer to other records. */
interface ReferringLine {
  readonly part_id?: number | null | undefined;
  readonly discounts?: readonly DiscountBody[] | null | undefined;
  readonly fees?: readonly FeeBody[] | null | undefined;
}

/** The ids in a body that refer to other records. */
export interface ReferenceIds {
  readonly customerId?: number | undefined;
  /** An existing order, whose customer determines the prices. */
  readonly orderId?: number;
  readonly currentSite?: number | null;
  readonly levelId?: number | null | undefined;
  readonly lines?: readonly ReferringLine[] | null | undefined;
  readonly discounts?: readonly DiscountBody[] | null | undefined;
  readonly fees?: readonly FeeBody[] | null | undefined;
}

/** Reads all records that a body refers to, in one statement. */
export async function readReferences(tx: Tx, ids: ReferenceIds): Promise<References> {
  const { customerId = null, currentSite = null, levelId = null } = ids;
  const pricedFor =
    ids.orderId === undefined
      ? sql`${customerId}::bigint`
      : sql`(select customer_id from salesorder where id = ${ids.orderId})`;
  const lines = ids.lines ?? [];
  const partIds = unique(lines.map((line) => line.part_id));
  const discountIds = unique([ids, ...lines].flatMap((one) => one.discounts ?? []).map((one) => one.discount_id));
  const feeIds = unique([ids, ...lines].flatMap((one) => one.fees ?? []).map((one) => one.fee_id));
  const result = await sql<References>`
    -- Reads all records that a draft refers to, in one round trip.
    select
      (select jsonb_build_object('id', id, 'name', name) from customer where id = ${customerId}::bigint) as customer,
      ${addressFor(customerId, 3)} as ship, ${addressFor(customerId, 2)} as bill,
      coalesce(${currentSite}::bigint, (select id from site order by sitetype_id = 3, id limit 1)) as site_id,
      (select id from carrier where "default" and active) as carrier_id,
      (select carrier_id from carrierservicelevel where id = ${levelId}::bigint) as level_carrier_id,
      (select coalesce(jsonb_object_agg(p.id, jsonb_build_object('part', p.number, 'unit', p.unit, 'whole', ${sql.raw(isWhole)},
          'price', trim_scale(coalesce(own.unit_price, p.price))::text)), '{}')
        from part p left join customerpartprice own on own.part_id = p.id and own.customer_id = ${pricedFor}
        where p.id = any(${partIds}::bigint[])) as parts,
      ${chargesOf('discount', discountIds)} as discounts, ${chargesOf('fee', feeIds)} as fees`.execute(tx);
  return firstRow(result);
}

const addressFor = (customerId: number | null, addresstypeId: number) => sql`(
  select to_jsonb(a) - '{id,customer_id,addresstype_id,created_at,updated_at}'::text[]
  from customer c join customeraddress a on a.customer_id = c.id
  where c.id = ${customerId}::bigint and (a.addresstype_id = ${addresstypeId} or a.id = c.default_address_id)
  order by a.addresstype_id <> ${addresstypeId}, a.id limit 1)`;

const chargesOf = (table: 'discount' | 'fee', ids: readonly number[]) => sql`(
  select coalesce(jsonb_object_agg(id, jsonb_build_object('name', name, 'level', level, 'active', active)), '{}')
  from ${sql.table(table)} where id = any(${ids}::bigint[]))`;

function unique(list: readonly (number | null | undefined)[]): number[] {
  return [...new Set(list.filter((id) => id != null))];
}
