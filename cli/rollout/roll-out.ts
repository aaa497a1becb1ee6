import { Failure, sentenceOf } from '../../stack/processes/failure.ts';
import { type Deployment, deploymentOf, makeCurrent, ramp, type Server } from '../../worker/deployment.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

/**
 * Changes which build takes what is new, where a change is given.
 * @returns the deployment as it is then
 * @throws Failure where there is no such deployment or build, or the server refuses it
 */
export async function rollOut(
  server: Server,
  name: string,
  change?: { readonly build: string; readonly percent: number | null },
): Promise<Deployment> {
  const known = await demanded(server, name);
  if (!change) return known;
  const { build, percent } = change;
  if (!known.builds.some((each) => each.build === build)) {
    throw new Failure(
      `No worker of ${name} has come with build ${build}. There are ${known.builds.map((each) => each.build).join(', ')}.`,
      2,
    );
  }
  const version = { deployment: name, build };
  try {
    if (percent === null) await makeCurrent(server, version);
    else await ramp(server, version, percent);
  } catch (error) {
    throw new Failure(`Temporal refuses it: ${sentenceOf(error)}`, 1, { cause: error });
  }
  return demanded(server, name);
}

async function demanded(server: Server, name: string): Promise<Deployment> {
  const found = await deploymentOf(server, name);
  if (found) return found;
  throw new Failure(`Temporal knows no deployment ${name}: start a worker with CONVEYOR_DEPLOYMENT=${name}.`);
}

const words: Readonly<Record<Deployment['builds'][number]['status'], string>> = {
  current: 'takes everything new',
  ramping: 'takes a part of what is new',
  inactive: 'takes nothing yet',
  draining: 'has orders under way: let its workers run',
  drained: 'has nothing under way: its workers may be stopped',
  unknown: '',
};

export function rolloutText({ builds, ramping }: Deployment, terminal: Terminal): string {
  const rows = builds.map(({ build, status, since }) => [
    build,
    since?.toISOString().slice(0, 16).replace('T', ' ') ?? '',
    ramping?.build === build ? `takes ${ramping.percent} % of what is new` : words[status],
  ]);
  return table([{ title: 'build' }, { title: 'since (UTC)' }, { title: '', wraps: true }], rows, terminal);
}
