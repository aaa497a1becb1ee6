import type { KillOutcome } from './kills.ts';
import type { OrderSeries } from './orders-series.ts';
import type { RaceOutcome } from './races.ts';

/** All figures of a product. */
export interface ProductFigures {
  readonly name: string;
  readonly versions: readonly string[];
  readonly requests: number;
  readonly series: ReadonlyMap<number, OrderSeries>;
  readonly scarce: RaceOutcome;
  readonly repeated: RaceOutcome;
  readonly kills: KillOutcome;
}

/** Returns the figures as tables of Markdown, as docs/peers.md shows them. */
export function tablesOf(products: readonly ProductFigures[]): string {
  return [speed(products), races(products), kills(products)].join('\n\n');
}

function speed(products: readonly ProductFigures[]): string {
  const head = [
    'product',
    'clients',
    'requests an order',
    'orders/s',
    'median ms',
    '95 % ms',
    'CPU ms an order: product',
    'PostgreSQL',
    'MiB: product',
    'PostgreSQL',
  ];
  const rows = products.flatMap(({ name, requests, series }) =>
    [...series].map(([clients, one]) => [
      name,
      clients,
      requests,
      one.rate.toFixed(1),
      one.median.toFixed(0),
      one.p95.toFixed(0),
      one.cpu.toFixed(0),
      one.postgresCpu.toFixed(0),
      one.memory.toFixed(0),
      one.postgresMemory.toFixed(0),
    ]),
  );
  return table(head, rows);
}

function races(products: readonly ProductFigures[]): string {
  const head = [
    'product',
    '20 orders for 5 units: sold',
    'shipped',
    'left the stock',
    'one order of 4 units, shipped six times at once: shipped',
    'left the stock',
  ];
  const rows = products.map(({ name, scarce, repeated }) => [
    name,
    `${scarce.sold} of ${scarce.of}`,
    scarce.shipped,
    scarce.removed,
    `${repeated.shipped} of ${repeated.of}`,
    repeated.removed,
  ]);
  return table(head, rows);
}

function kills(products: readonly ProductFigures[]): string {
  const head = [
    'product',
    'orders under way',
    'half done after the restart',
    'done',
    'done after waiting',
    'after the same calls again',
    'after a look first',
    'wrong',
  ];
  const rows = products.map(({ name, kills: one }) => [
    name,
    one.orders,
    one.halfDone,
    one.doneAtOnce,
    one.doneByWaiting,
    one.doneByRepeating,
    one.doneByLooking,
    one.wrong,
  ]);
  return table(head, rows);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
