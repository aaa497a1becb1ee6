import { type RawBuilder, sql } from 'kysely';
import type { Reason } from '../../../../records/put-back.ts';
import type { OperationContext, Tx } from '../../../platform/database/operation.ts';
import type { Column, NotNullRow, Row } from '../../../platform/database/row.ts';
import { personName } from '../../../platform/database/sql-forms.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { locationType } from '../../../platform/states/kinds.ts';

export interface Decision {
  readonly why: Reason;
  /** The name of the person who decided; null for the caller. */
  readonly by?: string | null;
}

/**
 * Notes units that people have in their hands, and that go back to a location, at sites that want such tasks. The books have moved them,
 * or do so at once.
 * @param units SQL with the columns pick_id, pack_id, ship_id, carton, order_id, part_id, qty, lot, serial, location_id
 */
export async function noteUnits(
  context: OperationContext,
  units: RawBuilder<unknown>,
  { why, by = null }: Decision,
): Promise<void> {
  const { tx, actor } = context;
  const { rows } = await sql<
    Row<'putback', 'id' | 'order_id'> & {
      part: Column<'part', 'number'>;
      qty: string;
      location: Column<'location', 'name'>;
    }
  >`
    -- Notes the units that people put back.
    with noted as (
      insert into putback (site_id, pick_id, pack_id, ship_id, carton, order_id, part_id, qty, lot, serial, location_id, why, decided_by)
      select s.site_id, u.pick_id, u.pack_id, u.ship_id, u.carton, u.order_id, u.part_id, u.qty, u.lot, u.serial, u.location_id, ${why},
        coalesce(${by}::text, (select ${personName('a')} from account a where a.id = ${actor.userId}))
      from (${units}) u join salesorder s on s.id = u.order_id join site w on w.id = s.site_id and w.put_back_tasks
      order by u.order_id, u.part_id, u.location_id
      returning id, order_id, part_id, qty, location_id
    )
    select n.id, n.order_id, p.number as part, trim_scale(n.qty) as qty, l.name as location
    from noted n join part p on p.id = n.part_id join location l on l.id = n.location_id order by n.id`.execute(tx);
  await recordEvent(
    context,
    ...rows.map(({ id, order_id, part, qty, location }) => {
      const detail = { part, qty: Number(qty), location, why };
      return { event: 'putback.created', id, orders: [order_id], detail } as const;
    }),
  );
}

/**
 * Forgets what people were to put back outside of storage: the goods of the orders go on, onto another list or into storage. Units that
 * go into storage stay noted until somebody says that they are there.
 */
export async function forgetOutside(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await forgotten(orderIds).execute(tx);
}

/** SQL that forgets it, as a statement or as a CTE. */
export const forgotten = (orderIds: readonly number[]) => sql`
  -- Deletes what is to be put back outside of storage.
  delete from putback b using location l
  where b.order_id = any(${orderIds}::bigint[]) and b.back_at is null and l.id = b.location_id
    and l.locationtype_id <> ${sql.lit(locationType.storage)}`;

/** Units of a pickline that are counted. */
type CountedUnits = Row<'picklinecount', 'id' | 'part_id' | 'location_id' | 'lot' | 'serial' | 'qty'> &
  NotNullRow<'pickline', 'pick_id'> &
  Row<'pickline', 'order_id'>;

/**
 * Runs what may end counts of a part without a commit, and notes the units of the counts that it ended: people hold them, and their
 * page would not show them any more.
 * @param to where the units belong now; null for where they were counted
 */
export async function notingEndedCounts<Result>(
  context: OperationContext,
  { partIds, why, to = null }: { partIds: readonly number[]; why: Reason; to?: number | null },
  run: () => Promise<Result>,
): Promise<Result> {
  const { tx } = context;
  const { rows: before } = await sql<CountedUnits>`
    -- Reads what is counted of the parts.
    select c.id, l.pick_id, l.order_id, c.part_id, c.location_id, c.lot, c.serial, c.qty
    from picklinecount c join pickline l on l.id = c.pickline_id
    where c.part_id = any(${partIds}::bigint[]) and l.pick_id is not null`.execute(tx);
  const result = await run();
  if (before.length === 0) return result;
  const ids = before.map(({ id }) => id);
  const { rows: kept } = await sql<Row<'picklinecount', 'id'>>`
    select id from picklinecount where id = any(${ids}::bigint[])`.execute(tx);
  const ended = before.filter(({ id }) => !kept.some((one) => one.id === id));
  if (ended.length === 0) return result;
  await noteUnits(
    context,
    sql`select pick_id, null::bigint as pack_id, null::bigint as ship_id, null::text as carton, order_id, part_id, qty, lot, serial,
      coalesce(${to}::bigint, location_id) as location_id
      from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
        as e(pick_id bigint, order_id bigint, part_id bigint, location_id bigint, lot text, serial text, qty numeric)`,
    { why },
  );
  return result;
}
