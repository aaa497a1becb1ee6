import { expect, test } from 'vitest';
import { foldedSql } from '../../../../lib/expressions/folding.ts';
import '../../../../service/interface.ts';
import type { Field } from '../../../../service/platform/listing/declaration/field.ts';
import { checkResources, resources } from '../../../../service/platform/listing/declaration/registry.ts';
import type { Resource } from '../../../../service/platform/listing/declaration/resource.ts';
import { testDatabase } from '../../../support/database.ts';
import { untilEnd } from '../../../support/until-end.ts';

/** Every resource that the service declares, held against the database that the migrations make. */

const database = await untilEnd(testDatabase());

const isTable = (resource: Resource) => !resource.table.startsWith('(');

async function faultOf(sql: string): Promise<string | null> {
  return database.pool.query(sql).then(
    () => null,
    (error) => error.message,
  );
}

test('every relation leads to a resource', () => checkResources());

test('PostgreSQL accepts the SQL of every field and relation', async () => {
  const faults: string[] = [];
  for (const resource of resources.all()) {
    for (const { name, sql } of resource.fields.values()) {
      const fault = await faultOf(`SELECT ${sql('a')} FROM ${resource.table} a LIMIT 0`);
      if (fault) faults.push(`${resource.name}.${name}: ${fault}`);
    }
    for (const { name, entity, distinct = entity.table, parentKey, childKey } of resource.relations.values()) {
      const on = `${childKey('b')} = ${parentKey('a')} AND ${childKey('c')} = ${parentKey('a')}`;
      const tables = `${resource.table} a, ${entity.table} b, ${distinct} c`;
      const fault = await faultOf(`EXPLAIN SELECT FROM ${tables} WHERE ${on}`);
      if (fault) faults.push(`${resource.name}.${name}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});

const types: Record<Field['type'], string[]> = {
  integer: ['integer', 'bigint', 'smallint'],
  decimal: ['numeric'],
  text: ['text'],
  boolean: ['boolean'],
  timestamp: ['timestamp with time zone'],
  date: ['date'],
  // Fields that are only shown may keep the order of their members.
  json: ['jsonb', 'json'],
};

test('every field has the type that it is declared with', async () => {
  const faults: string[] = [];
  for (const resource of resources.all()) {
    for (const { name, sql, type, isId, filterable } of resource.fields.values()) {
      // The left join gives a row where the table is empty.
      const row = `(SELECT 1) one LEFT JOIN (SELECT ${sql('a')} AS v FROM ${resource.table} a LIMIT 1) b ON true`;
      const { rows } = await database.pool.query(`SELECT pg_typeof(b.v)::text AS type FROM ${row}`);
      // Filters look into jsonb only.
      const fits = (isId ? ['bigint'] : types[type]).includes(rows[0].type) && !(filterable && rows[0].type === 'json');
      if (!fits) faults.push(`${resource.name}.${name}: ${type} is ${rows[0].type}`);
    }
  }
  expect(faults).toEqual([]);
});

test('columns that may be null are declared so, and times are whole seconds', async () => {
  const faults: string[] = [];
  for (const resource of [...resources.all()].filter(isTable)) {
    const { rows } = await database.pool.query(
      'SELECT attname, attnotnull, atttypmod FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0',
      [resource.table],
    );
    const columns = new Map(rows.map((row) => [row.attname, row]));
    for (const { name, column, canBeNull, type } of resource.fields.values()) {
      if (column === null) continue;
      const definition = columns.get(column);
      if (!canBeNull && !definition?.attnotnull) faults.push(`${resource.name}.${name} may be null`);
      if (type === 'timestamp' && definition?.atttypmod !== 0)
        faults.push(`${resource.name}.${name} is no timestamptz(0)`);
    }
  }
  expect(faults).toEqual([]);
});

test('every field called indexed has an index that serves its filter', async () => {
  const faults: string[] = [];
  const bare = (sql: string) => sql.replace(/::text|[()\s]/g, '');
  for (const resource of [...resources.all()].filter(isTable)) {
    const { rows } = await database.pool.query(
      'SELECT pg_get_indexdef(indexrelid, 1, true) AS first FROM pg_index WHERE indrelid = $1::regclass AND indisvalid',
      [resource.table],
    );
    const indexes = new Set(rows.map(({ first }) => bare(first)));
    for (const { name, column, indexed, type, reading } of resource.fields.values()) {
      if (!indexed) continue;
      const text = reading?.sql(column ?? '') ?? column ?? '';
      const wanted = type === 'text' ? foldedSql(text) : (column ?? '');
      if (!indexes.has(bare(wanted))) faults.push(`${resource.name}.${name} has no index on ${wanted}`);
    }
  }
  expect(faults).toEqual([]);
});

test('a table between two resources contains each pair once, unless its declaration allows repeats', async () => {
  const faults: string[] = [];
  for (const resource of resources.all()) {
    for (const { name, join } of resource.relations.values()) {
      if (join.by !== 'through' || join.repeats || join.table.startsWith('(')) continue;
      const { rows } = await database.pool.query(
        `SELECT FROM pg_index WHERE indrelid = $1::regclass AND indisunique AND indpred IS NULL AND $2::text[] @> (
          SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey))`,
        [join.table, [join.from, join.to]],
      );
      if (rows.length === 0) faults.push(`${resource.name}.${name}: ${join.table} may repeat pairs`);
    }
  }
  expect(faults).toEqual([]);
});
