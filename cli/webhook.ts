import { Command, InvalidArgumentError } from 'commander';
import type { Client } from '../client/client.ts';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './help.ts';
import type { LogOptions } from './webhook/log.ts';
import type { ResendOptions } from './webhook/resend.ts';

interface ListenOptions extends ConnectionOptions {
  port: number;
  event: string[];
  secret?: string;
  status: number;
  json?: boolean;
}

interface Printing extends ConnectionOptions {
  json?: boolean;
}

/** `conveyor webhook list|log|resend|resends|listen`: what webhooks there are and what became of deliveries, and a receiver to try. */
export function webhookCommand(): Command {
  return new Command('webhook')
    .description('list webhooks, see what became of deliveries, send them again, receive them while you develop')
    .addCommand(listCommand())
    .addCommand(logCommand())
    .addCommand(resendCommand())
    .addCommand(resendsCommand())
    .addCommand(listenCommand());
}

function listCommand(): Command {
  const command = new Command('list').description('list webhooks, with whether they are on and what fails');
  return connected(command).action(async (options: Printing) => {
    const [{ listWebhooks, webhookTable }, { terminalOf }] = await Promise.all([
      import('./webhook/list.ts'),
      import('./output/terminal.ts'),
    ]);
    const found = await withClient(options, listWebhooks);
    if (options.json) printJson(found);
    else print(webhookTable(found, terminalOf(process.stdout)));
  });
}

function logCommand(): Command {
  const command = new Command('log')
    .description('list attempts to deliver, the newest first: what was answered, and when the next one is due')
    .option('--webhook <id>', 'only of this webhook', whole)
    .option('--failed', 'only what did not arrive')
    .option('--filter <expression>', "only those, in the language of filter=, such as 'status >= 500'")
    .option('--limit <number>', 'how many at most', whole, 50);
  return connected(command).action(async (options: Printing & LogOptions) => {
    const [{ webhookLog, logTable }, { terminalOf }] = await Promise.all([
      import('./webhook/log.ts'),
      import('./output/terminal.ts'),
    ]);
    const found = await withClient(options, (client) => webhookLog(client, options));
    if (options.json) printJson(found);
    else print(logTable(found, terminalOf(process.stdout)));
  });
}

function resendCommand(): Command {
  const command = new Command('resend')
    .description('send deliveries again: entries of the log, or all that failed since a time')
    .argument('[entry...]', 'ids of entries of the log', (text, others: number[] = []) => [...others, whole(text)])
    .option(
      '--since <time>',
      'all that failed of what happened since: 2026-04-23T08:00:00Z, or how long ago, such as 2h',
    )
    .option('--webhook <id>', 'only of this webhook', whole)
    .option('--dry-run', 'say how many it would be, and send nothing')
    .option('--follow', 'with --since: show how far it is until all of it was tried')
    .addHelpText('after', further(codes));
  return connected(command).action(async (entries: number[], options: Printing & ResendOptions & Following) => {
    const { resend, resentText } = await import('./webhook/resend.ts');
    await withClient(options, async (client) => {
      const resent = await resend(client, entries, options);
      if (options.follow && resent.id !== null) return follow(client, resent.id, options);
      if (options.json) printJson(resent);
      else print(resentText(resent, options.dryRun ?? false));
    });
  });
}

interface Following {
  follow?: boolean;
}

const codes =
  'Exit codes with --follow: 0 all of it was delivered; 1 some was not; 2 the command was not understood; 3 it was canceled. Ctrl-C ends the following, not the resend.';

function resendsCommand(): Command {
  const command = new Command('resends')
    .description('list what was sent again of all that had failed, the newest first, or one of them')
    .argument('[resend]', 'id of one of them', whole)
    .option('--follow', 'show how far it is until all of it was tried')
    .option('--cancel', 'send nothing more of it: what is under way is finished, the rest stays failed')
    .option('--limit <number>', 'how many at most', whole, 20)
    .addHelpText('after', further(codes));
  type Options = Printing & Following & { cancel?: boolean; limit: number };
  return connected(command).action(async (id: number | undefined, options: Options) => {
    const [{ listResends, resendsTable }, { terminalOf }] = await Promise.all([
      import('./webhook/resends.ts'),
      import('./output/terminal.ts'),
    ]);
    await withClient(options, async (client) => {
      const found = await listResends(client, id, options);
      if (options.follow) return follow(client, found[0]!.id, options);
      if (options.json) printJson(found);
      else print(resendsTable(found, terminalOf(process.stdout)));
    });
  });
}

async function follow(client: Client, id: number, { json }: Printing): Promise<void> {
  const [{ exitCodeOf, followResend, resendsTable }, { terminalOf }] = await Promise.all([
    import('./webhook/resends.ts'),
    import('./output/terminal.ts'),
  ]);
  const resend = await followResend(client, id, terminalOf(process.stderr));
  if (json) printJson(resend);
  else print(resendsTable([resend], terminalOf(process.stdout)));
  process.exitCode = exitCodeOf(resend);
}

function listenCommand(): Command {
  const command = new Command('listen')
    .description('receive deliveries on this machine, check their signatures, and print them until Ctrl-C')
    .option('--port <number>', 'where to listen', whole, 8787)
    .option('--event <name>', 'make a webhook for this event while listening; may be repeated', gathered, [])
    .option('--secret <secret>', 'check signatures with this secret (default: one of its own, for --event)')
    .option('--status <number>', 'what to answer, such as 500 to see it tried again', status, 200)
    .addHelpText(
      'after',
      further('The service only calls this machine where webhooks.allow_networks of the configuration has 127.0.0.1.'),
    );
  return connected(command).action(async ({ event, ...options }: ListenOptions) => {
    const { listen } = await import('./webhook/listen.ts');
    if (event.length === 0) await listen(options, undefined);
    else await withClient(options, (client) => listen(options, { client, events: event }));
  });
}

const gathered = (name: string, others: string[]): string[] => [...others, name];

/** What ends an answer. */
function status(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('Give a status of HTTP, from 200 to 599.');
  return Number(text);
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a number.');
  return Number(text);
}
