import type { Client } from '../../../client/browser.ts';
import type { Action } from '../../ground/action.ts';
import type { NextCall } from './call-words.ts';

/** The way back from a call that somebody has just sent. */
export interface WayBack {
  readonly action: Action;
  readonly permission: string;
}

const lists: Readonly<Record<string, 'pick' | 'pack' | 'ship'>> = { 1: 'pick', 2: 'pack', 3: 'ship' };

/**
 * Returns the call that takes another one back; null where the interface has none. The service refuses it where the goods have moved on.
 * @param sent the sent call, which may differ from the offered one
 */
export function wayBack({ path, body }: Pick<NextCall, 'path' | 'body'>, answer: unknown): WayBack | null {
  const { id } = (answer ?? {}) as { readonly id?: number };
  const line = /^\/pickline\/(\d+)\/commit$/.exec(path)?.[1];
  if (line) {
    const of = id ?? Number(line);
    return { permission: 'pick.commit', action: (client: Client) => client.pickline.uncommit(of) };
  }
  const kind = lists[/^\/task\/(\d+)\/perform$/.exec(path)?.[1] ?? ''];
  if (kind && id) return { permission: `${kind}.delete`, action: (client: Client) => client[kind].remove(id) };
  if (path === '/inventoryadjustment') {
    const taken = outOf(body as Adjustment);
    return {
      permission: 'inventory.adjust',
      action: (client) => client.request({ method: 'POST', path, body: taken }),
    };
  }
  return null;
}

interface Adjustment {
  readonly qty: number;
  readonly reason?: string;
  readonly tracking?: readonly { readonly qty?: number }[];
}

/** Returns the adjustment that takes out what another one has put in. The order has reserved it since then. */
function outOf({ qty, reason = '', tracking, ...body }: Adjustment) {
  return {
    ...body,
    qty: -qty,
    from_orders: true,
    reason: `taken back: ${reason}`.slice(0, 200),
    ...(tracking && { tracking: tracking.map((one) => (one.qty === undefined ? one : { ...one, qty: -one.qty })) }),
  };
}
