import { Failure, sentenceOf } from '../../lib/failure.ts';
import { type Deployment, deploymentOf, makeCurrent, ramp, type Server } from '../../worker/deployment.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

/**
 * Changes the routing of new workflows to builds, if a change is given.
 * @returns the deployment after the change
 * @throws Failure if the deployment or build does not exist, or the server refuses the change
 */
export async function rollOut(
  server: Server,
  name: string,
  change?: { readonly build: string; readonly percent: number | null },
): Promise<Deployment> {
  const known = await requireDeployment(server, name);
  if (!change) return known;
  const { build, percent } = change;
  if (!known.builds.some((each) => each.build === build)) {
    throw new Failure(
      `Deployment ${name} has no build ${build}. Its builds are ${known.builds.map((each) => each.build).join(', ')}.`,
      2,
    );
  }
  const version = { deployment: name, build };
  try {
    if (percent === null) await makeCurrent(server, version);
    else await ramp(server, version, percent);
  } catch (error) {
    throw new Failure(`Temporal refuses the change: ${sentenceOf(error)}`, 1, { cause: error });
  }
  return requireDeployment(server, name);
}

async function requireDeployment(server: Server, name: string): Promise<Deployment> {
  const deployment = await deploymentOf(server, name);
  if (deployment) return deployment;
  throw new Failure(`Temporal has no deployment ${name}. Start a worker with CONVEYOR_DEPLOYMENT=${name}.`);
}

const descriptions: Readonly<Record<Deployment['builds'][number]['status'], string>> = {
  current: 'gets all new workflows',
  ramping: 'gets a part of new workflows',
  inactive: 'gets no workflows yet',
  draining: 'has running workflows: keep its workers',
  drained: 'has no running workflows: its workers can be stopped',
  unknown: '',
};

export function rolloutText({ builds, ramping }: Deployment, terminal: Terminal): string {
  const rows = builds.map(({ build, status, since }) => [
    build,
    since?.toISOString().slice(0, 16).replace('T', ' ') ?? '',
    ramping?.build === build ? `gets ${ramping.percent} % of new workflows` : descriptions[status],
  ]);
  return table([{ title: 'build' }, { title: 'since (UTC)' }, { title: '', wraps: true }], rows, terminal);
}
