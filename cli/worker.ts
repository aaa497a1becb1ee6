import { Command } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import { stackOption } from './serve.ts';
import { reaching } from './server/unreachable.ts';
import { untilStopped } from './server/until-stopped.ts';

/** `conveyor worker`: runs the engine, configured by the environment. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('run the engine (CONVEYOR_URL, CONVEYOR_API_KEY, CONVEYOR_CONFIG, TEMPORAL_ADDRESS)')
    .option(
      '--role <role>',
      'task queue to poll: engine, webhooks, bulk, or carrier:<name> for a carrier with a rate limit (default: all)',
    )
    .addOption(stackOption())
    .action(async ({ role }: { role?: string }) => {
      await untilStopped(async () => {
        const [{ loadConfiguration }, { startWorker }] = await Promise.all([
          import('../config/load.ts'),
          import('../worker.ts'),
        ]);
        const environment = readEnvironment();
        const load = () => loadConfiguration(environment.configFile);
        const { carriers, webhooks, hash } = await load();
        const worker = await reaching('The Temporal server (TEMPORAL_ADDRESS, default 127.0.0.1:7233)', () =>
          startWorker(environment, { carriers, webhooks, configuration: { hash, load }, role }),
        );
        await worker.ready;
        return worker;
      });
    });
}
