import type { BulkAction } from '../../config/schema.ts';
import { nearest } from '../../lib/expressions/nearest.ts';
import { type OrderKind, orderPath } from '../../records/sales-order.ts';
import { requestAutowork } from '../autowork/operations.ts';
import { lockOrder } from '../inventory/stock/locks.ts';
import { type OrderAction, orderActions } from '../orders/lifecycle/operations.ts';
import { unfit } from '../platform/records/refusals.ts';
import { orderStates } from '../platform/states/states.ts';
import { printDocuments } from './print-documents.ts';
import type { BulkOptions } from './schema.ts';

/** The action of a bulk run. */
export interface Action {
  /** The permission that the starter of a run needs, beside the permission to start runs. `*` stands for the record of the orders. */
  readonly permission: `${string}.${string}`;
  readonly takes: readonly (keyof BulkOptions)[];
  readonly needs?: keyof BulkOptions;
  /** Returns the action for each single order; null if the run puts several orders into one pick. */
  readonly orderAction: (options: BulkOptions) => OrderAction | null;
}

/** An action that is an order action, too, with the same permission. */
const sameAction = (name: keyof typeof orderActions, more: Partial<Action> = {}): Action => ({
  permission: `*.${name}`,
  takes: [],
  orderAction: () => orderActions[name],
  ...more,
});

/** Requests an autowork of each order. The outcome of the autowork is the outcome of the order. */
const autoworkAction = ({ task_ids }: BulkOptions): OrderAction => ({
  idle: (order) => (orderStates.repeated('autowork', order) ? `Order ${order.number} is Fulfilled already.` : null),
  async perform(context, orderId) {
    const { site_id, kind } = await lockOrder(context.tx, orderId);
    const body = { task_ids, site_id, full_auto: undefined, line_details: undefined, on_stock: undefined };
    const { id } = await requestAutowork.within(context, {
      orderId,
      body,
      path: `${orderPath({ kind, id: orderId })}/autowork`,
    });
    return { autoworkId: id };
  },
});

export const actions: Readonly<Record<BulkAction, Action>> = {
  issue: sameAction('issue', { takes: ['ignore_warnings', 'when', 'not_before', 'give_up_at'] }),
  unissue: sameAction('unissue'),
  hold: sameAction('hold', { takes: ['reason'], needs: 'reason' }),
  release: sameAction('release'),
  void: sameAction('void'),
  closeshort: sameAction('closeshort'),
  replan: sameAction('replan'),
  autowork: { permission: '*.autowork', takes: ['task_ids'], orderAction: autoworkAction },
  pick: {
    permission: 'pick.create',
    takes: ['by', 'max_orders', 'max_lines', 'max_weight_g'],
    orderAction: () => null,
  },
  print: { permission: 'document.create', takes: ['documents', 'again'], orderAction: printDocuments },
};

/** Returns the permission for an action on a single order of a kind. */
export const permissionFor = ({ action, kind }: { readonly action: BulkAction; readonly kind: OrderKind }): string =>
  actions[action].permission.replace('*', `${kind}order`);

/** Returns whether a run issues its orders by statements over several of them. */
export const mayIssueTogether = ({ action, options }: { action: BulkAction; options: BulkOptions }): boolean =>
  action === 'issue' && options.when === undefined;

/** Checks the options of a run. @throws body.invalid if the action does not take an option, or needs a missing one */
export function checkOptions(action: BulkAction, options: BulkOptions): void {
  const { takes, needs } = actions[action];
  const names = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [name as keyof BulkOptions],
  );
  const unknown = names.find((name) => !takes.includes(name));
  if (unknown) {
    const [near] = nearest(unknown, takes);
    const known =
      takes.length === 0 ? 'it takes none' : near ? `did you mean ${near}?` : `it takes ${takes.join(', ')}`;
    throw unfit(`/options/${unknown}`, `is no option of ${action}: ${known}`);
  }
  if (needs && !names.includes(needs)) throw unfit(`/options/${needs}`, `is required for ${action}`);
  if (action === 'pick' && options.by === undefined && names.length > 0) {
    throw unfit('/options/by', 'is required if the size of picks is limited: name what the orders of a pick share');
  }
}
