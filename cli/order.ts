import { userInfo } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { decisionCommands } from './order-decisions.ts';

interface Options extends ConnectionOptions {
  filter?: string;
  limit: number;
  all?: boolean;
  json?: boolean;
}

/** `conveyor order list|show|plan|replan|…`: orders, each with where it is and why, and what people decide for one. */
export function orderCommand(): Command {
  const command = new Command('order')
    .description('list orders, show one with where it is and why, explain its plan, decide for it')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(planCommand())
    .addCommand(replanCommand());
  for (const decision of decisionCommands()) command.addCommand(decision);
  return command;
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
    .option('--all', 'with the rules that do not apply, and everything that happened');
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
    .option('--all', 'with the rules that do not apply');
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
    else print(planText(plan, new Set(), options.all ? 'all' : 'brief', terminalOf(process.stdout)));
  });
}

interface ReplanOptions extends ConnectionOptions {
  yes?: boolean;
  by: string;
  json?: boolean;
}

function replanCommand(): Command {
  const command = new Command('replan')
    .description('show what the rules of now would make of an issued order, and with --yes have it go by them')
    .argument('<order>', 'id or number of the order')
    .option('--yes', 'do it; what has begun or is done, and what people decided, stays as it is')
    .option('--by <name>', 'who decides it, for the record', userInfo().username);
  return connected(command).action(async (given: string, options: ReplanOptions) => {
    const [{ findOrder }, { replannedText, replanOrder }] = await Promise.all([
      import('./order/find.ts'),
      import('./order/replan.ts'),
    ]);
    const by = options.yes ? options.by : null;
    const replanned = await withClient(options, async (client) =>
      replanOrder(client, await findOrder(client, given, note), by),
    );
    if (options.json) printJson(replanned);
    else print(replannedText(given, replanned));
  });
}

const note = (text: string) => void process.stderr.write(text);

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}
