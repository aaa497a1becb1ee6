import { join } from 'node:path';
import { projectRoot } from '../../config/root.ts';
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

/** What the processes of a stack are told about each other. */
export interface Surroundings {
  readonly folder: DataFolder;
  readonly keys: Keys;
  readonly port: number;
  readonly url: string;
  /** Read at every start of a process: PostgreSQL may have had to take another port. */
  readonly databaseUrl: () => string;
  readonly configFile: string;
  readonly standInCarrierUrl: string;
  /** Undefined for a Temporal server of somebody else's, which `TEMPORAL_*` describe. */
  readonly temporalPort: number | undefined;
  readonly temporalUi: string | undefined;
}

export interface PostgresProgram extends Program {
  url(): string;
}

/** PostgreSQL on a port that stays the same as long as nobody else takes it. */
export function postgresProgram(folder: DataFolder): PostgresProgram {
  let access: PostgresAccess | undefined = readJson<PostgresAccess>(folder.database);
  return {
    name: 'postgres',
    channel: false,
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
    grace: 10_000,
    async launch() {
      access = await postgresAccess(access);
      writeSecretJson(folder.database, access);
      return launchPostgres(folder.postgres, access);
    },
    ready: (signal) => postgresReady(access!, database, signal),
    url: () => postgresUrl(access!, database),
  };
}

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

export function serviceProgram(around: Surroundings): Program {
  return ownProgram('service', 'serve', around, {
    CONVEYOR_ADMIN_KEY: around.keys.admin,
    CONVEYOR_ENGINE_KEY: around.keys.engine,
  });
}

export function workerProgram(around: Surroundings): Program {
  return ownProgram('worker', 'worker', around, { CONVEYOR_API_KEY: around.keys.engine });
}

function ownProgram(
  name: string,
  command: string,
  around: Surroundings,
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
      // The folder stands in the command line, so that the next start knows the process for its own.
      args: [
        '--enable-source-maps',
        join(projectRoot, 'dist', 'cli', 'main.js'),
        command,
        '--stack',
        around.folder.path,
      ],
      // Paths in the operators' file and in messages are relative to where the person is.
      cwd: process.cwd(),
      env: { ...environmentFor(around), ...secrets },
    }),
    ready: (_, told) => told,
  };
}

function environmentFor(around: Surroundings): NodeJS.ProcessEnv {
  // A stack has one worker: a newer build of it would wait for ever to be given what is new.
  const { CONVEYOR_ADMIN_KEY: _, CONVEYOR_DEPLOYMENT: __, ...inherited } = process.env;
  return {
    ...(around.temporalPort === undefined ? inherited : withoutTemporal(inherited)),
    ...(around.temporalPort === undefined
      ? {}
      : {
          TEMPORAL_ADDRESS: `127.0.0.1:${around.temporalPort}`,
          TEMPORAL_NAMESPACE: defaultNamespace,
          // A file that is not there: the SDK takes an empty one for broken.
          TEMPORAL_CONFIG_FILE: join(around.folder.path, 'no-temporal-profiles.toml'),
        }),
    ...(around.temporalUi === undefined ? {} : { CONVEYOR_TEMPORAL_UI: around.temporalUi }),
    CONVEYOR_DATABASE_URL: around.databaseUrl(),
    CONVEYOR_HOST: '127.0.0.1',
    CONVEYOR_PORT: String(around.port),
    CONVEYOR_URL: around.url,
    CONVEYOR_CONFIG: around.configFile,
    CONVEYOR_STAND_IN_CARRIER_URL: around.standInCarrierUrl,
    CONVEYOR_DATA: around.folder.path,
  };
}

/** A profile, a certificate or a key of another server would only lead astray. */
function withoutTemporal(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith('TEMPORAL_')));
}
