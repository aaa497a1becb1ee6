import { pageOf } from '../../bulk-runs/address.ts';

/** Values in the address of the log. */

export const outcomes = ['sending', 'delivered', 'failed', 'switched_off'] as const;

export interface LogAddress {
  readonly webhook?: number;
  readonly event?: number;
  readonly outcome?: (typeof outcomes)[number];
  /** ISO times. */
  readonly from?: string;
  readonly until?: string;
  /** Id of the record of the event, such as an order. */
  readonly record?: number;
  /** The resend whose progress and attempts are shown. */
  readonly resend?: number;
  readonly page?: number;
  /** The attempt that is open. */
  readonly entry?: number;
}

const ids = ['webhook', 'event', 'record', 'resend', 'entry'] as const;
const times = ['from', 'until'] as const;

const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Returns what the address says, as far as it can be of this page. */
export function logAddress(address: Record<string, unknown>): LogAddress {
  const of = (names: readonly string[], isFit: (value: unknown) => boolean) =>
    Object.fromEntries(names.filter((name) => isFit(address[name])).map((name) => [name, address[name]]));
  const outcome = outcomes.find((known) => known === address.outcome);
  return { ...of(ids, isId), ...of(times, isTime), ...(outcome ? { outcome } : {}), ...pageOf(address) };
}

/** The attempts of a log, as an expression; undefined for all. */
export function filterOf({ webhook, event, outcome, from, until, record, resend }: LogAddress): string | undefined {
  const conditions = [
    webhook && `webhook_id = ${webhook}`,
    event && `event_id = ${event}`,
    outcome && `outcome = "${outcome}"`,
    from && `created_at >= "${from}"`,
    until && `created_at < "${until}"`,
    record && `webhookdelivery.object_id = ${record}`,
    resend && `webhookdelivery.resend_id = ${resend}`,
  ].filter(Boolean);
  return conditions.length === 0 ? undefined : conditions.join(' && ');
}
