import { sql } from 'kysely';

/**
 * SQL: a pickline `p` is of these parts. What is picked is meant, and what was ordered as well: an alias is picked as its parent,
 * a kit as its components.
 */
export const ofParts = (partIds: readonly number[] | null) => sql`(p.part_id = any(${partIds}::int[])
  or exists (select 1 from salesorderline l where l.id = p.line_id and l.part_id = any(${partIds}::int[])))`;
