import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { Actions, Rule } from '../../../config/planning/rule-set.ts';
import type { OrderFacts } from '../../../records/facts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/operation.ts';

/**
 * Returns the names in a plan that no record has, each in words: `the service level "Exprss" of Speedy Express`. A hold with an unknown
 * group could be released by administrators only, and an order with an unknown level would go with the level that it had.
 */
export async function unknownNames(tx: Tx, plan: Plan, facts: OrderFacts): Promise<string[]> {
  const { service_level: level, released_by: group = null } = plan;
  if (level === null && group === null) return [];
  const carrier = plan.carrier?.name ?? facts.carrier?.name ?? null;
  const { rows } = await sql<{ level: boolean; grouped: boolean; levels: string | null }>`
    -- Whether the carrier has the service level, the levels that it has, and whether the user group exists.
    select ${level}::text is null or ${carrier}::text is null or exists (
        select 1 from carrierservicelevel s join carrier c on c.id = s.carrier_id
        where lower(c.name collate "und-x-icu") = lower(${carrier}::text collate "und-x-icu")
          and lower(s.name collate "und-x-icu") = lower(${level}::text collate "und-x-icu")) as level,
      ${group}::text is null or exists (
        select 1 from usergroup where lower(name collate "und-x-icu") = lower(${group}::text collate "und-x-icu")) as grouped,
      (select string_agg(s.name, ', ' order by s.name) from carrierservicelevel s join carrier c on c.id = s.carrier_id
        where lower(c.name collate "und-x-icu") = lower(${carrier}::text collate "und-x-icu")) as levels`.execute(tx);
  const [found] = rows;
  const has = found?.levels ? ` (it has ${found.levels})` : '';
  return [
    ...(found?.level ? [] : [`the service level "${level}" of ${carrier}${has}`]),
    ...(found?.grouped ? [] : [`the user group "${group}"`]),
  ];
}

export interface RulesWithCarriers {
  readonly rules: readonly (Pick<Rule, 'name' | 'file' | 'line'> & {
    readonly actions: Pick<Actions, 'service_level' | 'hold'>;
  })[];
  readonly carriers: readonly { readonly options: unknown }[];
}

interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns a fault for each name in the actions of rules that no record has: service levels of any carrier, and user groups. */
export async function unknownInRules(
  { readPool }: Pick<Database, 'readPool'>,
  { rules, carriers }: RulesWithCarriers,
): Promise<FileFault[]> {
  const { rows } = await sql<{ levels: string[]; groups: string[] }>`
    -- The names of all service levels and user groups.
    select array(select lower(name) from carrierservicelevel) as levels, array(select lower(name) from usergroup) as groups`.execute(
    readPool,
  );
  const configured = carriers.flatMap(({ options }) => serviceLevelsIn(options).map((name) => name.toLowerCase()));
  const levels = new Set([...(rows[0]?.levels ?? []), ...configured]);
  const groups = new Set(rows[0]?.groups);
  return rules.flatMap(({ name, file, line, actions: { service_level: level, hold } }) => {
    const group = typeof hold === 'object' ? hold.released_by : undefined;
    const at = { file, line, column: 1 };
    return [
      ...(level === undefined || levels.has(level.toLowerCase())
        ? []
        : [{ ...at, message: `"${name}" names the service level "${level}", which no carrier has` }]),
      ...(group === undefined || groups.has(group.toLowerCase())
        ? []
        : [{ ...at, message: `"${name}" names the user group "${group}", which does not exist` }]),
    ];
  });
}

/**
 * Returns the service levels that the options of a carrier have, as those of `multi-carrier` do.
 * @param options the checked options of its plugin
 */
export function serviceLevelsIn(options: unknown): string[] {
  const { service_levels: levels } = (options ?? {}) as { service_levels?: unknown };
  return typeof levels === 'object' && levels !== null && !Array.isArray(levels) ? Object.keys(levels) : [];
}
