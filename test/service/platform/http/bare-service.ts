import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { DestinationStream } from 'pino';
import { configurationHistory } from '../../../../service/configuration/configuration-history.ts';
import { constants } from '../../../../service/constants/resource.ts';
import { constantEndpoints } from '../../../../service/constants/routes.ts';
import { OutboxClaims } from '../../../../service/engine/outbox-claims.ts';
import { EventFeed } from '../../../../service/event-log/feed.ts';
import { serviceInterface } from '../../../../service/interface.ts';
import { Credentials } from '../../../../service/platform/access/credentials.ts';
import { ensureFirstUsers } from '../../../../service/platform/access/first-users.ts';
import { Database } from '../../../../service/platform/database/database.ts';
import { Admission } from '../../../../service/platform/http/admission.ts';
import { createLogger } from '../../../../service/platform/http/observability/logger.ts';
import { permissionNames } from '../../../../service/platform/http/permission-list.ts';
import type { Services } from '../../../../service/platform/http/services.ts';
import { allEndpoints, createServer, type Interface } from '../../../../service/platform/server/server.ts';
import { Readiness } from '../../../../service/readiness.ts';
import { Status } from '../../../../service/status.ts';
import { accessEndpoints } from '../../../../service/users/routes.ts';
import { ClaimCalls } from '../../../../service/webhooks/claim-calls.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';

export const adminKey = 'cvk_the-administrator-of-the-tests';
export const engineKey = 'cvk_the-engine-of-the-tests';

export interface TestService {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly test: TestDatabase;
  readonly services: Services;
  /** Sends a request, as the administrator if the request has no `authorization` header. */
  call(request: InjectOptions & { as?: string | null }): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  /** The body as JSON; undefined where it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into
  readonly body: any;
}

/** Of the whole service, though only few of its addresses are here. */
export const permissionsThere = () => permissionNames(allEndpoints(serviceInterface, []));

const unchanged = { ruleset: 'none', before: 'none', changed: false, rules: 0, changes: [], faults: [] };

const noPlan = { ruleset: 'none', plan: { steps: [], reasons: [] }, rules: [] };
const noTrials = {
  check: async () => ({ ruleset: null, rules: 0, faults: [], findings: [] }),
  test: async () => ({ ruleset: 'none', passed: 0, failed: 0, cases: [] }),
  try: async (_: unknown, id: number) => ({
    order: { id, number: '', issued_at: null },
    ...{ pinned: null, active: noPlan, proposed: null, differences: [], from_pinned: null },
  }),
  backtest: async () => ({ ruleset: 'none', orders: 0, changed: 0, limited: false, words: '', groups: [] }),
  schema: () => ({}),
} as unknown as Services['rules'];

/** The real server with access and constants, on a database of its own. */
export async function startTestService(
  options: Partial<Interface & Pick<Services, 'configuration' | 'planner'>> & {
    /** The service's own interface, instead of access and constants alone. */
    whole?: Interface;
    log?: DestinationStream;
    /** `CONVEYOR_URL` */
    publicUrl?: string;
    /** The ids of all tables begin above this number; '' for 1. */
    idsFrom?: string;
  } = {},
): Promise<TestService> {
  const test = await testDatabase({ idsFrom: options.idsFrom });
  const database = new Database(test.url);
  // Sites and accounts begin at 1 also where CONVEYOR_TEST_IDS_FROM gives large ids to all other records.
  await test.pool.query('alter sequence site_id_seq restart; alter sequence account_id_seq restart');
  await sql`insert into site (name) values ('Main')`.execute(database.kysely);
  await ensureFirstUsers(database, { admin: adminKey, engine: engineKey });
  const readiness = new Readiness(database);
  const engine = {
    client: () => Promise.reject(new Error('There is no Temporal server here.')),
    address: '127.0.0.1:9',
    namespace: 'default',
  };
  const active = { state: { configuration: { hash: 'none', carriers: [] } } };
  const status = new Status({ database, readiness, engine, active, version: '0.0.0' });
  const credentials = new Credentials(database);
  const eventFeed = new EventFeed(database, credentials);
  const admission = new Admission();
  const outbox = new OutboxClaims(database);
  const services: Services = {
    database,
    credentials,
    eventFeed,
    outbox,
    logger: createLogger(options.log ? { destination: options.log } : { level: 'silent' }),
    admission,
    claimCalls: new ClaimCalls(admission),
    temporal: engine.client,
    unready: () => readiness.unready(),
    status: () => status.read(),
    publicUrl: options.publicUrl,
    // Nothing plans unless a test asks for it.
    configuration: options.configuration as never,
    planner: options.planner as never,
    configurationHistory: configurationHistory(database),
    configurationCalls: {
      reload: async () => unchanged,
      rollback: async () => unchanged,
      push: async () => ({ ...unchanged, findings: [] }),
      files: () => ({ ruleset: 'none', files: [], plugins: [] }),
      editing: async () => ({ allowed: false, reason: null }),
      editedFiles: async () => [],
      edit: async () => ({ ...unchanged, findings: [] }),
    },
    rules: noTrials,
  };
  const base: Interface = options.whole ?? {
    constants,
    endpoints: [...accessEndpoints(permissionsThere), ...constantEndpoints],
  };
  const { seconds, arrival, connections, metrics } = options;
  const app = createServer(services, {
    ...base,
    ...(seconds === undefined ? {} : { seconds }),
    ...(arrival === undefined ? {} : { arrival }),
    ...(connections === undefined ? {} : { connections }),
    metrics,
    endpoints: [...base.endpoints, ...(options.endpoints ?? [])],
  });
  await app.ready();
  return {
    app,
    database,
    test,
    services,
    call: (request) => send(app, request),
    async close() {
      eventFeed.stop();
      outbox.stop();
      await app.close();
      await database.close();
      await test.drop();
    },
  };
}

export const basic = (key: string, password = '') => `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`;

async function send(
  app: FastifyInstance,
  { as = adminKey, ...request }: InjectOptions & { as?: string | null },
): Promise<Answer> {
  const authorization = as === null ? {} : { authorization: basic(as) };
  const answer = await app.inject({ ...request, headers: { ...authorization, ...request.headers } });
  const text = answer.payload;
  const json = String(answer.headers['content-type'] ?? '').includes('json');
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string | undefined>,
    text,
    body: json && text !== '' ? JSON.parse(text) : undefined,
  };
}
