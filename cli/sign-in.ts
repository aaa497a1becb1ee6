import { Command } from 'commander';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';

/** `conveyor sign-in`: prints a link that signs the user of the key in to the console, once. */
export function signInCommand(): Command {
  const command = new Command('sign-in')
    .description('print a link that signs you in to the console; it works once, within 15 minutes')
    .addHelpText(
      'after',
      further(
        'The link is for the user of the API key. The first person who opens it is signed in as this user, so keep it like a password.',
      ),
    );
  return connected(command).action(async (options: ConnectionOptions) => {
    const link = await withClient(options, (client) => client.session.code());
    printResult(options, link, () => `${link.url}\n`);
    if (!options.json) note(`The link works once, until ${link.expires_at}.\n`);
  });
}
