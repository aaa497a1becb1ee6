import { setTimeout as pause } from 'node:timers/promises';
import { Failure, sentenceOf } from '../../../lib/failure.ts';
import { prepareNamespace } from '../../../worker/namespace.ts';
import { searchAttributeTypes } from '../../../workflows/contract/search-attribute-types.ts';
import type { Launch } from '../processes/program.ts';

export const defaultNamespace = 'default';

/**
 * Settings of a Temporal server for orders. The server's defaults affect throughput more than our code does;
 * docs/operating.md has the figures. The names and their case match Temporal 1.29: the server ignores a misspelled
 * name silently.
 */
export const serverSettings: Readonly<Record<string, number | string | boolean>> = {
  // The default is 20 reads per second: it adds 50 ms to every hop of an order and delays timers by 20 s under load.
  'history.transferProcessorMaxPollRPS': 2000,
  'history.timerProcessorMaxPollRPS': 2000,
  'history.visibilityProcessorMaxPollRPS': 2000,
  // The default is 30 s: finished tasks accumulate in SQLite, and each read scans them.
  'history.transferProcessorUpdateAckInterval': '1s',
  'history.visibilityProcessorUpdateAckInterval': '1s',
  'history.timerProcessorUpdateAckInterval': '5s',
  // The response to a workflow task hands its next activity to the same worker, without a trip through the task queue.
  'system.enableActivityEagerExecution': true,
  'matching.useNewMatcher': true,
  // Quotas protect a shared cluster. This server has one user.
  'frontend.rps': 100_000,
  'frontend.namespaceRPS': 100_000,
  'frontend.namespaceRPS.visibility': 10_000,
  'frontend.namespaceCount': 100_000,
  'frontend.persistenceMaxQPS': 100_000,
  'history.rps': 100_000,
  'history.persistenceMaxQPS': 100_000,
  'matching.rps': 100_000,
  'matching.persistenceMaxQPS': 100_000,
};

/** Days that a local server keeps the history of a closed workflow. The default of a development server is one. */
const ownRetentionDays = 30;

/** With SQLite's defaults every step of a workflow waits for the disk several times: 12 orders per second instead of 43. */
const sqlitePragmas: Readonly<Record<string, string>> = { journal_mode: 'WAL', synchronous: 'NORMAL' };

/** The server collects garbage when its heap has grown to five times the used size, or to 1 GiB. */
export const garbageCollection: Readonly<Record<string, string>> = { GOGC: '400', GOMEMLIMIT: '1GiB' };

const withoutOurs = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !/^(TEMPORAL|CONVEYOR)_/.test(name)));

export interface TemporalPlace {
  readonly port: number;
  /** Port of the web UI; undefined starts the server without it. */
  readonly uiPort: number | undefined;
  /** File of the database; undefined keeps all data in memory. */
  readonly file: string | undefined;
  /** True where namespaces are made while the server runs, as tests do. */
  readonly makesNamespaces?: boolean;
}

/** Returns the command that starts a local Temporal server with the settings above. */
export function temporalLaunch(binary: string, { port, uiPort, file, makesNamespaces = false }: TemporalPlace): Launch {
  const settings = {
    ...serverSettings,
    // A development server reads the search attributes of the namespace from its database at every start and task of a workflow,
    // which is 7 % of its CPU. Otherwise it knows new ones after two seconds, see `prepareNamespace`.
    'system.forceSearchAttributesCacheRefreshOnRead': makesNamespaces,
  };
  const flags = [
    ['--ip', '127.0.0.1', '--port', String(port)],
    uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)],
    file === undefined ? [] : ['--db-filename', file],
    ['--log-level', 'error'],
    file === undefined ? [] : pairs('--sqlite-pragma', sqlitePragmas),
    // The server parses values as JSON, so strings need quotes.
    pairs(
      '--dynamic-config-value',
      mapValues(settings, (value) => JSON.stringify(value)),
    ),
    pairs('--search-attribute', searchAttributeTypes),
  ];
  return {
    command: binary,
    args: ['server', 'start-dev', ...flags.flat()],
    // The database holds what orders contain.
    umask: 0o077,
    // The user's TEMPORAL_* variables describe another server, and the server needs none of our keys.
    env: { ...garbageCollection, ...withoutOurs(process.env) },
  };
}

/** Waits until the server answers, then creates the search attributes and sets its retention. An existing database file ignores the flags. */
export async function temporalReady(port: number, signal?: AbortSignal): Promise<void> {
  const { Connection } = await import('@temporalio/client');
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  try {
    while (!signal?.aborted) {
      try {
        await connection.withDeadline(Date.now() + 1_000, () =>
          connection.workflowService.describeNamespace({ namespace: defaultNamespace }),
        );
        await prepareNamespace(connection, defaultNamespace, ownRetentionDays);
        return;
      } catch {
        await pause(50);
      }
    }
  } finally {
    await connection.close();
  }
}

/**
 * Checks that the server of `TEMPORAL_*` answers, and prepares its namespace as far as our permissions allow.
 * @returns lines for people: the address, and the changes that an administrator has to make
 * @throws Failure when the server does not answer
 */
export async function prepareExternalTemporal(address: string): Promise<string> {
  const [{ Connection }, { loadClientConnectConfig }] = await Promise.all([
    import('@temporalio/client'),
    import('@temporalio/envconfig'),
  ]);
  const { connectionOptions, namespace = defaultNamespace } = loadClientConnectConfig();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '10s' }).catch((error) => {
    throw new Failure(
      `Temporal at ${address} (TEMPORAL_ADDRESS) does not answer: ${sentenceOf(error)}. Start it, or unset TEMPORAL_ADDRESS to start a local server.`,
    );
  });
  try {
    const { demands } = await prepareNamespace(connection, namespace);
    return [`${address}, namespace ${namespace}`, ...demands].join('\n');
  } finally {
    await connection.close();
  }
}

function pairs(flag: string, values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
