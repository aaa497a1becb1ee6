import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Resend } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';
import { time } from '../order/format.ts';
import { progress } from '../output/progress.ts';
import { table } from '../output/table.ts';
import { count, type Terminal } from '../output/terminal.ts';

export interface ResendsOptions {
  readonly follow?: boolean;
  /** Whether to cancel the resend. */
  readonly cancel?: boolean;
  readonly limit: number;
}

/** Returns the newest resends, or the one with this id. @throws Failure if --follow or --cancel has no id */
export async function listResends(
  client: Client,
  id: number | undefined,
  { follow, cancel, limit }: ResendsOptions,
): Promise<Resend[]> {
  if (id !== undefined) return [await (cancel ? client.resend.cancel(id) : client.resend.get(id))];
  if (follow || cancel) throw new Failure('--follow and --cancel need the id of a resend.', 2);
  return (await client.resend.list({ sort: '-id', perPage: Math.min(limit, 100) })).data;
}

/** Milliseconds between two polls. */
const pollInterval = 500;

/** Shows the progress of a resend until no delivery is pending. */
export async function followResend(client: Client, id: number, terminal: Terminal): Promise<Resend> {
  const shown = progress(terminal, `Resend ${id}`);
  const first = { at: Date.now(), over: -1 };
  for (;;) {
    const resend = await client.resend.get(id);
    const over = resend.total - resend.pending;
    if (first.over < 0) first.over = over;
    if (resend.pending === 0) {
      shown.end(`${resend.state}, ${outcomes(resend)}`);
      return resend;
    }
    const speed = (((over - first.over) * 1000) / Math.max(Date.now() - first.at, 1)).toFixed(1);
    shown.show(`${count(over)} of ${count(resend.total)}  ${speed}/s  ${outcomes(resend)}`);
    await pause(pollInterval);
  }
}

/** Returns 0 if all were delivered, 1 if some were not, 3 if the resend was canceled or is not finished. */
export function exitCodeOf({ state, failed, not_sent }: Resend): number {
  if (state !== 'done') return 3;
  return failed + not_sent > 0 ? 1 : 0;
}

/** Returns a summary such as `1,190 delivered, 10 failed`. */
export function outcomes(resend: Resend): string {
  const labels = { delivered: 'delivered', failed: 'failed', not_sent: 'not sent', pending: 'pending' } as const;
  const named = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (name) => name === 'delivered' || resend[name] > 0,
  );
  return named.map((name) => `${count(resend[name])} ${labels[name]}`).join(', ');
}

export function resendsTable(resends: readonly Resend[], terminal: Terminal): string {
  if (resends.length === 0) return 'No resends.\n';
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'started (UTC)' },
    { title: 'failed since' },
    { title: 'webhook', align: 'right' as const },
    { title: 'state' },
    { title: 'of', align: 'right' as const },
    { title: '', atMost: 60 },
  ];
  const rows = resends.map((resend) => [
    String(resend.id),
    time(resend.created_at),
    time(resend.since),
    resend.webhook_id === null ? 'all' : String(resend.webhook_id),
    resend.state,
    count(resend.total),
    outcomes(resend),
  ]);
  return table(columns, rows, terminal);
}
