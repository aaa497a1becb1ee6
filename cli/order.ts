import { Command, InvalidArgumentError } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';

interface Options extends ConnectionOptions {
  filter?: string;
  limit: number;
  all?: boolean;
  json?: boolean;
}

/** `conveyor order list|show|plan`: orders, each with where it is and why. */
export function orderCommand(): Command {
  return new Command('order')
    .description('list orders, show one with where it is and why, explain its plan')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(planCommand());
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list orders, the newest first')
    .option('--filter <expression>', 'only those, in the language of filter=, such as \'status.name = "Issued"\'')
    .option('--limit <number>', 'how many at most', positive, 50);
  return connected(command).action(async (options: Options) => {
    const [{ listOrders, listTable }, { terminalOf }] = await Promise.all([
      import('./order/list.ts'),
      import('./output/terminal.ts'),
    ]);
    const found = await withClient(options, (client) => listOrders(client, options.filter, options.limit));
    if (options.json) printJson(found);
    else print(listTable(found, terminalOf(process.stdout)));
  });
}

function showCommand(): Command {
  const command = new Command('show')
    .description('show an order: its plan with reasons, where it is, what it waits for, what would move it')
    .argument('<order>', 'id or number of the order; number:… where a number is the id of another')
    .option('--all', 'with what did not apply to its plan, and everything that happened');
  return connected(command).action(async (given: string, options: Options) => {
    const [{ showOrder }, { showText }, { terminalOf }] = await Promise.all([
      import('./order/show.ts'),
      import('./order/show-text.ts'),
      import('./output/terminal.ts'),
    ]);
    const shown = await withClient(options, (client, { temporalUi }) => showOrder(client, given, temporalUi, note));
    if (options.json) printJson(shown);
    else print(showText(shown, options.all ?? false, terminalOf(process.stdout)));
  });
}

function planCommand(): Command {
  const command = new Command('plan')
    .description('explain the plan of an order: each step required or skipped, by hand or automatic, and why')
    .argument('<order>', 'id or number of the order')
    .option('--all', 'with what did not apply');
  return connected(command).action(async (given: string, options: Options) => {
    const [{ findOrder }, { planText }, { terminalOf }] = await Promise.all([
      import('./order/find.ts'),
      import('./order/plan-text.ts'),
      import('./output/terminal.ts'),
    ]);
    const plan = await withClient(options, async (client) =>
      client.salesorder.plan(await findOrder(client, given, note)),
    );
    if (options.json) printJson(plan);
    else print(planText(plan, new Set(), options.all ? 'all' : 'applied', terminalOf(process.stdout)));
  });
}

const note = (text: string) => void process.stderr.write(text);

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}
