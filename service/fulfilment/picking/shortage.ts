import { sql } from 'kysely';
import { detailRows, type LineDetail } from '../../inventory/stock/line-detail.ts';
import { trim } from '../../inventory/stock/quantity.ts';
import { otherSites, type SiteUnits, siteNames } from '../../inventory/stock/where-the-part-is.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType } from '../../platform/states/kinds.ts';
import type { Line } from './read-line.ts';

interface ShortWork extends Row<'work', 'order_id' | 'line_id' | 'part_id' | 'qty'> {
  part: Column<'part', 'number'>;
  site: Column<'site', 'name'>;
  short: Column<'work', 'qty_short'>;
  expired: string | null;
  /** The other sites that have the part. */
  elsewhere: SiteUnits[];
}

/**
 * Returns the problem that stock is short for orders; null where nothing is short.
 * @param lines only these lines; with a `qty` (in units of the line) only where fewer units can be picked
 */
export async function shortageOf(
  tx: Tx,
  orderIds: readonly number[],
  lines: readonly LineDetail[] | null = null,
): Promise<Problem | null> {
  const { rows } = await sql<ShortWork>`
    -- Finds the short work of the orders, with the expired units of its parts, and the sites that have them.
    select w.order_id, w.line_id, w.part_id, p.number as part, s.name as site, w.qty, w.qty_short as short, (
        select sum(i.qty - i.qty_committed) from inventory i join location l on l.id = i.location_id
        where i.part_id = w.part_id and l.site_id = o.site_id and l.locationtype_id = ${sql.lit(locationType.storage)} and not ${sql.raw(isGood)}) as expired,
      ${otherSites('w.part_id', 'o.site_id')} as elsewhere
    from work w join part p on p.id = w.part_id join salesorder o on o.id = w.order_id join site s on s.id = o.site_id
      left join (${detailRows(lines)}) d on d.line_id = w.line_id
    where w.order_id = any(${orderIds}::bigint[]) and w.qty_short > 0 and (${lines === null} or d.line_id is not null)
      and (d.qty is null or d.qty * w.per_unit > w.qty - w.qty_done - w.qty_short)
    order by w.order_id, w.line_id, w.part_id`.execute(tx);
  if (rows.length === 0) return null;
  const parts = rows.map(({ short, qty, part, expired, elsewhere }) => {
    const alsoExpired = expired !== null && Number(expired) > 0 ? ` (${trim(expired)} there have expired)` : '';
    const others = elsewhere.length > 0 ? ` (in stock at ${siteNames(elsewhere)})` : '';
    return `${trim(short)} of ${trim(qty)} of part ${part}${alsoExpired}${others}`;
  });
  const sites = [...new Set(rows.map(({ site }) => site))].join(', ');
  return problem(
    'stock.short',
    `Stock is short at ${sites}: ${parts.join(', ')}. Stock that arrives is reserved for the order.`,
    {
      short: rows.map(({ site, expired, qty, short, ...line }) => ({
        ...line,
        qty: Number(qty),
        short: Number(short),
      })),
    },
  );
}

/** What became of units that a picker has reported as missing or damaged. */
export interface WrittenOff {
  readonly qty: number;
  readonly location_id: number;
  /** Of these, the units that the order has reserved again, or that other units of the location replace. */
  readonly replaced: number;
  /** Of these, the units that the order now waits for. */
  readonly short: number;
}

/** Returns what became of units of a line that are written off, after other stock was reserved in their place. */
export async function replacementOf(
  tx: Tx,
  { work_id }: Pick<Line, 'work_id'>,
  { qty, location_id }: { readonly qty: string; readonly location_id: number },
): Promise<WrittenOff> {
  const { rows } = await sql<{ short: string }>`
    select least(qty_short, ${qty}::numeric) as short from work where id = ${work_id}`.execute(tx);
  const [all, short] = [Number(qty), Number(firstOf(rows).short)];
  return { qty: all, location_id, replaced: Number((all - short).toFixed(6)), short };
}
