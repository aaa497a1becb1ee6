import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../../service/platform/database/database.ts';
import { countryCode } from '../../../../service/platform/records/countries.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';

let testDb: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDb = await testDatabase();
  database = new Database(testDb.url);
});
afterAll(async () => {
  await database.close();
  await testDb.drop();
});

const code = (name: string) => database.transaction('country', (tx) => countryCode(tx, name, '/ship_country'));

test.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  ['DEU', 'DE'],
  ['gbr', 'GB'],
  ['AND', 'AD'],
  ['Germany', 'DE'],
  [' germany ', 'DE'],
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['the United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['Cote d’Ivoire', 'CI'],
  ["Côte d'Ivoire", 'CI'],
  ['Trinidad and Tobago', 'TT'],
  ['Hong Kong', 'HK'],
  ['Burma', 'MM'],
  ['Saint Lucia', 'LC'],
  ['Turkey', 'TR'],
])('%s is %s', async (name, expected) => {
  expect(await code(name)).toBe(expected);
});

test.each(['Atlantis', 'XX', '', '12', 'Deutschland'])('%j is refused', async (name) => {
  await expect(code(name)).rejects.toMatchObject({
    code: 'reference.unknown',
    members: { errors: [{ pointer: '/ship_country' }] },
  });
});

test('every country of the table is found by its name', async () => {
  const { rows } = await testDb.pool.query<{ code: string; name: string }>('select code, name from country');
  for (const country of rows) expect(await code(country.name)).toBe(country.code);
});
