import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';

/** Returns the numbers of a version, such as `18.4` for `18.4.0-beta.17` or `18.4 (Debian 18.4-1)`. */
const numbers = (version: string, count: number) =>
  version
    .split(/[^0-9]+/, count)
    .map(Number)
    .join('.');

/** Returns the versions of tools/versions.mjs, which is a program and not a module of the tests. */
async function knownVersions(): Promise<
  Record<'TEST_NODE' | 'TEST_POSTGRES' | 'TEST_TEMPORAL', Record<string, string>>
> {
  return (await import(join(projectRoot, 'tools', 'versions.mjs'))).versions;
}

test('the tests run on the versions that the variables choose', async () => {
  const known = await knownVersions();
  const { TEST_NODE: node, TEST_POSTGRES: postgres, TEST_TEMPORAL: temporal } = process.env;
  if (node) expect(process.versions.node).toBe(known.TEST_NODE[node]);
  expect(Number.parseInt(process.versions.node, 10)).toBeGreaterThanOrEqual(20);

  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version').finally(() => client.end());
  const server = rows[0]!.server_version;
  if (postgres) expect(numbers(server, 2)).toBe(numbers(known.TEST_POSTGRES[postgres]!, 2));
  expect(Number.parseInt(server, 10)).toBeGreaterThanOrEqual(15);

  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const { serverVersion } = await connection.workflowService.getSystemInfo({}).finally(() => connection.close());
  if (temporal) expect(serverVersion).toBe(known.TEST_TEMPORAL[temporal]);
  expect(numbers(serverVersion!, 2) >= '1.29').toBe(true);
});

test('the page about operating lists the versions that the tests can run on', async () => {
  const known = await knownVersions();
  const page = readFileSync(join(projectRoot, 'docs', 'operating.md'), 'utf8');
  const table = page.split('## Versions\n')[1]!.split('\n## ')[0]!;
  const row = (name: string) => table.split('\n').find((line) => line.startsWith(`| ${name} |`));
  expect(row('Node.js')).toContain(`| ${Object.keys(known.TEST_NODE).join(', ')} |`);
  expect(row('PostgreSQL')).toContain(`| ${Object.keys(known.TEST_POSTGRES).join(', ')} |`);
  expect(row('Temporal')).toContain(`| ${Object.keys(known.TEST_TEMPORAL).join(', ')} |`);
});
