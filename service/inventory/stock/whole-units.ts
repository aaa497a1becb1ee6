import { sql } from 'kysely';
import type { Tx } from '../../platform/database/operation.ts';
import { problem } from '../../platform/problems/problems.ts';
import type { LineDetail } from './line-detail.ts';
import { trim } from './quantity.ts';

/** A part, as far as it decides which quantities of it there are. */
export interface Counted {
  /** Its number. */
  readonly part: string;
  readonly unit: string;
  /** Nothing of it can be divided: it is kept in whole units, or each has a serial number. */
  readonly whole: boolean;
}

/** @param qty as decimal digits, perhaps with a sign */
export const isWholeNumber = (qty: string): boolean => /^-?\d+(\.0*)?$/.test(qty);

/** SQL of `Counted.whole` of a part `p`. */
export const isWhole = `(p.whole_units or p.tracking = 'serial')`;

/**
 * @param qty as decimal digits, perhaps with a sign
 * @throws body.invalid where part of a unit is asked for that cannot be divided
 */
export function demandWhole(qty: string, { part, unit, whole }: Counted, pointer: string): void {
  if (!whole || isWholeNumber(qty)) return;
  throw problem('body.invalid', `Part ${part} is counted in whole units (${unit}).`, {
    errors: [{ pointer, detail: 'must be a whole number' }],
  });
}

/** How much of a part an order line comes to, through aliases and kits. */
export interface Amounting {
  readonly line_id: number;
  readonly part_id: number;
  readonly qty: string;
}

/**
 * Half a kit may be half of something that cannot be divided, and so may a third of a case: whatever the bills of material say
 * now, no order asks for that.
 * @throws order.part-of-unit naming every line and part
 */
export async function demandWholeWork(tx: Tx, work: readonly Amounting[]): Promise<void> {
  const divided = work.filter(({ qty }) => !isWholeNumber(qty));
  if (divided.length === 0) return;
  const { rows } = await sql<{ line_id: number; position: number; part: string; unit: string; qty: string }>`
    select distinct d.line_id, (select count(*) from salesorderline o where o.salesorder_id = l.salesorder_id and o.id < l.id) as position,
      p.number as part, p.unit, trim_scale(d.qty)::text as qty
    from jsonb_to_recordset(${JSON.stringify(divided)}::jsonb) as d(line_id int, part_id int, qty numeric)
    join part p on p.id = d.part_id join salesorderline l on l.id = d.line_id where ${sql.raw(isWhole)} order by 1, 3`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const errors = rows.map(({ position, part, unit, qty }) => ({
    pointer: `/lines/${position}/qty`,
    detail: `comes to ${qty} of part ${part}, which is counted in whole units (${unit})`,
  }));
  const said = rows.map(({ line_id }, at) => `Line ${line_id} ${errors[at]!.detail}.`);
  throw problem('order.part-of-unit', `${said.join(' ')} Change the line.`, { errors });
}

/**
 * Part of a line is so much of each of its parts.
 * @param pointerOf address of the qty of a line in the body
 * @throws body.invalid where part of a unit is asked for that cannot be divided
 */
export async function demandWholeDetails(
  tx: Tx,
  lines: readonly LineDetail[],
  pointerOf: (lineId: number) => string,
): Promise<void> {
  const given = lines.filter(({ qty }) => qty != null);
  if (given.length === 0) return;
  const { rows } = await sql<{ line_id: number; part: string; unit: string; qty: string }>`
    select distinct on (d.line_id) d.line_id, p.number as part, p.unit, d.qty * w.per_unit as qty
    from (select line_id, sum(qty) as qty from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as d(line_id int, qty numeric)
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
