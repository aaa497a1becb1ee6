import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Environment, migratesAtStart } from '../config/environment.ts';
import { Database } from './platform/database/database.ts';
import { makePartitions } from './platform/database/partitions/make-partitions.ts';
import { migrate, type PlannedMigration, plannedMigrations } from './platform/database/schema/migrate.ts';
import { migrationFiles } from './platform/database/schema/migration-file.ts';
import { appliedMigrations, refusalOf, SchemaError, schemaVersion } from './platform/database/schema/schema-version.ts';
import { repeatWhileDiskIsFull } from './platform/database/while-disk-is-full.ts';
import { openWaitingServer } from './platform/server/waiting-server.ts';

/** Milliseconds between two looks at the schema. */
const interval = 1_000;

/** Applies the migrations that a database lacks, see `migrate`. @param report is told of each migration and each wait */
export const migrateDatabase = (url: string, report: (line: string) => void): Promise<string[]> =>
  migrate(url, { report });

/**
 * Makes the partitions that are due, see `makePartitions`. The services do so too, unless their role does not own the tables. A failure
 * stops nothing: rows go to the default partition meanwhile.
 * @param report is told of each new partition, or why there is none
 */
export async function makeDuePartitions(url: string, report: (line: string) => void): Promise<void> {
  const database = new Database(url, { connections: 1 });
  try {
    for (const name of await makePartitions(database)) report(`Made the partition ${name}.`);
  } catch (error) {
    report(
      `Partitions cannot be made now: ${error instanceof Error ? error.message : error} Run conveyor migrate again later, as the owner of the tables.`,
    );
  } finally {
    await database.close();
  }
}

/** Returns what `migrateDatabase` would do, and changes nothing. */
export const pendingMigrations = (url: string): Promise<PlannedMigration[]> => plannedMigrations(url);

type Settings = Pick<Environment, 'migrate' | 'host' | 'port'>;

/**
 * Returns when the database has the schema of this build. With `CONVEYOR_MIGRATE=no`, somebody else migrates it, and the process is
 * alive and not ready meanwhile.
 * @param demand throws for an address that this service cannot work with. A migration takes a lock of its session, so it comes before
 * @throws SchemaError if the schema is too new for this build
 */
export async function prepareSchema(
  url: string,
  environment: Settings,
  logger: Logger,
  demand: () => Promise<void>,
): Promise<void> {
  if (migratesAtStart(environment)) {
    await demand();
    await repeatWhileDiskIsFull(logger, () => migrateDatabase(url, (line) => logger.info(line)));
    return;
  }
  await untilMigrated(url, environment, logger);
  // The database answers now.
  await demand();
}

async function untilMigrated(url: string, environment: Settings, logger: Logger): Promise<void> {
  const files = await migrationFiles();
  let reason = await obstacleOf(url, files);
  if (reason === null) return;
  const server = await openWaitingServer(environment, () => publicReason(reason ?? ''));
  for (let logged = ''; reason !== null; reason = await obstacleOf(url, files)) {
    if (reason !== logged) logger.warn(`The start waits. ${reason}`);
    logged = reason;
    await pause(interval);
  }
  await server.close();
  logger.info('the database has the schema of this build: the start goes on');
}

/** Returns a reason for everybody: the error of a connection names the server. */
const publicReason = (reason: string): string =>
  reason.startsWith(noAnswer) ? `${noAnswer} the log has the reason.` : reason;

const noAnswer = 'The database does not answer:';

/** Returns why the service cannot start on a database, in one sentence; null if it can. @throws SchemaError */
async function obstacleOf(url: string, files: readonly string[]): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const refusal = refusalOf(await appliedMigrations(client), files);
    if (refusal !== null) throw new SchemaError(refusal);
    return (await schemaVersion(client, files)).problem;
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    return `${noAnswer} ${error instanceof Error ? error.message.replace(/\.$/, '') : error}.`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
