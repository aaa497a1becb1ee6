import { sql } from 'kysely';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { isGood } from '../../platform/states/expiry.ts';
import { locationType, partType } from '../../platform/states/kinds.ts';

/** Waiting drafts that one statement reads. */
const pageSize = 500;

interface Candidate extends Row<'issue_request_need', 'order_id' | 'priority'> {
  readonly qty: number;
  /** Whether the site has all that the draft needs of its other short parts. */
  readonly others: boolean;
  readonly requested_at: string;
}

/**
 * Wakes the waiting drafts that stock is there for now, by priority and then by the time of their requests: only as many as the
 * stock covers. A draft that needs more than is left is passed over. The caller holds `lockStock` for the parts, and has served the
 * orders that are issued.
 */
export async function wakeWaitingDrafts(
  context: OperationContext,
  siteId: number,
  partIds: readonly number[],
): Promise<void> {
  const { tx } = context;
  if (partIds.length === 0) return;
  const { rows: free } = await sql<Row<'inventory', 'part_id'> & { qty: number }>`
    -- The free units of the parts that waiting drafts are short of.
    select i.part_id, sum(i.qty - i.qty_committed)::float8 as qty
    from inventory i join location l on l.id = i.location_id
    where i.part_id = any(${partIds}::bigint[]) and ${isFree(siteId)}
      and exists (select 1 from issue_request_need n where n.site_id = ${siteId} and n.part_id = i.part_id and n.stock_only)
    group by i.part_id order by i.part_id`.execute(tx);
  const woken = new Set<number>();
  for (const { part_id, qty } of free) await chooseDrafts(tx, { siteId, partId: part_id, qty }, woken);
  await recordEvent(context, ...[...woken].map((id) => ({ event: 'salesorder.stocked', id, orders: [id] }) as const));
}

/** Adds the drafts that free units of a part are enough for. */
async function chooseDrafts(
  tx: Tx,
  { siteId, partId, qty }: { siteId: number; partId: number; qty: number },
  woken: Set<number>,
): Promise<void> {
  let left = qty;
  let last: Candidate | undefined;
  for (;;) {
    const page = await candidates(tx, siteId, partId, left, last);
    for (const draft of page) {
      if (draft.qty > left || !draft.others) continue;
      woken.add(draft.order_id);
      left -= draft.qty;
    }
    last = page.at(-1);
    if (page.length < pageSize || left <= 0) return;
  }
}

async function candidates(
  tx: Tx,
  siteId: number,
  partId: number,
  left: number,
  last?: Candidate,
): Promise<Candidate[]> {
  const after = last
    ? sql`and (n.priority, n.requested_at, n.order_id) > (${last.priority}, ${last.requested_at}::timestamptz, ${last.order_id})`
    : sql``;
  const { rows } = await sql<Candidate>`
    -- The next waiting drafts that need no more of the part than is free.
    select n.order_id, n.qty::float8 as qty, n.priority, n.requested_at::text as requested_at,
      not exists (select 1 from issue_request_need m where m.order_id = n.order_id and m.part_id <> n.part_id
        and m.qty > ${freeUnits('m')}) as others
    from issue_request_need n
    where n.site_id = ${siteId} and n.part_id = ${partId} and n.stock_only and n.qty <= ${left} ${after}
    order by n.priority, n.requested_at, n.order_id limit ${pageSize}`.execute(tx);
  return rows;
}

/** Returns whether the site has all that a waiting draft was short of. */
export async function isCovered(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    -- A part that the draft needs more of than is free.
    select 1 from issue_request_need n where n.order_id = ${orderId} and n.qty > ${freeUnits('n')} limit 1`.execute(tx);
  return rows.length === 0;
}

/** SQL: the free units of the part of a need at its site. They are those that `reserve` finds. */
const freeUnits = (need: 'n' | 'm') => sql`coalesce((
    select sum(i.qty - i.qty_committed) from inventory i join location l on l.id = i.location_id
    where i.part_id = ${sql.ref(`${need}.part_id`)} and ${isFree(sql.ref(`${need}.site_id`))}), 0)`;

/** SQL: whether the stock `i` at the location `l` is free at the site. */
const isFree = (site: unknown) => sql`i.qty > i.qty_committed and l.site_id = ${site}
      and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active and ${sql.raw(isGood)}`;

/** Returns the waiting drafts that a warning about a part stands in the way of: the part itself, or one inside a kit or an alias. */
export async function waitingDraftsOf(tx: Tx, partId: number): Promise<number[]> {
  const { rows } = await sql<{ id: Column<'issue_request', 'order_id'> }>`
    -- The waiting drafts with a warning about parts, and the part in a line, or a kit or an alias in one.
    select r.order_id as id from issue_request r
    where jsonb_path_exists(r.warnings, '$[*] ? (@.code starts with "part.")') and exists (
      select 1 from salesorderline l join part p on p.id = l.part_id
      where l.salesorder_id = r.order_id
        and (p.id = ${partId} or p.parttype_id in (${sql.lit(partType.kit)}, ${sql.lit(partType.alias)})))
    order by r.order_id`.execute(tx);
  return rows.map(({ id }) => id);
}
