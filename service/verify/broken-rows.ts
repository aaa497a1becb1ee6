import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/generated/tables.ts';
import { type Ids, withIds } from '../platform/database/with-ids.ts';

/** A broken rule: it must hold between any two operations. */
export interface Violation {
  rule: string;
  rows: Record<string, unknown>[];
}

export interface RuleQuery {
  readonly rule: string;
  /** The query for the rows that break the rule. `:orders`, `:parts` and `:stock` in it are the ids of the checked records. */
  readonly query: string;
}

/** Rows reported for each rule. They are materialized first: with a limit alone PostgreSQL plans for a few rows and scans all. */
export const reportedRows = 20;

type Snapshot = Transaction<Tables>;

/** Runs reads in one snapshot of the database. */
export function inSnapshot<T>(
  { snapshots }: Pick<Database, 'snapshots'>,
  work: (tx: Snapshot) => Promise<T>,
): Promise<T> {
  return snapshots.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/**
 * Makes the statements of a snapshot use the indexes of the ids. Of two thousand orders among millions PostgreSQL
 * expects many times their rows, because its samples show too few different orders, and it reads whole tables: 4.0 s
 * for a rule and not 0.4.
 */
export async function goByIds(tx: Snapshot): Promise<void> {
  await sql`
    -- Forbids plans that read whole tables.
    select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as name
    union all select set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}

/** Runs the queries of rules. @param ids of the checked records, by their names in the queries. @returns the broken rules, each with its first rows */
export async function brokenRows(tx: Snapshot, queries: readonly RuleQuery[], ids: Ids = {}): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { rule, query } of queries) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      with broken as materialized (${withIds(query, ids)})
      select to_jsonb(broken) as row from broken limit ${sql.lit(reportedRows)}`.execute(tx);
    if (rows.length > 0) violations.push({ rule, rows: rows.map(({ row }) => row) });
  }
  return violations;
}
