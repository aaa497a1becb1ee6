import { countryReading } from '../../lib/addresses/reading.ts';
import type { Entity, EntityField, EntityRelation, FieldType } from '../../lib/expressions/entity.ts';
import { codeReading, identifierReading, type TextReading } from '../../lib/expressions/texts/reading.ts';
import type { CustomerFacts, LineFacts, Named, OrderFacts, PartFacts } from '../../plugins/facts.ts';

/** Keys of T whose values are records or lists of records. All others are fields. */
type RelationOf<T> = {
  [K in keyof T]: NonNullable<T[K]> extends readonly object[] | { id: number } ? K : never;
}[keyof T];

/** Texts that conditions read in a form of their own, as filters of orders do. */
const forms = { identifier: identifierReading, code: codeReading, country: countryReading };

type FactType = FieldType | keyof typeof forms;
type Fields<T> = Record<Exclude<keyof T, RelationOf<T>>, FactType>;
type Relations<T> = Record<RelationOf<T>, EntityRelation>;

/** Facts are evaluated in memory. SQL over orders uses the resource `salesorder`, which has the same names. */
function noSql(): never {
  throw new Error('The facts of a plan are not in a database.');
}

const one = (entity: Entity): EntityRelation => ({ many: false, entity, parentKey: noSql, childKey: noSql });
const many = (entity: Entity): EntityRelation => ({ many: true, entity, parentKey: noSql, childKey: noSql });

/** The types enforce that the entity has exactly the names of the facts. */
function facts<T>(
  name: string,
  fields: Fields<T>,
  relations: Relations<T>,
  absent: Readonly<Record<string, string>> = {},
): Entity {
  const described = Object.entries<FactType>(fields).map(([field, type]): [string, EntityField] => [
    field,
    type in forms
      ? { type: 'text', reading: forms[type as keyof typeof forms], filterable: true, sql: noSql }
      : { type: type as FieldType, filterable: true, sql: noSql },
  ]);
  const related = Object.entries<EntityRelation>(relations);
  return {
    name,
    table: '',
    listsNames: true,
    absent: new Map(Object.entries(absent)),
    fields: new Map(described),
    relations: new Map(related),
  };
}

/** Returns an entity of facts whose countries are read in another way: with the names of a file that may not be active. */
export function withCountries(entity: Entity, reading: TextReading): Entity {
  const fields = [...entity.fields].map(([name, field]): [string, EntityField] => [
    name,
    field.reading === countryReading ? { ...field, reading } : field,
  ]);
  const relations = [...entity.relations].map(([name, relation]): [string, EntityRelation] => [
    name,
    { ...relation, entity: withCountries(relation.entity, reading) },
  ]);
  return { ...entity, fields: new Map(fields), relations: new Map(relations) };
}

const named = (name: string) => facts<Named>(name, { id: 'integer', name: 'text' }, {});

const part = facts<PartFacts>(
  'part',
  {
    id: 'integer',
    number: 'identifier',
    name: 'text',
    upc: 'code',
    description: 'text',
    parttype_id: 'integer',
    unit: 'text',
    whole_units: 'boolean',
    active: 'boolean',
    price: 'decimal',
    tracking: 'text',
    width_mm: 'integer',
    length_mm: 'integer',
    depth_mm: 'integer',
    weight_g: 'integer',
    keep_flat: 'boolean',
    fragile: 'boolean',
    custom: 'json',
  },
  { parttype: one(named('parttype')), groups: many(named('partgroup')) },
);

const line = facts<LineFacts>(
  'salesorderline',
  {
    id: 'integer',
    linetype_id: 'integer',
    part_id: 'integer',
    description: 'text',
    qty: 'decimal',
    unit_price: 'decimal',
    total: 'decimal',
    custom: 'json',
  },
  { linetype: one(named('linetype')), part: one(part) },
);

const customer = facts<CustomerFacts>(
  'customer',
  {
    id: 'integer',
    number: 'identifier',
    name: 'text',
    type: 'text',
    customertype_id: 'integer',
    first_name: 'text',
    last_name: 'text',
    phone: 'text',
    email: 'identifier',
    status_id: 'integer',
    created_at: 'timestamp',
    custom: 'json',
  },
  {
    customertype: one(named('customertype')),
    status: one(named('customerstatus')),
    groups: many(named('customergroup')),
  },
);

const site = facts<NonNullable<OrderFacts['site']>>(
  'site',
  {
    id: 'integer',
    name: 'text',
    city: 'text',
    region: 'text',
    postal_code: 'text',
    country: 'country',
    time_zone: 'text',
  },
  {},
);

const source = facts<NonNullable<OrderFacts['source']>>(
  'source',
  { id: 'integer', name: 'text', service_id: 'integer' },
  { service: one(named('service')) },
);

const carrier = facts<NonNullable<OrderFacts['carrier']>>('carrier', { id: 'integer', name: 'text', scac: 'text' }, {});

const after = 'it comes after the plan';
const changes = 'it changes after the plan';

/** The names that `filter=` of orders has and rules have not. */
const onlyInFilters = {
  status: 'the plan is made at the issue, and does not depend on the status',
  status_id: 'the plan is made at the issue, and does not depend on the status',
  carrierservicelevel_id: 'write carrierservicelevel.id',
  discounts: 'write total_discount',
  fees: 'write total_fee',
  ...Object.fromEntries(
    ['state', 'step', 'reason', 'since', 'attention', 'wave', 'updated_at'].map((name) => [name, changes]),
  ),
  ...Object.fromEntries(
    [
      'issue_requested_at',
      'held_at',
      'hold_reason',
      'released_by',
      'fulfilled_at',
      'work',
      'picks',
      'packs',
      'ships',
      'pickuplines',
      'pickups',
      'invoices',
      'documents',
      'bulkrunorders',
    ].map((name) => [name, after]),
  ),
};

/** The names that `when` and `unless` may use: the facts of a plan, with the names of the resource `salesorder`. */
export const orderFacts: Entity = facts<OrderFacts>(
  'salesorder',
  {
    id: 'integer',
    number: 'identifier',
    customer_id: 'integer',
    site_id: 'integer',
    carrier_id: 'integer',
    priority: 'integer',
    created_at: 'timestamp',
    issue_date: 'timestamp',
    note: 'text',
    source_id: 'integer',
    job_id: 'integer',
    bill_to_name: 'text',
    bill_address_1: 'text',
    bill_address_2: 'text',
    bill_city: 'text',
    bill_region: 'text',
    bill_postal_code: 'text',
    bill_country: 'country',
    ship_to_name: 'text',
    ship_address_1: 'text',
    ship_address_2: 'text',
    ship_city: 'text',
    ship_region: 'text',
    ship_postal_code: 'text',
    ship_country: 'country',
    subtotal: 'decimal',
    total_discount: 'decimal',
    total_fee: 'decimal',
    total_tax: 'decimal',
    total: 'decimal',
    weight_g: 'decimal',
    custom: 'json',
  },
  {
    customer: one(customer),
    site: one(site),
    source: one(source),
    job: one(named('job')),
    carrier: one(carrier),
    carrierservicelevel: one(named('carrierservicelevel')),
    lines: many(line),
  },
  onlyInFilters,
);
