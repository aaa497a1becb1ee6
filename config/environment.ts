/** All environment variables of the processes. */

type Variables = Readonly<Record<string, string | undefined>>;

export interface Environment {
  readonly databaseUrl: string | undefined;
  /** Address of a replica of the database that answers reads. */
  readonly readDatabaseUrl: string | undefined;
  /** Address of the service, for the engine and the command line. */
  readonly url: string;
  /** `CONVEYOR_URL`, if it is set. Links in answers begin with it. */
  readonly publicUrl: string | undefined;
  /** The address that the service listens on. */
  readonly ownUrl: string;
  readonly apiKey: string | undefined;
  readonly configFile: string | undefined;
  /** `CONVEYOR_MIGRATE`, see `migratesAtStart`. */
  readonly migrate: string | undefined;
  /** `CONVEYOR_CONFIG_SOURCE`, see `configSourceOf`. */
  readonly configSource: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Addresses and networks of the proxies before the service. */
  readonly trustedProxies: readonly string[];
  /** Whether the service serves the console; `CONVEYOR_CONSOLE=off` switches it off. */
  readonly console: boolean;
  readonly adminKey: string | undefined;
  readonly engineKey: string | undefined;
  /** Minutes without a call until a session of the console ends, as text. */
  readonly sessionIdleMinutes: string | undefined;
  /** Seconds between a stop signal and the stop, as text: `/readyz` answers 503, so that load balancers take the service out. */
  readonly stopDelay: string | undefined;
  /** Address of the stand-in carrier of the local stack. Plugins use it as `${CONVEYOR_STAND_IN_CARRIER_URL}`. */
  readonly standInCarrierUrl: string | undefined;
  /** Address of Temporal's web UI, for links. */
  readonly temporalUi: string | undefined;
  readonly data: string;
  /** `debug`, `info`, `warn`, … Each process has its own default. */
  readonly logLevel: string | undefined;
  /** Address of a port for the metrics of the service, such as `127.0.0.1:9464`. Without it the service opens none. */
  readonly metrics: string | undefined;
  /** Address of the worker's metrics for Prometheus, such as `127.0.0.1:9464`. */
  readonly workerMetrics: string | undefined;
  /** Address of the worker's health port, such as `127.0.0.1:9465`. Without it the worker opens none. */
  readonly workerHealth: string | undefined;
  /** Worker deployment name, so that versions of the worker run at the same time. Without it the worker takes every task. */
  readonly deployment: string | undefined;
  /** Id of the worker's build, if a controller starts the workers and routes new work; otherwise the hash of the workflow code. */
  readonly workerBuild: string | undefined;
  /**
   * Least retention of Temporal's namespace in days, as text. A worker raises a shorter one. Without it the
   * retention does not change.
   */
  readonly retentionDays: string | undefined;
}

export const defaultPort = 7420;

export function readEnvironment(variables: Variables = process.env): Environment {
  const port = Number(variables.CONVEYOR_PORT ?? defaultPort);
  const host = variables.CONVEYOR_HOST ?? '127.0.0.1';
  const ownUrl = `http://${host}:${port}`;
  const publicUrl = variables.CONVEYOR_URL?.replace(/\/+$/, '') || undefined;
  return {
    databaseUrl: variables.CONVEYOR_DATABASE_URL ?? variables.DATABASE_URL,
    readDatabaseUrl: variables.CONVEYOR_READ_DATABASE_URL || undefined,
    url: publicUrl ?? ownUrl,
    publicUrl,
    ownUrl,
    apiKey: variables.CONVEYOR_API_KEY,
    configFile: variables.CONVEYOR_CONFIG,
    migrate: variables.CONVEYOR_MIGRATE || undefined,
    configSource: variables.CONVEYOR_CONFIG_SOURCE || undefined,
    host,
    port,
    trustedProxies: (variables.CONVEYOR_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter((entry) => entry !== ''),
    console: variables.CONVEYOR_CONSOLE !== 'off',
    adminKey: variables.CONVEYOR_ADMIN_KEY,
    engineKey: variables.CONVEYOR_ENGINE_KEY,
    sessionIdleMinutes: variables.CONVEYOR_SESSION_IDLE_MINUTES || undefined,
    stopDelay: variables.CONVEYOR_STOP_DELAY || undefined,
    standInCarrierUrl: variables.CONVEYOR_STAND_IN_CARRIER_URL,
    temporalUi: variables.CONVEYOR_TEMPORAL_UI,
    data: variables.CONVEYOR_DATA ?? '.conveyor',
    logLevel: variables.LOG_LEVEL,
    metrics: variables.CONVEYOR_METRICS || undefined,
    workerMetrics: variables.CONVEYOR_WORKER_METRICS,
    workerHealth: variables.CONVEYOR_WORKER_HEALTH || undefined,
    // Temporal's worker controller sets the second name, and the name of the build, for the workers that it starts.
    deployment: variables.CONVEYOR_DEPLOYMENT || variables.TEMPORAL_DEPLOYMENT_NAME || undefined,
    workerBuild: variables.TEMPORAL_WORKER_BUILD_ID || undefined,
    retentionDays: variables.CONVEYOR_RETENTION_DAYS || undefined,
  };
}

/** Returns whether a start of the service migrates the database. Otherwise it waits for its schema. @throws EnvironmentError */
export const migratesAtStart = ({ migrate }: Pick<Environment, 'migrate'>): boolean =>
  oneOf('CONVEYOR_MIGRATE', migrate, ['yes', 'no']) === 'yes';

/** Returns where service and worker take their configuration from: the file of their machine, or the database. @throws EnvironmentError */
export const configSourceOf = ({ configSource }: Pick<Environment, 'configSource'>): 'file' | 'database' =>
  oneOf('CONVEYOR_CONFIG_SOURCE', configSource, ['file', 'database']);

/** Returns the value of a variable with few values; the first one by default. A slip of the pen must not migrate a database. */
function oneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly [Value, ...Value[]],
): Value {
  const value = text === undefined ? values[0] : values.find((one) => one === text);
  if (value !== undefined) return value;
  throw new EnvironmentError(`${name} is "${text}". Set it to ${values.map((one) => `"${one}"`).join(' or ')}.`);
}

/** A variable has a value that it cannot have. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}
