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

/** `conveyor order retry|skip|by-hand|automatic|carrier|cancel|hold|release|autowork`: what people decide for one order. */
export function decisionCommands(): Command[] {
  const optional = () => new Argument('<step>', 'the step').choices(['pack', 'ship']);
  const anyStep = () => new Argument('[step]', 'the step; without one, all that is not done').choices(steps);
  return [
    decision('retry', 'retry', 'try again what an order is in attention for'),
    decision('skip', 'skip', 'go on without the pack or ship step').addArgument(optional()),
    decision('by-hand', 'byHand', 'have people do a step').addArgument(anyStep()),
    decision('automatic', 'automatic', 'have a step done by itself').addArgument(anyStep()),
    decision('carrier', 'carrier', 'send an issued order with another carrier')
      .addArgument(new Argument('<carrier>', 'name of the carrier'))
      .option('--level <name>', 'service level of the carrier'),
    decision('cancel', 'cancel', 'void an order: what was picked and packed goes back to storage'),
    decision('hold', 'hold', 'hold an order: nothing new is begun').addArgument(new Argument('<reason>', 'why')),
    decision('release', 'release', 'end the hold on an order'),
    autoworkCommand(),
  ];
}

/** The second argument, by what it is of the decision. */
const second = { skip: 'step', byHand: 'step', automatic: 'step', carrier: 'carrier', hold: 'reason' } as const;

function decision(name: string, what: keyof typeof decisions, description: string): Command {
  const command = new Command(name)
    .description(description)
    .argument('<order>', 'id or number of the order')
    .option('--by <name>', 'who decides it, for plan and timeline', userInfo().username);
  return connected(command).action(async (order: string, ...rest: unknown[]) => {
    const options = rest.at(-2) as Options;
    const member = second[what as keyof typeof second];
    const given = member === undefined ? {} : { [member]: rest[0] };
    const asked: Decision = { by: options.by, level: options.level, ...given };
    const [{ findOrder }, { decide, decidedText }] = await Promise.all([
      import('./order/find.ts'),
      import('./order/decide.ts'),
    ]);
    const decided = await withClient(options, async (client) =>
      decide(client, await findOrder(client, order, note), what, asked),
    );
    if (options.json) printJson(decided);
    else print(decidedText(order, decided));
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
    .description('have the tasks of an order done by themselves, and say what became of each')
    .argument('<order>', 'id or number of the order')
    .option('--task <name...>', 'only these: pick, pack, ship, pickup')
    .option('--site <name>', 'site to work at, in place of your current one')
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
