import { sql } from 'kysely';
import { isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { Takeable } from './what-to-take.ts';

/** A pickline, as those see it who commit it. */
export interface Line extends Takeable {
  pick_id: number | null;
  work_id: number;
  order_id: number;
  line_id: number;
  location_id: number | null;
  committed: boolean;
}

/** @throws record.unknown */
export async function readLine(tx: Tx, id: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select l.id, l.pick_id, l.work_id, l.order_id, l.line_id, l.part_id, l.location_id, l.qty, l.qty_committed > 0 as committed,
      p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking
    from pickline l join part p on p.id = l.part_id where l.id = ${id}`.execute(tx);
  if (!rows[0]) throw problem('record.unknown', `There is no pickline ${id}.`);
  return rows[0];
}
