import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../cli/stack/ports.ts';
import { migrationFiles } from '../../service/platform/database/schema/migration-file.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';
import { type Command, killCommands, startCommand } from '../support/processes/command.ts';
import { until } from '../support/stack.ts';

/** `conveyor migrate`, and a service that leaves the migrations to it. */

let data: TestDatabase;
let port: number;

beforeEach(async () => {
  data = await emptyDatabase();
  port = await freePort();
});
afterEach(async () => {
  killCommands();
  await data.drop();
});

const migrate = (...args: string[]) => startCommand(['migrate', ...args], { CONVEYOR_DATABASE_URL: data.url });

const serve = (variables: NodeJS.ProcessEnv = {}) =>
  startCommand(['serve'], {
    CONVEYOR_DATABASE_URL: data.url,
    CONVEYOR_PORT: String(port),
    CONVEYOR_MIGRATE: 'no',
    CONVEYOR_ADMIN_KEY: 'an-administrator-of-this-test',
    CONVEYOR_STAND_IN_CARRIER_URL: 'http://127.0.0.1:9',
    // No server listens there.
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    ...variables,
  });

async function read(path: string): Promise<{ status: number; detail: string | undefined }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  if (!response) return { status: 0, detail: undefined };
  const { detail } = (await response.json()) as { detail?: string };
  return { status: response.status, detail };
}

const answers = (path: string, status: number) => until(async () => (await read(path)).status === status, 40_000);

async function outcome(command: Command): Promise<{ code: unknown; output: string }> {
  return { code: await command.ended, output: command.output() };
}

test('a service that does not migrate waits for `conveyor migrate`, of which two may run at once', async () => {
  const service = serve();
  await answers('/healthz', 200);
  expect(await read('/readyz'), service.output()).toEqual({
    status: 503,
    detail: expect.stringMatching(
      /^The database lacks migrations of this build: 0001_kinds_and_states\.sql, .*"conveyor migrate"/,
    ),
  });
  expect(await read('/salesorder')).toMatchObject({ status: 503 });

  const files = await migrationFiles();
  const dry = await outcome(migrate('--dry-run'));
  expect(dry).toMatchObject({ code: 0, output: expect.stringMatching(/^Would apply \d+ migrations:\n {2}0001_/) });
  expect(dry.output).toMatch(
    /0018_services_and_archives\.sql {2}expand, in one transaction\n {4}create table runningservice/,
  );
  expect((await data.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0);
  expect(await read('/readyz')).toMatchObject({ status: 503 });

  const runs = await Promise.all([migrate(), migrate()].map(outcome));
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  const outputs = runs.map(({ output }) => output).join('\n--\n');
  expect(outputs).toContain(`Applied ${files.length} migrations.`);
  expect(outputs).toContain('The database has all migrations of this build.');
  await answers('/readyz', 200);
  expect(await read('/readyz')).toEqual({ status: 200, detail: undefined });
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
}, 60_000);

test('a service that waits ends at once with SIGTERM, also where the database does not answer', async () => {
  const service = serve({ CONVEYOR_DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' });
  await answers('/healthz', 200);
  expect((await read('/readyz')).detail).toBe('The database does not answer: the log has the reason.');
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('a schema that is too new ends a start and a migration with a sentence', async () => {
  expect((await outcome(migrate('--json'))).code).toBe(0);
  await data.pool.query(`insert into migration (name, kind, after) values ('0998_a.sql', 'expand', null),
    ('0999_b.sql', 'contract', '0998_a.sql')`);
  const sentence = 'The database has the schema of a newer build: 0999_b.sql removed what this build uses.';
  const ended = await Promise.all(
    [serve(), serve({ CONVEYOR_MIGRATE: 'yes' }), migrate(), migrate('--dry-run')].map(outcome),
  );
  for (const { code, output } of ended) {
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toContain('    at ');
  }
}, 60_000);

test('a misspelled variable is refused', async () => {
  const { code, output } = await outcome(serve({ CONVEYOR_MIGRATE: 'false' }));
  expect([code, output]).toEqual([1, 'CONVEYOR_MIGRATE is "false". Set it to "yes" or "no".\n']);
});
