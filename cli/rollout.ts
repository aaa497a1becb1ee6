import { Command } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import { wholeNumber } from './arguments.ts';
import { type ConnectionOptions, connected, connectionOf, printResult } from './connection.ts';
import { further } from './output/help.ts';

interface Options extends ConnectionOptions {
  deployment: string;
}

/** `conveyor rollout show|to|ramp`: selects the build of the worker that gets new orders. */
export function rolloutCommand(): Command {
  return new Command('rollout')
    .description('select the build of the worker that gets new orders, if several builds run')
    .addCommand(showCommand())
    .addCommand(toCommand())
    .addCommand(rampCommand())
    .addHelpText(
      'after',
      further(
        'This is for workers with CONVEYOR_DEPLOYMENT. See "Rolling out new workflow code" in docs/operating.md.',
      ),
    );
}

function ofDeployment(command: Command): Command {
  const known = readEnvironment().deployment ?? 'conveyor';
  return connected(
    command.option('--deployment <name>', 'deployment, as in CONVEYOR_DEPLOYMENT of the workers', known),
  );
}

function showCommand(): Command {
  const command = new Command('show').description('list the builds, and the part of new workflows that each gets');
  return ofDeployment(command).action((options: Options) => act(options));
}

function toCommand(): Command {
  const command = new Command('to')
    .description('route all new workflows to a build; running orders stay with their build')
    .argument('<build>', 'build, as printed by "show"');
  return ofDeployment(command).action((build: string, options: Options) => act(options, { build, percent: null }));
}

function rampCommand(): Command {
  const command = new Command('ramp')
    .description('route a part of new workflows to a build; 0 ends it')
    .argument('<build>', 'build, as printed by "show"')
    .argument('<percent>', 'from 0 to 100', wholeNumber(0, 100));
  return ofDeployment(command).action((build: string, percent: number, options: Options) =>
    act(options, { build, percent }),
  );
}

/** Makes the change, if there is one, and prints the deployment. */
async function act(options: Options, change?: { build: string; percent: number | null }): Promise<void> {
  const [{ withTemporal }, { rollOut, rolloutText }] = await Promise.all([
    import('./rollout/temporal.ts'),
    import('./rollout/roll-out.ts'),
  ]);
  const place = { service: () => connectionOf(options).url, stack: options.data !== undefined };
  const deployment = await withTemporal(place, (server) => rollOut(server, options.deployment, change));
  printResult(options, deployment, (terminal) => rolloutText(deployment, terminal));
}
