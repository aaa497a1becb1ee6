import { sql } from 'kysely';
import { isWhole } from '../../inventory/stock/whole-units.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { CommitLine } from './units-to-commit.ts';

/** A pickline with the fields that a commit reads. */
export interface Line
  extends CommitLine,
    Row<'pickline', 'pick_id' | 'work_id' | 'order_id' | 'line_id' | 'location_id'> {
  committed: boolean;
}

/** Reads a pickline. @throws record.unknown */
export async function readLine(tx: Tx, id: number): Promise<Line> {
  const { rows } = await sql<Line>`
    -- Reads the pickline with its part.
    select l.id, l.pick_id, l.work_id, l.order_id, l.line_id, l.part_id, l.location_id, l.qty, l.qty_committed > 0 as committed,
      p.number as part, p.unit, ${sql.raw(isWhole)} as whole, p.tracking
    from pickline l join part p on p.id = l.part_id where l.id = ${id}`.execute(tx);
  const [line] = rows;
  if (!line) throw problem('record.unknown', `There is no pickline ${id}.`);
  return line;
}
