import { Command, InvalidArgumentError } from 'commander';
import { type ConnectionOptions, connected, withClient } from './connection.ts';

interface Options extends ConnectionOptions {
  port: number;
  event: string[];
  secret?: string;
  status: number;
  json?: boolean;
}

/** `conveyor webhook listen`: a receiver of webhooks for whoever writes one. */
export function webhookCommand(): Command {
  return new Command('webhook').description('try webhooks out').addCommand(listenCommand());
}

function listenCommand(): Command {
  const command = new Command('listen')
    .description('receive deliveries on this machine, check their signatures, and print them until Ctrl-C')
    .option('--port <number>', 'where to listen', whole, 8787)
    .option('--event <name>', 'make a webhook for this event while listening; may be repeated', gathered, [])
    .option('--secret <secret>', 'check signatures with this secret (default: one of its own, for --event)')
    .option('--status <number>', 'what to answer, such as 500 to see it tried again', whole, 200)
    .addHelpText(
      'after',
      '\nThe service only calls this machine where webhooks.allow_networks of the configuration has 127.0.0.1.',
    );
  return connected(command).action(async ({ event, ...options }: Options) => {
    const { listen } = await import('./webhook/listen.ts');
    if (event.length === 0) await listen(options, undefined);
    else await withClient(options, (client) => listen(options, { client, events: event }));
  });
}

const gathered = (name: string, others: string[]): string[] => [...others, name];

function whole(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a number.');
  return Number(text);
}
