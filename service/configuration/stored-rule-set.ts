import { posix } from 'node:path';
import { sql } from 'kysely';
import type { FileText } from '../../config/changes.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { FileSet } from '../../config/file/file-set.ts';
import type { Database } from '../platform/database/database.ts';
import type { Row } from '../platform/database/row.ts';

/** Who activates a configuration, and how. */
export interface Activation {
  readonly how: 'start' | 'reload' | 'rollback' | 'push' | 'edit';
  readonly by?: number | undefined;
  /** The version that a rollback brings back. */
  readonly to?: number;
}

/** The rule set that was activated last. It is the active one of all services on the database. */
export interface StoredRuleSet {
  readonly hash: string;
  readonly set: FileSet;
}

/** Stores a configuration, to which orders refer, as the active one, and adds a version to the history. */
export async function storeRuleSet(
  database: Database,
  configuration: Pick<Configuration, 'hash' | 'source' | 'files' | 'pluginFiles'>,
  { how, by, to }: Activation,
): Promise<void> {
  const { hash, source, pluginFiles } = configuration;
  const texts = JSON.stringify(textsOf(configuration));
  await database.transaction('configuration', async (transaction) => {
    await sql`insert into ruleset (hash, source, files, plugins)
      values (${hash}, ${source}, ${texts}::jsonb, ${JSON.stringify(pluginFiles)}::jsonb)
      on conflict (hash) do update set activated_at = clock_timestamp(), files = excluded.files, plugins = excluded.plugins`.execute(
      transaction,
    );
    await sql`
      -- Adds a version to the history, unless the last one has the same configuration.
      insert into configversion (ruleset, how, account_id, rolled_back_to)
      select ${hash}, ${how}, ${by ?? null}::bigint, ${to ?? null}::bigint
      where ${hash}::text is distinct from (select ruleset from configversion order by id desc limit 1)`.execute(
      transaction,
    );
  });
}

/** Runs the edit of a configuration alone: two services may share the files of one machine. */
export function whileNobodyEdits<Result>(database: Database, edit: () => Promise<Result>): Promise<Result> {
  return database.transaction('config.edit', async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('conveyor.configuration'))`.execute(tx);
    return edit();
  });
}

/** Returns the hash of the active rule set; undefined before the first one. */
export async function activeHash(database: Database): Promise<string | undefined> {
  const query = database.kysely.selectFrom('ruleset').select('hash').orderBy('activated_at', 'desc').limit(1);
  return (await query.executeTakeFirst())?.hash;
}

/** Returns the active rule set with its texts; null before the first one. */
export async function activeRuleSet(database: Database): Promise<StoredRuleSet | null> {
  const { rows } = await sql<Row<'ruleset', 'hash'> & { files: FileText[]; plugins: FileText[] }>`
    -- Reads the active rule set with its texts.
    select hash, case when files = '[]' then jsonb_build_array(jsonb_build_object('file', 'fulfillment.yaml', 'text', source)) else files end as files, plugins
    from ruleset order by activated_at desc limit 1`.execute(database.kysely);
  const [row] = rows;
  return row ? { hash: row.hash, set: setOf(row) } : null;
}

/** Returns stored texts with paths from the folder of the first file. They have the paths that the reader of the files showed. */
export function setOf({ files, plugins }: { files: readonly FileText[]; plugins: readonly FileText[] }): FileSet {
  const home = posix.dirname(files[0]?.file ?? '');
  return { files: files.map(({ file, text }) => ({ file: posix.relative(home, file), text })), plugins };
}

/** Returns the texts of a configuration, as the history stores them. */
export const textsOf = ({ files }: Pick<Configuration, 'files'>): FileText[] =>
  files.map(({ shown, text }) => ({ file: shown, text }));
