import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { present } from './series-figures.ts';

/** Time until PostgreSQL has applied a changed setting and written its log, in milliseconds. */
const settlingTime = 500;

/** Returns the bytes of write-ahead log that PostgreSQL has written since its cluster was created. */
export async function walBytes(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
  );
  return Number(present(rows[0], 'position of the write-ahead log').bytes);
}

/**
 * Runs `body` while PostgreSQL logs each statement. Logging takes time, so nothing else is measured during the run.
 * @param logFile of the embedded PostgreSQL
 * @returns the number of statements
 */
export async function statementsOf(database: pg.Pool, logFile: string, body: () => Promise<void>): Promise<number> {
  const set = async (statements: 'all' | 'none') => {
    await database.query(`alter system set log_statement = '${statements}'`);
    await database.query(`alter system set log_line_prefix = '%a '`);
    await database.query('select pg_reload_conf()');
    await pause(settlingTime);
  };
  await set('all');
  const before = readFileSync(logFile, 'utf8').length;
  await body();
  await pause(settlingTime);
  const lines = readFileSync(logFile, 'utf8').slice(before).split('\n');
  await set('none');
  // The connections of the service have names of their own. A prepared statement is logged when it is executed.
  return lines.filter((line) => /^conveyor-\S+ LOG: {2}(statement|execute )/.test(line)).length;
}
