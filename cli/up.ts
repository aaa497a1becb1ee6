import { Command, Option } from 'commander';
import { defaultPort } from '../config/environment.ts';
import { wholeNumber } from './arguments.ts';
import { withClient } from './connection.ts';
import { further } from './output/help.ts';

interface UpOptions {
  data: string;
  port: number;
  config?: string;
  sample?: boolean;
}

/** `conveyor up`: runs the whole stack on this machine. */
export function upCommand(): Command {
  return new Command('up')
    .description('start PostgreSQL, Temporal, the service and the worker on this machine, until Ctrl-C')
    .option('--data <dir>', 'folder of all state', process.env.CONVEYOR_DATA ?? '.conveyor')
    .addOption(
      new Option('--port <port>', 'port of the service; Temporal uses the next two')
        .env('CONVEYOR_PORT')
        .argParser(wholeNumber(1, 65_533, ' The next two ports are used too.'))
        .default(defaultPort),
    )
    .option('--config <file>', 'configuration file (default: config/fulfillment.yaml)', process.env.CONVEYOR_CONFIG)
    .option('--sample', 'load the sample warehouse and run its orders, once')
    .addOption(new Option('--empty', 'start without the sample').conflicts('sample'))
    .action(async (options: UpOptions) => {
      const { runStack } = await import('./run-stack.ts');
      const { data, port, config, sample = false } = options;
      // Open connections to Temporal can keep the process alive.
      process.exit(await runStack({ data, port, config, sample }));
    });
}

/** `conveyor sample`: loads the sample shop into a service that runs already. */
export function sampleCommand(): Command {
  return new Command('sample')
    .description('load the sample warehouse into the service (CONVEYOR_URL, CONVEYOR_API_KEY), and run its orders')
    .addHelpText('after', further('Do this in an empty service: the sample has customers, parts and stock of its own.'))
    .action(async () => {
      const { runSample } = await import('./sample/run.ts');
      await withClient({}, (_, { url, apiKey }) => runSample({ url, apiKey, dataDir: undefined }));
    });
}
