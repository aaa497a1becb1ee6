import type { Client, WebhookLog } from '../../client/client.ts';
import { hostOf } from '../../workflows/contract/webhook.ts';
import { time } from '../order/format.ts';
import { type FirstRecords, firstRecords, restText } from '../output/first-records.ts';
import { table } from '../output/table.ts';
import { painted, type Terminal } from '../output/terminal.ts';

export interface LogOptions {
  readonly webhook?: number;
  /** Whether to return only failed attempts. */
  readonly failed?: boolean;
  readonly filter?: string;
  readonly limit: number;
}

/** Returns the newest attempts, at most `limit`. */
export function webhookLog(
  client: Client,
  { webhook, failed, filter, limit }: LogOptions,
): Promise<FirstRecords<WebhookLog>> {
  const conditions = [
    ...(webhook === undefined ? [] : [`webhook_id = ${webhook}`]),
    ...(failed ? ['outcome = "failed"'] : []),
    ...(filter === undefined ? [] : [`(${filter})`]),
  ];
  const query = { embed: 'event', sort: '-id', ...(conditions.length > 0 ? { filter: conditions.join(' && ') } : {}) };
  return firstRecords(limit, (page) => client.webhooklog.list({ ...query, ...page }));
}

export function logTable(log: FirstRecords<WebhookLog>, terminal: Terminal): string {
  if (log.records.length === 0) return 'The log has no entries.\n';
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
  const rows = log.records.map((entry) => [
    String(entry.id),
    time(entry.created_at),
    entry.event?.name ?? '',
    hostOf(entry.url),
    String(entry.attempt),
    outcomeOf(entry),
    String(entry.duration_ms ?? ''),
    entry.next_attempt_at ? time(entry.next_attempt_at) : '',
  ]);
  return table(columns, rows, terminal) + painted(terminal, 'dim', restText(log));
}

function outcomeOf({ outcome, status, error }: WebhookLog): string {
  if (outcome === 'switched_off') return `switched off: ${error}`;
  if (outcome === 'sending') return 'in progress';
  return status === null ? `failed: ${error}` : `${outcome}, ${status}`;
}
