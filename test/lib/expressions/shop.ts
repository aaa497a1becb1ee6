import type { Entity, EntityField, EntityRelation, FieldType } from '../../../lib/expressions/entity.ts';

/** A small shop whose records have every type of field and every kind of relation that an expression can meet. */

const schema = 'expressions';

function field(type: FieldType, column: string): EntityField {
  return { type, filterable: true, sql: (alias) => `${alias}.${column}` };
}

function entity(
  name: string,
  fields: Record<string, FieldType>,
  relations: () => Record<string, EntityRelation>,
  closed: Record<string, EntityField> = {},
): Entity {
  let related: Map<string, EntityRelation> | undefined;
  return {
    name,
    table: `${schema}.${name}`,
    fields: new Map([
      ...Object.entries(fields).map(([each, type]) => [each, field(type, each)] as const),
      ...Object.entries(closed),
    ]),
    get relations() {
      related ??= new Map(Object.entries(relations()));
      return related;
    },
  };
}

/** A relation between two columns that are equal. */
function related(many: boolean, to: () => Entity, parent: string, child: string): EntityRelation {
  return {
    many,
    parentKey: (alias) => `${alias}.${parent}`,
    childKey: (alias) => `${alias}.${child}`,
    get entity() {
      return to();
    },
  };
}
const one = (to: () => Entity, parent: string) => related(false, to, parent, 'id');
const many = (to: () => Entity, child: string) => related(true, to, 'id', child);

/** Groups with the customers in them. The table between can have a pair several times. */
const members = (membership: string) =>
  `(SELECT m.customer_id, g.* FROM ${membership} m JOIN ${schema}.customergroup g ON g.id = m.group_id)`;

export const salesorder: Entity = entity(
  'salesorder',
  {
    id: 'integer',
    number: 'text',
    customer_id: 'integer',
    source_id: 'integer',
    priority: 'integer',
    total: 'decimal',
    held: 'boolean',
    created_at: 'timestamp',
    due: 'date',
  },
  () => ({
    customer: one(() => customer, 'customer_id'),
    lines: many(() => line, 'order_id'),
  }),
  {
    secret: { type: 'text', filterable: false, reason: 'it is secret', sql: (alias) => `${alias}.secret` },
  },
);

export const customer: Entity = entity(
  'customer',
  { id: 'integer', name: 'text', active: 'boolean', credit: 'decimal', since: 'timestamp', custom: 'json' },
  () => ({
    orders: many(() => salesorder, 'customer_id'),
    groups: {
      ...many(() => ({ ...group, table: members(`${schema}.membership`) }), 'customer_id'),
      distinct: members(`(SELECT DISTINCT * FROM ${schema}.membership)`),
    },
  }),
);

export const group: Entity = entity('customergroup', { id: 'integer', name: 'text' }, () => ({}));

export const line: Entity = entity(
  'line',
  { id: 'integer', part_id: 'integer', qty: 'decimal', note: 'text', wanted: 'date' },
  () => ({
    part: one(() => part, 'part_id'),
  }),
);

export const part: Entity = entity(
  'part',
  { id: 'integer', name: 'text', weight: 'integer', custom: 'json', parent_part_id: 'integer' },
  () => ({
    parent_part: one(() => part, 'parent_part_id'),
    groups: many(() => group, 'part_id'),
  }),
);

export const tables = `
  CREATE SCHEMA ${schema};
  CREATE TABLE ${schema}.salesorder (id integer PRIMARY KEY, number text, customer_id integer, source_id integer,
    priority integer, total numeric, held boolean, created_at timestamptz, due date, secret text);
  CREATE TABLE ${schema}.customer (id integer PRIMARY KEY, name text, active boolean, credit numeric, since timestamptz,
    custom jsonb);
  CREATE TABLE ${schema}.customergroup (id integer PRIMARY KEY, name text, part_id integer);
  CREATE TABLE ${schema}.membership (customer_id integer, group_id integer);
  CREATE TABLE ${schema}.line (id integer PRIMARY KEY, order_id integer, part_id integer, qty numeric, note text,
    wanted date);
  CREATE TABLE ${schema}.part (id integer PRIMARY KEY, name text, weight integer, custom jsonb, parent_part_id integer);
`;

export interface Shop {
  salesorder: Record<string, unknown>[];
  customer: Record<string, unknown>[];
  customergroup: Record<string, unknown>[];
  membership: { customer_id: number; group_id: number }[];
  line: Record<string, unknown>[];
  part: Record<string, unknown>[];
}

/** Replaces the rows of the tables, in one statement for each table. */
export async function fill(query: (text: string, values?: unknown[]) => Promise<unknown>, shop: Shop): Promise<void> {
  for (const [name, rows] of Object.entries(shop)) {
    await query(`TRUNCATE ${schema}.${name}`);
    await query(`INSERT INTO ${schema}.${name} SELECT * FROM jsonb_populate_recordset(NULL::${schema}.${name}, $1)`, [
      JSON.stringify(rows),
    ]);
  }
}

/** The orders as the back end in memory sees them: whole graphs of plain objects. */
export function graphs(shop: Shop): Record<string, unknown>[] {
  const parts = new Map<unknown, Record<string, unknown>>();
  for (const each of shop.part) {
    const groups = shop.customergroup.filter((candidate) => candidate.part_id === each.id);
    parts.set(each.id, { ...each, groups });
  }
  for (const each of parts.values()) each.parent_part = parts.get(each.parent_part_id) ?? null;
  const lines = shop.line.map((each): Record<string, unknown> => ({ ...each, part: parts.get(each.part_id) ?? null }));
  const customers = new Map<unknown, Record<string, unknown>>(
    shop.customer.map((each) => {
      const ids = new Set(shop.membership.filter((one) => one.customer_id === each.id).map((one) => one.group_id));
      return [each.id, { ...each, groups: shop.customergroup.filter((candidate) => ids.has(candidate.id as number)) }];
    }),
  );
  const orders = shop.salesorder.map((order) => ({
    ...order,
    customer: customers.get(order.customer_id) ?? null,
    lines: lines.filter((each) => each.order_id === order.id),
  }));
  for (const [id, each] of customers) each.orders = orders.filter((order) => order.customer === customers.get(id));
  return orders;
}

const zones = ['UTC', 'Pacific/Kiritimati', 'America/New_York', 'Asia/Kathmandu'];

/** Orders that have places, and so days of their own. */
export const placedOrder: Entity = {
  ...salesorder,
  zone: {
    sql: (alias) => `(ARRAY['${zones.join("', '")}'])[1 + abs(${alias}.id % ${zones.length})]`,
    of: ({ id }) => zones[Math.abs(Number(id)) % zones.length] ?? 'UTC',
  },
};
