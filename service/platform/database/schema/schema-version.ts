import type pg from 'pg';
import { sqlState } from '../connection-failure.ts';
import type { MigrationKind } from './migration-file.ts';

/** The schema of a database beside the schema that this build needs. Both are named after their last migration. */
export interface SchemaVersion {
  /** Null for a database without migrations. */
  readonly version: string | null;
  readonly expected: string;
  /** Why the build cannot work with the schema, in one sentence; null if it can. */
  readonly problem: string | null;
}

/** A migration that a database has. */
export interface AppliedMigration extends MigrationKind {
  readonly name: string;
}

/** A database whose schema a build cannot work with, and that no migration of the build mends. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

type Queryable = Pick<pg.Pool | pg.Client, 'query'>;

const undefinedTable = '42P01';

/** Reads the migrations that a database has, in the order of their numbers. An empty database has none. */
export async function appliedMigrations(database: Queryable): Promise<AppliedMigration[]> {
  try {
    const { rows } = await database.query<AppliedMigration>(
      `-- Reads the migrations that the database has. Their table had only the column name before the baseline.
      select m.name, coalesce(to_jsonb(m) ->> 'kind', 'expand') as kind, to_jsonb(m) ->> 'after' as after
      from migration m order by m.name`,
    );
    return rows;
  } catch (error) {
    if (sqlState(error) === undefinedTable) return [];
    throw error;
  }
}

/**
 * Compares the migrations of a database with those of this build.
 * @param files the migrations of this build
 */
export async function schemaVersion(database: Queryable, files: readonly string[]): Promise<SchemaVersion> {
  const applied = await appliedMigrations(database);
  const missing = missingOf(applied, files);
  return {
    version: applied.at(-1)?.name ?? null,
    expected: files.at(-1) ?? '',
    problem: refusalOf(applied, files) ?? (missing.length === 0 ? null : tooOld(missing)),
  };
}

/** Returns the migrations of this build that a database lacks. */
export function missingOf(applied: readonly AppliedMigration[], files: readonly string[]): string[] {
  const known = new Set(applied.map(({ name }) => name));
  return files.filter((file) => !known.has(file));
}

/**
 * Returns why no migration of this build leads from a schema to its own; null if one does. The schema is older than the baseline, or
 * newer than this build. Migrations of newer builds that only add do no harm, and neither does one that removes what this build no
 * longer uses.
 */
export function refusalOf(applied: readonly AppliedMigration[], files: readonly string[]): string | null {
  return beforeBaseline(applied, files) ?? tooNew(applied, files);
}

function beforeBaseline(applied: readonly AppliedMigration[], files: readonly string[]): string | null {
  const [first] = files;
  if (applied.length === 0 || applied.some(({ name }) => name === first)) return null;
  return `The database was made before version 0.2.0: it lacks ${first}, with which the migrations begin, and has ${applied[0]?.name}. No migration leads from it to this build. Make a new database.`;
}

function tooNew(applied: readonly AppliedMigration[], files: readonly string[]): string | null {
  const beyond = applied.filter(
    ({ name, kind, after }) =>
      kind === 'contract' && !files.includes(name) && (after === null || !files.includes(after)),
  );
  if (beyond.length === 0) return null;
  const names = beyond.map(({ name }) => name).join(', ');
  return `The database has the schema of a newer build: ${names} removed what this build uses. Start a newer build in place of this one.`;
}

function tooOld(missing: readonly string[]): string {
  return `The database lacks migrations of this build: ${missing.join(', ')}. Apply them with "conveyor migrate", or by a start of this build.`;
}
