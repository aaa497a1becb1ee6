import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../cli/stack/ports.ts';
import { version } from '../../config/version.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { until } from '../support/stack.ts';
import { OwnTemporal } from '../workflows/support/own-temporal.ts';
import { type Container, Image } from './support/container.ts';

/** The name of an image in buildah's storage; deploy/image/build.sh makes it. */
const name = process.env.CONVEYOR_IMAGE;
/** Bytes that the image may have. */
const largest = 350e6;

describe.runIf(name)('the image', { timeout: 120_000 }, () => {
  let image: Image;
  let database: TestDatabase;
  let temporal: OwnTemporal;
  const containers: Container[] = [];
  beforeAll(async () => {
    image = new Image(name!);
    database = await testDatabase();
    temporal = await OwnTemporal.start();
  });
  afterEach(() => {
    for (const container of containers.splice(0)) container.remove();
  });
  afterAll(async () => {
    image.remove();
    await temporal.remove();
    await database.drop();
  });

  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Container {
    const container = image.run(args, env);
    containers.push(container);
    return container;
  }

  async function answers(url: string, container: Container): Promise<void> {
    const isReady = async () => (await fetch(url).catch(() => null))?.status === 200;
    await until(isReady, 60_000);
    expect(await isReady(), container.output()).toBe(true);
  }

  const keys = { CONVEYOR_ADMIN_KEY: 'cvy_image_admin', CONVEYOR_ENGINE_KEY: 'cvy_image_engine' };

  test('it is small, and its user is a number that is not root', () => {
    expect(image.size).toBeLessThanOrEqual(largest);
    expect(image.config.User).toBe('10001:10001');
  });

  test('its program is the command line', async () => {
    const shown = run(['--version']);
    expect(await shown.exited).toBe(0);
    expect(shown.output().trim()).toBe(version());
    const help = run([]);
    await help.exited;
    for (const command of ['serve', 'worker', 'engine', 'order', 'sample'])
      expect(help.output()).toContain(`  ${command} `);
  });

  test('service and worker run read-only without rights, serve all pages, and stop in time', async () => {
    const [port, health] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const shared = { TEMPORAL_ADDRESS: temporal.address, LOG_LEVEL: 'info' };
    const service = run(['serve'], {
      ...keys,
      ...shared,
      CONVEYOR_DATABASE_URL: database.url,
      CONVEYOR_PORT: String(port),
    });
    await answers(`${url}/readyz`, service);
    for (const page of ['/docs', '/console/', '/openapi.json'])
      expect((await fetch(url + page)).status, page).toBe(200);
    const worker = run(['worker'], {
      ...shared,
      CONVEYOR_URL: url,
      CONVEYOR_API_KEY: keys.CONVEYOR_ENGINE_KEY,
      CONVEYOR_WORKER_HEALTH: `0.0.0.0:${health}`,
    });
    await answers(`http://127.0.0.1:${health}/readyz`, worker);
    for (const container of [service, worker]) {
      expect(container.inside('grep', 'Uid', '/proc/1/status')).toMatch(/^Uid:(\s10001){4}$/);
      expect(container.inside('touch', '/opt/conveyor/mark')).toContain('Read-only file system');
      expect(container.inside('touch', '/tmp/mark')).toBe('');
      expect(container.inside('grep', 'CapEff', '/proc/1/status')).toMatch(/\b0{16}$/);
    }
    for (const container of [worker, service]) {
      const begin = Date.now();
      container.kill('SIGTERM');
      expect(await container.exited, container.output()).toBe(0);
      expect(Date.now() - begin).toBeLessThan(30_000);
    }
  });

  test('a command that waits for an answer ends at Ctrl-C, though it is the first process', async () => {
    let silent: Server | undefined;
    let hasCall = false;
    const port = await freePort();
    try {
      silent = createServer(() => {
        hasCall = true;
      }).listen(port, '127.0.0.1');
      const command = run(['order', 'list'], {
        CONVEYOR_URL: `http://127.0.0.1:${port}`,
        CONVEYOR_API_KEY: 'cvy_none',
      });
      await until(() => hasCall);
      command.kill('SIGINT');
      expect(await command.exited, command.output()).toBe(130);
    } finally {
      silent?.close();
    }
  });
});
