import type { Client } from '../../client/client.ts';
import { time } from '../order/format.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

export interface ListedWebhook {
  readonly id: number;
  readonly event: string;
  readonly url: string;
  readonly filter: string | null;
  readonly active: boolean;
  readonly failing_since: string | null;
  readonly switched_off_why: string | null;
}

export async function listWebhooks(client: Client): Promise<ListedWebhook[]> {
  const webhooks: ListedWebhook[] = [];
  for await (const webhook of client.webhook.each({ embed: 'event' })) {
    const { id, url, filter, active, failing_since, switched_off_why } = webhook;
    webhooks.push({ id, event: webhook.event.name, url, filter, active, failing_since, switched_off_why });
  }
  return webhooks;
}

export function webhookTable(webhooks: readonly ListedWebhook[], terminal: Terminal): string {
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'event', atMost: 24 },
    { title: 'url', wraps: true },
    { title: 'filter', atMost: 30 },
    { title: 'state', atMost: 44 },
  ];
  const rows = webhooks.map((webhook) => [
    String(webhook.id),
    webhook.event,
    webhook.url,
    webhook.filter ?? '',
    stateOf(webhook),
  ]);
  return rows.length === 0 ? 'No webhooks.\n' : table(columns, rows, terminal);
}

function stateOf({ active, failing_since, switched_off_why }: ListedWebhook): string {
  if (!active) return switched_off_why ? `off: ${switched_off_why}` : 'off';
  return failing_since === null ? 'on' : `failing since ${time(failing_since)}`;
}
