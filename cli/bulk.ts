import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type OrderKind, orderKinds } from '../records/sales-order.ts';
import { collected, positive } from './arguments.ts';
import { type ConnectionOptions, connected, printJson, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note, terminalOf } from './output/terminal.ts';

interface StartOptions extends ConnectionOptions {
  select?: string;
  order: string[];
  action: string;
  kind: OrderKind;
  option: string[];
  rate?: number;
  dryRun?: boolean;
  follow?: boolean;
}

interface ReadOptions extends ConnectionOptions {
  outcome?: string;
  filter?: string;
  limit: number;
  follow?: boolean;
}

interface DecisionOptions extends ConnectionOptions {
  by: string;
}

/** `conveyor bulk …`: runs one action for many orders. */
export function bulkCommand(): Command {
  return new Command('bulk')
    .description(
      'run one action for many orders: start, follow, pause and cancel runs, and show the outcome of each order',
    )
    .addCommand(startCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(ordersCommand())
    .addCommand(verbCommand('pause', 'pause a run; orders in progress are finished'))
    .addCommand(verbCommand('resume', 'resume a paused run'))
    .addCommand(verbCommand('cancel', 'cancel a run; orders that have not started are skipped'))
    .addCommand(retryCommand())
    .addCommand(rateCommand())
    .addCommand(pdfCommand());
}

const codes =
  'Exit codes: 0 all orders are done or skipped; 1 some orders failed or have warnings; 2 usage error; 3 the run was canceled or is not finished. Ctrl-C stops following, and the run continues.';

function startCommand(): Command {
  const command = new Command('start')
    .description('start a run over the orders of a selection')
    .option('--select <expression>', `filter expression over orders, such as 'status.name = "Draft"'`)
    .option('--order <order>', 'id or number of an order, instead of --select; may be repeated', collected, [])
    .requiredOption(
      '--action <action>',
      'issue, unissue, hold, release, void, closeshort, replan, autowork, pick (creates picks), or print',
    )
    .addOption(new Option('--kind <kind>', 'kind of the orders').choices(orderKinds).default('sales'))
    .option(
      '--option <name=value>',
      'option of the action, such as reason=Count or by=customer; may be repeated',
      collected,
      [],
    )
    .option('--rate <number>', 'greatest number of orders per second', rate)
    .option('--dry-run', 'change nothing; print the number of orders, their plans and their warnings')
    .option('--follow', 'show the progress until the run ends')
    .addHelpText(
      'after',
      further(
        'Options: ignore_warnings=1, or when=possible with not_before=…, give_up_at=… (issue) · reason=… (hold) · task_ids=1,2 (autowork) · by=customer, destination, part, carrier or tag, with max_orders, max_lines, max_weight_g (pick) · documents=picklist,packingslip,cartonlabel, again=1 (print)',
        codes,
      ),
    );
  return connected(command).action(async (options: StartOptions) => {
    const [{ followToEnd, exitCodeOf }, { previewRun, startRun }, { previewText, runText }, { findOrder }] =
      await Promise.all([
        import('./bulk/follow.ts'),
        import('./bulk/start.ts'),
        import('./bulk/text.ts'),
        import('./order/find.ts'),
      ]);
    await withClient(options, async (client) => {
      const order = await Promise.all(options.order.map((name) => findOrder(client, name, 'change', note)));
      const request = { ...options, order };
      if (options.dryRun) {
        const preview = await previewRun(client, request);
        return printResult(options, preview, (terminal) => previewText(preview, terminal));
      }
      const started = await startRun(client, request);
      if (!options.follow)
        note(`Started bulk run ${started.id}. To follow it: conveyor bulk show ${started.id} --follow\n`);
      const { run, wrong } = options.follow
        ? await followToEnd(client, started.id, terminalOf(process.stderr))
        : { run: started, wrong: [] };
      printResult(options, run, (terminal) => runText(run, wrong, terminal));
      if (options.follow) process.exitCode = exitCodeOf(run);
    });
  });
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list runs, the newest first')
    .option('--filter <expression>', `filter expression, such as 'state = "running"'`)
    .option('--limit <number>', 'greatest number of runs', positive, 20);
  return connected(command).action(async (options: ReadOptions) => {
    const [{ firstRecords }, { listText }] = await Promise.all([
      import('./output/first-records.ts'),
      import('./bulk/text.ts'),
    ]);
    const { filter, limit } = options;
    const runs = await withClient(options, ({ bulkrun }) =>
      firstRecords(limit, (page) => bulkrun.list({ filter, sort: '-id', ...page })),
    );
    printResult(options, runs.records, (terminal) => listText(runs, terminal));
  });
}

function showCommand(): Command {
  const command = new Command('show')
    .description('show the progress and the failures of a run')
    .argument('<run>', 'id of the run', positive)
    .option('--follow', 'follow the run until it ends')
    .addHelpText('after', further(codes));
  return connected(command).action(async (id: number, options: ReadOptions) => {
    const [{ followToEnd, exitCodeOf }, { failuresOf }, { runText }] = await Promise.all([
      import('./bulk/follow.ts'),
      import('./bulk/orders.ts'),
      import('./bulk/text.ts'),
    ]);
    const { run, wrong } = await withClient(options, async (client) => {
      if (options.follow) return followToEnd(client, id, terminalOf(process.stderr));
      return { run: await client.bulkrun.get(id), wrong: await failuresOf(client, id) };
    });
    printResult(options, { ...run, troubles: wrong }, (terminal) => runText(run, wrong, terminal));
    process.exitCode = options.follow ? exitCodeOf(run) : 0;
  });
}

function ordersCommand(): Command {
  const command = new Command('orders')
    .description('list the orders of a run with their outcomes')
    .argument('<run>', 'id of the run', positive)
    .addOption(
      new Option('--outcome <outcome>', 'only orders with this outcome').choices([
        'done',
        'skipped',
        'warned',
        'failed',
      ]),
    )
    .option('--filter <expression>', `filter expression, such as 'code = "stock.short"'`)
    .option('--limit <number>', 'greatest number of orders', positive, 100);
  return connected(command).action(async (id: number, options: ReadOptions) => {
    const [{ ordersOf }, { ordersText }] = await Promise.all([import('./bulk/orders.ts'), import('./bulk/text.ts')]);
    const list = await withClient(options, (client) => ordersOf(client, id, options));
    printResult(options, list.records, (terminal) => ordersText(list, terminal));
  });
}

function retryCommand(): Command {
  const command = withDecider(
    new Command('retry')
      .description('try the orders of a run again that failed or have warnings')
      .argument('<run>', 'id of the run', positive)
      .addOption(new Option('--only <outcome>', 'only the orders with this outcome').choices(['failed', 'warned'])),
  );
  return connected(command).action(async (id: number, options: DecisionOptions & { only?: 'failed' | 'warned' }) => {
    const { runText } = await import('./bulk/text.ts');
    const { by, only } = options;
    const run = await withClient(options, (client) => client.bulkrun.retry(id, { by, only }));
    printResult(options, run, (terminal) => runText(run, [], terminal));
  });
}

function verbCommand(verb: 'pause' | 'resume' | 'cancel', description: string): Command {
  const command = withDecider(new Command(verb).description(description).argument('<run>', 'id of the run', positive));
  return connected(command).action(async (id: number, options: DecisionOptions) => {
    const { runText } = await import('./bulk/text.ts');
    const run = await withClient(options, (client) => client.bulkrun[verb](id, { by: options.by }));
    printResult(options, run, (terminal) => runText(run, [], terminal));
  });
}

function rateCommand(): Command {
  const command = withDecider(
    new Command('rate')
      .description('change the rate limit of a run')
      .argument('<run>', 'id of the run', positive)
      .argument('<rate>', 'orders per second, or none for no limit', (text) => (text === 'none' ? null : rate(text))),
  );
  return connected(command).action(async (id: number, limit: number | null, options: DecisionOptions) => {
    const { runText } = await import('./bulk/text.ts');
    const run = await withClient(options, (client) => client.bulkrun.rate(id, { rate: limit, by: options.by }));
    printResult(options, run, (terminal) => runText(run, [], terminal));
  });
}

const withDecider = (command: Command): Command =>
  command.option('--by <name>', 'name of the person who decides, for the timeline', userInfo().username);

function pdfCommand(): Command {
  const command = new Command('pdf')
    .description('save all documents of a print run as one PDF, in the order of the run')
    .argument('<run>', 'id of the run', positive)
    .requiredOption('--to <file>', 'file for the PDF; - is standard output');
  return connected(command).action(async (id: number, options: ReadOptions & { to: string }) => {
    const { savePdf } = await import('./print/save-pdf.ts');
    await withClient(options, (_client, connection) => savePdf(connection, `/bulkrun/${id}/pdf`, options.to));
    if (options.to === '-') return;
    if (options.json) printJson({ bulkrun_id: id, to: options.to });
    else note(`Written to ${options.to}.\n`);
  });
}

function rate(text: string): number {
  const value = Number(text);
  if (!(value >= 0.01)) throw new InvalidArgumentError('Expected a number of orders per second, such as 20 or 0.5.');
  return value;
}
