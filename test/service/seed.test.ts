import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../service/platform/database/database.ts';
import { ensureCarriers, seed } from '../../service/seed.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let empty: TestDatabase;
let database: Database;
beforeAll(async () => {
  empty = await testDatabase();
  database = new Database(empty.url);
});
afterAll(async () => {
  await database.close();
  await empty.drop();
});

const keys = { adminKey: 'cvk_admin', engineKey: 'cvk_engine' };

test('an empty system has one site with a storage and a moving location, an administrator and the engine', async () => {
  // Two processes start together, and one starts later.
  await Promise.all([seed(database, keys), seed(database, keys)]);
  await seed(database, keys);
  const { rows: locations } = await empty.pool.query(`
    select s.name as site, l.name, t.name as type from location l
    join site s on s.id = l.site_id join locationtype t on t.id = l.locationtype_id order by l.id`);
  expect(locations).toEqual([
    { site: 'Main', name: 'Stock', type: 'Storage' },
    { site: 'Main', name: 'Moving', type: 'Moving' },
  ]);
  const { rows: accounts } = await empty.pool.query(`
    select a.first_name, t.name as type, a.permissions, s.name as site, count(k.id)::int as keys
    from account a join usertype t on t.id = a.usertype_id join site s on s.id = a.site_id
    join apikey k on k.account_id = a.id group by a.id, t.name, s.name order by a.id`);
  expect(accounts).toEqual([
    { first_name: 'Administrator', type: 'Standard', permissions: ['*'], site: 'Main', keys: 1 },
    { first_name: 'Engine', type: 'Engine', permissions: ['*'], site: 'Main', keys: 1 },
  ]);
});

test('an existing site stays the only one', async () => {
  await empty.pool.query(`update site set name = 'Renamed'`);
  await seed(database, keys);
  const { rows } = await empty.pool.query('select name from site');
  expect(rows).toEqual([{ name: 'Renamed' }]);
});

test('carriers of the configuration that do not exist are created and returned', async () => {
  expect(await ensureCarriers(database, ['Will Call', 'Speedy Express'])).toEqual(['Will Call', 'Speedy Express']);
  expect(await ensureCarriers(database, ['will call', 'United Package'])).toEqual(['United Package']);
  expect(await ensureCarriers(database, [])).toEqual([]);
});
