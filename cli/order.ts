import { userInfo } from 'node:os';
import { Argument, Command, Option } from 'commander';
import { type OrderKind, orderKinds } from '../records/sales-order.ts';
import { positive } from './arguments.ts';
import { type ConnectionOptions, connected, printResult, withClient, withOrder } from './connection.ts';
import { type AddressField, addressOptions } from './order/address-options.ts';
import type { Decision, decisions } from './order/decide.ts';
import { note } from './output/terminal.ts';

const orderName = 'id or number of the order; id:… or number:… if two orders could be meant';

/** The states that have an option of `order list`. */
const states = ['attention', 'held', 'waiting'] as const;

interface Options extends ConnectionOptions, Partial<Record<(typeof states)[number], boolean>> {
  kind: OrderKind;
  filter?: string;
  limit: number;
  all?: boolean;
}

/** `conveyor order list|show|plan|replan|…`: lists and explains orders, and makes decisions for an order. */
export function orderCommand(): Command {
  const command = new Command('order')
    .description('list orders, show the progress of an order, explain its plan, make decisions for it')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(planCommand())
    .addCommand(replanCommand());
  command.addCommand(createCommand());
  for (const step of steps) command.addCommand(stepCommand(step));
  for (const decision of decisionCommands()) command.addCommand(decision);
  return command;
}

const kindOption = (what: string) => new Option('--kind <kind>', what).choices(orderKinds).default('sales');

function listCommand(): Command {
  const command = new Command('list')
    .description('list orders, the newest first; with a state, those first that have been there longest')
    .addOption(kindOption('orders of this kind'))
    .option('--attention', 'orders that need a person')
    .option('--held', 'orders on hold')
    .option('--waiting', 'orders that wait: for a person, for stock, to be issued')
    .option('--filter <expression>', 'filter expression, such as \'status.name = "Issued"\'')
    .option('--limit <number>', 'greatest number of orders', positive, 50);
  return connected(command).action(async (options: Options) => {
    const { listOrders, listTable } = await import('./order/list.ts');
    const { kind } = options;
    const choice = { kind, filter: options.filter, states: states.filter((state) => options[state]) };
    const orders = await withClient(options, (client) => listOrders(client, choice, options.limit));
    const { total, records } = orders;
    printResult(options, { total, orders: records }, (terminal) => listTable(orders, terminal, kind));
  });
}

function showCommand(): Command {
  const command = new Command('show')
    .description('show an order: its progress, what it waits for, the commands that move it, its plan with reasons')
    .argument('<order>', orderName)
    .option('--all', 'also print the rules that do not apply, and the whole timeline');
  return connected(command).action(async (order: string, options: Options) => {
    const { showOrder, showText } = await import('./order/show.ts');
    const shown = await withClient(options, (client, { temporalUi }) => showOrder(client, order, temporalUi, note));
    printResult(options, shown, (terminal) => showText(shown, options.all ?? false, terminal, order));
  });
}

function planCommand(): Command {
  const command = new Command('plan')
    .description('explain the plan of an order: each step required or skipped, by hand or automatic, and why')
    .argument('<order>', orderName)
    .option('--all', 'also print the rules that do not apply');
  return connected(command).action(async (order: string, options: Options) => {
    const { planText } = await import('./order/plan-text.ts');
    const plan = await withOrder(options, order, 'read', (client, id) => client.salesorder.plan(id));
    printResult(options, plan, (terminal) => planText(plan, new Set(), options.all ? 'all' : 'brief', terminal));
  });
}

interface CreateOptions extends ConnectionOptions {
  kind: OrderKind;
  customer?: string;
  toSite?: string;
  purpose?: string;
  costCentre?: string;
  line: string[];
  number?: string;
  carrier?: string;
  source?: string;
  note?: string;
  shipTo?: string;
  idempotencyKey?: string;
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a draft for a customer, for another own site, or of goods that the company uses')
    .addOption(kindOption('kind of the order'))
    .option('--customer <name>', 'name of the customer of a sales order')
    .option('--to-site <name>', 'name of the site that gets the goods of a transfer order')
    .option('--purpose <text>', 'why a use order uses the goods')
    .option('--cost-centre <text>', 'cost centre that pays for a use order')
    .requiredOption('--line <part=qty...>', 'a line: CHAI-100=3, or CHAI-100=3@4.5 with a price; repeat it for more')
    .option('--number <number>', 'number of the order (default: the next one)')
    .option('--carrier <name>', 'name of the carrier')
    .option('--source <name>', 'name of the source, such as "Web shop"')
    .option(
      '--ship-to <address>',
      'name, street, postal code, city and country, with commas (default: the address of the customer)',
    )
    .option('--note <text>', 'note for the people who work on the order')
    .option('--idempotency-key <key>', 'a repetition with the same key within 24 hours creates no second order');
  return connected(command).action(async ({ line: lines, ...options }: CreateOptions) => {
    const { createOrder, createdText } = await import('./order/create.ts');
    const created = await withClient(options, (client) => createOrder(client, { ...options, lines }));
    printResult(options, created.order, () => createdText(created));
  });
}

interface StepOptions extends ConnectionOptions {
  partial?: boolean;
  ignoreWarnings?: boolean;
  wait?: boolean;
}

const stepDescriptions = {
  pick: 'pick all that is open',
  pack: 'pack what is picked',
  ship: 'ship what is packed',
  pickup: 'hand over what is shipped to the carrier',
} as const;

/** The option of commands that have the engine go on. */
const noWait = ['--no-wait', 'return at once; by default, wait up to 30 seconds for what comes of it'] as const;

function stepCommand(step: keyof typeof stepDescriptions): Command {
  const command = new Command(step)
    .description(`${stepDescriptions[step]}, in one call`)
    .argument('<order>', orderName)
    .option('--partial', 'do what is possible, where stock is short')
    .option('--ignore-warnings', 'do it although the carrier has not booked')
    .option(...noWait);
  return connected(command).action(async (order: string, options: StepOptions) => {
    const { performStep, stepText } = await import('./order/steps.ts');
    const done = await withOrder(options, order, 'change', (client, id) => performStep(client, id, step, options));
    printResult(options, done, () => stepText(order, done));
  });
}

interface ReplanOptions extends ConnectionOptions {
  yes?: boolean;
  by: string;
}

function replanCommand(): Command {
  const command = new Command('replan')
    .description('show how the active rules would change the plan of an issued order; --yes applies the change')
    .argument('<order>', orderName)
    .option('--yes', 'apply the change; steps in progress, finished steps and decisions of people stay unchanged')
    .option('--by <name>', 'name of the person who decides, for the timeline', userInfo().username);
  return connected(command).action(async (order: string, options: ReplanOptions) => {
    const { replannedText, replanOrder } = await import('./order/decide.ts');
    const by = options.yes ? options.by : null;
    const replanned = await withOrder(options, order, 'change', (client, id) => replanOrder(client, id, by));
    printResult(options, replanned, () => replannedText(order, replanned));
  });
}

interface DecisionOptions extends ConnectionOptions {
  by: string;
  level?: string;
  whenPossible?: boolean;
  notBefore?: string;
  giveUpAt?: string;
  ignoreWarnings?: boolean;
  wait?: boolean;
}

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;

/** `conveyor order issue|unissue|retry|drive|skip|by-hand|automatic|carrier|address|cancel|hold|release|autowork`: decisions for one order. */
function decisionCommands(): Command[] {
  const optional = () => new Argument('<step>', 'the step').choices(['pack', 'ship']);
  const anyStep = () => new Argument('[step]', 'the step (default: all steps that are not done)').choices(steps);
  return [
    decision('retry', 'retry', 'try the failed step of an order in attention again').option(...noWait),
    decision('drive', 'drive', 'start the workflow of an open order again, if nobody drives the order'),
    decision('skip', 'skip', 'skip the pack or ship step').addArgument(optional()),
    decision('by-hand', 'byHand', 'have a step done by hand').addArgument(anyStep()),
    decision('automatic', 'automatic', 'have a step done automatically').addArgument(anyStep()),
    decision('carrier', 'carrier', 'send an order with another carrier; a draft too')
      .addArgument(new Argument('<carrier>', 'name or id of the carrier'))
      .option('--level <name>', 'service level of the carrier')
      .option(...noWait),
    addressDecision(),
    decision('issue', 'issue', 'issue a draft')
      .option('--when-possible', 'issue it as soon as nothing stands in the way')
      .option('--not-before <time>', 'with --when-possible: not before this time')
      .option('--give-up-at <time>', 'with --when-possible: the order needs a person from this time on')
      .option('--ignore-warnings', 'issue it in spite of its warnings')
      .option(...noWait),
    decision('unissue', 'unissue', 'make an issued order a draft again, or end the wait of a draft'),
    decision('cancel', 'cancel', 'void an order; its picked and packed units return to storage'),
    decision('hold', 'hold', 'hold an order; no new work starts').addArgument(
      new Argument('<reason>', 'reason for the hold'),
    ),
    decision('release', 'release', 'end the hold on an order').option(...noWait),
    autoworkCommand(),
  ];
}

function addressDecision(): Command {
  const command = decision('address', 'address', 'change the address of an order; a label is voided and booked anew');
  for (const [name, { help }] of Object.entries(addressOptions)) command.option(`--${name} <text>`, help);
  return command.option(...noWait);
}

/** Returns the parts of the address in the options of a command, by the fields of the order. */
function addressIn(options: Readonly<Record<string, unknown>>): Partial<Record<AddressField, string>> {
  const given = Object.entries(addressOptions).map(([name, { field }]) => {
    const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [field, options[key]];
  });
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}

/** The field of the decision that the second argument sets. */
const secondArgument = { skip: 'step', byHand: 'step', automatic: 'step', carrier: 'carrier', hold: 'reason' } as const;

function decision(name: string, what: keyof typeof decisions, description: string): Command {
  const command = new Command(name)
    .description(description)
    .argument('<order>', orderName)
    .option('--by <name>', 'name of the person who decides, for plan and timeline', userInfo().username);
  return connected(command).action(async (order: string, ...rest: unknown[]) => {
    const options = rest.at(-2) as DecisionOptions;
    const member = secondArgument[what as keyof typeof secondArgument];
    const argument = member === undefined ? {} : { [member]: rest[0] };
    const address = what === 'address' ? addressIn({ ...options }) : undefined;
    const request: Decision = { ...options, ...argument, address };
    const { decide, decisionText } = await import('./order/decide.ts');
    const decided = await withOrder(options, order, 'change', (client, id) => decide(client, id, what, request));
    printResult(options, decided, () => decisionText(order, decided));
  });
}

interface AutoworkOptions extends ConnectionOptions {
  task?: string[];
  site?: string;
  tracking?: string;
  waitForStock?: boolean;
}

function autoworkCommand(): Command {
  const command = new Command('autowork')
    .description('have the tasks of an order done automatically, and print the outcome of each')
    .argument('<order>', orderName)
    .option('--task <name...>', 'tasks: pick, pack, ship, pickup (default: all)')
    .option('--site <name>', 'site of the work (default: your current site)')
    .option('--tracking <number>', 'tracking number for the cartons')
    .option('--wait-for-stock', 'where stock is short, continue when it arrives; the command waits that long');
  return connected(command).action(async (order: string, options: AutoworkOptions) => {
    const { autoworkText, workOrder } = await import('./order/decide.ts');
    const { task: tasks, site, tracking, waitForStock } = options;
    const work = { tasks, site, tracking, waitForStock };
    const worked = await withOrder(options, order, 'change', (client, id) => workOrder(client, id, work));
    printResult(options, worked, (terminal) => `Order ${order}: ${autoworkText(worked, terminal)}`);
  });
}
