import { setTimeout as pause } from 'node:timers/promises';
import type { Launch } from '../processes/program.ts';
import { prepareNamespace } from './namespace.ts';
import { searchAttributes } from './search-attributes.ts';
import { dynamicConfig, sqlitePragmas } from './settings.ts';

export const defaultNamespace = 'default';

export interface TemporalPlace {
  readonly port: number;
  /** Undefined for a server without the web pages. */
  readonly uiPort: number | undefined;
  /** File of the database; undefined keeps everything in memory. */
  readonly file: string | undefined;
}

/** How to start a Temporal server of our own, told what `dynamicConfig` says. */
export function temporalLaunch(binary: string, { port, uiPort, file }: TemporalPlace): Launch {
  const flags = [
    ['--ip', '127.0.0.1', '--port', String(port)],
    uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)],
    file === undefined ? [] : ['--db-filename', file],
    ['--log-level', 'error'],
    file === undefined ? [] : pairs('--sqlite-pragma', sqlitePragmas),
    // Strings need quotes: values are read as JSON.
    pairs(
      '--dynamic-config-value',
      mapValues(dynamicConfig, (value) => JSON.stringify(value)),
    ),
    pairs('--search-attribute', Object.fromEntries(searchAttributes.map(({ name, type }) => [name, type]))),
  ];
  return {
    command: binary,
    args: ['server', 'start-dev', ...flags.flat()],
    // The user's own profile (TEMPORAL_*) speaks of some other server, and our keys are none of its business.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(TEMPORAL|CONVEYOR)_/.test(name))),
  };
}

/** Waits until the server answers, then sees to search attributes and retention (an old file ignores the flags). */
export async function temporalReady(port: number, signal?: AbortSignal): Promise<void> {
  const { Connection } = await import('@temporalio/client');
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  try {
    while (!signal?.aborted) {
      try {
        await connection.withDeadline(Date.now() + 1_000, () =>
          connection.workflowService.describeNamespace({ namespace: defaultNamespace }),
        );
        await prepareNamespace(connection, defaultNamespace);
        return;
      } catch {
        await pause(50);
      }
    }
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
