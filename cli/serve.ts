import { Command, Option } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import { Failure } from '../stack/processes/failure.ts';
import { reaching } from './server/unreachable.ts';
import { untilStopped } from './server/until-stopped.ts';

/** `conveyor serve`: runs the service, configured by the environment. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service (CONVEYOR_DATABASE_URL, CONVEYOR_PORT, CONVEYOR_CONFIG)')
    .addOption(stackOption())
    .action(async () => {
      const environment = readEnvironment();
      if (!environment.databaseUrl)
        throw new Failure('CONVEYOR_DATABASE_URL is not set. Set it to the address of a PostgreSQL database.', 2);
      await untilStopped(async () => {
        const { startService } = await import('../service/main.ts');
        return reaching('The database of CONVEYOR_DATABASE_URL', () => startService(environment));
      });
    });
}

/** The folder of the stack that started the process. The next start of the stack identifies the process by this argument. */
export function stackOption(): Option {
  return new Option('--stack <dir>').hideHelp();
}
