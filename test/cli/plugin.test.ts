import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listedPlugins, pluginsText } from '../../cli/plugin/list.ts';
import { newPlugin, newPluginText } from '../../cli/plugin/new.ts';
import { loadConfiguration } from '../../config/load.ts';
import { Failure } from '../../lib/failure.ts';
import { testCarrier, testSetting } from '../../plugins/testing.ts';

const home = mkdtempSync(join(tmpdir(), 'conveyor-plugin-'));
const configuration = join(home, 'fulfillment.yaml');
afterAll(() => rmSync(home, { recursive: true }));

test('a new plugin lies beside the operators’ file, which takes it by the lines that are told', async () => {
  const carrier = newPlugin({ name: 'bike-courier', kind: 'carrier', configuration });
  expect(carrier.files).toEqual(
    ['bike-courier.mjs', 'bike-courier.test.mjs'].map((file) => join(home, 'plugins', file)),
  );
  const setting = newPlugin({ name: 'light-first', kind: 'setting', configuration });
  expect(newPluginText(carrier)).toContain(
    '  carriers:\n    Bike Courier:\n      plugin: ./plugins/bike-courier.mjs\n',
  );
  expect(newPluginText(carrier)).toContain(
    `  npx conveyor plugin run ${carrier.files[0]} --order NUMBER --hook plan --options 'url: https://office.example.com'\n`,
  );
  writeFileSync(configuration, `${setting.yaml}${carrier.yaml}`);
  const { carriers, settings } = await loadConfiguration(configuration, {});
  expect(carriers.map(({ name, plugin }) => [name, plugin.name])).toEqual([['Bike Courier', 'bike-courier']]);
  expect(settings.map(({ name, value }) => [name, value])).toEqual([['light-first', true]]);
  expect(
    (await testCarrier(carrier.files[0]!, { url: 'http://127.0.0.1:1' })).plan({ weight_g: '30001' }),
  ).toHaveLength(1);
  expect((await testSetting(setting.files[0]!, true)).plan({ weight_g: '1' })).toHaveLength(1);
});

test('existing files are not overwritten, and an invalid name is refused', () => {
  const again = () => newPlugin({ name: 'bike-courier', kind: 'setting', configuration });
  expect(again).toThrow(Failure);
  expect(again).toThrow(/bike-courier\.mjs exists already\. No file was written/);
  expect(readFileSync(join(home, 'plugins/bike-courier.mjs'), 'utf8')).toContain('carrierPlugin');
  for (const name of ['Bike', '../bike', 'bike courier', '', 'a--b']) {
    expect(() => newPlugin({ name, kind: 'carrier', configuration })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('is not a valid plugin name'), exitCode: 2 }),
    );
  }
});

test('the list says of each plugin what it is, where it is from, and where it is used', async () => {
  const listed = listedPlugins(await loadConfiguration(configuration, {}));
  expect(listed.find(({ name }) => name === 'bike-courier')).toEqual({
    kind: 'carrier',
    name: 'bike-courier',
    version: '0.1.0',
    file: join(home, 'plugins/bike-courier.mjs'),
    contract: 1,
    hooks: ['plan', 'book', 'cancel'],
    summary: 'Books every carton at the office of Bike Courier.',
    used: [`Bike Courier (${configuration}:5)`],
  });
  expect(listed.find(({ name }) => name === 'parcel')).toMatchObject({ version: null, file: null, used: [] });
  expect(listed.find(({ name }) => name === 'light-first')?.used).toEqual([`light-first (${configuration}:3)`]);
  const text = pluginsText(listed, { columns: 400, colors: false } as never);
  const [head, first] = text.split('\n');
  expect(head).toMatch(/^name +kind +hooks +used by$/);
  expect(first).toMatch(/^bike-courier +carrier +plan book cancel +Bike Courier$/);
  expect(text).toMatch(/\n\nyour own +version +file\nbike-courier +0\.1\.0 +\S+bike-courier\.mjs\n/);
});

test('the list of the sample shop fits a screen of 80 columns and 24 lines', async () => {
  const listed = listedPlugins(await loadConfiguration(undefined, {}));
  const lines = pluginsText(listed, { columns: 80, colors: false, live: true } as never)
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(22);
  expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
  expect(lines[0]).toMatch(/^name +kind +hooks +used by$/);
});
