import { Command } from 'commander';
import type { Configuration } from '../config/configuration.ts';
import { configSourceOf, type Environment, readEnvironment } from '../config/environment.ts';
import { Failure } from '../lib/failure.ts';
import { note } from './output/terminal.ts';
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
        const { startWorker } = await import('../worker.ts');
        const environment = readEnvironment();
        const { first, load } =
          configSourceOf(environment) === 'file' ? await fromFile(environment) : await fromService(environment);
        const { carriers, webhooks, hash } = first;
        const worker = await reaching('The Temporal server (TEMPORAL_ADDRESS, default 127.0.0.1:7233)', () =>
          startWorker(environment, { carriers, webhooks, configuration: { hash, load }, role }),
        );
        await worker.ready;
        return worker;
      });
    });
}

/** The configuration at the start, and how to load it again. */
interface Loaded {
  readonly first: Configuration;
  load(): Promise<Configuration>;
}

async function fromFile({ configFile }: Environment): Promise<Loaded> {
  const { loadConfiguration } = await import('../config/load.ts');
  const load = () => loadConfiguration(configFile);
  return { first: await load(), load };
}

/** Takes the configuration of the service, and waits for it. During the wait the worker is alive and not ready. */
async function fromService(environment: Environment): Promise<Loaded> {
  const apiKey = environment.engineKey ?? environment.apiKey;
  if (!apiKey) throw new Failure('The engine has no API key: set CONVEYOR_ENGINE_KEY or CONVEYOR_API_KEY.');
  const [{ createClient }, { loadFileSet }, { openWaitingPort }, { awaitConfiguration }] = await Promise.all([
    import('../client/client.ts'),
    import('../config/load-set.ts'),
    import('../worker/health.ts'),
    import('./server/await-configuration.ts'),
  ]);
  const client = createClient({ url: environment.url, apiKey, userAgent: 'conveyor-worker', retries: 0 });
  const load = async () => loadFileSet(await client.config.files.get());
  let reason = 'The worker asks the service for its configuration.';
  const port = await openWaitingPort(environment.workerHealth, () => reason);
  try {
    const first = await awaitConfiguration(load, environment.url, (sentence) => {
      reason = sentence;
      note(`${sentence}\n`);
    });
    return { first, load };
  } finally {
    await port?.close();
  }
}
