import { sql } from 'kysely';
import type { OperationContext } from '../database/operation.ts';
import { personName } from '../database/sql-forms.ts';

/**
 * Returns the name of the person who acts, for plans and timelines.
 * @param name the name in the request, which overrides the name of the account
 */
export async function actorName({ tx, actor }: OperationContext, name: string | null | undefined): Promise<string> {
  if (name) return name;
  const { rows } = await sql<{ name: string }>`
    select ${personName()} as name from account where id = ${actor.userId}`.execute(tx);
  return rows[0]?.name ?? 'unknown';
}
