import type { View } from '../../../client/browser.ts';
import type { Texts } from '../../texts/en.ts';
import { newestFirst } from '../columns/sort.ts';

/** A view of the list of orders: one that everybody has, or one that somebody saved. */
export interface OrdersView {
  /** In the address. */
  readonly key: string | number;
  readonly name: string;
  /** As somebody types it into the search. */
  readonly filter: string;
  readonly sort: string;
  /** Empty for a view that leaves the columns to the user. */
  readonly columns: readonly string[];
  /** Absent for a view that everybody has. */
  readonly saved?: View;
}

const byHand = (step: string) => `state = "waiting" && step = "${step}" && reason = "hand"`;

const filters: Readonly<Record<keyof Texts['views']['defaults'], string>> = {
  attention: 'state = "attention"',
  pick: byHand('pick'),
  pack: byHand('pack'),
  ship: byHand('ship'),
  ready: byHand('pickup'),
  held: 'state = "held"',
  drafts: 'state = "waiting" && reason = "draft"',
};

/** In a queue the order that waits longest comes first. */
const longestFirst = 'since';

/** Returns the views that everybody has. */
export function defaultViews({ views: { defaults } }: Texts): readonly OrdersView[] {
  return Object.entries(filters).map(([key, filter]) => ({
    key,
    name: defaults[key as keyof typeof filters],
    filter,
    sort: key === 'drafts' ? newestFirst : longestFirst,
    columns: [],
  }));
}

/** The list without a view: all orders, the newest first. */
export const allOrders: OrdersView = { key: '', name: '', filter: '', sort: newestFirst, columns: [] };

export const savedView = (saved: View): OrdersView => ({
  key: saved.id,
  name: saved.name,
  filter: saved.filter ?? '',
  sort: saved.sort ?? newestFirst,
  columns: saved.columns,
  saved,
});

/** Returns the name of the owner of a view. */
export const ownerOf = ({ owner }: View): string =>
  [owner?.first_name, owner?.last_name].filter(Boolean).join(' ') || String(owner?.id ?? '');
