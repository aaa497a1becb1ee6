import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../cli/stack/ports.ts';
import type { Client } from '../../../client/client.ts';
import { createClient } from '../../../client/client.ts';
import { newKey } from '../../../service/platform/access/keys.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type Command, killCommands, startCommand } from '../../support/processes/command.ts';
import { until } from '../../support/stack.ts';
import { startTestService } from '../../support/test-service.ts';

/** Two services on one database, which take their configuration from there, and `conveyor config push`. */

const folder = mkdtempSync(join(tmpdir(), 'conveyor-push-'));
const [adminKey, engineKey] = [newKey(), newKey()];
let data: TestDatabase;
let services: RunningService[];
let worker: Command;
let workerHealth: string;

interface RunningService {
  readonly url: string;
  readonly client: Client;
  command: Command;
  start(): void;
}

const file = (name: string, text: string) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const plugin = (reason: string) => `export default ({ carrierPlugin, z, skip }) =>
  carrierPlugin({ name: 'bicycle', options: z.strictObject({}), plan: () => [skip('pack', '${reason}')] });
`;
const main = `include: [rules/*.yaml]
carriers:
  Bicycle: { plugin: ./plugins/bicycle.mjs }
`;
const hold = 'rules:\n  - { name: Look at large orders, when: total > 900, then: { hold: Look } }\n';

async function runService(): Promise<RunningService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    startCommand(['serve'], {
      CONVEYOR_DATABASE_URL: data.url,
      CONVEYOR_PORT: String(port),
      CONVEYOR_CONFIG_SOURCE: 'database',
      // Nobody reads it.
      CONVEYOR_CONFIG: '/nowhere/fulfillment.yaml',
      CONVEYOR_ADMIN_KEY: adminKey,
      CONVEYOR_ENGINE_KEY: engineKey,
      TEMPORAL_ADDRESS: '127.0.0.1:9',
    });
  const service: RunningService = {
    url,
    client: createClient({ url, apiKey: adminKey }),
    command: start(),
    start() {
      service.command = start();
    },
  };
  return service;
}

const push = async (...args: string[]) => {
  const command = startCommand(['config', 'push', ...args], {
    CONVEYOR_URL: services[0]!.url,
    CONVEYOR_API_KEY: adminKey,
  });
  return { code: await command.ended, output: command.output() };
};
const readyz = async ({ url }: RunningService) => {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  return { status: response?.status, detail: ((await response?.json()) as { detail?: string } | undefined)?.detail };
};
const rulesets = () => Promise.all(services.map(({ client }) => client.config.get().then(({ ruleset }) => ruleset)));
/** The rule sets that the services use, as a service knows it of all of them. */
const known = async (service: RunningService) =>
  (await service.client.status.get()).services?.map(({ ruleset }) => ruleset) ?? [];

beforeAll(async () => {
  data = await testDatabase();
  file('fulfillment.yaml', main);
  file('rules/large.yaml', hold);
  file('plugins/bicycle.mjs', plugin('it has no room'));
  services = await Promise.all([runService(), runService()]);
  workerHealth = `127.0.0.1:${await freePort()}`;
  worker = startCommand(['worker'], {
    CONVEYOR_URL: services[0]?.url,
    CONVEYOR_API_KEY: engineKey,
    CONVEYOR_CONFIG_SOURCE: 'database',
    CONVEYOR_WORKER_HEALTH: workerHealth,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
  });
  await until(async () => (await Promise.all(services.map(readyz))).every(({ status }) => status === 503), 90_000);
});
afterAll(async () => {
  for (const { client } of services) await client.close();
  killCommands();
  await data.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('without a configuration in the database a service works as far as it can, is not ready, and says so', async () => {
  const [service] = services as [RunningService, RunningService];
  const sentence = 'The database has no configuration yet. Activate one on this service: conveyor config push FILE.';
  expect(await readyz(service)).toEqual({ status: 503, detail: sentence });
  expect(await service.client.status.get()).toMatchObject({ ruleset: null, state: 'degraded' });
  await expect(service.client.config.get()).rejects.toMatchObject({ code: 'config.missing', status: 503 });
  expect((await service.client.customer.list()).data).toEqual([]);
});

test('a worker without a configuration is alive, not ready, and says what it waits for', async () => {
  const health = async (path: string) => {
    const response = await fetch(`http://${workerHealth}${path}`).catch(() => null);
    return { status: response?.status, body: (await response?.json()) as { detail?: string } | undefined };
  };
  const waits = async () => (await health('/readyz')).body?.detail?.includes('no configuration yet') ?? false;
  await until(waits, 25_000);
  expect(await health('/readyz')).toMatchObject({
    status: 503,
    body: {
      detail: expect.stringMatching(
        /^The worker waits for the configuration of the service at http:.*: conveyor config push FILE\.$/,
      ),
    },
  });
  expect((await health('/healthz')).status).toBe(200);
});

test('a dry run shows what would change, and a push activates the file with its plugins on both services', async () => {
  const path = join(folder, 'fulfillment.yaml');
  const dry = await push(path, '--dry-run');
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was activated. It would change:') });
  expect((await readyz(services[0]!)).status).toBe(503);

  const pushed = await push(path);
  expect(pushed).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Activated rule set \w{16}\. It is the first one\./),
  });
  expect(pushed.output).toContain('Rule "Look at large orders" is new');
  await until(async () => (await Promise.all(services.map(readyz))).every(({ status }) => status === 200), 15_000);
  // The worker continues its start, and has no Temporal server here.
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain('The Temporal server (TEMPORAL_ADDRESS, default 127.0.0.1:7233) cannot be reached');
  const [one, other] = await rulesets();
  expect(other).toBe(one);
  expect(await services[1]!.client.config.files.get()).toEqual({
    ruleset: one,
    files: [
      { file: 'fulfillment.yaml', text: main },
      { file: 'rules/large.yaml', text: hold },
    ],
    plugins: [{ file: 'plugins/bicycle.mjs', text: plugin('it has no room') }],
    edited: [],
  });
  expect((await services[1]!.client.config.history.get())[0]).toMatchObject({ how: 'push', by: expect.any(String) });
  expect((await services[1]!.client.carrier.list({ filter: 'name = "Bicycle"' })).data).toHaveLength(1);
});

test('a further push reaches the other service within seconds, and both know the rule set of both', async () => {
  const before = (await rulesets())[0];
  file('plugins/bicycle.mjs', plugin('it has little room'));
  file('rules/large.yaml', hold.replace('900', '800'));
  const from = performance.now();
  expect((await push(join(folder, 'fulfillment.yaml'))).code).toBe(0);
  await until(async () => (await rulesets())[1] !== before, 10_000);
  if (process.env.PRINT_FIGURES) console.log({ pushAndTakeOver: performance.now() - from });
  const [one, other] = await rulesets();
  expect(other).toBe(one);
  expect(one).not.toBe(before);
  for (const service of services) {
    await until(async () => (await known(service)).every((ruleset) => ruleset === one), 10_000);
    expect(await known(service)).toEqual([one, one]);
  }
});

test('a faulty file changes nothing and is named with its place, and findings stop nothing', async () => {
  const before = await rulesets();
  file('rules/large.yaml', 'rules:\n  - { name: Odd, whn: total > 1, then: { hold: Look } }\n');
  expect(await push(join(folder, 'fulfillment.yaml'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('rules/large.yaml:2:18 unknown key "whn"; did you mean "when"?'),
  });
  file('plugins/bicycle.mjs', "import './helper.mjs';\nexport default 1;\n");
  file('rules/large.yaml', hold);
  const { code, output } = await push(join(folder, 'fulfillment.yaml'));
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/fulfillment\.yaml:3:\d+ .*Cannot find module 'helper\.mjs'/),
  ]);
  expect(await rulesets()).toEqual(before);

  file('plugins/bicycle.mjs', plugin('it has no room'));
  file('rules/large.yaml', `${hold}  - { name: Again, when: total > 1000, then: { hold: Look } }\n`);
  const found = await push(join(folder, 'fulfillment.yaml'), '--dry-run');
  expect(found).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Findings of the check.*\n {2}rules\/large\.yaml:3 /),
  });
  file('rules/large.yaml', hold);
});

test('a service that starts again takes the configuration of the database, and a rollback is one of the database', async () => {
  const [one, other] = services as [RunningService, RunningService];
  const before = (await rulesets())[0];
  other.command.process.kill('SIGTERM');
  expect(await other.command.ended).toBe(0);
  expect(await known(one)).toHaveLength(1);
  other.start();
  await until(async () => (await readyz(other)).status === 200, 30_000);
  expect(await rulesets()).toEqual([before, before]);

  const { ruleset } = await one.client.config.rollback({ version: 1 });
  expect(ruleset).not.toBe(before);
  await until(async () => (await rulesets())[1] === ruleset, 10_000);
  expect(await rulesets()).toEqual([ruleset, ruleset]);
  expect((await one.client.config.files.get()).plugins[0]?.text).toContain('it has no room');
  expect(await other.client.config.reload()).toMatchObject({ changed: false, ruleset });
}, 60_000);

test('files outside of the folder, two files of one name and packages are refused', async () => {
  const [service] = services as [RunningService, RunningService];
  const update = (names: string[], plugins: string[] = []) =>
    service.client.config.update({
      files: names.map((name) => ({ file: name, text: 'rules: []\n' })),
      plugins: plugins.map((name) => ({ file: name, text: 'export default 1;\n' })),
    });
  const refused = async (names: string[], plugins?: string[]) => {
    const error = await update(names, plugins).catch((thrown: { code: string; detail: string }) => thrown);
    expect(error).toMatchObject({ code: 'config.faulty' });
    return (error as { detail: string }).detail;
  };
  expect(await refused(['f.yaml', '../x.yaml'])).toContain(
    "../x.yaml:1:1 the file is not below the folder of the operators' file",
  );
  expect(await refused(['f.yaml'], ['/etc/passwd'])).toContain('not below the folder');
  expect(await refused(['f.yaml'], ['a/../../b.mjs'])).toContain('not below the folder');
  expect(await refused(['f.yaml'], ['node_modules/zod/index.js'])).toContain('packages are installed on each machine');
  expect(await refused(['f.yaml', 'a.yaml', 'a.yaml'])).toContain('a.yaml:1:1 the file is there twice');
  expect(await refused(['rules/f.yaml'])).toContain('its name has no folder');
});

test('a push needs a permission of its own, and a service with a file of its own refuses it', async () => {
  const [service] = services as [RunningService, RunningService];
  const body = { files: [{ file: 'f.yaml', text: 'rules: []\n' }] };
  const user = { first_name: 'Ana', last_name: 'Weber', email: 'ana@example.com', permissions: ['config.reload'] };
  const { id } = await service.client.user.create(user);
  const { api_key } = await service.client.user.apikey.create(id);
  const ana = createClient({ url: service.url, apiKey: api_key });
  await expect(ana.config.update(body)).rejects.toMatchObject({ status: 403, code: 'permission.missing' });
  expect((await ana.config.files.get()).files).not.toEqual([]);
  await ana.close();

  const withFile = await startTestService({ config: 'rules: []\n' });
  const { status, body: answer } = await withFile.call('PUT', '/config', body);
  expect([status, answer.code]).toEqual([409, 'config.from-file']);
  await withFile.close();
});
