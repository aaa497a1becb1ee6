import { type BulkAction, isAction } from './actions.ts';

/** Values in the addresses of bulk runs. */

const outcomes = ['done', 'skipped', 'warned', 'failed', 'open'] as const;

export interface OutcomesAddress {
  /** Only the orders with this outcome. */
  readonly outcome?: (typeof outcomes)[number];
  /** Only the orders with this code. */
  readonly code?: string;
  readonly page?: number;
}

/** Values in the address of a new run: its action, and the typed search of its orders. */
export interface NewRunAddress {
  readonly action?: BulkAction;
  readonly select?: string;
}

/** Reads the address of a new run. Unknown actions are left out. */
export function newRunAddress({ action, select }: Record<string, unknown>): NewRunAddress {
  return {
    ...(isAction(action) ? { action } : {}),
    ...(typeof select === 'string' && select !== '' ? { select } : {}),
  };
}

/** Returns the page of a list; nothing for the first one. */
export function pageOf({ page }: Record<string, unknown>): { page?: number } {
  return Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}

export function outcomesAddress(address: Record<string, unknown>): OutcomesAddress {
  const outcome = outcomes.find((known) => known === address.outcome);
  return {
    ...(outcome ? { outcome } : {}),
    ...(typeof address.code === 'string' && address.code !== '' ? { code: address.code } : {}),
    ...pageOf(address),
  };
}
