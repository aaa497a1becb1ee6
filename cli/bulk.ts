import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './help.ts';

interface StartOptions extends ConnectionOptions {
  select?: string;
  order: string[];
  action: string;
  option: string[];
  rate?: number;
  dryRun?: boolean;
  follow?: boolean;
  json?: boolean;
}

interface ReadOptions extends ConnectionOptions {
  outcome?: string;
  filter?: string;
  limit: number;
  follow?: boolean;
  json?: boolean;
}

interface DecisionOptions extends ConnectionOptions {
  by: string;
  json?: boolean;
}

/** `conveyor bulk …`: does the same with many orders. */
export function bulkCommand(): Command {
  return new Command('bulk')
    .description(
      'do the same with many orders: start runs, follow, pause, cancel them, and see what each order came to',
    )
    .addCommand(startCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(ordersCommand())
    .addCommand(verbCommand('pause', 'begin no further order of a run; what is under way is finished'))
    .addCommand(verbCommand('resume', 'go on with a paused run'))
    .addCommand(verbCommand('cancel', 'end a run: orders whose turn had not come are skipped'))
    .addCommand(verbCommand('retry', 'do again what failed in a run, and nothing else'))
    .addCommand(rateCommand())
    .addCommand(pdfCommand());
}

const codes =
  'Exit codes: 0 every order is done, or there was nothing to do for it; 1 some failed or have warnings; 2 the command was not understood; 3 the run was canceled or is not over. Ctrl-C ends the following, not the run.';

function startCommand(): Command {
  const command = new Command('start')
    .description('start a run over the orders of a selection')
    .option('--select <expression>', `orders, in the language of filter=, such as 'status.name = "Draft"'`)
    .option('--order <order>', 'id or number of an order instead; may be repeated', gathered, [])
    .requiredOption(
      '--action <action>',
      'issue, unissue, hold, release, void, closeshort, replan, autowork, pick (which makes picks), or print',
    )
    .option('--option <name=value>', 'how, such as reason=Count or by=customer; may be repeated', gathered, [])
    .option('--rate <number>', 'orders a second at most', rate)
    .option('--dry-run', 'change nothing: say how many orders, by which plans, with which warnings')
    .option('--follow', 'show how far it is until it has come to its end')
    .addHelpText(
      'after',
      further(
        'Options: ignore_warnings=1 (issue) · reason=… (hold) · task_ids=1,2 (autowork) · by=customer, destination, part, carrier or tag, with max_orders, max_lines, max_weight_g (pick) · documents=picklist,packingslip,cartonlabel, again=1 (print)',
        codes,
      ),
    );
  return connected(command).action(async (options: StartOptions) => {
    const [{ followed, exitCodeOf }, { startRun, tryOut }, { previewText, runText }, { findOrder }, { terminalOf }] =
      await Promise.all([
        import('./bulk/follow.ts'),
        import('./bulk/start.ts'),
        import('./bulk/text.ts'),
        import('./order/find.ts'),
        import('./output/terminal.ts'),
      ]);
    await withClient(options, async (client) => {
      const order = await Promise.all(options.order.map((given) => findOrder(client, given, note)));
      const asked = { ...options, order };
      if (options.dryRun) {
        const seen = await tryOut(client, asked);
        return options.json ? printJson(seen) : print(previewText(seen, terminalOf(process.stdout)));
      }
      const started = await startRun(client, asked);
      if (!options.follow) note(`Bulk run ${started.id} has begun: conveyor bulk show ${started.id} --follow\n`);
      const { run, wrong } = options.follow
        ? await followed(client, started.id, terminalOf(process.stderr))
        : { run: started, wrong: [] };
      if (options.json) printJson(run);
      else print(runText(run, wrong, terminalOf(process.stdout)));
      if (options.follow) process.exitCode = exitCodeOf(run);
    });
  });
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list runs, the newest first')
    .option('--filter <expression>', `only those, such as 'state = "running"'`)
    .option('--limit <number>', 'how many at most', whole, 20);
  return connected(command).action(async (options: ReadOptions) => {
    const [{ listRuns }, { listText }, { terminalOf }] = await Promise.all([
      import('./bulk/list.ts'),
      import('./bulk/text.ts'),
      import('./output/terminal.ts'),
    ]);
    const { filter, limit } = options;
    const found = await withClient(options, (client) => listRuns(client, filter, limit));
    if (options.json) printJson(found.runs);
    else print(listText(found, terminalOf(process.stdout)));
  });
}

function showCommand(): Command {
  const command = new Command('show')
    .description('show how far a run is, and what went wrong')
    .argument('<run>', 'id of the run', whole)
    .option('--follow', 'until it has come to its end')
    .addHelpText('after', further(codes));
  return connected(command).action(async (id: number, options: ReadOptions) => {
    const [{ followed, exitCodeOf }, { troubles }, { runText }, { terminalOf }] = await Promise.all([
      import('./bulk/follow.ts'),
      import('./bulk/orders.ts'),
      import('./bulk/text.ts'),
      import('./output/terminal.ts'),
    ]);
    const { run, wrong } = await withClient(options, async (client) => {
      if (options.follow) return followed(client, id, terminalOf(process.stderr));
      return { run: await client.bulkrun.get(id), wrong: await troubles(client, id) };
    });
    if (options.json) printJson({ ...run, troubles: wrong });
    else print(runText(run, wrong, terminalOf(process.stdout)));
    process.exitCode = options.follow ? exitCodeOf(run) : 0;
  });
}

function ordersCommand(): Command {
  const command = new Command('orders')
    .description('list the orders of a run, and what became of each')
    .argument('<run>', 'id of the run', whole)
    .addOption(new Option('--outcome <outcome>', 'only those').choices(['done', 'skipped', 'warned', 'failed']))
    .option('--filter <expression>', `only those, such as 'code = "stock.short"'`)
    .option('--limit <number>', 'how many at most', whole, 100);
  return connected(command).action(async (id: number, options: ReadOptions) => {
    const [{ ordersOf }, { ordersText }, { terminalOf }] = await Promise.all([
      import('./bulk/orders.ts'),
      import('./bulk/text.ts'),
      import('./output/terminal.ts'),
    ]);
    const found = await withClient(options, (client) => ordersOf(client, id, options));
    if (options.json) printJson(found.orders);
    else print(ordersText(found, terminalOf(process.stdout)));
  });
}

function verbCommand(verb: 'pause' | 'resume' | 'cancel' | 'retry', description: string): Command {
  const command = decided(new Command(verb).description(description).argument('<run>', 'id of the run', whole));
  return connected(command).action(async (id: number, options: DecisionOptions) => {
    const [{ runText }, { terminalOf }] = await Promise.all([import('./bulk/text.ts'), import('./output/terminal.ts')]);
    const run = await withClient(options, (client) => client.bulkrun[verb](id, { by: options.by }));
    if (options.json) printJson(run);
    else print(runText(run, [], terminalOf(process.stdout)));
  });
}

function rateCommand(): Command {
  const command = decided(
    new Command('rate')
      .description('change how many orders a second a run does at most')
      .argument('<run>', 'id of the run', whole)
      .argument('<rate>', 'a number, or none for no limit', (text) => (text === 'none' ? null : rate(text))),
  );
  return connected(command).action(async (id: number, given: number | null, options: DecisionOptions) => {
    const [{ runText }, { terminalOf }] = await Promise.all([import('./bulk/text.ts'), import('./output/terminal.ts')]);
    const run = await withClient(options, (client) => client.bulkrun.rate(id, { rate: given, by: options.by }));
    if (options.json) printJson(run);
    else print(runText(run, [], terminalOf(process.stdout)));
  });
}

const decided = (command: Command): Command =>
  command.option('--by <name>', 'who decides it, for the timeline', userInfo().username);

function pdfCommand(): Command {
  const command = new Command('pdf')
    .description('all documents that a run printed, in one PDF, in the order of the run')
    .argument('<run>', 'id of the run', whole)
    .requiredOption('--to <file>', 'where the PDF goes; - is standard output');
  return connected(command).action(async (id: number, options: ReadOptions & { to: string }) => {
    const { savePdf } = await import('./print/save-pdf.ts');
    await withClient(options, (_client, connection) => savePdf(connection, `/bulkrun/${id}/pdf`, options.to));
    if (options.to === '-') return;
    if (options.json) printJson({ bulkrun_id: id, to: options.to });
    else note(`Written to ${options.to}.\n`);
  });
}

const note = (text: string) => void process.stderr.write(text);
const gathered = (value: string, others: string[]): string[] => [...others, value];

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}

function rate(text: string): number {
  const value = Number(text);
  if (!(value >= 0.01)) throw new InvalidArgumentError('Expected a number of orders a second, such as 20 or 0.5.');
  return value;
}
