import type { BulkRun } from '../../client/browser.ts';

export type BulkAction = BulkRun['action'];

/** Actions on runs, each with its permission in addition to the permission to start runs. */
const permissions: Readonly<Record<BulkAction, string>> = {
  issue: 'salesorder.issue',
  autowork: 'salesorder.autowork',
  hold: 'salesorder.hold',
  release: 'salesorder.release',
  pick: 'pick.create',
  print: 'document.create',
  replan: 'salesorder.replan',
  unissue: 'salesorder.unissue',
  closeshort: 'salesorder.closeshort',
  void: 'salesorder.void',
};

export const isAction = (name: unknown): name is BulkAction =>
  typeof name === 'string' && Object.hasOwn(permissions, name);

/** Actions that end orders. They stand apart, in red. */
export const endings: readonly BulkAction[] = ['closeshort', 'void'];

/** Returns the actions that a user may start runs with: the most frequent ones first. */
export function offeredActions(permits: (permission: string) => boolean): BulkAction[] {
  if (!permits('bulkrun.create') || !permits('bulkrun.read')) return [];
  return (Object.keys(permissions) as BulkAction[]).filter((action) => permits(permissions[action]));
}

/** Returns whether a user may have a run go on, which then acts with the permissions of the user. */
export const mayTakeOver = (permits: (permission: string) => boolean, action: BulkAction): boolean =>
  permits(permissions[action]);
