import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../cli/stack/ports.ts';
import { createClient } from '../../../client/client.ts';
import { newKey } from '../../../service/platform/access/keys.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { killCommands, startCommand } from '../../support/processes/command.ts';
import { until } from '../../support/stack.ts';

/** A service that is killed after an edit has written its file, and before the edit is active. */

const folder = mkdtempSync(join(tmpdir(), 'conveyor-killed-edit-'));
const file = join(folder, 'fulfillment.yaml');
const textOf = (n: number) =>
  `console: { edit_rules: true }\nrules:\n  - { name: Small, when: total < ${n}, then: { pick: automatic } }\n`;
const [adminKey, engineKey] = [newKey(), newKey()];
let data: TestDatabase;
let url: string;

const start = (port: number) =>
  startCommand(['serve'], {
    CONVEYOR_DATABASE_URL: data.url,
    CONVEYOR_PORT: String(port),
    CONVEYOR_CONFIG: file,
    CONVEYOR_ADMIN_KEY: adminKey,
    CONVEYOR_ENGINE_KEY: engineKey,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
  });
const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;

beforeAll(async () => {
  data = await testDatabase();
  writeFileSync(file, textOf(100));
});
afterAll(async () => {
  killCommands();
  await data.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('the next start uses the file that the edit has written, whole and checked', async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const service = start(port);
  await until(isReady, 60_000);
  const client = createClient({ url, apiKey: adminKey });
  const { ruleset, files } = await client.config.files.get();
  const [main] = files;
  // A lock prevents storing a rule set, so the edit waits between the file and its activation.
  const holder = await data.pool.connect();
  await holder.query('begin; lock table ruleset in share mode');
  const edit = client.config.files
    .update({ files: [{ file: main?.file ?? '', text: textOf(200) }], ruleset })
    .then(() => 'done')
    .catch(() => 'lost');
  await until(async () => readFileSync(file, 'utf8') === textOf(200), 20_000);
  service.process.kill('SIGKILL');
  await service.ended;
  await holder.query('rollback');
  holder.release();
  await client.close();
  expect(await edit).toBe('lost');
  expect(readdirSync(folder)).toEqual(['fulfillment.yaml']);

  start(port);
  await until(isReady, 60_000);
  const again = createClient({ url, apiKey: adminKey });
  const [version] = await again.config.history.get();
  expect(version).toMatchObject({ how: 'start', active: true, rules: 1 });
  expect(version?.changes).toEqual(['Rule "Small" changed: when total < 100 → total < 200.']);
  expect((await again.verify.get()).violations).toEqual([]);
  await again.close();
}, 150_000);
