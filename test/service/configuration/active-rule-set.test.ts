import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Configuration } from '../../../config/configuration.ts';
import { loadConfiguration } from '../../../config/load.ts';
import { ServiceConfiguration } from '../../../service/configuration/service-configuration.ts';
import { fileSource } from '../../../service/configuration/source.ts';
import { Database } from '../../../service/platform/database/database.ts';
import { orderFacts, withCarrier } from '../../config/planning/facts.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

// Two services share one database. Each has a file of its own.
const folder = mkdtempSync(join(tmpdir(), 'conveyor-active-'));
const [here, there] = [join(folder, 'here.yaml'), join(folder, 'there.yaml')];
const first = 'rules:\n  - { name: First, then: { priority: 1 } }\n';
const second = 'rules:\n  - { name: Second, then: { priority: 2 } }\n';
const logged: { level: number; active?: string; plugin?: string; stack?: string; msg: string }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });

let testDb: TestDatabase;
let database: Database;
let one: ServiceConfiguration;
let other: ServiceConfiguration;

/** Returns the configuration of a service with a file of its own. */
async function configurationOf(load: () => Promise<Configuration>): Promise<ServiceConfiguration> {
  const options = { database, source: fileSource(load), configuration: await load(), logger };
  const configuration = new ServiceConfiguration(options);
  await configuration.activations.store();
  return configuration;
}

beforeAll(async () => {
  testDb = await testDatabase();
  database = new Database(testDb.url);
  for (const file of [here, there]) writeFileSync(file, first);
  one = await configurationOf(() => loadConfiguration(here));
  other = await configurationOf(() => loadConfiguration(there));
  other.follower.start(logger);
});
afterAll(async () => {
  await other.follower.stop();
  await database.close();
  await testDb.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a service activates the rule set of another service as soon as its own file is the same', async () => {
  for (const file of [here, there]) writeFileSync(file, second);
  const { ruleset } = await one.calls.reload();
  await expect.poll(() => other.active.planner.ruleset, { timeout: 10_000 }).toBe(ruleset);
  expect(other.active.configuration.rules.map(({ name }) => name)).toEqual(['Second']);
});

test('a service with another file keeps its rule set and logs once that it plans differently', async () => {
  const before = other.active.planner.ruleset;
  writeFileSync(here, first);
  const { ruleset } = await one.calls.reload();
  const errors = () => logged.filter(({ level }) => level >= 50);
  await expect.poll(errors, { timeout: 10_000 }).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(errors()).toMatchObject([
    { active: ruleset, msg: expect.stringContaining('the file of this service does not have') },
  ]);
  expect(other.active.planner.ruleset).toBe(before);
});

test('a service never activates a file with faults', async () => {
  writeFileSync(there, 'cariers: {}\n');
  expect(await other.calls.reload()).toMatchObject({ changed: false, faults: [{ line: 1, column: 1 }] });
  writeFileSync(there, first);
  await one.calls.reload();
  await other.calls.reload();
  expect(other.active.planner.ruleset).toBe(one.active.planner.ruleset);
});

test('a fault of a plan is logged once with the whole stack, and again after a reload', async () => {
  const plugin = join(folder, 'odd.mjs');
  const file = join(folder, 'faulty.yaml');
  const source = `export default ({ carrierPlugin, z }) =>
  carrierPlugin({ name: 'odd', options: z.strictObject({}), plan: (order) => ratesOf(order) });
const ratesOf = (order) => order.rates.map(() => null);
`;
  writeFileSync(plugin, source);
  writeFileSync(file, `carriers: { Odd: { plugin: ${plugin} } }`);
  const load = () => loadConfiguration(file);
  const faulty = await configurationOf(load);
  logged.length = 0;
  const holds = () => faulty.active.planner.plan(withCarrier('Odd', orderFacts())).hold;
  expect([holds(), holds()]).toEqual(
    Array(2).fill(expect.stringMatching(/^The plugin odd failed: .* \(odd\.mjs:\d+:\d+\)$/)),
  );
  const faults = () => logged.filter(({ plugin: name }) => name === 'odd');
  expect(faults()).toMatchObject([
    {
      msg: "plan of the plugin odd failed: TypeError: Cannot read properties of undefined (reading 'map')",
      stack: expect.stringMatching(/(^|\n)TypeError: .*\n.*ratesOf .*odd\.mjs:\d+:\d+\)\n.*plan .*odd\.mjs:\d+:\d+\)/),
    },
  ]);
  writeFileSync(plugin, `${source}\n`);
  await faulty.calls.reload();
  holds();
  expect(faults()).toHaveLength(2);
});
