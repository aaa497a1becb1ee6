import { Command, InvalidArgumentError } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './help.ts';

/** `conveyor rules check|test|try|backtest`: what rules would do, before they are taken into use. */
export function rulesCommand(): Command {
  return new Command('rules')
    .description('check rules, test them, and try them on orders; nothing is changed')
    .addCommand(checkCommand())
    .addCommand(testCommand())
    .addCommand(tryCommand())
    .addCommand(backtestCommand())
    .addHelpText('after', further('The whole way of a change, from the first line to the armed file: docs/rules.md.'));
}

const fileHelp = "the operators' file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)";

function checkCommand(): Command {
  return new Command('check')
    .description('faults of a file, rules that can never fire, are shadowed, or contradict an earlier one')
    .argument('[file]', fileHelp)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      further('Exit codes: 0 nothing to complain of, 1 something is wrong, 2 the command was not understood.'),
    )
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const { checkedText, checkRules } = await import('./rules/check.ts');
      const checked = await checkRules(file);
      if (json) printJson(checked);
      else print(checkedText(checked));
      if (!checked.sound) process.exitCode = 1;
    });
}

function testCommand(): Command {
  return new Command('test')
    .description('try the cases that the file has')
    .argument('[file]', fileHelp)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      further('Exit codes: 0 every case passed, 1 one failed or the file is faulty, 2 the command was not understood.'),
    )
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const { testedText, testRules } = await import('./rules/test.ts');
      const tested = await testRules(file);
      if (json) printJson(tested);
      else print(testedText(tested));
      if (tested.failed > 0) process.exitCode = 1;
    });
}

interface TryOptions extends ConnectionOptions {
  order: string;
  with?: string;
  all?: boolean;
  json?: boolean;
}

function tryCommand(): Command {
  const command = new Command('try')
    .description('plan an order by a file, and show what would be another way')
    .requiredOption('--order <order>', 'id or number of the order')
    .option('--with <file>', fileHelp)
    .option('--all', 'with what did not apply');
  return connected(command).action(async (options: TryOptions) => {
    const [{ findOrder }, { triedText, tryOrder }, { terminalOf }] = await Promise.all([
      import('./order/find.ts'),
      import('./rules/try.ts'),
      import('./output/terminal.ts'),
    ]);
    const note = (text: string) => void process.stderr.write(text);
    const tried = await withClient(options, async (client) =>
      tryOrder(client, await findOrder(client, options.order, note), options.with),
    );
    if (options.json) printJson(tried);
    else print(triedText(tried, options.all ?? false, terminalOf(process.stdout)));
  });
}

interface BacktestOptions extends ConnectionOptions {
  last: number;
  with: string;
  json?: boolean;
}

function backtestCommand(): Command {
  const command = new Command('backtest')
    .description('which of the last orders would have gone another way by a file')
    .requiredOption('--with <file>', "the operators' file to try")
    .option('--last <number>', 'how many orders', positive, 1000)
    .addHelpText(
      'after',
      further('Exit codes: 0 it was worked out, however many; 1 it failed or the file is faulty; 2 not understood.'),
    );
  return connected(command).action(async (options: BacktestOptions) => {
    const [{ backtest, backtestText }, { terminalOf }] = await Promise.all([
      import('./rules/backtest.ts'),
      import('./output/terminal.ts'),
    ]);
    const found = await withClient(options, (client) => backtest(client, options.last, options.with));
    if (options.json) printJson(found);
    else print(backtestText(found, terminalOf(process.stdout)));
  });
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}
