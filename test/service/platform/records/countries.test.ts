import { expect, test } from 'vitest';
import { countryCode } from '../../../../service/platform/records/countries.ts';
import { testDatabase } from '../../../support/database.ts';
import { untilEnd } from '../../../support/until-end.ts';

const testDb = await untilEnd(testDatabase());

const code = (name: string) => countryCode(name, '/ship_country');

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
  ['U.S.A.', 'US'],
  ['U.K.', 'GB'],
  ['Scotland', 'GB'],
  ['Republic of Korea', 'KR'],
  ['Ivory Coast', 'CI'],
  ['Republic of Ireland', 'IE'],
  ['Swaziland', 'SZ'],
  ['Vatican', 'VA'],
  ['Deutschland', 'DE'],
  ['Österreich', 'AT'],
  ['日本', 'JP'],
  ['Россия', 'RU'],
  ['XK', 'XK'],
  ['Kosovo', 'XK'],
  ['United States (US)', 'US'],
  ['United Kingdom (UK)', 'GB'],
  ['Netherlands (the)', 'NL'],
  ['Scotland, UK', 'GB'],
  ['Deutsch\u00adland', 'DE'],
  ['France\u200b', 'FR'],
  ['Republic of Kosovo', 'XK'],
  ['Federal Republic of Germany', 'DE'],
  ['Rep. of Ireland', 'IE'],
  ["People's Republic of China", 'CN'],
  ['DR Congo', 'CD'],
  ['Bosnia', 'BA'],
  ['Canary Islands', 'ES'],
  ['EL', 'GR'],
])('%s is %s', (name, expected) => {
  expect(code(name)).toBe(expected);
});

test.each(['Atlantis', 'XX', '', '12', 'Congo', 'Korea', 'France, Spain', 'Germany (Atlantis)', '( )'])(
  '%j is refused',
  (name) => {
    const refusal = {
      code: 'reference.unknown',
      members: { errors: [expect.objectContaining({ pointer: '/ship_country' })] },
    };
    expect(() => code(name)).toThrow(expect.objectContaining(refusal));
  },
);

test('every country of the table is found by its name', async () => {
  const { rows } = await testDb.pool.query<{ code: string; name: string }>('select code, name from country');
  for (const country of rows) expect(code(country.name)).toBe(country.code);
  expect(rows.map(({ code }) => code)).toContain('XK');
});
