import pg from 'pg';
import { boolean, date, decimal, id, integer, json, reference, text, timestamp } from '../../../../records/field.ts';
import { many, one } from '../../../../records/relation.ts';
import { types } from '../../../../service/platform/database/types.ts';
import { resource } from '../../../../service/platform/listing/declaration/resource.ts';
import type { Queryable, Statement } from '../../../../service/platform/listing/queryable.ts';
import { testDatabase } from '../../../support/database.ts';

/** A small shop with every kind of field and relation, in a database of its own. */

export const status = resource('status', { path: null, fields: { id: id(), name: text() } });

export const group = resource('group', { table: 'customergroup', path: null, fields: { id: id(), name: text() } });

export const email = resource('email', {
  path: null,
  fields: { id: id(), customer_id: reference('customer'), address: text() },
});

export const customer = resource('customer', {
  fields: {
    id: id(),
    name: text(),
    status_id: reference('status'),
    active: boolean(),
    credit: decimal({ nullable: true }),
    password: text({ column: 'password_hash', hidden: true }),
    born: date({ nullable: true }),
    custom: json({ filter: true, nullable: true }),
    created_at: timestamp(),
    seen_at: timestamp({ nullable: true }),
    changed_at: timestamp({ sql: (a) => `(${a}.created_at + interval '0.9 s')` }),
    note: text({ nullable: true, filter: false, sort: false }),
  },
  relations: {
    groups: many('group', { through: { table: 'customer_group', from: 'customer_id', to: 'group_id', repeats: true } }),
    default_email: one('email', {
      equal: { parent: (customer) => `${customer}.default_email_id`, child: (email) => `${email}.id` },
    }),
    orders: many('order', { on: 'customer_id' }),
  },
});

export const order = resource('order', {
  table: 'salesorder',
  path: '/order',
  fields: {
    id: id(),
    number: text(),
    customer_id: reference('customer'),
    status_id: reference('status'),
    priority: integer({ nullable: true }),
    created_at: timestamp(),
  },
  relations: {
    lines: many('line', { on: 'order_id' }),
    invoice: one('invoice', { on: 'order_id' }),
  },
  order: ['-created_at'],
});

export const invoice = resource('invoice', { path: null, fields: { id: id(), order_id: reference('order') } });

export const line = resource('line', {
  path: null,
  fields: {
    id: id(),
    order_id: reference('order'),
    transaction_id: reference('order', { column: 'order_id' }),
    part_id: reference('part', { nullable: true }),
    qty: decimal(),
    qty_done: decimal(),
    qty_open: decimal({ sql: (a) => `(${a}.qty - ${a}.qty_done)` }),
  },
});

export const part = resource('part', {
  fields: { id: id(), number: text(), parent_part_id: reference('part', { nullable: true }) },
  relations: { stock: many('stock', { on: 'part_id' }) },
});

/** A query in parentheses in the place of a table. */
export const stock = resource('stock', {
  table: '(SELECT min(id) AS id, part_id, place, sum(qty) AS qty FROM inventory GROUP BY part_id, place)',
  path: null,
  fields: { id: id(), part_id: reference('part'), place: text(), qty: decimal() },
});

const tables = `
  create table status (id bigint primary key, name text not null);
  insert into status values (1, 'Active'), (2, 'Inactive');
  create table customer (
    id bigint primary key, name text not null, status_id bigint not null default 1, active boolean not null default true,
    credit numeric(30, 6), password_hash text, born date, custom jsonb, note text, default_email_id bigint,
    created_at timestamptz(0) not null default '2026-04-23T22:54:28Z', seen_at timestamptz(0));
  create table email (id bigint primary key, customer_id bigint not null, address text not null);
  create table customergroup (id bigint primary key, name text not null);
  create table customer_group (customer_id bigint not null, group_id bigint not null);
  create table salesorder (
    id bigint primary key, number text not null, customer_id bigint not null, status_id bigint not null default 1, priority int,
    created_at timestamptz(0) not null);
  create table invoice (id bigint primary key, order_id bigint not null);
  create table line (
    id bigint primary key, order_id bigint not null, part_id bigint, qty numeric(18, 6) not null,
    qty_done numeric(18, 6) not null default 0);
  create table part (id bigint primary key, number text not null, parent_part_id bigint);
  create table inventory (id bigint primary key, part_id bigint not null, place text not null, qty numeric(18, 6) not null);

  insert into customer (id, name, credit, born, custom, seen_at, note, status_id, password_hash) values
    (1, 'Alfreds "Futter"\\kiste', 12345678901234.123456, '1990-02-28', '{"colour": "red", "size": 5}', '2026-04-24T00:00:00+02:00', 'x', 1, 's3cret'),
    (2, 'Berglunds', -0.5, null, '{"colour": "blue"}', null, null, 2, null),
    (3, 'Ärzte & Söhne' || chr(10) || '50%', 1e20, null, null, null, null, 1, null);
  update customer set active = false where id = 3;
  insert into email values (10, 1, 'a@example.com'), (11, 1, 'b@example.com'), (12, 2, 'c@example.com');
  update customer set default_email_id = 11 where id = 1;
  insert into customergroup values (1, 'Wholesale'), (2, 'Late payers');
  insert into customer_group values (1, 2), (1, 1), (1, 1), (2, 1);
  insert into part values (1, 'P-1', null), (2, 'P-2', 1), (3, 'P-3', 1);
  insert into inventory values (1, 1, 'A', 1.5), (2, 1, 'B', 2), (3, 1, 'A', 0.5), (4, 2, 'A', 7);
  insert into salesorder (id, number, customer_id, status_id, priority, created_at)
    select n, 'SO-' || n, 1 + n % 2, 1 + (n = 7)::int, nullif(n % 3, 0), timestamptz '2026-01-01T00:00:00Z' + n * interval '1 hour'
    from generate_series(1, 250) n;
  insert into line (id, order_id, part_id, qty, qty_done) values
    (1, 1, 1, 2.500000, 0.5), (2, 1, 2, 1, 0), (3, 2, 1, 3, 3), (4, 3, null, 1, 0);
  insert into invoice values (1, 1), (2, 2);
`;

export interface Shop extends Queryable {
  readonly pool: pg.Pool;
  /** Every statement that went to PostgreSQL. */
  readonly statements: Statement[];
  close(): Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const database = await testDatabase();
  // One connection, in another time zone: nothing that is served may depend on it.
  const settings = '-c search_path=shop,public -c timezone=Asia/Tokyo';
  const pool = new pg.Pool({ connectionString: database.url, options: settings, max: 1, types });
  // Its one connection may still be there when the database is dropped.
  pool.on('error', () => undefined);
  await pool.query(`create schema shop; ${tables} analyze`);
  const statements: Statement[] = [];
  return {
    pool,
    statements,
    query(statement) {
      statements.push(statement);
      return pool.query(statement);
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
