import type { Client, SalesOrder } from '../../client/client.ts';
import type { OrderKind } from '../../records/sales-order.ts';
import { type FirstRecords, firstRecords, restText } from '../output/first-records.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { embeds, type ListedOrder, ordersOf, whom, whomOf } from './kinds.ts';

/** The caller's choice: a kind, an expression, and states. */
export interface OrderChoice {
  readonly kind?: OrderKind;
  readonly filter?: string | undefined;
  readonly states?: readonly SalesOrder['state'][];
}

/** Returns at most `limit` orders: the newest first, and of chosen states those first that have been there longest. */
export function listOrders(
  client: Client,
  { kind = 'sales', filter, states = [] }: OrderChoice,
  limit: number,
): Promise<FirstRecords<ListedOrder>> {
  const ofStates = states.length === 0 ? [] : [`state in (${states.map((state) => `"${state}"`).join(', ')})`];
  const expressions = [...ofStates, ...(filter === undefined ? [] : [`(${filter})`])];
  const query = {
    filter: expressions.length === 0 ? undefined : expressions.join(' && '),
    embed: embeds[kind],
    sort: states.length === 0 ? '-id' : 'since,id',
  } as const;
  const orders = ordersOf(client, kind);
  return firstRecords<ListedOrder>(limit, (page) => orders.list({ ...query, ...page } as never));
}

export function listTable(
  orders: FirstRecords<ListedOrder>,
  terminal: Terminal,
  kind: OrderKind = 'sales',
  now = Date.now(),
): string {
  const rows = orders.records.map((order) => [
    String(order.id),
    order.number,
    whomOf(order),
    'carrier' in order ? (order.carrier?.name ?? '') : '',
    order.step ?? order.status?.name ?? '',
    whyOf(order),
    order.state === 'done' ? '' : ageOf(order.since, now),
  ]);
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'order', atMost: 16 },
    { title: whom[kind], atMost: 24 },
    { title: 'carrier', atMost: 18 },
    { title: 'where', atMost: 12 },
    { title: 'why', wraps: true },
    { title: 'since', align: 'right' as const },
  ];
  return rows.length === 0 ? 'No orders.\n' : table(columns, rows, terminal) + restText(orders);
}

const reasons: Readonly<Record<string, string>> = {
  draft: 'not issued',
  hand: 'waits for a person',
  stock: 'waits for stock',
  cartons: 'waits for the orders in its cartons',
  date: 'waits for its date',
  issue: 'waits to be issued',
};

/** Returns in a few words why an order is where it is. */
function whyOf({ state, reason, hold_reason, attention }: ListedOrder): string {
  if (state === 'done') return '';
  if (state === 'working') return 'working';
  if (state === 'held') return `held: ${hold_reason ?? ''}`;
  if (state === 'attention') return `attention: ${attention?.detail ?? reason ?? ''}`;
  return reasons[reason ?? ''] ?? reason ?? '';
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** Returns the time since a moment in its largest unit: `3 h`. */
function ageOf(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}
