import { sql } from 'kysely';
import type { Fault } from '../../config/file/faults.ts';
import type { Finding } from '../../config/rules/findings.ts';
import type { RecordName } from '../../config/rules/record-names.ts';
import { foldedSql } from '../../lib/expressions/folding.ts';
import type { Database } from '../platform/database/database.ts';
import { locationType } from '../platform/states/kinds.ts';

/** SQL of a text without case. */
const fold = (text: string) => sql.raw(foldedSql(text));

/** The names in a configuration that no record has. */
export interface UnknownNames {
  /** Service levels of any carrier and user groups: what needs them cannot be done. */
  readonly faults: readonly Fault[];
  /** Sites and locations: what names them is decided as if the key were absent. */
  readonly findings: readonly Finding[];
}

const words: Readonly<Record<RecordName['kind'], (name: RecordName) => string>> = {
  'service level': ({ rule, name }) => `"${rule}" names the service level "${name}", which no carrier has`,
  'user group': ({ rule, name }) => `"${rule}" names the user group "${name}", which does not exist`,
  site: ({ rule, name }) => `"${rule}" names the site "${name}", which does not exist`,
  'waiting place': (one) =>
    `"${one.rule}" names the location "${one.name}", and ${lacks(one)} storage location of this name that is not in use`,
  'storage place': (one) =>
    `"${one.rule}" names the location "${one.name}", and ${lacks(one)} storage location of this name that is in use`,
};

function lacks({ site }: RecordName): string {
  return site === null ? 'no site has a' : `the site "${site}" has no`;
}

/** Returns the names that no record has, as faults and findings at their places. */
export async function unknownNamesIn(
  { readPool }: Pick<Database, 'readPool'>,
  names: readonly RecordName[],
): Promise<UnknownNames> {
  if (names.length === 0) return { faults: [], findings: [] };
  const { rows } = await sql<{ position: number }>`
    -- Finds the names that no record has.
    select (n.position - 1)::int as position
    from rows from (jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as (kind text, name text, site text))
      with ordinality as n(kind, name, site, position)
    where not case n.kind
      when 'service level' then exists (select from carrierservicelevel where ${fold('name')} = ${fold('n.name')})
      when 'user group' then exists (select from usergroup where ${fold('name')} = ${fold('n.name')})
      when 'site' then exists (select from site where ${fold('name')} = ${fold('n.name')})
      else exists (
        select from location l join site s on s.id = l.site_id
        where ${fold('l.name')} = ${fold('n.name')} and l.locationtype_id = ${sql.lit(locationType.storage)}
          and l.active = (n.kind = 'storage place') and (n.site is null or ${fold('s.name')} = ${fold('n.site')}))
    end order by n.position`.execute(readPool);
  const unknown = rows.flatMap(({ position }) => names[position] ?? []);
  const messageOf = (one: RecordName) => words[one.kind](one);
  const isFault = ({ kind }: RecordName) => kind === 'service level' || kind === 'user group';
  return {
    faults: unknown
      .filter(isFault)
      .map((one) => ({ file: one.file, line: one.line, column: 1, message: messageOf(one) })),
    findings: unknown
      .filter((one) => !isFault(one))
      .map((one) => ({
        kind: 'unknown name',
        rule: one.rule,
        file: one.file,
        line: one.line,
        message: messageOf(one),
      })),
  };
}
