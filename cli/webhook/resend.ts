import type { Client } from '../../client/client.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { count } from '../output/terminal.ts';

export interface ResendOptions {
  /** A time, or how long ago: `2h`, `3d`. */
  readonly since?: string;
  readonly webhook?: number;
  readonly dryRun?: boolean;
}

export interface Resent {
  /** Of the resend, where it is one of all that failed. */
  readonly id: number | null;
  readonly deliveries: number;
  readonly switched_off: number;
}

/** Sends entries of the log again, or all that failed since a time. */
export async function resend(
  client: Client,
  entries: readonly number[],
  { since, webhook, dryRun }: ResendOptions,
): Promise<Resent> {
  if ((entries.length === 0) === (since === undefined)) {
    throw new Failure('Say what to send again: entries of the log by their ids, or --since with a time.', 2);
  }
  if (since !== undefined) {
    return client.webhook.resend({
      since: timeOf(since),
      ...(webhook === undefined ? {} : { webhook_id: webhook }),
      ...(dryRun ? { dry_run: true } : {}),
    });
  }
  if (dryRun || webhook !== undefined) throw new Failure('--dry-run and --webhook go with --since.', 2);
  for (const id of entries) await client.webhooklog.resend(id);
  return { id: null, deliveries: entries.length, switched_off: 0 };
}

const seconds = { m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/** @throws Failure for what is neither a time nor a span */
export function timeOf(text: string, now: number = Date.now()): string {
  const span = /^(\d{1,6})([mhdw])$/.exec(text);
  if (span) return new Date(now - Number(span[1]) * seconds[span[2] as keyof typeof seconds] * 1_000).toISOString();
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new Failure(
      `${text} is no time: give one such as 2026-04-23T08:00:00Z, or how long ago, such as 2h or 3d.`,
      2,
    );
  }
  return new Date(time).toISOString();
}

export function resentText({ id, deliveries, switched_off }: Resent, dryRun: boolean): string {
  const what = deliveries === 1 ? '1 delivery' : `${count(deliveries)} deliveries`;
  const seen = id === null ? 'conveyor webhook log' : `conveyor webhook resends ${id} --follow`;
  const done = dryRun ? `${what} would be sent again.` : `${what} sent again; "${seen}" shows what comes of it.`;
  const left = switched_off === 0 ? '' : ` ${count(switched_off)} not: their webhook is switched off or deleted.`;
  return `${done}${left}\n`;
}
