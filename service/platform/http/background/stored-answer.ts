import { sql } from 'kysely';
import type { Tx } from '../../database/operation.ts';
import type { Reply } from '../answer.ts';

/**
 * Stores the answer of a background request.
 * @param more.embeds the resources that the answer embeds
 * @param more.sealed the members of the answer that are sealed with the credential of the sender
 */
export async function storeBackgroundAnswer(
  tx: Tx,
  id: number,
  reply: Reply,
  { embeds = [], sealed = [] }: { readonly embeds?: readonly string[]; readonly sealed?: readonly string[] } = {},
): Promise<void> {
  const state = reply.status < 400 ? 'done' : 'failed';
  await sql`
    -- Stores the answer of a background request.
    update background set state = ${state}, started_at = coalesce(started_at, this_second()), finished_at = this_second(),
      answer_status = ${reply.status}, answer_body = ${reply.body}, answer_embeds = ${embeds}::text[],
      answer_sealed = ${sealed}::text[]
    where id = ${id}`.execute(tx);
}
