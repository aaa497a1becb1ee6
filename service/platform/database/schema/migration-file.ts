import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../../config/root.ts';
import { statementsOf } from './statements.ts';

/** The folder of the numbered SQL files. The built program reads them from the sources too. */
export const migrationFolder = join(projectRoot, 'service/platform/database/migrations');

/**
 * What a migration means for builds that do not know it. After an `expand` they work on: it only adds. A `contract` removes
 * what the builds no longer use that know the migration `after`.
 */
export interface MigrationKind {
  readonly kind: 'expand' | 'contract';
  /** Null for an `expand`. */
  readonly after: string | null;
}

/** One migration of this build. */
export interface Migration extends MigrationKind {
  /** The name of the file. */
  readonly name: string;
  readonly text: string;
  /** Whether the statements build or drop indexes while others write. Then each runs outside of a transaction. */
  readonly concurrent: boolean;
  readonly statements: readonly string[];
}

const firstLine = /^-- (?:(expand)|contract after (\d{4}_\w+\.sql))\n/;
/** An index that is built or dropped while others write. The name is necessary: a second run recognizes the index by it. */
const ofIndex =
  /^(?:create (?:unique )?index concurrently "?(\w+)"? on |drop index concurrently (?:if exists )?"?\w+"?$)/i;

/** Returns the names of the migrations of this build, in the order of their numbers. */
export async function migrationFiles(folder: string = migrationFolder): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort();
}

/** Reads the migrations of a build, in the order of their numbers. @throws Error for a file whose form is wrong */
export async function readMigrations(folder: string = migrationFolder): Promise<Migration[]> {
  const names = await migrationFiles(folder);
  return Promise.all(names.map(async (name) => parseMigration(name, await readFile(join(folder, name), 'utf8'))));
}

/**
 * Parses a migration file.
 * @throws Error if its first line names no kind, or if it has other statements beside concurrent ones
 */
export function parseMigration(name: string, text: string): Migration {
  const statements = statementsOf(text);
  const concurrent = statements.some((statement) => /\bindex concurrently\b/i.test(statement));
  const others = statements.filter((statement) => !ofIndex.test(statement));
  if (concurrent && others.length > 0) {
    throw new Error(
      `Migration ${name} has other statements beside indexes that are built concurrently: ${summaryOf(others[0] ?? '')}. Write them into a file of their own, because concurrent statements run outside of a transaction.`,
    );
  }
  return { name, text, concurrent, statements, ...kindOf(name, text) };
}

function kindOf(name: string, text: string): MigrationKind {
  const [line, expand, after = null] = firstLine.exec(text) ?? [];
  if (line === undefined) {
    throw new Error(
      `Migration ${name} names no kind. Its first line is "-- expand", or "-- contract after 0019_name.sql" with the migration whose builds no longer use what it removes.`,
    );
  }
  if (after !== null && after >= name)
    throw new Error(`Migration ${name} is a contract after ${after}, which is later.`);
  return { kind: expand ? 'expand' : 'contract', after };
}

/** Returns the name of the index that a statement builds; undefined for other statements. */
export const indexBuiltBy = (statement: string): string | undefined => ofIndex.exec(statement)?.[1];

/** The characters of a statement in a line for people. */
const summaryLength = 100;

/** Returns the beginning of a statement, for a line. */
export function summaryOf(statement: string): string {
  const line = statement.replace(/\s+/g, ' ');
  return line.length <= summaryLength ? line : `${line.slice(0, summaryLength - 1)}…`;
}
