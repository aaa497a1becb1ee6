import { Command } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './help.ts';

/** `conveyor config reload`: activates the configuration file without a restart. */
export function configCommand(): Command {
  return new Command('config').description('activate the configuration file').addCommand(reloadCommand());
}

function reloadCommand(): Command {
  const command = new Command('reload')
    .description('let the service read its configuration file again; orders that are issued later follow it')
    .addHelpText(
      'after',
      further(
        'A faulty file changes nothing. Other services on the same database and the workers activate the file within seconds. SIGHUP to `conveyor serve` or `conveyor up` does the same.',
        'Exit codes: 0 success, 1 the file is faulty or the service does not answer, 2 usage error.',
      ),
    );
  return connected(command).action(async (options: ConnectionOptions & { json?: boolean }) => {
    const reloaded = await withClient(options, (client) => client.config.reload());
    if (options.json) printJson(reloaded);
    else if (reloaded.changed) print(`Activated rule set ${reloaded.ruleset}. It replaces ${reloaded.before}.\n`);
    else print(`The configuration has not changed: rule set ${reloaded.ruleset}.\n`);
  });
}
