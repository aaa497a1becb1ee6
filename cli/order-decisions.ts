import { userInfo } from 'node:os';
import { Argument, Command } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import type { Decision, decisions } from './order/decide.ts';

interface Options extends ConnectionOptions {
  by: string;
  level?: string;
  json?: boolean;
}

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;

/** `conveyor order retry|drive|skip|by-hand|automatic|carrier|cancel|hold|release|autowork`: decisions for one order. */
export function decisionCommands(): Command[] {
  const optional = () => new Argument('<step>', 'the step').choices(['pack', 'ship']);
  const anyStep = () => new Argument('[step]', 'the step (default: all steps that are not done)').choices(steps);
  return [
    decision('retry', 'retry', 'try the failed step of an order in attention again'),
    decision('drive', 'drive', 'start the workflow of an open order again, if nobody drives the order'),
    decision('skip', 'skip', 'skip the pack or ship step').addArgument(optional()),
    decision('by-hand', 'byHand', 'have a step done by hand').addArgument(anyStep()),
    decision('automatic', 'automatic', 'have a step done automatically').addArgument(anyStep()),
    decision('carrier', 'carrier', 'send an issued order with another carrier')
      .addArgument(new Argument('<carrier>', 'name of the carrier'))
      .option('--level <name>', 'service level of the carrier'),
    decision('cancel', 'cancel', 'void an order; its picked and packed units return to storage'),
    decision('hold', 'hold', 'hold an order; no new work starts').addArgument(
      new Argument('<reason>', 'reason for the hold'),
    ),
    decision('release', 'release', 'end the hold on an order'),
    autoworkCommand(),
  ];
}

/** The field of the decision that the second argument sets. */
const secondArgument = { skip: 'step', byHand: 'step', automatic: 'step', carrier: 'carrier', hold: 'reason' } as const;

function decision(name: string, what: keyof typeof decisions, description: string): Command {
  const command = new Command(name)
    .description(description)
    .argument('<order>', 'id or number of the order')
    .option('--by <name>', 'name of the person who decides, for plan and timeline', userInfo().username);
  return connected(command).action(async (order: string, ...rest: unknown[]) => {
    const options = rest.at(-2) as Options;
    const member = secondArgument[what as keyof typeof secondArgument];
    const argument = member === undefined ? {} : { [member]: rest[0] };
    const request: Decision = { by: options.by, level: options.level, ...argument };
    const [{ findOrder }, { decide, decisionText }] = await Promise.all([
      import('./order/find.ts'),
      import('./order/decide.ts'),
    ]);
    const decided = await withClient(options, async (client) =>
      decide(client, await findOrder(client, order, note), what, request),
    );
    if (options.json) printJson(decided);
    else print(decisionText(order, decided));
  });
}

interface AutoworkOptions extends ConnectionOptions {
  task?: string[];
  site?: string;
  tracking?: string;
  json?: boolean;
}

function autoworkCommand(): Command {
  const command = new Command('autowork')
    .description('have the tasks of an order done automatically, and print the outcome of each')
    .argument('<order>', 'id or number of the order')
    .option('--task <name...>', 'tasks: pick, pack, ship, pickup (default: all)')
    .option('--site <name>', 'site of the work (default: your current site)')
    .option('--tracking <number>', 'tracking number for the cartons');
  return connected(command).action(async (order: string, options: AutoworkOptions) => {
    const [{ findOrder }, { autoworkText, workOrder }, { terminalOf }] = await Promise.all([
      import('./order/find.ts'),
      import('./order/autowork.ts'),
      import('./output/terminal.ts'),
    ]);
    const { task: tasks, site, tracking } = options;
    const worked = await withClient(options, async (client) =>
      workOrder(client, await findOrder(client, order, note), { tasks, site, tracking }),
    );
    if (options.json) printJson(worked);
    else print(`Order ${order}: ${autoworkText(worked, terminalOf(process.stdout))}`);
  });
}

const note = (text: string) => void process.stderr.write(text);
