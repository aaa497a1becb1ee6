import type { Client, WebhookLog } from '../../client/client.ts';
import { hostOf } from '../../workflows/contract/webhook.ts';
import { table } from '../output/table.ts';
import { count, painted, type Terminal } from '../output/terminal.ts';
import { shortTime } from './list.ts';

export interface LogOptions {
  readonly webhook?: number;
  /** Whether to return only failed attempts. */
  readonly failed?: boolean;
  readonly filter?: string;
  readonly limit: number;
}

export interface LogPage {
  readonly total: number;
  readonly log: readonly WebhookLog[];
}

/** Returns the newest attempts, at most `limit`. */
export async function webhookLog(client: Client, { webhook, failed, filter, limit }: LogOptions): Promise<LogPage> {
  const conditions = [
    ...(webhook === undefined ? [] : [`webhook_id = ${webhook}`]),
    ...(failed ? ['outcome = "failed"'] : []),
    ...(filter === undefined ? [] : [`(${filter})`]),
  ];
  const query = { embed: 'event', sort: '-id', ...(conditions.length > 0 ? { filter: conditions.join(' && ') } : {}) };
  const log: WebhookLog[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.webhooklog.list({ ...query, perPage: Math.min(100, limit), page });
    log.push(...(answer.data.slice(0, limit - log.length) as WebhookLog[]));
    if (log.length >= limit || page >= answer.last_page) return { total: answer.total, log };
  }
}

export function logTable({ total, log }: LogPage, terminal: Terminal): string {
  if (log.length === 0) return 'The log has no entries.\n';
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'at (UTC)' },
    { title: 'event', atMost: 24 },
    { title: 'target', atMost: 26 },
    { title: 'attempt', align: 'right' as const },
    { title: 'outcome', wraps: true },
    { title: 'ms', align: 'right' as const },
    { title: 'next attempt' },
  ];
  const rows = log.map((entry) => [
    String(entry.id),
    shortTime(entry.created_at),
    entry.event?.name ?? '',
    hostOf(entry.url),
    String(entry.attempt),
    outcomeOf(entry),
    String(entry.duration_ms ?? ''),
    entry.next_attempt_at ? shortTime(entry.next_attempt_at) : '',
  ]);
  const more = total > log.length ? `\n${count(log.length)} of ${count(total)}; --limit shows more.\n` : '';
  return table(columns, rows, terminal) + painted(terminal, 'dim', more);
}

function outcomeOf({ outcome, status, error }: WebhookLog): string {
  if (outcome === 'switched_off') return `switched off: ${error}`;
  if (outcome === 'sending') return 'in progress';
  return status === null ? `failed: ${error}` : `${outcome}, ${status}`;
}
