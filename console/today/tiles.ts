import type { SalesOrderSummary } from '../../client/browser.ts';
import type { Texts } from '../texts/en.ts';

/** A number of orders with the expression that selects them. */
export interface Tile {
  readonly label: string;
  readonly orders: number;
  readonly since: string | null;
  readonly filter: string;
}

export interface TileGroup {
  readonly name: string;
  /** A color of the component library. The words say the same. */
  readonly color: string;
  readonly tiles: readonly Tile[];
}

/** Selects the orders that were issued more than a day ago and are not done. An order has no promised date. */
export const lateFilter = 'issue_date < now-1d && state != "done"';

/** Returns the tile of the orders that are late; null for none. @param oldest when the one that waits longest was issued */
export const lateTile = (orders: number, oldest: string | null, texts: Texts): Tile | null =>
  orders === 0 ? null : { label: texts.today.issuedLongAgo, orders, since: oldest, filter: lateFilter };

type StateCount = SalesOrderSummary['states'][number];

/**
 * Returns the tiles of a summary: orders in attention first, then waiting orders, then orders in automatic
 * progress.
 */
export function groupsOf({ states, carriers }: SalesOrderSummary, late: Tile | null, texts: Texts): TileGroup[] {
  const of = (condition: (count: StateCount) => boolean) =>
    states.filter(condition).map((count) => tileOf(count, texts));
  const isShort = ({ state, reason }: StateCount) => state === 'waiting' && reason === 'stock';
  const byHand = ({ state, reason }: StateCount) => state === 'waiting' && reason === 'hand';
  const groups: TileGroup[] = [
    { name: texts.today.attention, color: 'red', tiles: of(({ state }) => state === 'attention') },
    { name: texts.today.late, color: 'orange', tiles: late ? [late] : [] },
    { name: texts.today.held, color: 'yellow', tiles: of(({ state }) => state === 'held') },
    { name: texts.today.short, color: 'orange', tiles: of(isShort) },
    { name: texts.today.hand, color: 'blue', tiles: of(byHand) },
    {
      name: texts.today.waiting,
      color: 'gray',
      tiles: of((count) => count.state === 'waiting' && !byHand(count) && !isShort(count)),
    },
    { name: texts.today.working, color: 'green', tiles: of(({ state }) => state === 'working') },
    {
      name: texts.today.carriers,
      color: 'gray',
      tiles: carriers.map(({ carrier_id, carrier, orders, since }) => ({
        label: carrier_id === null ? texts.today.noCarrier : (carrier ?? `#${carrier_id}`),
        orders,
        since,
        filter: `${carrier_id === null ? 'carrier_id IS NULL' : `carrier_id = ${carrier_id}`} && state != "done"`,
      })),
    },
  ];
  return groups.filter(({ tiles }) => tiles.length > 0);
}

function tileOf({ state, step, reason, orders, since }: StateCount, texts: Texts): Tile {
  const is = (name: string, value: string | null) =>
    value === null ? `${name} IS NULL` : `${name} = ${JSON.stringify(value)}`;
  const words = texts.whereabouts({ state, step, reason }) || texts.states[state];
  return {
    label: words.charAt(0).toUpperCase() + words.slice(1),
    orders,
    since,
    filter: [is('state', state), is('step', step), is('reason', reason)].join(' && '),
  };
}
