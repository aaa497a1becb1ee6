import { sql } from 'kysely';
import { configurationChanges, type FileText, ruleCount } from '../../config/changes.ts';
import type { Database } from '../platform/database/database.ts';
import { isoTime, personName } from '../platform/database/sql-forms.ts';
import type { Services } from '../platform/http/services.ts';
import { problem } from '../platform/problems/problems.ts';

declare module '../platform/http/services.ts' {
  interface Services {
    /** The configurations that were active. */
    readonly configurationHistory: {
      /** Returns the versions, the newest first. */
      list(): Promise<Version[]>;
      /** Returns one version with the texts of its files and plugins. @throws record.unknown */
      read(version: number): Promise<VersionWithFiles>;
    };
  }
}

/** A configuration that was active. */
export interface Version {
  version: number;
  ruleset: string;
  how: 'start' | 'reload' | 'rollback' | 'push' | 'edit';
  rolled_back_to: number | null;
  by: string | null;
  activated_at: string;
  active: boolean;
  rules: number;
  changes: string[];
}

export interface VersionWithFiles extends Version {
  files: FileText[];
  plugins: FileText[];
}

interface VersionRow extends Omit<Version, 'active' | 'rules' | 'changes'> {
  files: FileText[];
  plugins: FileText[];
}

/** Versions in one answer. */
const shown = 100;

export const configurationHistory = (database: Database): Services['configurationHistory'] => ({
  list: () => versions(database),
  read: (version) => versionOf(database, version),
});

async function versions(database: Database): Promise<Version[]> {
  const rows = await versionRows(database, shown + 1, null);
  return rows.slice(0, shown).map((row, index) => versionFrom(row, rows[index + 1], index === 0));
}

async function versionOf(database: Database, version: number): Promise<VersionWithFiles> {
  const [row, before] = await versionRows(database, 2, version);
  if (row?.version !== version) throw problem('record.unknown', `There is no version ${version} of the configuration.`);
  const [newest] = await versionRows(database, 1, null);
  return { ...versionFrom(row, before, newest?.version === version), files: row.files, plugins: row.plugins };
}

async function versionRows(database: Database, limit: number, upTo: number | null): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    -- Reads versions with their texts, the newest first.
    select v.id as version, v.ruleset, v.how, v.rolled_back_to, ${personName('a')} as by,
      ${isoTime('v.activated_at')} as activated_at,
      case when r.files = '[]' then jsonb_build_array(jsonb_build_object('file', 'fulfillment.yaml', 'text', r.source)) else r.files end as files, r.plugins
    from configversion v join ruleset r on r.hash = v.ruleset left join account a on a.id = v.account_id
    where ${upTo}::bigint is null or v.id <= ${upTo}::bigint
    order by v.id desc limit ${limit}`.execute(database.readPool);
  return rows;
}

function versionFrom(
  { files, plugins: _, ...row }: VersionRow,
  before: VersionRow | undefined,
  active: boolean,
): Version {
  const changes = before ? configurationChanges(before.files, files) : [];
  return { ...row, active, rules: ruleCount(files), changes };
}
