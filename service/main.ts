import { sql } from 'kysely';
import { payloadEncoding } from '../codec/payload-codec.ts';
import type { Environment } from '../config/environment.ts';
import { faultLine } from '../config/file/faults.ts';
import { loadConfiguration } from '../config/load.ts';
import { startTracing, stopTracing } from '../tracing/tracing.ts';
import { ActiveRuleSet, type ReloadResult } from './active-rule-set.ts';
import { archivedIn } from './archive/archived-order.ts';
import { checkStates } from './check-states.ts';
import { configurationHistory } from './configuration-history.ts';
import { engineActor } from './engine/engine-actor.ts';
import { onMissingOrder } from './engine/missing-order.ts';
import { Watch } from './engine/watch.ts';
import { Engine } from './engine.ts';
import { ensureEventExamples } from './event-examples.ts';
import { EventFeed } from './event-log/feed.ts';
import { serviceInterface } from './interface.ts';
import { unknownInRules } from './orders/planning/unknown-names.ts';
import { Credentials, defaultIdleMinutes } from './platform/access/credentials.ts';
import { ensureFirstUsers } from './platform/access/first-users.ts';
import { Database } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import type { MissingWorkflow } from './platform/events/missing-workflow.ts';
import { Relay } from './platform/events/relay.ts';
import { Admission } from './platform/http/admission.ts';
import { createLogger } from './platform/http/observability/logger.ts';
import type { Services } from './platform/http/services.ts';
import { checkResources } from './platform/listing/declaration/registry.ts';
import { createServer } from './platform/server/server.ts';
import { Readiness } from './readiness.ts';
import { ensureSite } from './seed.ts';
import { Status } from './status.ts';
import { version } from './version.ts';
import { WebhookFilters } from './webhooks/filters.ts';
import { repeatWhileDiskIsFull } from './while-disk-is-full.ts';

export interface RunningService {
  readonly url: string;
  /** Reads the operators' file again. A file with faults changes nothing. */
  reload(): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts the service: migrates the database, creates the first records of an empty system, activates the rule set, opens the
 * interface and starts the relay.
 * @throws ConfigurationError if the operators' file has faults, PayloadCodecError if the payload codec has; nothing is started then
 */
export async function startService(environment: Environment): Promise<RunningService> {
  const { databaseUrl, idleMinutes } = checked(environment);
  checkResources();
  const logger = createLogger({ level: environment.logLevel ?? 'info' });
  await startTracing('conveyor-service', logger);
  const configuration = await loadConfiguration(environment.configFile);
  const encoding = await payloadEncoding();
  await migrateDatabase(databaseUrl, logger);

  const database = new Database(databaseUrl, {
    onLoss: (connections) => logger.warn({ connections }, 'dropped connections, because the database did not answer'),
  });
  const engine = new Engine(encoding);
  const client = () => engine.client();
  const onMissing = (missing: MissingWorkflow) => onMissingOrder(database, missing);
  const relay = new Relay({ database, client, logger, service: environment.url, onMissing });
  const filters = webhookFilters(database, databaseUrl, logger);
  const watch = new Watch({ database, client, logger });
  const active = new ActiveRuleSet(database, configuration, () => loadConfiguration(environment.configFile), logger);
  const readiness = new Readiness(database);
  const status = new Status({ database, readiness, relay, engine, active, version: version() });
  const reload = (by?: number) => logged(logger, active.reload({ how: 'reload', by }));
  const credentials = new Credentials(database, { idleMinutes });
  const services: Services = {
    database,
    get configuration() {
      return active.configuration;
    },
    get planner() {
      return active.planner;
    },
    archived: archivedIn(database),
    exactUpTo: () => active.configuration.lists.exactUpTo,
    reload,
    rollback: (version, by) => logged(logger, active.rollback(version, by)),
    configurationHistory: configurationHistory(database),
    credentials,
    eventFeed: new EventFeed(database, credentials),
    logger,
    admission: new Admission(),
    publicUrl: environment.publicUrl,
    ownUrl: environment.ownUrl,
    ...temporalOf(environment, engine),
    unready: () => readiness.unready(),
    status: () => status.read(),
  };
  const server = createServer(services, { ...serviceInterface, ...serverOptions(environment) });
  try {
    await checkStates(database);
    await repeatWhileDiskIsFull(logger, () => prepare(services, environment, active));
    for (const part of [relay, filters, watch]) part.start();
    active.follow(logger);
    const url = await server.listen({ host: environment.host, port: environment.port });
    logger.info({ url, ruleset: configuration.hash }, 'the service is open');
    return { url, stop, reload };
  } catch (error) {
    await stop();
    throw error;
  }

  async function stop(): Promise<void> {
    services.eventFeed.stop();
    await server.close();
    await active.stop();
    for (const part of [watch, filters, relay]) await part.stop();
    for (const one of [engine, database]) await one.close();
    await stopTracing();
  }
}

const serverOptions = ({ trustedProxies, console }: Environment) => ({
  version: version(),
  connections: { proxies: trustedProxies },
  console,
});

/** Returns what the service tells and uses of Temporal. */
function temporalOf({ temporalUi }: Environment, engine: Engine) {
  return {
    temporalUi: temporalUi?.replace(/\/+$/, '') || undefined,
    temporalNamespace: engine.namespace,
    temporal: () => engine.client(),
  };
}

/** Logs what a reload or a rollback changed. */
async function logged(logger: Services['logger'], activation: Promise<ReloadResult>): Promise<ReloadResult> {
  const reloaded = await activation;
  const { ruleset, before, changes, faults } = reloaded;
  if (faults.length > 0) logger.error({ faults }, 'the configuration has faults: nothing changed');
  else logger.info({ ruleset, before, changes }, 'the configuration was read again');
  return reloaded;
}

/** Minutes after which a session of the console ends in any case. */
const longestIdle = 720;

/** @throws Error without a database, with a wrong idle time, or if `CONVEYOR_URL` cannot begin the links in answers */
function checked({ databaseUrl, publicUrl, sessionIdleMinutes }: Environment): {
  databaseUrl: string;
  idleMinutes: number;
} {
  if (!databaseUrl) throw new Error('The service has no database. Set CONVEYOR_DATABASE_URL (or DATABASE_URL).');
  const idleMinutes = sessionIdleMinutes === undefined ? defaultIdleMinutes : Number(sessionIdleMinutes);
  if (!Number.isInteger(idleMinutes) || idleMinutes < 1 || idleMinutes > longestIdle) {
    throw new Error(
      `CONVEYOR_SESSION_IDLE_MINUTES is "${sessionIdleMinutes}". Set it to a whole number from 1 to ${longestIdle}.`,
    );
  }
  if (publicUrl === undefined) return { databaseUrl, idleMinutes };
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '')
    return { databaseUrl, idleMinutes };
  throw new Error(
    `CONVEYOR_URL is "${publicUrl}". Set it to the address of the service, such as https://orders.example.com.`,
  );
}

async function migrateDatabase(url: string, logger: Services['logger']): Promise<void> {
  for (const file of await repeatWhileDiskIsFull(logger, () => migrate(url))) logger.info({ file }, 'migrated');
}

function webhookFilters(database: Database, url: string, logger: Services['logger']): WebhookFilters {
  return new WebhookFilters({ database, url, actor: () => engineActor(database, 'conveyor webhooks'), logger });
}

/** Creates the rows that the first request needs: a site, the first users, the rule set and its carriers. */
async function prepare(
  { database, logger }: Services,
  { adminKey, engineKey }: Environment,
  active: ActiveRuleSet,
): Promise<void> {
  await ensureSite(database);
  await ensureEventExamples(database);
  await ensureFirstUsers(database, { admin: adminKey, engine: engineKey });
  await warnWithoutKeys(database, logger);
  for (const fault of await unknownInRules(database, active.configuration)) logger.warn(faultLine(fault));
  const carriers = await active.store();
  if (carriers.length > 0) logger.info({ carriers }, 'created the carriers that only the configuration had');
}

/** Warns if no API key exists, because nobody can then call the service. The local stack always sets the keys. */
async function warnWithoutKeys(database: Database, logger: Services['logger']): Promise<void> {
  const { rows } = await sql`select 1 from apikey where revoked_at is null limit 1`.execute(database.kysely);
  if (rows.length > 0) return;
  logger.warn('there is no API key: set CONVEYOR_ADMIN_KEY and CONVEYOR_ENGINE_KEY and start again');
}
