import { sql } from 'kysely';
import type { Plan } from '../../../config/planning/plan.ts';
import type { OrderFacts } from '../../../records/facts.ts';
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
