import { type RawBuilder, sql } from 'kysely';
import { type Carry, carry } from '../../inventory/stock/move.ts';
import type { Actor, Tx } from '../../platform/database/operation.ts';
import { Problem } from '../../platform/problems/problems.ts';

/** SQL: movement `m` is of the last commit of its pickline; one that was given back before has older ones. */
export const ofLastCommit: RawBuilder<unknown> = sql`(m.reason = 'pick' and m.id > coalesce((
  select max(b.id) from inventorymovement b where b.pickline_id = m.pickline_id and b.reason = 'given back'), 0))`;

/**
 * Brings what picklines were committed with back to where it was taken from; it stays reserved for them. The stock of their parts
 * is locked.
 * @param gone what is thrown where some of it went on in place of other units of the line: who packs takes what expires first
 */
export async function bringBack(
  tx: Tx,
  actor: Actor,
  picklineIds: readonly number[],
  gone: () => Problem,
): Promise<void> {
  const { rows } = await sql<Carry>`
    select m.line_id, m.part_id, m.to_location_id as from_location_id, m.from_location_id as to_location_id,
      m.qty, m.lot, m.serial, m.pickline_id
    from inventorymovement m where m.pickline_id = any(${picklineIds}::int[]) and ${ofLastCommit} order by m.id`.execute(
    tx,
  );
  await carry(tx, actor, 'given back', rows).catch((error) => {
    throw error instanceof Problem && error.code === 'stock.short' ? gone() : error;
  });
}
