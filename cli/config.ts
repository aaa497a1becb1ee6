import { Command } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './help.ts';

/** `conveyor config reload`: takes the operators' file into use without a restart. */
export function configCommand(): Command {
  return new Command('config').description("take the operators' file into use").addCommand(reloadCommand());
}

function reloadCommand(): Command {
  const command = new Command('reload')
    .description('have the service read its file again; orders that are issued from then on go by it')
    .addHelpText(
      'after',
      further(
        'A faulty file changes nothing. Further services on the same database, and the workers, follow within seconds. SIGHUP to `conveyor serve` and `conveyor up` does the same.',
        'Exit codes: 0 done, 1 the file is faulty or the service does not answer, 2 the command was not understood.',
      ),
    );
  return connected(command).action(async (options: ConnectionOptions & { json?: boolean }) => {
    const reloaded = await withClient(options, (client) => client.config.reload());
    if (options.json) printJson(reloaded);
    else if (reloaded.changed) print(`ActiveRuleSet: rule set ${reloaded.ruleset} in place of ${reloaded.before}.\n`);
    else print(`Nothing has changed: rule set ${reloaded.ruleset}.\n`);
  });
}
