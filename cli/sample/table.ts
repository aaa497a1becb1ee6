import type { Client, SalesOrder } from '../../client/client.ts';
import type { ServedPlan } from '../order/plan-text.ts';
import { inParallel } from '../output/parallel.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { outcomeOf } from '../run/outcome.ts';
import type { Intervention } from './events.ts';

/** Returns a table of the sample's orders: their steps, and their state. */
export async function sampleTable(
  client: Client,
  select: string,
  interventions: ReadonlyMap<string, Intervention>,
  terminal: Terminal,
): Promise<string> {
  const rows = new Map<string, string[]>();
  await inParallel(
    client.salesorder.each({ filter: select, embed: 'customer,carrier' }),
    4,
    async (order: SalesOrder) => {
      const [plan, progress] = await Promise.all([
        client.salesorder.plan(order.id),
        client.salesorder.progress(order.id),
      ]);
      rows.set(order.number, [
        order.number,
        order.customer?.name ?? '',
        order.carrier?.name ?? 'none',
        ...plan.steps.map(({ step, required, by }) => (required ? `${step}${by === 'hand' ? '*' : ''}` : '–')),
        [interventions.get(order.number)?.short, stateText(plan, progress)].filter((text) => text).join('; '),
      ]);
    },
  );
  const columns = [
    { title: 'order' },
    { title: 'customer', atMost: 18 },
    { title: 'carrier', atMost: 22 },
    { title: 'way' },
    { title: '' },
    { title: '' },
    { title: '' },
    { title: 'what happened', wraps: true },
  ];
  const sorted = [...rows.values()].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return table(columns, sorted, terminal);
}

function stateText(plan: ServedPlan, progress: Parameters<typeof outcomeOf>[0]): string {
  const { outcome, reason } = outcomeOf(progress);
  const packed = plan.start_in_carton ? ', packed in one carton' : '';
  switch (outcome) {
    case 'fulfilled':
      return `fulfilled${packed}`;
    case 'waits':
      return `waits for ${reason}`;
    case 'held':
      return `held: ${reason?.replace(/^release: /, '')}`;
    default:
      return `${outcome}${reason ? `: ${reason}` : ''}`;
  }
}
