import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { projectRoot } from '../../../config/root.ts';

/** The folder of the numbered SQL files. The built program reads them from the sources too. */
export const migrationFolder = join(projectRoot, 'service/platform/database/migrations');

/** The schema of a database beside the schema that this build needs. Both are named after their last migration. */
export interface SchemaVersion {
  /** Null for a database without migrations. */
  readonly version: string | null;
  readonly expected: string;
  /** Why the build cannot work with the schema, in one sentence; null if it can. */
  readonly problem: string | null;
}

/** Returns the names of the migrations of this build, in the order of their numbers. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(migrationFolder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort();
}

/**
 * Compares the migrations of a database with those of this build.
 * @param files the migrations of this build
 */
export async function schemaVersion(pool: pg.Pool, files: readonly string[]): Promise<SchemaVersion> {
  const { rows } = await pool.query<{ name: string }>(
    '-- Reads the migrations that the database has.\nselect name from migration order by name',
  );
  const applied = rows.map(({ name }) => name);
  const missing = files.filter((file) => !applied.includes(file));
  const unknown = applied.filter((name) => !files.includes(name));
  return { version: applied.at(-1) ?? null, expected: files.at(-1) ?? '', problem: mismatch(missing, unknown) };
}

function mismatch(missing: readonly string[], unknown: readonly string[]): string | null {
  if (unknown.length > 0) {
    return `The database has the schema of a newer build: ${unknown.join(', ')}. Start that build in place of this one.`;
  }
  if (missing.length === 0) return null;
  return `The database lacks migrations of this build: ${missing.join(', ')}. A start of this build applies them.`;
}
