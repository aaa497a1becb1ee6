import { table } from '../output/table.ts';
import { count, painted, type Terminal } from '../output/terminal.ts';
import type { Outcome } from './outcome.ts';
import type { RunResult } from './run.ts';

const order: readonly Outcome[] = ['fulfilled', 'waits', 'held', 'attention', 'not issued', 'ended', 'at work'];

/** How many came to what, and each order that is not fulfilled with its reason. */
export function runTable(result: RunResult, terminal: Terminal): string {
  const { outcomes, open, total, seconds } = result;
  if (total === 0) return 'No orders.\n';
  const counts = order.filter((name) => (outcomes[name] ?? 0) > 0).map((name) => [name, count(outcomes[name]!)]);
  const summary = table(
    [{ title: 'outcome' }, { title: 'orders', align: 'right' }],
    [...counts, ['in all', count(total)]],
    terminal,
  );
  const rows = open.map(({ number, customer, carrier, outcome, reason }) => [
    number,
    customer,
    carrier ?? '',
    outcome,
    reason ?? '',
  ]);
  const columns = [
    { title: 'order', atMost: 16 },
    { title: 'customer', atMost: 28 },
    { title: 'carrier', atMost: 22 },
    { title: 'outcome' },
    { title: 'waits for', wraps: true },
  ];
  const list = rows.length > 0 ? `\n${table(columns, rows, terminal)}` : '';
  return `${summary}${list}\n${painted(terminal, 'dim', `${seconds.toFixed(1)} seconds`)}\n`;
}

/** 0: every order is fulfilled or says what it waits for; 1: some were not issued; 3: some were still at work. */
export function exitCodeOf({ outcomes, timedOut }: RunResult, waited: boolean): number {
  if ((outcomes['not issued'] ?? 0) > 0) return 1;
  if (waited && (timedOut || (outcomes['at work'] ?? 0) > 0)) return 3;
  return 0;
}
