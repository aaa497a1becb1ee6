import { sql } from 'kysely';
import type { OperationContext } from '../../platform/database/operation.ts';

/** Who decides, as plan and timeline name them: whoever the caller says, or else the caller. */
export async function decider({ tx, actor }: OperationContext, said: string | null | undefined): Promise<string> {
  if (said) return said;
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name from account where id = ${actor.userId}`.execute(
    tx,
  );
  return rows[0]?.name ?? 'unknown';
}
