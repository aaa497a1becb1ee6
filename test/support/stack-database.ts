import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgresUrl } from '../../cli/stack/postgres/postgres.ts';

/** Returns the rows of a statement in the database of a running stack. */
export async function queryStack(data: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const access = JSON.parse(readFileSync(join(data, 'database.json'), 'utf8'));
  const client = new pg.Client({ connectionString: postgresUrl(access, 'conveyor') });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
