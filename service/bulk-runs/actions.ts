import { nearest } from '../../expressions/nearest.ts';
import { type OrderAction, orderActions } from '../orders/lifecycle/operations.ts';
import { unfit } from '../platform/records/refusals.ts';
import { printDocuments } from './print-documents.ts';
import { askAutowork } from './request-autowork.ts';
import type { BulkOptions } from './schema.ts';
import type { BulkAction } from './states.ts';

/** What a bulk run does with its orders. */
export interface Action {
  /** What whoever starts a run has to be permitted, beside starting runs. */
  readonly permission: string;
  readonly takes: readonly (keyof BulkOptions)[];
  readonly needs?: keyof BulkOptions;
  /** What is done with each order by itself; null where orders are put together into picks. */
  readonly deed: (options: BulkOptions) => OrderAction | null;
}

const own = (name: keyof typeof orderActions, more: Partial<Action> = {}): Action => ({
  permission: `salesorder.${name}`,
  takes: [],
  deed: () => orderActions[name],
  ...more,
});

export const actions: Readonly<Record<BulkAction, Action>> = {
  issue: own('issue', { takes: ['ignore_warnings'] }),
  unissue: own('unissue'),
  hold: own('hold', { takes: ['reason'], needs: 'reason' }),
  release: own('release'),
  void: own('void'),
  closeshort: own('closeshort'),
  replan: own('replan'),
  autowork: { permission: 'salesorder.autowork', takes: ['task_ids'], deed: askAutowork },
  pick: { permission: 'pick.create', takes: ['by', 'max_orders', 'max_lines', 'max_weight_g'], deed: () => null },
  print: { permission: 'document.create', takes: ['documents', 'again'], deed: printDocuments },
};

/** @throws body.invalid where an option is not for this action, or one is missing */
export function checkOptions(action: BulkAction, options: BulkOptions): void {
  const { takes, needs } = actions[action];
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [name as keyof BulkOptions],
  );
  const strange = given.find((name) => !takes.includes(name));
  if (strange) {
    const [near] = nearest(strange, takes);
    const known =
      takes.length === 0 ? 'it takes none' : near ? `did you mean ${near}?` : `it takes ${takes.join(', ')}`;
    throw unfit(`/options/${strange}`, `is no option of ${action}: ${known}`);
  }
  if (needs && !given.includes(needs)) throw unfit(`/options/${needs}`, `is required for ${action}`);
  if (action === 'pick' && options.by === undefined && given.length > 0) {
    throw unfit('/options/by', 'is required where the size of picks is limited: by what are orders put together?');
  }
}
