import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../support/database.ts';
import { openSwitchProxy, type SwitchProxy } from '../../../../support/proxies/switch-proxy.ts';
import {
  type ReplicatedPostgres,
  type Standby,
  startReplicatedPostgres,
} from '../../../../support/replication/standby.ts';
import { startTestService, type TestService } from '../../../../support/test-service.ts';
import { openStream } from '../../../event-log/event-stream.ts';

/** A failover to a standby that lacks the last transactions: the new primary gives their ids to others. */

let postgres: ReplicatedPostgres;
let standby: Standby;
let data: TestDatabase;
let writer: SwitchProxy;
let service: TestService;

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  data = await testDatabase({ server: postgres.url });
  standby = await postgres.addStandby();
  service = await startTestService({
    data,
    database: { connections: 2 },
    through: async (url) => {
      writer = await openSwitchProxy(url);
      return writer.url;
    },
  });
});
afterAll(async () => {
  await service.close();
  await writer.close();
  await data.pool.end();
  await postgres.close();
});

const onStandby = () => Object.assign(new URL(standby.url), { pathname: new URL(data.url).pathname }).href;

/** Writes a source by the transaction with this id, or the next one. @returns the id of the transaction */
async function writeSource(url: string, name: string, transaction = 0): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const next = async () => Number((await client.query('select pg_current_xact_id()::text as id')).rows[0].id);
  while ((await next()) < transaction - 1);
  const { rows } = await client.query(
    'insert into source (id, name) overriding system value values (1000, $1) returning xmin::text as id',
    [name],
  );
  await client.end();
  return Number(rows[0].id);
}

const names = async () =>
  (await service.call('GET', '/source')).body.data.map(({ name }: { name: string }) => name) as string[];

test('nothing of a lost transaction is shown, and the event log says where it ends now', async () => {
  await standby.stop();
  const lost = await writeSource(data.url, 'Lost shop');
  for (let round = 0; round < 2; round++) expect(await names()).toEqual(['Lost shop']);
  // More events than a standby skips in a sequence: 32.
  for (let round = 0; round < 40; round++) await service.call('POST', '/customer', { type: 'Company', name: 'Lost' });
  const { next } = (await service.call('GET', '/eventlog?after=latest')).body;
  const stream = await openStream(`${service.url}/eventlog?after=${next}`, service.adminKey);

  await postgres.stop();
  await standby.start();
  await standby.promote();
  writer.to(onStandby());
  const kept = await writeSource(onStandby(), 'Kept shop', lost);
  expect(kept).toBe(lost);

  for (let round = 0; round < 2; round++) expect(await names()).toEqual(['Kept shop']);
  const { status, body } = await service.call('GET', `/eventlog?after=${next}`);
  expect([status, body.code]).toEqual([400, 'query.invalid-value']);
  expect(body.end).toBeLessThan(next);
  await stream.ended;
  await service.call('POST', '/customer', { type: 'Company', name: 'Kept' });
  const page = (await service.call('GET', `/eventlog?after=${body.end}`)).body;
  expect(page.data.map(({ event }: { event: string }) => event)).toEqual(['customer.created']);
}, 60_000);
