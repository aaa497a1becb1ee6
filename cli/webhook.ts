import { Command, InvalidArgumentError } from 'commander';
import type { Client } from '../client/client.ts';
import { collected, positive, wholeNumber } from './arguments.ts';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { terminalOf } from './output/terminal.ts';
import type { LogOptions } from './webhook/log.ts';
import type { ResendOptions } from './webhook/resend.ts';

interface ListenOptions extends ConnectionOptions {
  port: number;
  event: string[];
  secret?: string;
  status: number;
}

/** `conveyor webhook list|log|resend|resends|listen`: lists webhooks and deliveries, and receives deliveries for tests. */
export function webhookCommand(): Command {
  return new Command('webhook')
    .description('list webhooks and deliveries, send deliveries again, receive them during development')
    .addCommand(listCommand())
    .addCommand(logCommand())
    .addCommand(resendCommand())
    .addCommand(resendsCommand())
    .addCommand(listenCommand());
}

function listCommand(): Command {
  const command = new Command('list').description('list webhooks with their state');
  return connected(command).action(async (options: ConnectionOptions) => {
    const { listWebhooks, webhookTable } = await import('./webhook/list.ts');
    const webhooks = await withClient(options, listWebhooks);
    printResult(options, webhooks, (terminal) => webhookTable(webhooks, terminal));
  });
}

function logCommand(): Command {
  const command = new Command('log')
    .description('list delivery attempts, the newest first, with the response and the time of the next attempt')
    .option('--webhook <id>', 'only attempts of this webhook', positive)
    .option('--failed', 'only failed attempts')
    .option('--filter <expression>', "filter expression, such as 'status >= 500'")
    .option('--limit <number>', 'greatest number of entries', positive, 50);
  return connected(command).action(async (options: ConnectionOptions & LogOptions) => {
    const { webhookLog, logTable } = await import('./webhook/log.ts');
    const log = await withClient(options, (client) => webhookLog(client, options));
    printResult(options, { total: log.total, log: log.records }, (terminal) => logTable(log, terminal));
  });
}

function resendCommand(): Command {
  const command = new Command('resend')
    .description('send deliveries again: entries of the log, or all failed deliveries since a time')
    .argument('[entry...]', 'ids of log entries', (text, others: number[] = []) => [...others, positive(text)])
    .option(
      '--since <time>',
      'all failed deliveries since a time, such as 2026-04-23T08:00:00Z, or since a duration ago, such as 2h',
    )
    .option('--webhook <id>', 'only attempts of this webhook', positive)
    .option('--dry-run', 'print the number of deliveries, and send nothing')
    .option('--follow', 'with --since: show the progress until all deliveries were tried')
    .addHelpText('after', further(codes));
  return connected(command).action(
    async (entries: number[], options: ConnectionOptions & ResendOptions & FollowOptions) => {
      const { resend, resendText } = await import('./webhook/resend.ts');
      await withClient(options, async (client) => {
        const resent = await resend(client, entries, options);
        if (options.follow && resent.id !== null) return follow(client, resent.id, options);
        printResult(options, resent, () => resendText(resent, options.dryRun ?? false));
      });
    },
  );
}

interface FollowOptions {
  follow?: boolean;
}

const codes =
  'Exit codes with --follow: 0 all were delivered; 1 some were not delivered; 2 usage error; 3 the resend was canceled. Ctrl-C stops following, and the resend continues.';

function resendsCommand(): Command {
  const command = new Command('resends')
    .description('list resends of failed deliveries, the newest first, or show one')
    .argument('[resend]', 'id of a resend', positive)
    .option('--follow', 'show the progress until all deliveries were tried')
    .option('--cancel', 'cancel the resend; current attempts are finished, and the rest stays failed')
    .option('--limit <number>', 'greatest number of resends', positive, 20)
    .addHelpText('after', further(codes));
  type Options = ConnectionOptions & FollowOptions & { cancel?: boolean; limit: number };
  return connected(command).action(async (id: number | undefined, options: Options) => {
    const { listResends, resendsTable } = await import('./webhook/resends.ts');
    await withClient(options, async (client) => {
      const resends = await listResends(client, id, options);
      if (options.follow) return follow(client, idOf(resends), options);
      printResult(options, resends, (terminal) => resendsTable(resends, terminal));
    });
  });
}

/** Returns the id of the only resend. `listResends` requires an id for --follow. */
function idOf([resend]: readonly { id: number }[]): number {
  if (!resend) throw new Error('The service returned no resend.');
  return resend.id;
}

async function follow(client: Client, id: number, { json }: ConnectionOptions): Promise<void> {
  const { exitCodeOf, followResend, resendsTable } = await import('./webhook/resends.ts');
  const resend = await followResend(client, id, terminalOf(process.stderr));
  printResult({ json }, resend, (terminal) => resendsTable([resend], terminal));
  process.exitCode = exitCodeOf(resend);
}

function listenCommand(): Command {
  const command = new Command('listen')
    .description('receive deliveries on this machine, check their signatures, and print them until Ctrl-C')
    .option('--port <number>', 'port to listen on', wholeNumber(0, 65_535), 8787)
    .option('--event <name>', 'create a webhook for this event while listening; may be repeated', collected, [])
    .option('--secret <secret>', 'secret for checking signatures (default: a new one, with --event)')
    .option('--status <number>', 'status of the response, such as 500 to provoke another attempt', status, 200)
    .addHelpText(
      'after',
      further(
        'The service calls this machine only if webhooks.allow_networks of the configuration contains 127.0.0.1.',
      ),
    );
  return connected(command).action(async ({ event, ...options }: ListenOptions) => {
    const { listen } = await import('./webhook/listen.ts');
    if (event.length === 0) await listen(options, undefined);
    else await withClient(options, (client) => listen(options, { client, events: event }));
  });
}

/** Parses a status that ends a response. */
function status(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('Expected an HTTP status from 200 to 599.');
  return Number(text);
}
