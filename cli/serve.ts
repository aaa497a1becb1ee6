import { Command, Option } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import { Failure } from '../stack/processes/failure.ts';
import { reaching } from './server/unreachable.ts';
import { untilStopped } from './server/until-stopped.ts';

/** `conveyor serve`: the service, configured by the environment. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service (CONVEYOR_DATABASE_URL, CONVEYOR_PORT, CONVEYOR_CONFIG)')
    .addOption(stackOption())
    .action(async () => {
      const environment = readEnvironment();
      if (!environment.databaseUrl) throw new Failure('No database is given: set CONVEYOR_DATABASE_URL.', 2);
      await untilStopped(async () => {
        const { startService } = await import('../service/main.ts');
        return reaching('The database that CONVEYOR_DATABASE_URL names', () => startService(environment));
      });
    });
}

/** Names the stack that started the process, so that the stack's next start knows it; nothing else reads it. */
export function stackOption(): Option {
  return new Option('--stack <dir>').hideHelp();
}
