import { hostname } from 'node:os';
import { sql } from 'kysely';
import { configSourceOf, type Environment } from '../config/environment.ts';
import { faultLine } from '../config/file/faults.ts';
import { loadConfiguration } from '../config/load.ts';
import { recordNames } from '../config/rules/record-names.ts';
import { version } from '../config/version.ts';
import { payloadEncoding } from '../lib/codec/payload-codec.ts';
import { startTracing, stopTracing } from '../lib/tracing/tracing.ts';
import { archivedIn } from './archive/archived-order.ts';
import { checkStates } from './check-states.ts';
import type { ActiveConfiguration } from './configuration/active-configuration.ts';
import { configurationHistory } from './configuration/configuration-history.ts';
import { ruleTrials } from './configuration/rule-trials.ts';
import { ServiceConfiguration } from './configuration/service-configuration.ts';
import { databaseSource, fileSource } from './configuration/source.ts';
import { unknownNamesIn } from './configuration/unknown-names.ts';
import { engineActor } from './engine/engine-actor.ts';
import { OutboxClaims } from './engine/outbox-claims.ts';
import { Watch } from './engine/watch.ts';
import { Engine } from './engine.ts';
import { ensureEventExamples } from './event-examples.ts';
import { EventFeed } from './event-log/feed.ts';
import { serviceInterface } from './interface.ts';
import { otherKindIn } from './orders/progress/other-kind.ts';
import { withdrawalsIn } from './orders/progress/withdrawn.ts';
import { Credentials, defaultIdleMinutes } from './platform/access/credentials.ts';
import { ensureFirstUsers } from './platform/access/first-users.ts';
import { isConnectionFailure } from './platform/database/connection-failure.ts';
import { Database } from './platform/database/database.ts';
import { assertOwnConnections } from './platform/database/poolers/own-connections.ts';
import { repeatWhileDiskIsFull } from './platform/database/while-disk-is-full.ts';
import { Admission } from './platform/http/admission.ts';
import { createLogger } from './platform/http/observability/logger.ts';
import type { Services } from './platform/http/services.ts';
import { checkResources } from './platform/listing/declaration/registry.ts';
import { createServer } from './platform/server/server.ts';
import { prepareSchema } from './prepare-schema.ts';
import { Readiness } from './readiness.ts';
import { Heartbeat, type OwnState } from './running-services/running-services.ts';
import { ensureSite } from './seed.ts';
import { Status } from './status.ts';
import { ClaimCalls } from './webhooks/claim-calls.ts';
import { WebhookFilters } from './webhooks/filters.ts';

export interface RunningService {
  readonly url: string;
  /** Reads the operators' file, or the active rule set of the database, again. One with faults changes nothing. */
  reload(): Promise<unknown>;
  /** Has load balancers send no further requests, and waits until they have noticed. The service still answers. */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the service: migrates the database, or waits until somebody else has migrated it, creates the first records of an empty
 * system, activates the rule set of its file or takes that of the database, and opens the interface.
 * @throws ConfigurationError if the configuration has faults, PayloadCodecError if the payload codec has, SchemaError if the schema is too
 * new; nothing is started then
 */
export async function startService(environment: Environment): Promise<RunningService> {
  const { databaseUrl, idleMinutes, stopDelay } = checked(environment);
  checkResources();
  const logger = createLogger({ level: environment.logLevel ?? 'info' });
  await startTracing('conveyor-service', logger);
  const load = () => loadConfiguration(environment.configFile);
  const kind = configSourceOf(environment);
  const atStart = kind === 'file' ? await load() : null;
  const encoding = await payloadEncoding();
  await prepareSchema(databaseUrl, environment, logger, () => assertConnections(environment, logger));

  const database = openDatabase(databaseUrl, environment, logger);
  const engine = new Engine(encoding);
  const client = () => engine.client();
  const filters = webhookFilters(database, databaseUrl, logger);
  const watch = new Watch({ database, client, logger });
  const source = kind === 'file' ? fileSource(load) : databaseSource(database);
  const configuration = new ServiceConfiguration({ database, source, configuration: atStart, logger });
  const { active, calls: configurationCalls } = configuration;
  const readiness = new Readiness(database, () => (active.state.configuration ? null : active.state.problem));
  const heartbeat = heartbeatOf(database, configuration);
  const status = new Status({ database, readiness, engine, active, version: version() });
  const credentials = new Credentials(database, { idleMinutes });
  const admission = new Admission();
  const services: Services = {
    database,
    get configuration() {
      return active.configuration;
    },
    get planner() {
      return active.planner;
    },
    configurationCalls,
    rules: ruleTrials({ database, configuration: () => active.configuration, planner: () => active.planner }),
    exactUpTo: () => active.state.configuration?.lists.exactUpTo,
    configurationHistory: configurationHistory(database),
    archived: archivedIn(database),
    ofOtherKind: otherKindIn(database),
    withWithdrawal: withdrawalsIn(database),
    credentials,
    eventFeed: new EventFeed(database, credentials),
    outbox: new OutboxClaims(database, encoding.encodesFailures),
    logger,
    admission,
    claimCalls: new ClaimCalls(admission),
    publicUrl: environment.publicUrl,
    ownUrl: environment.ownUrl,
    ...temporalOf(environment, engine),
    unready: () => readiness.unready(),
    status: () => status.read(),
  };
  const server = createServer(services, { ...serviceInterface, ...serverOptions(environment) });
  try {
    await checkStates(database);
    await repeatWhileDiskIsFull(logger, () => prepare(services, environment, configuration));
    for (const part of [filters, watch, heartbeat]) part.start();
    configuration.follower.start(logger);
    const url = await server.listen({ host: environment.host, port: environment.port });
    announce(logger, url, active);
    return { url, stop, reload: configurationCalls.reload, leave: () => readiness.leave(stopDelay) };
  } catch (error) {
    await stop();
    throw error;
  }

  async function stop(): Promise<void> {
    services.eventFeed.stop();
    services.claimCalls.stop();
    services.outbox.stop();
    await server.close();
    await configuration.follower.stop();
    for (const part of [heartbeat, watch, filters]) await part.stop();
    for (const one of [engine, database]) await one.close();
    await stopTracing();
  }
}

const serverOptions = ({ trustedProxies, console, metrics }: Environment) => ({
  version: version(),
  connections: { proxies: trustedProxies },
  console,
  metrics,
});

/** Returns what the service tells and uses of Temporal. */
function temporalOf({ temporalUi }: Environment, engine: Engine) {
  return {
    temporalUi: temporalUi?.replace(/\/+$/, '') || undefined,
    temporalNamespace: engine.namespace,
    temporal: () => engine.client(),
  };
}

/** Minutes after which a session of the console ends in any case. */
const longestIdle = 720;

/** Seconds that a stop may wait for load balancers. */
const longestStopDelay = 300;

/** Returns how long a stop waits for load balancers, in milliseconds. @throws Error for anything but a whole number of seconds */
function stopDelayOf(stopDelay = '0'): number {
  const seconds = Number(stopDelay);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= longestStopDelay) return seconds * 1_000;
  throw new Error(
    `CONVEYOR_STOP_DELAY is "${stopDelay}". Set it to a whole number of seconds from 0 to ${longestStopDelay}.`,
  );
}

/** @throws Error without a database, with a wrong idle time, or if `CONVEYOR_URL` cannot begin the links in answers */
function checked({ databaseUrl, publicUrl, sessionIdleMinutes, stopDelay }: Environment): {
  databaseUrl: string;
  idleMinutes: number;
  /** Milliseconds. */
  stopDelay: number;
} {
  if (!databaseUrl) throw new Error('The service has no database. Set CONVEYOR_DATABASE_URL (or DATABASE_URL).');
  const idleMinutes = sessionIdleMinutes === undefined ? defaultIdleMinutes : Number(sessionIdleMinutes);
  if (!Number.isInteger(idleMinutes) || idleMinutes < 1 || idleMinutes > longestIdle) {
    throw new Error(
      `CONVEYOR_SESSION_IDLE_MINUTES is "${sessionIdleMinutes}". Set it to a whole number from 1 to ${longestIdle}.`,
    );
  }
  const settings = { databaseUrl, idleMinutes, stopDelay: stopDelayOf(stopDelay) };
  if (publicUrl === undefined) return settings;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '')
    return settings;
  throw new Error(
    `CONVEYOR_URL is "${publicUrl}". Set it to the address of the service, such as https://orders.example.com.`,
  );
}

/** Returns what this process uses, as its heartbeat says it. */
function ruleSetOf({ state: { configuration, since, problem } }: ActiveConfiguration): OwnState {
  return { ruleset: configuration?.hash ?? null, since, problem };
}

function announce(logger: Services['logger'], url: string, active: ActiveConfiguration): void {
  const { ruleset, problem } = ruleSetOf(active);
  logger.info({ url, ruleset }, 'the service is open');
  if (ruleset === null) logger.warn(`The service is not ready. ${problem}`);
}

/** Writes which rule set this process uses, at once when it changes. */
function heartbeatOf(database: Database, { active, source }: ServiceConfiguration): Heartbeat {
  const heartbeat = new Heartbeat({
    database,
    host: hostname(),
    pid: process.pid,
    version: version(),
    source,
    state: () => ruleSetOf(active),
  });
  active.onChange(() => void heartbeat.beat());
  return heartbeat;
}

/** @throws Error if an address leads to a pooler that shares connections */
async function assertConnections({ databaseUrl, readDatabaseUrl }: Environment, logger: Services['logger']) {
  if (databaseUrl) await assertOwnConnections('CONVEYOR_DATABASE_URL', databaseUrl);
  if (!readDatabaseUrl) return;
  try {
    await assertOwnConnections('CONVEYOR_READ_DATABASE_URL', readDatabaseUrl);
  } catch (error) {
    if (!isConnectionFailure(error)) throw error;
    logger.warn({ err: error }, 'the replica does not answer: the primary answers its reads');
  }
}

function openDatabase(url: string, { readDatabaseUrl }: Environment, logger: Services['logger']): Database {
  const onChange = (problem: string | null) =>
    problem === null ? logger.info('the replica answers reads') : logger.warn({ problem }, 'reads go to the primary');
  return new Database(url, {
    onLoss: (connections) => logger.warn({ connections }, 'dropped connections, because the database did not answer'),
    replica: readDatabaseUrl === undefined ? undefined : { url: readDatabaseUrl, onChange },
  });
}

function webhookFilters(database: Database, url: string, logger: Services['logger']): WebhookFilters {
  return new WebhookFilters({ database, url, actor: () => engineActor(database, 'conveyor webhooks'), logger });
}

/** Creates the rows that the first request needs: a site, the first users, the rule set and its carriers. Takes a rule set of the database. */
async function prepare(
  { database, logger }: Services,
  { adminKey, engineKey }: Environment,
  { active, source, activations }: ServiceConfiguration,
): Promise<void> {
  await ensureSite(database);
  await ensureEventExamples(database);
  await ensureFirstUsers(database, { admin: adminKey, engine: engineKey });
  await warnWithoutKeys(database, logger);
  if (source === 'database') return activations.takeStored();
  const { faults } = await unknownNamesIn(database, recordNames(active.configuration));
  for (const fault of faults) logger.warn(faultLine(fault));
  const carriers = await activations.store();
  if (carriers.length > 0) logger.info({ carriers }, 'created the carriers that only the configuration had');
}

/** Warns if no API key exists, because nobody can then call the service. The local stack always sets the keys. */
async function warnWithoutKeys(database: Database, logger: Services['logger']): Promise<void> {
  const { rows } = await sql`select 1 from apikey where revoked_at is null limit 1`.execute(database.kysely);
  if (rows.length > 0) return;
  logger.warn('there is no API key: set CONVEYOR_ADMIN_KEY and CONVEYOR_ENGINE_KEY and start again');
}
