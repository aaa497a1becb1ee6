import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';

/** A quantity of an order line, in units of the line. */
export interface UnitsOfLine {
  readonly line_id: number;
  readonly qty: string;
}

/** The units of a part of a line that are not to be delivered any more. */
export interface CanceledWork extends Row<'work', 'order_id' | 'line_id' | 'part_id' | 'stocked'> {
  /** The work of its first step. */
  readonly work_id: Column<'work', 'id'>;
  readonly qty: string;
}

/** Units to cancel that are picked. */
export interface PickedWork extends CanceledWork {
  /** The units of them that packs or ships have. */
  readonly packed: string;
  /** The units of finished picks that may be canceled: no later step has them, or they are among `packed`. */
  readonly unused: string;
  readonly part: Column<'part', 'number'>;
}

/** Packed units that are canceled, and where people find them. */
export interface PackedUnits extends Pick<CanceledWork, 'line_id' | 'part_id' | 'qty'> {
  readonly pack_id: number;
  readonly ship_id: number | null;
  /** The number of the carton, as on its label. Null for loose units. */
  readonly carton: string | null;
  readonly lot: string | null;
  readonly serial: string | null;
}

/** Returns by how much each part of the lines gets less to deliver. */
export async function canceledWork(tx: Tx, orderId: number, lines: readonly UnitsOfLine[]): Promise<CanceledWork[]> {
  const { rows } = await sql<CanceledWork>`
    -- Computes the units that the first work of each part of the lines loses.
    select distinct on (w.line_id, w.part_id) w.id as work_id, w.order_id, w.line_id, w.part_id, w.stocked,
      w.qty - round((l.qty - l.qty_canceled - c.qty) * w.per_unit, 6) as qty
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c(line_id bigint, qty numeric)
    join salesorderline l on l.id = c.line_id join work w on w.line_id = l.id and w.order_id = ${orderId}
    order by w.line_id, w.part_id, w.task_id`.execute(tx);
  return rows;
}

/**
 * SQL of a CTE `canceled` with the units that work loses. PostgreSQL estimates the rows of `unnest` by the arrays. It takes
 * those of JSON for a hundred, and then compared 2,000 lines each with each.
 */
export const canceledRows = (
  work: readonly Pick<CanceledWork, 'work_id' | 'line_id' | 'part_id' | 'qty'>[],
): RawBuilder<unknown> => sql`canceled as (
      select * from unnest(${work.map(({ work_id }) => work_id)}::bigint[], ${work.map(({ line_id }) => line_id)}::bigint[],
        ${work.map(({ part_id }) => part_id)}::bigint[], ${work.map(({ qty }) => qty)}::numeric[]) as c(work_id, line_id, part_id, qty)
    )`;

/** Lowers the work of all steps, once no more of it is done. Work without units is deleted. */
export async function lowerWork(tx: Tx, orderId: number, work: readonly CanceledWork[]): Promise<void> {
  await sql`
    -- Lowers the work, and deletes the work that has no units.
    with ${canceledRows(work)}, deleted as (
      delete from work w using canceled c where w.order_id = ${orderId} and w.line_id = c.line_id and w.part_id = c.part_id and w.qty = c.qty
    )
    update work w set qty = w.qty - c.qty from canceled c
    where w.order_id = ${orderId} and w.line_id = c.line_id and w.part_id = c.part_id and w.qty > c.qty`.execute(tx);
}
