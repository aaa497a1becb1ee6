import { table } from '../output/table.ts';
import { count, painted, type Terminal } from '../output/terminal.ts';
import type { Outcome } from './outcome.ts';
import type { RunResult } from './run.ts';

const order: readonly Outcome[] = ['fulfilled', 'waits', 'held', 'attention', 'not issued', 'ended', 'at work'];

/** Returns the number of orders by outcome, and each order that is not fulfilled with its reason. */
export function runTable(result: RunResult, terminal: Terminal): string {
  const { outcomes, open, ignored, total, seconds } = result;
  if (total === 0) return 'No orders.\n';
  const counts = order.map((name) => [name, outcomes[name] ?? 0] as const).filter(([, orders]) => orders > 0);
  const summary = table(
    [{ title: 'outcome' }, { title: 'orders', align: 'right' }],
    [...counts.map(([name, orders]) => [name, count(orders)]), ['total', count(total)]],
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
  const warned = ignored.map(({ number, warnings }) => [number, warnings.join('; ')]);
  const warnedColumns = [
    { title: 'issued', atMost: 16 },
    { title: 'in spite of warnings', wraps: true },
  ];
  const warnings = warned.length > 0 ? `\n${table(warnedColumns, warned, terminal)}` : '';
  return `${summary}${list}${warnings}\n${painted(terminal, 'dim', `${seconds.toFixed(1)} seconds`)}\n`;
}

/** Returns 0 if each order is fulfilled or waits for a known reason, 1 if some were not issued, 3 if some are still at work. */
export function exitCodeOf({ outcomes, timedOut }: RunResult, waited: boolean): number {
  if ((outcomes['not issued'] ?? 0) > 0) return 1;
  if (waited && (timedOut || (outcomes['at work'] ?? 0) > 0)) return 3;
  return 0;
}
