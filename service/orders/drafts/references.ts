import { sql } from 'kysely';
import type { Consignee } from '../../../lib/addresses/ship-to.ts';
import { type CountedPart, isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { firstOf } from '../../platform/database/rows.ts';
import type { DiscountBody, FeeBody } from './schema.ts';

/** The records that the body of an order refers to. One statement reads all of them, because a whole order comes in one call. */
export interface References {
  readonly customer: { readonly id: number; readonly name: string } | null;
  /** The addresses for goods and for bills: the customer's address of that type, or else the default address; or that of the receiving site. */
  readonly ship: Consignee | null;
  readonly bill: Consignee | null;
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
  /** The site that receives a transfer. */
  readonly toSiteId?: number | undefined;
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
  return firstOf(await readReferencesOfMany(tx, [ids]));
}

/** The same for several bodies, in one statement. @returns the records in the sequence of the bodies */
export async function readReferencesOfMany(tx: Tx, bodies: readonly ReferenceIds[]): Promise<References[]> {
  const { rows } = await sql<References>`
    -- Reads all records that drafts refer to, in one round trip.
    select
      (select jsonb_build_object('id', id, 'name', name) from customer where id = d.customer) as customer,
      coalesce(${addressFor(3)}, ${addressOfSite}) as ship, ${addressFor(2)} as bill,
      coalesce(d.current_site, (select id from site order by sitetype_id = 3, id limit 1)) as site_id,
      (select id from carrier where "default" and active) as carrier_id,
      (select carrier_id from carrierservicelevel where id = d.level) as level_carrier_id,
      (select coalesce(jsonb_object_agg(p.id, jsonb_build_object('part', p.number, 'unit', p.unit, 'whole', ${sql.raw(isWhole)},
          'price', trim_scale(coalesce(own.unit_price, p.price))::text)), '{}')
        from part p left join customerpartprice own on own.part_id = p.id
          and own.customer_id = coalesce(d.customer, (select customer_id from salesorder where id = d.priced_for_order))
        where p.id = any(d.parts)) as parts,
      ${chargesOf('discount')} as discounts, ${chargesOf('fee')} as fees
    from jsonb_to_recordset(${JSON.stringify(bodies.map(referredIds))}::jsonb)
      as d(position int, customer bigint, to_site bigint, priced_for_order bigint, current_site bigint, level bigint, parts bigint[], discounts bigint[], fees bigint[])
    order by d.position`.execute(tx);
  return rows;
}

/** The columns of a row `d` with the ids that a body refers to. */
function referredIds(ids: ReferenceIds, position: number) {
  const lines = ids.lines ?? [];
  return {
    position,
    customer: ids.customerId ?? null,
    to_site: ids.toSiteId ?? null,
    priced_for_order: ids.orderId ?? null,
    current_site: ids.currentSite ?? null,
    level: ids.levelId ?? null,
    parts: unique(lines.map((line) => line.part_id)),
    discounts: unique([ids, ...lines].flatMap((one) => one.discounts ?? []).map((one) => one.discount_id)),
    fees: unique([ids, ...lines].flatMap((one) => one.fees ?? []).map((one) => one.fee_id)),
  };
}

const addressFor = (addresstypeId: number) => sql`(
  select to_jsonb(a) - '{id,customer_id,addresstype_id,created_at,updated_at}'::text[]
  from customer c join customeraddress a on a.customer_id = c.id
  where c.id = d.customer and (a.addresstype_id = ${addresstypeId} or a.id = c.default_address_id)
  order by a.addresstype_id <> ${addresstypeId}, a.id limit 1)`;

const addressOfSite = sql`(
  select jsonb_build_object('name', name, 'address_1', address_1, 'address_2', address_2, 'city', city, 'region', region,
    'postal_code', postal_code, 'country', country)
  from site where id = d.to_site)`;

const chargesOf = (table: 'discount' | 'fee') => sql`(
  select coalesce(jsonb_object_agg(id, jsonb_build_object('name', name, 'level', level, 'active', active)), '{}')
  from ${sql.table(table)} where id = any(${sql.ref(`d.${table}s`)}))`;

function unique(list: readonly (number | null | undefined)[]): number[] {
  return [...new Set(list.filter((id) => id != null))];
}
