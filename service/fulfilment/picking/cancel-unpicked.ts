import { sql } from 'kysely';
import { allocate } from '../../inventory/stock/allocate.ts';
import { releaseUnits } from '../../inventory/stock/release.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Row } from '../../platform/database/row.ts';
import { type CanceledWork, canceledRows } from '../work/canceled-work.ts';
import { notingEndedCounts } from '../work/put-back/note.ts';

/** Units of a pickline that are canceled. */
export interface CanceledOfLine extends Row<'pickline', 'work_id' | 'line_id' | 'part_id' | 'pick_id' | 'location_id'> {
  readonly share: string;
}

/**
 * Shortens the picklines without a commit, and frees their stock: those that wait for stock first, then those on no pick. Units that are
 * counted are noted on their pick. The stock of the parts is locked.
 */
export const cancelUnpicked = (
  context: OperationContext,
  work: readonly CanceledWork[],
  partIds: readonly number[],
): Promise<CanceledOfLine[]> =>
  notingEndedCounts(context, { partIds, why: 'cancel' }, () => shortenOpenLines(context.tx, work));

async function shortenOpenLines(tx: Tx, work: readonly CanceledWork[]): Promise<CanceledOfLine[]> {
  const open = sql`(
    select p.*, c.qty as canceled from canceled c join pickline p on p.work_id = c.work_id where p.qty_committed = 0)`;
  const { rows } = await sql<CanceledOfLine>`
    -- Shortens the picklines, and what their work is short of.
    with ${canceledRows(work)}, share as (${allocate({
      units: { rows: open, order: sql`location_id is not null, pick_id is not null, id desc` },
      per: ['work_id'],
      need: sql`canceled`,
    })}
    ), deleted as (
      delete from pickline p using share s where p.id = s.id and s.share = s.qty
    ), shortened as (
      update pickline p set qty = p.qty - s.share, updated_at = this_second() from share s where p.id = s.id and s.share < s.qty
    ), stocked as (
      update work w set qty_short = w.qty_short - s.share
      from (select work_id, sum(share) as share from share where location_id is null group by work_id) s where w.id = s.work_id
    )
    select work_id, line_id, part_id, pick_id, location_id, share from share`.execute(tx);
  await releaseUnits(
    tx,
    rows.flatMap(({ line_id, part_id, location_id, share }) =>
      location_id === null ? [] : [{ line_id, part_id, location_id, qty: share }],
    ),
  );
  return rows;
}
