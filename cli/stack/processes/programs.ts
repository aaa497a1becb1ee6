import { join } from 'node:path';
import { projectRoot } from '../../../config/root.ts';
import type { Keys } from '../credentials.ts';
import { type DataFolder, readJson, writeSecretJson } from '../data-folder.ts';
import {
  launchPostgres,
  type PostgresAccess,
  postgresAccess,
  postgresReady,
  postgresUrl,
} from '../postgres/postgres.ts';
import { defaultNamespace, temporalLaunch, temporalReady } from '../temporal/temporal.ts';
import type { Program } from './program.ts';

const database = 'conveyor';

/** The addresses and keys that the programs of a stack get about each other. */
export interface StackSettings {
  readonly folder: DataFolder;
  readonly keys: Keys;
  readonly port: number;
  readonly url: string;
  /** Called at every start of a program, because PostgreSQL may have moved to another port. */
  readonly databaseUrl: () => string;
  readonly configFile: string;
  readonly standInCarrierUrl: string;
  /** Undefined for an external Temporal server, which `TEMPORAL_*` describe. */
  readonly temporalPort: number | undefined;
  readonly temporalUi: string | undefined;
}

/**
 * Describes the embedded PostgreSQL. It keeps its port between starts as long as the port is free.
 * @param onLaunch gets the address of the database before every start
 */
export function postgresProgram(folder: DataFolder, onLaunch: (url: string) => void): Program {
  let access: PostgresAccess | undefined;
  return {
    name: 'postgres',
    channel: false,
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
    grace: 10_000,
    async launch() {
      access = await postgresAccess(access ?? readJson<PostgresAccess>(folder.database));
      onLaunch(postgresUrl(access, database));
      writeSecretJson(folder.database, access);
      return launchPostgres(folder.postgres, access);
    },
    async ready(signal) {
      if (!access) throw new Error('PostgreSQL was not launched.');
      await postgresReady(access, database, signal);
    },
  };
}

/** Describes the local Temporal server. */
export function temporalProgram(folder: DataFolder, binary: string, port: number, uiPort: number): Program {
  return {
    name: 'temporal',
    channel: false,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    grace: 8_000,
    launch: async () => temporalLaunch(binary, { port, uiPort, file: folder.temporalFile }),
    ready: (signal) => temporalReady(port, signal),
  };
}

/**
 * The objects of a request live for milliseconds. The objects of 16 concurrent requests fill the 16 MiB that
 * Node.js keeps for new objects. With 64 MiB, fewer of them are copied because they still live
 * (docs/measurements.md).
 */
const youngGeneration = '--max-semi-space-size=64';

/** Describes the service, `conveyor serve`. */
export function serviceProgram(settings: StackSettings): Program {
  return ownProgram('service', 'serve', settings, {
    // Links have the address that callers use: that of a proxy, if one is in front of the stack.
    ...(process.env.CONVEYOR_URL ? { CONVEYOR_URL: process.env.CONVEYOR_URL } : {}),
    CONVEYOR_ADMIN_KEY: settings.keys.admin,
    CONVEYOR_ENGINE_KEY: settings.keys.engine,
  });
}

/** Describes the worker, `conveyor worker`. */
export function workerProgram(settings: StackSettings): Program {
  return ownProgram('worker', 'worker', settings, { CONVEYOR_API_KEY: settings.keys.engine });
}

function ownProgram(
  name: string,
  command: string,
  settings: StackSettings,
  secrets: Readonly<Record<string, string>>,
): Program {
  return {
    name,
    channel: true,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    grace: 10_000,
    launch: async () => ({
      command: process.execPath,
      // The folder is an argument, so that the next start can identify the process (see leftovers.ts).
      args: [
        '--enable-source-maps',
        youngGeneration,
        join(projectRoot, 'dist', 'cli', 'main.js'),
        command,
        '--stack',
        settings.folder.path,
      ],
      // Paths in the configuration file and in messages are relative to the working directory of the person.
      cwd: process.cwd(),
      env: { ...environmentFor(settings), ...secrets },
    }),
    ready: (_, message) => message,
  };
}

function environmentFor(settings: StackSettings): NodeJS.ProcessEnv {
  // A stack has one worker. With a deployment, a newer build would wait forever for its first workflows.
  const { CONVEYOR_ADMIN_KEY: _, CONVEYOR_DEPLOYMENT: __, ...inherited } = process.env;
  return {
    ...(settings.temporalPort === undefined ? inherited : withoutTemporal(inherited)),
    ...(settings.temporalPort === undefined
      ? {}
      : {
          TEMPORAL_ADDRESS: `127.0.0.1:${settings.temporalPort}`,
          TEMPORAL_NAMESPACE: defaultNamespace,
          // This file does not exist: the SDK rejects an empty one.
          TEMPORAL_CONFIG_FILE: join(settings.folder.path, 'no-temporal-profiles.toml'),
        }),
    ...(settings.temporalUi === undefined ? {} : { CONVEYOR_TEMPORAL_UI: settings.temporalUi }),
    CONVEYOR_DATABASE_URL: settings.databaseUrl(),
    CONVEYOR_HOST: '127.0.0.1',
    CONVEYOR_PORT: String(settings.port),
    CONVEYOR_URL: settings.url,
    CONVEYOR_CONFIG: settings.configFile,
    // Only the service migrates the database of a stack.
    CONVEYOR_MIGRATE: 'yes',
    CONVEYOR_STAND_IN_CARRIER_URL: settings.standInCarrierUrl,
    CONVEYOR_DATA: settings.folder.path,
  };
}

/** Removes the profile, certificate and key of the user's own Temporal server. */
function withoutTemporal(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('TEMPORAL_')));
}
