import type { Client } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';
import { count } from '../output/terminal.ts';

export interface ResendOptions {
  /** A time, or a duration such as `2h` or `3d` before now. */
  readonly since?: string;
  readonly webhook?: number;
  readonly dryRun?: boolean;
}

export interface ResendResult {
  /** Id of the resend; null if log entries were sent again. */
  readonly id: number | null;
  readonly deliveries: number;
  readonly switched_off: number;
}

/** Sends log entries again, or all failed deliveries since a time. */
export async function resend(
  client: Client,
  entries: readonly number[],
  { since, webhook, dryRun }: ResendOptions,
): Promise<ResendResult> {
  if ((entries.length === 0) === (since === undefined)) {
    throw new Failure('Select the deliveries: ids of log entries, or --since with a time.', 2);
  }
  if (since !== undefined) {
    return client.webhook.resend({
      since: timeOf(since),
      ...(webhook === undefined ? {} : { webhook_id: webhook }),
      ...(dryRun ? { dry_run: true } : {}),
    });
  }
  if (dryRun || webhook !== undefined) throw new Failure('--dry-run and --webhook need --since.', 2);
  for (const id of entries) await client.webhooklog.resend(id);
  return { id: null, deliveries: entries.length, switched_off: 0 };
}

const seconds = { m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/** Parses a time or a duration before now. @throws Failure if the text is neither */
export function timeOf(text: string, now: number = Date.now()): string {
  const duration = /^(\d{1,6})([mhdw])$/.exec(text);
  if (duration)
    return new Date(now - Number(duration[1]) * seconds[duration[2] as keyof typeof seconds] * 1_000).toISOString();
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new Failure(
      `${text} is not a time. Use a time such as 2026-04-23T08:00:00Z, or a duration ago, such as 2h or 3d.`,
      2,
    );
  }
  return new Date(time).toISOString();
}

export function resendText({ id, deliveries, switched_off }: ResendResult, dryRun: boolean): string {
  const what = deliveries === 1 ? '1 delivery' : `${count(deliveries)} deliveries`;
  const command = id === null ? 'conveyor webhook log' : `conveyor webhook resends ${id} --follow`;
  const done = dryRun ? `${what} would be sent again.` : `${what} sent again. For the outcomes: ${command}.`;
  const omitted =
    switched_off === 0 ? '' : ` ${count(switched_off)} omitted: their webhook is switched off or deleted.`;
  return `${done}${omitted}\n`;
}
