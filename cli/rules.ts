import { Command } from 'commander';
import { positive } from './arguments.ts';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';

/** `conveyor rules check|test|try|backtest`: shows the effect of rules before they are active. */
export function rulesCommand(): Command {
  return new Command('rules')
    .description('check rules, test them, and try them on orders, without a change')
    .addCommand(checkCommand())
    .addCommand(testCommand())
    .addCommand(tryCommand())
    .addCommand(backtestCommand())
    .addHelpText('after', further('docs/rules.md explains a change of rules, from the first line to the active file.'));
}

const fileHelp = 'configuration file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)';

function checkCommand(): Command {
  return new Command('check')
    .description('find faults of a file, and rules that never fire, are shadowed, or contradict an earlier rule')
    .argument('[file]', fileHelp)
    .option('--json', 'print JSON')
    .addHelpText('after', further('Exit codes: 0 no findings, 1 findings, 2 usage error.'))
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const { checkResultText, checkRules } = await import('./rules/check.ts');
      const checked = await checkRules(file);
      printResult({ json }, checked, () => checkResultText(checked));
      if (!checked.sound) process.exitCode = 1;
    });
}

function testCommand(): Command {
  return new Command('test')
    .description('run the test cases of the file')
    .argument('[file]', fileHelp)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      further('Exit codes: 0 all cases passed, 1 a case failed or the file is faulty, 2 usage error.'),
    )
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const { testResultText, testRules } = await import('./rules/test.ts');
      const tested = await testRules(file);
      printResult({ json }, tested, () => testResultText(tested));
      if (tested.failed > 0) process.exitCode = 1;
    });
}

interface TryOptions extends ConnectionOptions {
  order?: string;
  return?: string;
  with?: string;
  all?: boolean;
}

function tryCommand(): Command {
  const command = new Command('try')
    .description('plan an order or decide about a return with a file, and show the differences from what it has')
    .option('--order <order>', 'id or number of the order')
    .option('--return <return>', 'number or id of a return')
    .option('--with <file>', fileHelp)
    .option('--all', 'also print the rules that do not apply to the order');
  return connected(command).action(async (options: TryOptions) => {
    const { order, return: returned } = options;
    if ((order === undefined) === (returned === undefined)) {
      command.error("error: name an order with '--order <order>', or a return with '--return <return>'", {
        exitCode: 2,
      });
    }
    if (returned !== undefined) return tryReturned(returned, options);
    const [{ findOrder }, { tryResultText, tryOrder }] = await Promise.all([
      import('./order/find.ts'),
      import('./rules/try.ts'),
    ]);
    const tried = await withClient(options, async (client) =>
      tryOrder(client, await findOrder(client, order ?? '', 'read', note), options.with),
    );
    printResult(options, tried, (terminal) => tryResultText(tried, options.all ?? false, terminal));
  });
}

async function tryReturned(text: string, options: TryOptions): Promise<void> {
  const { triedReturnText, tryReturn } = await import('./rules/try-return.ts');
  const tried = await withClient(options, (client) => tryReturn(client, text, options.with));
  printResult(options, tried, () => triedReturnText(tried));
}

interface BacktestOptions extends ConnectionOptions {
  all?: boolean;
  last: number;
  with: string;
}

function backtestCommand(): Command {
  const command = new Command('backtest')
    .description('count the latest orders that would have another plan with a file, by change and rule')
    .requiredOption('--with <file>', 'configuration file to try')
    .option('--last <number>', 'number of orders', positive, 1000)
    .option('--all', 'list each order with its changes, too')
    .addHelpText(
      'after',
      further('Exit codes: 0 success, whatever the number of differences; 1 failure or faulty file; 2 usage error.'),
    );
  return connected(command).action(async (options: BacktestOptions) => {
    const { backtest, backtestText } = await import('./rules/backtest.ts');
    const result = await withClient(options, (client) => backtest(client, options.last, options.with));
    printResult(options, result, (terminal) => backtestText(result, terminal, options.all));
  });
}
