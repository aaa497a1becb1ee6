import { sql } from 'kysely';
import type { UnitsOfLine } from '../../fulfilment/work/canceled-work.ts';
import type { LockedOrder } from '../../inventory/stock/locks.ts';
import type { Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { UnknownRecord } from '../../platform/problems/problems.ts';
import { unfit } from '../../platform/records/refusals.ts';
import { carriedLines } from '../../platform/states/kinds.ts';
import type { AddedLine } from '../drafts/add-lines.ts';
import type { LineBody } from '../drafts/schema.ts';

/** The wanted state of a line: of an existing one with its id, or of a new one. */
export interface ChangedLine extends LineBody {
  readonly id?: number | undefined;
}

/** The changes of an order. */
export interface LineChanges {
  readonly added: readonly AddedLine[];
  readonly canceled: readonly UnitsOfLine[];
  /** By how many units lines grow. */
  readonly raised: readonly UnitsOfLine[];
  readonly priced: readonly { readonly line_id: number; readonly unit_price: string }[];
}

/** An existing line, compared with its wanted state. */
interface ComparedLine extends Row<'salesorderline', 'id'> {
  readonly position: number;
  readonly known: boolean;
  /** Whether the line is delivered. */
  readonly carried: boolean;
  readonly taxed: boolean;
  /** By how many units it is to grow or to shrink; '0' for neither. */
  readonly more: string;
  readonly less: string;
  /** The new price; null where it stays. */
  readonly price: string | null;
}

/**
 * Compares the lines of an order with their wanted states.
 * @throws record.unknown, body.invalid
 */
export async function readChanges(tx: Tx, order: LockedOrder, lines: readonly ChangedLine[]): Promise<LineChanges> {
  const own = lines.flatMap((line, position) => (line.id === undefined ? [] : [{ ...line, position }]));
  for (const { position, ...line } of own) assertFields(line, `/lines/${position}`);
  assertOnce(own);
  const { rows } = await sql<ComparedLine>`
    -- Compares lines with the quantities and prices that they are to have.
    select c.id, c.position, l.id is not null as known, coalesce(l.linetype_id in (${carriedLines}), false) as carried,
      exists (select from salesordertax x where x.line_id = l.id) as taxed,
      greatest(coalesce(c.qty, now.qty) - now.qty, 0)::text as more, greatest(now.qty - coalesce(c.qty, now.qty), 0)::text as less,
      nullif(c.unit_price, l.unit_price)::text as price
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as c(id bigint, position int, qty numeric, unit_price numeric)
    left join salesorderline l on l.id = c.id and l.salesorder_id = ${order.id}
    cross join lateral (select l.qty - l.qty_canceled as qty) now order by c.position`.execute(tx);
  const unknown = rows.filter(({ known }) => !known).map(({ id }) => id);
  if (unknown.length > 0) throw new UnknownRecord('salesorderline', unknown, {}, ` in order ${order.number}`);
  for (const line of rows) assertPossible(line);
  for (const [index, { id, qty }] of lines.entries())
    if (id === undefined && Number(qty ?? 1) === 0)
      throw unfit(`/lines/${index}/qty`, 'must be more than 0 for a new line');
  return {
    added: lines.flatMap((body, index) => (body.id === undefined ? [{ body, pointer: `/lines/${index}` }] : [])),
    canceled: rows.flatMap(({ id, less }) => (Number(less) > 0 ? [{ line_id: id, qty: less }] : [])),
    raised: rows.flatMap(({ id, more }) => (Number(more) > 0 ? [{ line_id: id, qty: more }] : [])),
    priced: rows.flatMap(({ id, price }) => (price === null ? [] : [{ line_id: id, unit_price: price }])),
  };
}

/** Refuses a change of other fields of a line than its quantity and its price. */
function assertFields({ id, qty, unit_price, ...others }: ChangedLine, pointer: string): void {
  const [other] = Object.entries(others).filter(([, value]) => value !== undefined);
  if (other)
    throw unfit(`${pointer}/${other[0]}`, `can't be changed of line ${id}: set its qty to 0, and add another line`);
  if (qty == null && unit_price == null) throw unfit(`${pointer}/qty`, 'or unit_price is required to change a line');
}

function assertOnce(lines: readonly (ChangedLine & { readonly position: number })[]): void {
  const ids = new Set<number | undefined>();
  for (const { id, position } of lines) {
    if (ids.has(id)) throw unfit(`/lines/${position}/id`, `names line ${id} a second time`);
    ids.add(id);
  }
}

function assertPossible({ id, position, carried, taxed, more, less, price }: ComparedLine): void {
  const pointer = `/lines/${position}`;
  if (!carried && (Number(more) > 0 || Number(less) > 0))
    throw unfit(`${pointer}/qty`, `can't be changed of line ${id}: nothing of it is delivered`);
  if (taxed && price !== null)
    throw unfit(
      `${pointer}/unit_price`,
      `can't be changed of line ${id}, which has taxes: set its qty to 0, and add another line`,
    );
}
