import { afterEach, beforeEach, expect, test } from 'vitest';
import { CachedPages } from '../../../../service/platform/listing/cache/cached-pages.ts';
import { CachedTexts } from '../../../../service/platform/listing/cache/cached-texts.ts';
import { list } from '../../../../service/platform/listing/list.ts';
import { parseListQuery } from '../../../../service/platform/listing/parse-query.ts';
import type { Queryable } from '../../../../service/platform/listing/queryable.ts';
import { everything } from '../../../../service/platform/listing/read-access.ts';
import { listStatement } from '../../../../service/platform/listing/sql/statement.ts';
import { customer, openShop, order, part, type Shop } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const embed = 'customer.groups,customer.default_email,lines.part,invoice,status';

async function listed(db: Queryable, resource: typeof order, parameters: Record<string, string>): Promise<string> {
  return String(await list(db, resource, parameters, { url: '', readAccess: everything }));
}

/** The same rows from the single statement that writes everything in PostgreSQL. */
async function written(resource: typeof order, parameters: Record<string, string>): Promise<string> {
  const { rows } = await shop.pool.query(listStatement(resource, parseListQuery(resource, parameters, everything)));
  return `{"data":[${rows.map((row) => row.data).join(',')}]}`;
}

const data = (page: string) => JSON.parse(page).data as Record<string, unknown>[];

test('a list from cached texts equals the list that PostgreSQL writes', async () => {
  for (const [resource, parameters] of [
    [order, { embed }],
    [order, { embed, sort: 'number', page: '2', perPage: '30' }],
    [order, { embed: 'lines.part.parent_part', filter: 'count(lines) > 0', fields: 'number' }],
    [order, { embed, sort: '-priority,customer_id', page: '12', perPage: '20' }],
    [order, { filter: 'lines.part.number = "P-2" || customer.name = "Berglunds"', embed: 'lines' }],
    [customer, { embed: 'groups,default_email,orders.lines', sort: '-name' }],
    [part, { embed: 'parent_part', sort: '-parent_part_id' }],
  ] as [typeof order, Record<string, string>][]) {
    const expected = await written(resource, parameters);
    // First they are fetched, then they are there.
    for (let time = 0; time < 2; time++) expect(data(await listed(shop, resource, parameters))).toEqual(data(expected));
  }
});

test('a cached text is used until its row is changed', async () => {
  await listed(shop, order, { embed });
  shop.statements.length = 0;
  await listed(shop, order, { embed });
  expect(shop.statements).toHaveLength(1);

  await shop.pool.query(`update customer set name = 'Ana Trujillo' where id = 1`);
  await shop.pool.query(`insert into line values (900, 250, null, 1)`);
  await shop.pool.query('delete from line where id = 2');
  shop.statements.length = 0;
  expect(data(await listed(shop, order, { embed }))).toEqual(data(await written(order, { embed })));
  // Those of customers and of lines, and the keys before them.
  expect(shop.statements.map(({ values }) => values)).toEqual([[], [[1]], [[900]]]);
});

test('a transaction sees its own changes', async () => {
  const client = await shop.pool.connect();
  const db: Queryable = { query: (statement) => client.query(statement) };
  try {
    await client.query('begin');
    for (const name of ['First', 'Second']) {
      await client.query('update customer set name = $1 where id = 2', [name]);
      expect(JSON.parse(await listed(db, customer, { id: '2' })).data[0].name).toBe(name);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(JSON.parse(await listed(shop, customer, { id: '2' })).data[0].name).toBe('Berglunds');
});

test('a change during the assembly of a list does not appear in it', async () => {
  let changed = false;
  const meanwhile: Queryable = {
    async query(statement) {
      const result = await shop.query(statement);
      if (!changed)
        await shop.pool.query('update salesorder set status_id = 2 where id = 1; delete from salesorder where id = 3');
      changed = true;
      return result;
    },
  };
  const { data } = JSON.parse(await listed(meanwhile, order, { status_id: '1', sort: 'id', perPage: '3' }));
  expect(data.map((each: { id: number }) => each.id)).toEqual([2, 4, 5]);
});

test('texts in use stay in the cache, up to its size', () => {
  const texts = new CachedTexts(100);
  texts.put('part', 1, 7, 'x'.repeat(60));
  for (let key = 2; key < 40; key++) {
    texts.put('part', key, 7, 'y'.repeat(20));
    expect(texts.get('part', 1, 7)).toBe('x'.repeat(60));
  }
  expect(texts.get('part', 2, 7)).toBeUndefined();
  expect(texts.get('part', 1, 8)).toBeUndefined();
  expect(texts.get('customer', 1, 7)).toBeUndefined();
});

test('a page in use stays in the cache, up to its size, and only with the same versions', () => {
  const pages = new CachedPages(200_000);
  const kind = {};
  const page = (letter: string) => ({ json: Buffer.from(letter.repeat(20_000)), before: '', after: '', count: 1 });
  pages.put(kind, '1,7', page('x'));
  for (let key = 2; key < 40; key++) {
    pages.put(kind, `${key},7`, page('y'));
    expect(String(pages.get(kind, '1,7')?.json)).toBe('x'.repeat(20_000));
  }
  expect(pages.get(kind, '2,7')).toBeUndefined();
  expect(pages.get(kind, '1,8')).toBeUndefined();
  expect(pages.get({}, '1,7')).toBeUndefined();
});

test('a page that is asked for again has the bytes of the first time, until one of its records changes', async () => {
  const first = await listed(shop, order, { embed, perPage: '100' });
  expect(first.length).toBeGreaterThan(20_000);
  expect(await listed(shop, order, { embed, perPage: '100' })).toBe(first);
  const elsewhere = String(
    await list(shop, order, { embed, perPage: '100' }, { url: '/a-longer-Ädress', readAccess: everything }),
  );
  expect(elsewhere).toContain('Ädress');
  expect(data(elsewhere)).toEqual(data(first));
  await shop.pool.query(`update customer set name = 'Ana Trujillo' where id = 1`);
  const changed = await listed(shop, order, { embed, perPage: '100' });
  expect(changed).toContain('Ana Trujillo');
  expect(data(changed)).toEqual(data(await written(order, { embed, perPage: '100' })));
  await shop.pool.query('delete from salesorder where id = 2');
  expect(data(await listed(shop, order, { embed, perPage: '100' }))).toEqual(
    data(await written(order, { embed, perPage: '100' })),
  );
});
