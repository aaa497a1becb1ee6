import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  launchPostgres,
  postgresAccess,
  postgresReady,
  postgresUrl,
  unsafeSettings,
} from '../cli/stack/postgres/postgres.ts';
import { projectRoot } from '../config/root.ts';

interface RelationRow {
  readonly relation: string;
  readonly columns: readonly ColumnRow[];
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly optional: boolean;
  /** The definitions of the checks that concern this column alone. */
  readonly checks: string[];
}

/** The types that the driver's parsers give (service/platform/database/types.ts), by PostgreSQL's names. */
const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Time',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'Decimal',
  text: 'string',
  timestamptz: 'Time',
  uuid: 'string',
  xid8: 'string',
};

const head = `// Made by \`npm run generate\` from the migrations.
import type { ColumnType } from 'kysely';

type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Decimal = ColumnType<string, string | number, string | number>;
type Time = ColumnType<Date, Date | string, Date | string>;

/** The tables and views of the database, with the types of their columns. */
export interface Tables {
`;

/** Returns the types of all tables and views, from an empty database with all migrations. */
export async function generated(): Promise<Record<string, string>> {
  const relations = (await readRelations()).map(
    ({ relation, columns }) =>
      `  ${relation}: {\n${columns.map((column) => `    ${column.name}: ${typeOf(relation, column)};\n`).join('')}  };\n`,
  );
  return { 'service/platform/database/generated/tables.ts': `${head}${relations.join('')}}\n` };
}

function typeOf(relation: string, { name, type, nullable, optional, checks }: ColumnRow): string {
  const element = types[type.replace(/^_/, '')];
  if (element === undefined) throw new Error(`${relation}.${name} has the type ${type}, which tools/tables.ts lacks.`);
  const values = checks.flatMap((check) => valuesOf(check, name));
  const single = values.length > 0 ? values.join(' | ') : element;
  const plain = `${type.startsWith('_') ? `${single.includes(' ') ? `(${single})` : single}[]` : single}${nullable ? ' | null' : ''}`;
  return optional ? `Optional<${plain}>` : plain;
}

/** Returns the texts that a check allows: `CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))`. */
function valuesOf(check: string, column: string): string[] {
  const list = new RegExp(`^CHECK \\(\\(${column} = ANY \\(ARRAY\\[([^\\]]+)\\]\\)\\)\\)`).exec(check)?.[1];
  return [...(list?.matchAll(/('[a-z_ -]+')::text/gi) ?? [])].map(([, value]) => value as string);
}

async function readRelations(): Promise<RelationRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-tables-'));
  const access = await postgresAccess(undefined);
  const { command, args, ...options } = await launchPostgres(join(folder, 'postgres'), access, unsafeSettings);
  const server = spawn(command, args, { ...options, stdio: 'ignore' });
  const exit = once(server, 'exit');
  const url = postgresUrl(access, 'tables');
  const client = new pg.Client({ connectionString: url });
  try {
    await postgresReady(access, 'tables');
    const command = [join(projectRoot, 'bin/conveyor.mjs'), 'migrate'];
    await promisify(execFile)(process.execPath, command, { env: { ...process.env, CONVEYOR_DATABASE_URL: url } });
    await client.connect();
    const { rows } = await client.query<RelationRow>(`
      select c.relname as relation, json_agg(json_build_object('name', a.attname, 'type', t.typname, 'nullable', not a.attnotnull,
        'optional', a.atthasdef or a.attidentity <> '',
        'checks', array(select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum] order by k.conname)) order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      group by c.relname order by c.relname`);
    return rows;
  } finally {
    await client.end();
    server.kill('SIGQUIT');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  }
}
