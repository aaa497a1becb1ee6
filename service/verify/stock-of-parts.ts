import { sql, type Transaction } from 'kysely';
import { firstRow } from '../platform/database/rows.ts';
import { entriesSql } from './ledger.ts';
import type { StockScope } from './stock-rules.ts';

/**
 * Returns the scope of some parts, whose stock is compared with the sums of closed days and the movements since then. The first
 * day that is not summed divides them.
 */
export async function stockOfParts(tx: Transaction<unknown>): Promise<StockScope> {
  const { day } = firstRow(
    await sql<{ day: string | null }>`
      -- Reads the first day that is not summed; null without any sums.
      select (min(d.day) + 1)::text as day from ledger_day d where not exists (select from ledger_day n where n.day = d.day + 1)
        and d.day >= (select min(day) from ledger_day)`.execute(tx),
  );
  const parts = (column: string) => `${column} = any(:ids)`;
  if (day === null) {
    const every = parts('part_id');
    return { parts, entries: entriesSql({ movements: every, carried: every, sums: null }) };
  }
  const ofParts = `${parts('part_id')} and`;
  return {
    parts,
    entries: entriesSql({
      movements: `${ofParts} (${outside(day)})`,
      carried: `${ofParts} (day < (select min(day) from ledger_day) or day >= '${day}')`,
      sums: `${ofParts} day < '${day}'`,
    }),
  };
}

/** Rows before the first summed day can only have been loaded afterwards, as a restore or an import of another system does. */
const outside = (day: string) =>
  `created_at >= timestamptz '${day}T00:00:00Z' or created_at < (select min(day)::timestamp at time zone 'UTC' from ledger_day)`;
