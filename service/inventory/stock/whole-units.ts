import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { LineDetail, LineQuantity } from './line-detail.ts';
import { trim } from './quantity.ts';

/** The fields of a part that say which quantities of it are possible. */
export interface CountedPart {
  /** The number of the part. */
  readonly part: Column<'part', 'number'>;
  readonly unit: Column<'part', 'unit'>;
  /** Its units cannot be divided: they are counted as whole units, or each has a serial number. */
  readonly whole: boolean;
}

/** Returns whether a quantity is a whole number. @param qty decimal digits, with or without a sign */
export const isWholeNumber = (qty: string): boolean => /^-?\d+(\.0*)?$/.test(qty);

/** SQL of `CountedPart.whole` for the part `p`. */
export const isWhole = `(p.whole_units or p.tracking = 'serial')`;

/**
 * Refuses part of a unit of a part whose units cannot be divided.
 * @param qty decimal digits, with or without a sign
 * @param pointer JSON pointer of the quantity in the body
 * @throws body.invalid
 */
export function assertWhole(qty: string, { part, unit, whole }: CountedPart, pointer: string): void {
  if (!whole || isWholeNumber(qty)) return;
  throw problem('body.invalid', `Part ${part} is counted in whole units (${unit}). Send a whole number.`, {
    errors: [{ pointer, detail: 'must be a whole number' }],
  });
}

/**
 * Refuses work that needs part of a unit which cannot be divided. Half a kit can be half of such a unit, and so can a third of a
 * case. Bills of material may change after a draft was written, so this is checked when the work is made.
 * @throws order.part-of-unit naming every line and part
 */
export async function assertWholeWork(
  tx: Tx,
  work: readonly Pick<LineQuantity, 'line_id' | 'part_id' | 'qty'>[],
): Promise<void> {
  const divided = work.filter(({ qty }) => !isWholeNumber(qty));
  if (divided.length === 0) return;
  const { rows } = await sql<
    Row<'part', 'unit'> & { line_id: number; position: number; part: Column<'part', 'number'>; qty: string }
  >`
    -- Finds the quantities that are not whole, of parts whose units cannot be divided.
    select distinct d.line_id, (select count(*) from salesorderline o where o.salesorder_id = l.salesorder_id and o.id < l.id) as position,
      p.number as part, p.unit, trim_scale(d.qty)::text as qty
    from jsonb_to_recordset(${JSON.stringify(divided)}::jsonb) as d(line_id bigint, part_id bigint, qty numeric)
    join part p on p.id = d.part_id join salesorderline l on l.id = d.line_id where ${sql.raw(isWhole)} order by 1, 3`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const lines = rows.map(({ line_id, position, part, unit, qty }) => ({
    line_id,
    pointer: `/lines/${position}/qty`,
    detail: `comes to ${qty} of part ${part}, which is counted in whole units (${unit})`,
  }));
  const sentences = lines.map(({ line_id, detail }) => `Line ${line_id} ${detail}.`);
  throw problem('order.part-of-unit', `${sentences.join(' ')} Change the quantity of the line.`, {
    errors: lines.map(({ pointer, detail }) => ({ pointer, detail })),
  });
}

/**
 * Refuses quantities of lines that need part of a unit which cannot be divided. A quantity of a line stands for the same share of
 * each of its parts.
 * @param pointerOf returns the JSON pointer of the quantity of a line in the body
 * @throws body.invalid
 */
export async function assertWholeDetails(
  tx: Tx,
  lines: readonly LineDetail[],
  pointerOf: (lineId: number) => string,
): Promise<void> {
  const withQty = lines.filter(({ qty }) => qty != null);
  if (withQty.length === 0) return;
  const { rows } = await sql<Row<'part', 'unit'> & { line_id: number; part: Column<'part', 'number'>; qty: string }>`
    -- Finds the first component of each line whose quantity is not a whole number.
    select distinct on (d.line_id) d.line_id, p.number as part, p.unit, d.qty * w.per_unit as qty
    from (select line_id, sum(qty) as qty from jsonb_to_recordset(${JSON.stringify(withQty)}::jsonb) as d(line_id bigint, qty numeric)
      group by line_id) d
    join work w on w.line_id = d.line_id and w.stocked join part p on p.id = w.part_id
    where ${sql.raw(isWhole)} and d.qty * w.per_unit <> trunc(d.qty * w.per_unit) order by 1, 2`.execute(tx);
  if (rows.length === 0) return;
  const errors = rows.map(({ line_id, part, unit, qty }) => ({
    pointer: pointerOf(line_id),
    detail: `comes to ${trim(qty)} of part ${part}, which is counted in whole units (${unit})`,
  }));
  throw problem('body.invalid', errors.map(({ pointer, detail }) => `${pointer} ${detail}.`).join(' '), { errors });
}
