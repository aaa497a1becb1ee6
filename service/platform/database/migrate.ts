import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { Connection } from './connection.ts';
import { ConnectionMonitor } from './connection-monitor.ts';
import { usualLimits } from './limits.ts';
import { migrationFiles, migrationFolder } from './schema-version.ts';

/** Milliseconds. No request waits for a migration, and many services may start at the same time. */
const openLimit = 30_000;

/**
 * Applies every migration that a database lacks, in the order of their numbers, each in its own transaction. If several processes
 * start at the same time, an advisory lock makes them take turns.
 * @returns the names of the applied files
 */
export async function migrate(url: string): Promise<string[]> {
  // A migration may take hours. If the server vanishes meanwhile, the start fails, and the next start continues.
  const monitor = new ConnectionMonitor(url, { ...usualLimits, statement: Number.POSITIVE_INFINITY });
  const client: pg.Client = new Connection({
    connectionString: url,
    openMilliseconds: openLimit,
    reports: monitor,
  });
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock(hashtext('conveyor.migrate'))`);
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const known = new Set(rows.map((row) => row.name));
    const missing = (await migrationFiles()).filter((file) => !known.has(file));
    for (const file of missing) await apply(client, file);
    return missing;
  } finally {
    monitor.close();
    await client.end();
  }
}

async function apply(client: pg.Client, file: string): Promise<void> {
  const text = await readFile(join(migrationFolder, file), 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name) values ($1)', [file]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${file} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
