import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { afterAll, afterEach, expect } from 'vitest';
import { createEngineClient } from '../../client/engine.ts';
import type { FileSet } from '../../config/file/file-set.ts';
import { loadConfiguration } from '../../config/load.ts';
import { loadFileSet } from '../../config/load-set.ts';
import { archivedIn } from '../../service/archive/archived-order.ts';
import { configurationHistory } from '../../service/configuration/configuration-history.ts';
import { ruleTrials } from '../../service/configuration/rule-trials.ts';
import { ServiceConfiguration } from '../../service/configuration/service-configuration.ts';
import { databaseSource, fileSource } from '../../service/configuration/source.ts';
import { engineActor } from '../../service/engine/engine-actor.ts';
import { OutboxClaims } from '../../service/engine/outbox-claims.ts';
import { Engine } from '../../service/engine.ts';
import { ensureEventExamples } from '../../service/event-examples.ts';
import { EventFeed } from '../../service/event-log/feed.ts';
import { serviceInterface } from '../../service/interface.ts';
import { otherKindIn } from '../../service/orders/progress/other-kind.ts';
import { withdrawalsIn } from '../../service/orders/progress/withdrawn.ts';
import { Credentials } from '../../service/platform/access/credentials.ts';
import { ensureFirstUsers } from '../../service/platform/access/first-users.ts';
import { newKey } from '../../service/platform/access/keys.ts';
import { Database, type DatabaseOptions } from '../../service/platform/database/database.ts';
import { Admission, type AdmissionLimits } from '../../service/platform/http/admission.ts';
import { createLogger } from '../../service/platform/http/observability/logger.ts';
import { createServer } from '../../service/platform/server/server.ts';
import { Readiness } from '../../service/readiness.ts';
import { ensureSite } from '../../service/seed.ts';
import { Status } from '../../service/status.ts';
import { type Violation, verify } from '../../service/verify/verify.ts';
import { ClaimCalls } from '../../service/webhooks/claim-calls.ts';
import { WebhookFilters } from '../../service/webhooks/filters.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { undescribed } from './described.ts';

/** A whole service on a database of its own and a real socket, without the engine: people drive the orders. */
export interface TestService {
  readonly url: string;
  readonly database: Database;
  readonly sql: TestDatabase['pool'];
  /** As the administrator. */
  readonly client: ReturnType<typeof createEngineClient>;
  readonly adminKey: string;
  readonly engineKey: string;
  /** Sends one call that the typed client does not allow, and checks the answer against the description. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Evaluates the filters of webhooks, as the service does. @param settings other limits */
  startFilters(settings?: { limit?: number; rest?: number }): void;
  verify(): Promise<Violation[]>;
  /** The operators' own file, where one was given. */
  readonly file: string;
  /** Writes another text into the operators' file; it counts once it is read again. */
  write(text: string): void;
  close(): Promise<void>;
}

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/**
 * @param options.config text of an operators' file in place of the default one
 * @param options.configSource `database` for a service that takes its configuration from there, after the first one
 * @param options.database the connections of the service and their limits; 24 connections by default
 * @param options.engine a client of a Temporal server, for `/status`
 * @param options.idsFrom the ids of all tables begin above this number
 * @param options.server the address of a PostgreSQL of the test's own
 * @param options.data a database that exists already, and that the caller drops
 * @param options.port the port of the service, for one that starts again; by default a free port
 * @param options.admission limits of bulk work that differ from the usual ones
 * @param options.encodes true where workers must have a payload codec
 * @param options.log gets the lines of the log
 * @param options.through lays something between the service and its database, and gives the address to use instead
 */
export async function startTestService(
  options: {
    config?: string;
    configSource?: 'file' | 'database';
    database?: DatabaseOptions;
    data?: TestDatabase;
    port?: number;
    engine?: Engine;
    idsFrom?: string;
    server?: string;
    through?: (url: string) => Promise<string>;
    admission?: Partial<AdmissionLimits>;
    encodes?: boolean;
    log?: DestinationStream;
  } = {},
): Promise<TestService> {
  const testData = options.data ?? (await testDatabase({ idsFrom: options.idsFrom, server: options.server }));
  const url = (await options.through?.(testData.url)) ?? testData.url;
  const database = new Database(url, { connections: 24, ...options.database });
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-service-'));
  const file = join(folder, 'fulfillment.yaml');
  if (options.config !== undefined) writeFileSync(file, options.config);
  const variables = { ...process.env, CONVEYOR_STAND_IN_CARRIER_URL: 'http://127.0.0.1:9' };
  const load = () => loadConfiguration(options.config === undefined ? undefined : file, variables);
  const loadSet = (set: FileSet) => loadFileSet(set, variables);
  const source = options.configSource === 'database' ? databaseSource(database, loadSet) : fileSource(load, loadSet);
  const { active, activations, calls } = new ServiceConfiguration({
    ...{ database, source, variables },
    configuration: await load(),
  });
  await ensureSite(database);
  await ensureEventExamples(database);
  const [admin, engineKey] = [newKey(), newKey()];
  await ensureFirstUsers(database, { admin, engine: engineKey });
  await activations.store();
  const readiness = new Readiness(database);
  const engine = options.engine ?? new Engine();
  const status = new Status({ database, readiness, engine, active, version: '0.0.0' });
  const credentials = new Credentials(database);
  const eventFeed = new EventFeed(database, credentials);
  const admission = new Admission(options.admission);
  const claimCalls = new ClaimCalls(admission);
  const outbox = new OutboxClaims(database, options.encodes);
  const server = createServer(
    {
      database,
      get configuration() {
        return active.configuration;
      },
      get planner() {
        return active.planner;
      },
      archived: archivedIn(database),
      ofOtherKind: otherKindIn(database),
      withWithdrawal: withdrawalsIn(database),
      exactUpTo: () => active.configuration.lists.exactUpTo,
      configurationCalls: calls,
      rules: ruleTrials({
        database,
        configuration: () => active.configuration,
        planner: () => active.planner,
        variables,
      }),
      configurationHistory: configurationHistory(database),
      credentials,
      eventFeed,
      outbox,
      logger: createLogger(
        options.log ? { destination: options.log } : { level: process.env.TEST_LOG_LEVEL ?? 'silent' },
      ),
      admission,
      claimCalls,
      temporal: () => engine.client(),
      unready: () => readiness.unready(),
      status: () => status.read(),
    },
    serviceInterface,
  );
  const address = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const authorization = `Basic ${Buffer.from(`${admin}:`).toString('base64')}`;
  const client = createEngineClient({ url: address, apiKey: admin });
  let filters: WebhookFilters | undefined;
  return {
    url: address,
    database,
    sql: testData.pool,
    client,
    adminKey: admin,
    engineKey,
    async call(method, path, body, headers = {}) {
      const response = await fetch(address + path, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const reply = { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
      // A repeated answer was judged the first time; to another credential it is without its secrets.
      const repeated = response.headers.has('idempotent-replayed');
      const fault = repeated ? null : undescribed(method, path, reply);
      if (fault) throw new Error(fault);
      return reply;
    },
    startFilters(settings = {}) {
      filters = new WebhookFilters({
        actor: () => engineActor(database, 'conveyor webhooks'),
        database,
        url,
        logger: createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
        ...settings,
      });
      filters.start();
    },
    verify: () => verify(database),
    file,
    write: (text) => writeFileSync(file, text),
    async close() {
      await client.close();
      await filters?.stop();
      eventFeed.stop();
      claimCalls.stop();
      outbox.stop();
      await server.close();
      await engine.close();
      await database.close();
      if (options.data === undefined) await testData.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a service for the tests of a file, and ends it after them.
 * @param verify when all records must hold together: after each test, or at the end of the file
 */
export async function testService(
  options?: Parameters<typeof startTestService>[0],
  verify?: 'each' | 'end',
): Promise<TestService> {
  const service = await startTestService(options);
  const verified = async () => expect(await service.verify()).toEqual([]);
  afterAll(() => service.close());
  if (verify === 'each') afterEach(verified);
  if (verify === 'end') afterAll(verified);
  return service;
}
