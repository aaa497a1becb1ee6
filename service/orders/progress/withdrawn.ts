import { type Kysely, type RawBuilder, sql } from 'kysely';
import { orderKinds } from '../../../records/sales-order.ts';
import { permits } from '../../platform/access/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/generated/tables.ts';
import type { Column } from '../../platform/database/row.ts';
import { isoTime, personName } from '../../platform/database/sql-forms.ts';
import { Problem } from '../../platform/problems/problems.ts';
import type { Call } from './calls.ts';

/**
 * The withdrawal of an order: a person voids, unissues, closes short or deletes it, and it leaves the lists of other people. The refusals
 * of their calls say who withdrew it and when, and where the units belong that they hold.
 */

/** The events that take an order off its lists, and their verbs. */
const verbs: Readonly<Record<string, string>> = {
  voided: 'voided',
  unissued: 'unissued',
  closedshort: 'closed short',
  deleted: 'deleted',
};
const events = sql`${Object.keys(verbs).flatMap((name) => orderKinds.map((kind) => `${kind}order.${name}`))}::text[]`;

/** The record of a refused call. */
export interface Subject {
  /** `pickline`, `carton`, `salesorder`, … */
  readonly record: string;
  readonly id: number;
}

/** An order that left a record. */
interface Withdrawal {
  readonly number: string;
  readonly event: Column<'event', 'name'>;
  readonly at: string;
  readonly by: string | null;
  /** The lists with units of the order that people hold. */
  readonly lists: readonly { readonly path: string; readonly units: readonly Unit[] }[];
  /** Of a pickline: its part, and the place where its units were reserved. */
  readonly part: Column<'part', 'number'> | null;
  readonly location: Column<'location', 'name'> | null;
}

interface Unit {
  readonly qty: number;
  readonly part: string;
  readonly location: string;
}

/** The records that leave a list with their order, by the list: what a caller may read of it, a refusal may say. */
const recordsOf: Readonly<Record<string, readonly string[]>> = {
  pick: ['pickline'],
  pack: ['packline', 'carton'],
  ship: ['shipline'],
  pickup: ['pickupline'],
};

/** Returns what adds the withdrawal of its order to the refusal of an unknown record. */
export const withdrawalsIn =
  ({ kysely }: Database) =>
  (refusal: Problem, subject: Subject, permissions: ReadonlySet<string>): Promise<Problem> =>
    withWithdrawal(kysely, refusal, { subject, permissions });

/**
 * Adds the withdrawal of its order to a refusal. It returns a refusal for another reason without a change.
 * @param subject the record of the address; absent where the refusal itself names its record
 * @param permissions of the caller
 */
export async function withWithdrawal(
  database: Kysely<Tables>,
  refusal: Problem,
  { subject, permissions }: { readonly subject?: Subject; readonly permissions: ReadonlySet<string> },
): Promise<Problem> {
  const left = subject ? leftWith(subject) : leftBy(refusal);
  if (left === null || !permits(permissions, left.permission)) return refusal;
  const withdrawals = await read(database, left.rows);
  if (withdrawals.length === 0) return refusal;
  const said = withdrawals.slice(0, mostOrders);
  const orders = said.map(clause).join('; ');
  const opening =
    refusal.status === 404
      ? `${refusal.message.replace(/\.$/, '')}: ${orders}.`
      : `${refusal.message} ${sentence(orders)}.`;
  const next = withdrawals.flatMap(({ lists }) => lists.map(putBackCall));
  const members = next.length > 0 ? { ...refusal.members, next } : refusal.members;
  return new Problem(refusal.code, [opening, ...said.flatMap(advice)].join(' '), members, refusal.headers);
}

/** A refusal names so many orders and units. Its list has all of them. */
const mostOrders = 3;
const mostUnits = 5;

/** SQL of orders that left a record, and the permission to read of it. */
interface Left {
  readonly permission: string;
  readonly rows: RawBuilder<unknown>;
}

/** Returns the orders that took an unknown record along; null for records that stay. */
function leftWith({ record, id }: Subject): Left | null {
  if (record === 'salesorder') return orderLeft(id);
  const [list] = Object.entries(recordsOf).find(([, records]) => records.includes(record)) ?? [];
  return list === undefined ? null : rowsLeft(list, sql`record = ${record} and record_id = ${id}`);
}

/** Returns the orders that left what a refusal of a state is about; null where it is about something else. */
function leftBy({ code, members }: Problem): Left | null {
  if (code === 'order.state') return leftStates.has(String(members.state)) ? orderLeft(Number(members.order_id)) : null;
  const [list = ''] = code.split('.');
  const records = recordsOf[list];
  if (records === undefined || members.state !== 'Void') return null;
  return rowsLeft(list, sql`record = any(${records}::text[]) and list_id = ${Number(members[`${list}_id`])}`);
}

/** The states of orders that have left their lists. */
const leftStates: ReadonlySet<string> = new Set(['Draft', 'Void', 'Closed Short']);

const lists = sql`array_agg(distinct list_id) filter (where record = 'pickline') as picks,
  array_agg(distinct list_id) filter (where record in ('packline', 'carton', 'pickupline')) as packs`;

const rowsLeft = (list: string, condition: RawBuilder<unknown>): Left => ({
  permission: `${list}.read`,
  rows: sql`
    select order_id, at, ${lists}, case when count(*) = 1 then min(part_id) end as part_id,
      case when count(*) = 1 then min(location_id) end as location_id
    from withdrawn_record where ${condition} group by order_id, at`,
});

/** The last time that an order left its lists. */
const orderLeft = (id: number): Left => ({
  permission: 'salesorder.read',
  rows: sql`
    select o.order_id, o.at, w.picks, w.packs, null::bigint as part_id, null::bigint as location_id
    from (
      select ${id}::bigint as order_id, max(l.at) as at from event_log l join event e on e.id = l.event_id
      where l.order_ids @> array[${id}::bigint] and e.name = any(${events})
    ) o cross join lateral (select ${lists} from withdrawn_record w where w.order_id = o.order_id and w.at = o.at) w`,
});

async function read(database: Kysely<Tables>, rows: RawBuilder<unknown>): Promise<readonly Withdrawal[]> {
  const unitsOn = (kind: 'pick' | 'pack') => sql`
    select '/${sql.raw(kind)}/' || k.id as path,
      jsonb_agg(jsonb_build_object('qty', trim_scale(b.qty), 'part', p.number, 'location', l.name) order by l.name, p.number, b.id) as units
    from ${sql.table(kind)} k join putback b on b.${sql.raw(kind)}_id = k.id and b.back_at is null
    join part p on p.id = b.part_id join location l on l.id = b.location_id
    where k.id = any(w.${sql.raw(kind)}s) and b.order_id = w.order_id and (w.part_id is null or b.part_id = w.part_id) group by k.id`;
  const { rows: withdrawals } = await sql<Withdrawal>`
    -- Reads who took orders off their lists, and the units of them that people hold.
    select coalesce(s.number, d.number, w.order_id::text) as number, e.name as event, ${isoTime('l.at')} as at,
      coalesce(l.detail ->> 'by', ${personName('a')}) as by, p.number as part, c.name as location, u.lists
    from (${rows}) w
    join event_log l on l.order_ids @> array[w.order_id] and l.at = w.at
    join event e on e.id = l.event_id and e.name = any(${events})
    left join account a on a.id = l.account_id
    left join salesorder s on s.id = w.order_id
    left join lateral (
      select d.detail ->> 'number' as number from event_log d join event n on n.id = d.event_id
      where s.id is null and d.order_ids @> array[w.order_id] and n.name like '%order.deleted' limit 1) d on true
    left join part p on p.id = w.part_id left join location c on c.id = w.location_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('path', path, 'units', units)), '[]') as lists
      from (${unitsOn('pick')} union all ${unitsOn('pack')}) each) u
    order by l.id desc`.execute(database);
  return withdrawals;
}

const clause = ({ number, event, at, by }: Withdrawal): string =>
  `order ${number} was ${verbs[event.replace(/^\w+\./, '')]} at ${at}${by === null ? '' : ` by ${by}`}`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Returns what the person does with the units. For a pickline without counted units, it names the part and its place. */
function advice({ lists, part, location }: Withdrawal): string[] {
  const units = lists.flatMap((list) => list.units);
  if (units.length === 0) return part && location ? [`Put what you hold of ${part} back to ${location}.`] : [];
  const named = units.slice(0, mostUnits).map(({ qty, part, location }) => `${qty} of ${part} to ${location}`);
  const more = units.length > mostUnits ? ` and ${units.length - mostUnits} more` : '';
  return [`Put back ${named.join(', ')}${more}.`];
}

const putBackCall = ({ path }: Withdrawal['lists'][number]): Call => ({
  method: 'GET',
  path,
  body: null,
  why: 'Lists the units to put back',
});
