import { Command, InvalidArgumentError } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import { type ConnectionOptions, connected, connectionOf, print, printJson } from './connection.ts';
import { further } from './help.ts';

interface Options extends ConnectionOptions {
  deployment: string;
  json?: boolean;
}

/** `conveyor rollout show|to|ramp`: which build of the worker takes new orders, where several run beside each other. */
export function rolloutCommand(): Command {
  return new Command('rollout')
    .description('which build of the worker takes new orders, where builds run beside each other')
    .addCommand(showCommand())
    .addCommand(toCommand())
    .addCommand(rampCommand())
    .addHelpText(
      'after',
      further(
        'For workers that run with CONVEYOR_DEPLOYMENT: see "Rolling out new workflow code" in docs/operating.md.',
      ),
    );
}

function ofDeployment(command: Command): Command {
  const known = readEnvironment().deployment ?? 'conveyor';
  return connected(command.option('--deployment <name>', 'as in CONVEYOR_DEPLOYMENT of the workers', known));
}

function showCommand(): Command {
  const command = new Command('show').description('the builds that there are, and what each takes');
  return ofDeployment(command).action((options: Options) => act(options));
}

function toCommand(): Command {
  const command = new Command('to')
    .description('have a build take everything new; orders under way stay with theirs')
    .argument('<build>', 'as "show" has it');
  return ofDeployment(command).action((build: string, options: Options) => act(options, { build, percent: null }));
}

function rampCommand(): Command {
  const command = new Command('ramp')
    .description('have a build take a part of the new orders; 0 gives them back')
    .argument('<build>', 'as "show" has it')
    .argument('<percent>', 'from 0 to 100', percentage);
  return ofDeployment(command).action((build: string, percent: number, options: Options) =>
    act(options, { build, percent }),
  );
}

/** Does it, and shows how it is then. */
async function act(options: Options, change?: { build: string; percent: number | null }): Promise<void> {
  const [{ withTemporal }, { rollOut, rolloutText }, { terminalOf }] = await Promise.all([
    import('./temporal/client.ts'),
    import('./rollout/roll-out.ts'),
    import('./output/terminal.ts'),
  ]);
  const place = { service: () => connectionOf(options).url, stack: options.data !== undefined };
  const deployment = await withTemporal(place, ({ connection, options: { namespace } }) =>
    rollOut({ connection, namespace }, options.deployment, change),
  );
  if (options.json) printJson(deployment);
  else print(rolloutText(deployment, terminalOf(process.stdout)));
}

function percentage(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError('Expected a whole number from 0 to 100.');
  return Number(text);
}
