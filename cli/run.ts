import { Command, InvalidArgumentError } from 'commander';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { terminalOf } from './output/terminal.ts';

interface Options extends ConnectionOptions {
  select: string;
  strict?: boolean;
  wait: boolean;
  timeout?: number;
}

/** `conveyor run`: issues the drafts of a selection and follows its orders. */
export function runCommand(): Command {
  const command = new Command('run')
    .description('issue the draft orders of a selection, and follow its orders until each is fulfilled or waits')
    .requiredOption('--select <expression>', `filter expression over orders, such as 'source.name = "Northwind"'`)
    .option('--strict', 'leave orders with warnings as drafts, and print the warnings')
    .option('--no-wait', 'issue the orders and do not follow them')
    .option('--timeout <duration>', 'time limit for following, such as 90s or 10m (default: 30m)', duration)
    .addHelpText(
      'after',
      further(
        'Exit codes: 0 each order is fulfilled or has a reason to wait; 1 some orders were not issued; 2 the expression is faulty; 3 some orders were still at work at the time limit.',
      ),
    );
  return connected(command).action(async (options: Options) => {
    const [{ runOrders }, { snakeCased }, { exitCodeOf, runTable }] = await Promise.all([
      import('./run/run.ts'),
      import('./output/snake-case.ts'),
      import('./run/report.ts'),
    ]);
    const { select, strict, wait, timeout, json } = options;
    const terminal = terminalOf(process.stderr);
    const result = await withClient(options, (client) =>
      runOrders({ client, select, strict, wait, timeout, terminal }),
    );
    printResult({ json }, snakeCased(result), (terminal) => runTable(result, terminal));
    process.exitCode = exitCodeOf(result, wait);
  });
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function duration(text: string): number {
  const [, amount, unit = 's'] = /^(\d+)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('Expected a duration such as 90s, 10m or 2h.');
  return Number(amount) * (units[unit] ?? 1000);
}
