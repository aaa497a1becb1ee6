import { sql } from 'kysely';
import type { UnitsOfLine } from '../../fulfilment/work/canceled-work.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import { type Problem, problem, UnknownRecord } from '../../platform/problems/problems.ts';
import { carriedLines, partType } from '../../platform/states/kinds.ts';
import { orderStates } from '../../platform/states/states.ts';
import type { Advice } from '../../platform/states/transitions.ts';
import { transitAdvice } from './in-transit.ts';

/** The facts that decide whether a quantity of a line can be canceled. */
interface LineToCancel {
  readonly line_id: number;
  /** The units that are neither canceled nor picked up. */
  readonly open: string;
  readonly known: boolean;
  /** Whether the line is delivered. */
  readonly carried: boolean;
  readonly fits: boolean;
  /** Whether part of a kit or an alias would be left. */
  readonly divided: boolean;
}

/** Checks that lines of an order can change. @throws order.state */
export async function assertChangeable(tx: Tx, order: LockedOrder): Promise<void> {
  if (orderStates.allows('changeLines', order)) return;
  throw orderStates.refuse('changeLines', order, await transitAdvice(tx, order));
}

/**
 * Checks that quantities of lines can be canceled: they have not left, and kits and aliases stay whole.
 * @throws record.unknown, body.invalid
 */
export async function assertOpen(tx: Tx, order: LockedOrder, lines: readonly UnitsOfLine[]): Promise<void> {
  const { rows } = await sql<LineToCancel>`
    -- Compares the quantities with the open ones of the lines.
    select c.line_id, coalesce(trim_scale(l.qty - l.qty_canceled - l.qty_picked_up)::text, '0') as open, l.id is not null as known,
      coalesce(l.linetype_id in (${carriedLines}), false) as carried, coalesce(c.qty <= l.qty - l.qty_canceled - l.qty_picked_up, false) as fits,
      coalesce(p.parttype_id in (${sql.lit(partType.kit)}, ${sql.lit(partType.alias)}) and l.qty - l.qty_canceled - c.qty <> 0
        and (c.qty <> trunc(c.qty) or l.qty - l.qty_canceled <> trunc(l.qty - l.qty_canceled)), false) as divided
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c(line_id bigint, qty numeric)
    left join salesorderline l on l.id = c.line_id and l.salesorder_id = ${order.id} left join part p on p.id = l.part_id
    order by c.line_id`.execute(tx);
  const unknown = rows.filter(({ known }) => !known).map(({ line_id }) => line_id);
  if (unknown.length > 0) throw new UnknownRecord('salesorderline', unknown, {}, ` in order ${order.number}`);
  for (const line of rows) {
    const detail = refusalOf(line);
    if (detail === null) continue;
    const { instead, next } = line.carried && !line.fits ? await transitAdvice(tx, order) : {};
    throw refusal(instead ? `${detail} ${instead}` : detail, next);
  }
}

/** Returns why a quantity cannot be canceled; null if it can. */
function refusalOf({ line_id, open, carried, fits, divided }: LineToCancel): string | null {
  if (!carried) return `Nothing of line ${line_id} is delivered, so nothing of it can be canceled.`;
  if (divided) return `Line ${line_id} is of kits or aliases: cancel whole ones, and leave whole ones.`;
  if (!fits) return `Of line ${line_id}, ${open} can be canceled: the rest has left or is canceled.`;
  return null;
}

const refusal = (detail: string, next: Advice['next']): Problem =>
  problem('body.invalid', detail, { errors: [{ pointer: '/qty', detail }], ...(next && { next }) });
