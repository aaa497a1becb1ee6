import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfiguration } from '../../config/load.ts';
import { ActiveRuleSet } from '../../service/active-rule-set.ts';
import { Database } from '../../service/platform/database/database.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

// Two services on one database, each with the file of its own machine.
const folder = mkdtempSync(join(tmpdir(), 'conveyor-armed-'));
const [here, there] = [join(folder, 'here.yaml'), join(folder, 'there.yaml')];
const first = 'rules:\n  - { name: First, then: { priority: 1 } }\n';
const second = 'rules:\n  - { name: Second, then: { priority: 2 } }\n';
const told: { level: number; active?: string; msg: string }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void told.push(JSON.parse(line)) });

let given: TestDatabase;
let database: Database;
let one: ActiveRuleSet;
let other: ActiveRuleSet;

beforeAll(async () => {
  given = await testDatabase();
  database = new Database(given.url);
  for (const file of [here, there]) writeFileSync(file, first);
  one = new ActiveRuleSet(database, await loadConfiguration(here), () => loadConfiguration(here));
  other = new ActiveRuleSet(database, await loadConfiguration(there), () => loadConfiguration(there));
  await one.keep();
  await other.keep();
  other.follow(logger);
});
afterAll(async () => {
  await other.stop();
  await database.close();
  await given.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('what one service arms, the others arm as soon as their file is the same', async () => {
  for (const file of [here, there]) writeFileSync(file, second);
  const { ruleset } = await one.reload();
  await expect.poll(() => other.planner.ruleset, { timeout: 10_000 }).toBe(ruleset);
  expect(other.configuration.rules.map(({ name }) => name)).toEqual(['Second']);
});

test('a service with another file keeps its own, and says once that it plans differently', async () => {
  const kept = other.planner.ruleset;
  writeFileSync(here, first);
  const { ruleset } = await one.reload();
  const errors = () => told.filter(({ level }) => level >= 50);
  await expect.poll(errors, { timeout: 10_000 }).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(errors()).toMatchObject([{ active: ruleset, msg: expect.stringContaining('the file here is not') }]);
  expect(other.planner.ruleset).toBe(kept);
});

test('a faulty file is not taken, whoever arms what', async () => {
  writeFileSync(there, 'cariers: {}\n');
  expect(await other.reload()).toMatchObject({ changed: false, faults: [{ line: 1, column: 1 }] });
  writeFileSync(there, first);
  await one.reload();
  await other.reload();
  expect(other.planner.ruleset).toBe(one.planner.ruleset);
});
