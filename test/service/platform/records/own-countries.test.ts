import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runImport } from '../../../../cli/import/import.ts';
import { folderWith, silentTerminal } from '../../../cli/import/folder.ts';
import { faultsOf } from '../../../config/load-text.ts';
import { testService } from '../../../support/test-service.ts';

/** Names of countries that the operators' file gives. */

const config = `countries: { Inselreich: GB, XI: GB, Georgia: US }
rules:
  - name: To the islands
    when: ship_country = "Inselreich"
    then: { note: By ship }
cases:
  - name: an order to the islands
    given: { ship_country: GB }
    expect: { rules: [To the islands] }
`;

const service = await testService({ config });
const { body } = await service.call('POST', '/customer', { number: 'OC', type: 'Company', name: 'OC' });
const customer_id = body.id;

test('are codes in orders and in filters, and win over the names of the library', async () => {
  for (const [ship_country, code] of [
    ['inselreich', 'GB'],
    ['XI', 'GB'],
    ['Georgia', 'US'],
    ['Scotland', 'GB'],
  ]) {
    const { status, body } = await service.call('POST', '/salesorder', { customer_id, ship_country });
    expect([status, body.ship_country]).toEqual([201, code]);
  }
  const filter = encodeURIComponent('ship_country = "Inselreich"');
  expect((await service.call('GET', `/salesorder?filter=${filter}`)).body.total).toBe(3);
  expect((await service.call('GET', '/config')).body.countries).toEqual({ Inselreich: 'GB', XI: 'GB', Georgia: 'US' });
});

test('are read in the rules of the same file, before it is active', async () => {
  const files = [{ file: 'fulfillment.yaml', text: config.replaceAll('Inselreich', 'Neuland') }];
  const { status, body } = await service.call('POST', '/rules/test', { files });
  expect([status, body.cases?.map((one: { passed: boolean }) => one.passed)]).toEqual([200, [true]]);
});

test('are known to an import, whose second run changes nothing', async () => {
  const folder = folderWith({
    'map.yaml': `name: Islands
files: { o: { file: o.csv, key: No } }
customers:
  { from: o, number: OC-<No>, type: Company, name: A, update: true, address: { address_1: a, country: <Land> } }
`,
    'o.csv': 'No,Land\n1,Inselreich\n2,XI\n',
  });
  const run = () =>
    runImport({ client: service.client, map: join(folder, 'map.yaml'), folder, terminal: silentTerminal() });
  expect(await run()).toMatchObject({ faults: [], sections: { customers: { made: 2 } } });
  expect(await run()).toMatchObject({ faults: [], sections: { customers: { there: 2, changed: 0 } } });
});

test('need an ISO code', async () => {
  expect(await faultsOf('countries: { Inselreich: Britain }\n')).toEqual([
    expect.stringContaining('expected an ISO code of two letters, such as GB'),
  ]);
});
