import type { Client } from '../../../client/browser.ts';

/** What scans send. Each is data, so that it can be kept over a reload. */
export interface Sendings {
  readonly count: { readonly pickline_id: number; readonly body: CountBody };
  readonly moveItem: {
    readonly pack_id: number;
    readonly body: MoveItemBody;
    /**
     * The order that shows the units until the service has answered: lots and serial numbers tell the service, not
     * the page.
     */
    readonly order_id?: number;
    /** Whether somebody has scanned the units, and so has looked at them. */
    readonly is_scanned?: boolean;
  };
}

type CountBody = NonNullable<Parameters<Client['pickline']['count']>[1]>;
type MoveItemBody = Parameters<Client['pack']['moveitem']>[1];

/** A call that waits to be sent, or that the service has refused. */
export interface Entry<Kind extends keyof Sendings = keyof Sendings> {
  /** The Idempotency-Key: sent twice, the call counts once. */
  readonly key: string;
  /** When somebody scanned, in milliseconds since 1970. */
  readonly at: number;
  readonly userId: number;
  /** The list that the call changes, such as `pick/12`. */
  readonly list: string;
  readonly kind: Kind;
  readonly sending: Sendings[Kind];
  /** The scan in words, for a refusal. */
  readonly words: string;
  /** The list and the order in words, such as `Pick P-12, order SO-7`: a refusal may be read on another page. */
  readonly of: string;
  /** Why the service has refused it. It stays until somebody has read it. */
  readonly refusal?: Refusal;
}

export interface Refusal {
  readonly code: string;
  readonly detail: string;
}
