import { expect, test } from 'vitest';
import { serviceInterface } from '../../../../service/interface.ts';
import { catalogue } from '../../../../service/platform/problems/problems.ts';
import { createServer } from '../../../../service/platform/server/server.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { startTestService } from './bare-service.ts';

/** Endpoints for operators of the service, and the description for integrators. */

const service = await untilEnd(startTestService({ whole: serviceInterface }));

test('health, the description and its page need no credentials', async () => {
  for (const url of ['/healthz', '/readyz', '/problem', '/openapi.json', '/docs', '/docs/concepts/orders']) {
    expect([url, (await service.call({ url, as: null })).status]).toEqual([url, 200]);
  }
});

test('/readyz is 503 with the schema of another build, and names the migrations', async () => {
  const { pool } = service.test;
  const ready = async () => {
    const { status, body } = await service.call({ url: '/readyz', as: null });
    return [status, body.detail ?? body.status];
  };
  await pool.query(`insert into migration (name, kind, after) values ('9999_next.sql', 'contract', '9998_before.sql')`);
  const newer =
    'The database has the schema of a newer build: 9999_next.sql removed what this build uses. Start a newer build in place of this one.';
  expect(await ready()).toEqual([503, newer]);
  expect((await service.call({ url: '/healthz', as: null })).status).toBe(200);
  await pool.query(`delete from migration where name = '9999_next.sql'`);
  expect(await ready()).toEqual([200, 'ready']);

  const { rows } = await pool.query('select name from migration order by name desc limit 1');
  await pool.query('delete from migration where name = $1', [rows[0].name]);
  const older = `The database lacks migrations of this build: ${rows[0].name}. Apply them with "conveyor migrate", or by a start of this build.`;
  expect(await ready()).toEqual([503, older]);
  await pool.query('insert into migration (name) values ($1)', [rows[0].name]);
  expect(await ready()).toEqual([200, 'ready']);
});

test('without the database /readyz reports it, and a request is 503', async () => {
  const other = await startTestService();
  await other.database.close();
  const ready = await other.call({ url: '/readyz', as: null });
  expect([ready.status, ready.body.code]).toEqual([503, 'service.unavailable']);
  expect(ready.body.detail).toMatch(/^The database does not answer: /);
  await other.app.close();
  await other.test.drop();
});

test('/metrics counts requests by address, never by id', async () => {
  await service.call({ url: '/linetype/1' });
  await service.call({ url: '/linetype/9' });
  await service.call({ url: '/nothing/at/all' });
  const { text, headers } = await service.call({ url: '/metrics' });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain('conveyor_requests_total{method="GET",route="/linetype/:id",status="200"} 2');
  expect(text).toMatch(/conveyor_requests_total\{method="GET",route="none",status="404"\} 1/);
  expect(text).toContain('conveyor_request_seconds_bucket{le="0.005",method="GET",route="/linetype/:id"}');
});

test('/metrics need a permission', async () => {
  expect((await service.call({ url: '/metrics', as: null })).status).toBe(401);
  expect(await service.call({ url: '/permission?name=metrics.read' })).toMatchObject({ body: { total: 1 } });
});

test('/status tells everybody the state alone, and names the servers to those who may read them', async () => {
  const whole = await service.call({ url: '/status' });
  expect(Object.keys(whole.body)).toContain('database');
  expect(JSON.stringify(whole.body)).toContain('namespace');
  const nobody = await service.call({ url: '/status', as: null });
  expect([nobody.status, nobody.body]).toEqual([200, { state: whole.body.state }]);
  expect((await service.call({ url: '/status', as: 'wrong' })).status).toBe(401);
  const { body } = await service.call({ url: '/permission?name=status.read' });
  expect(body.data[0].addresses).toEqual(['GET /status']);
});

test('/status tells everybody the state while the database is away', async () => {
  const other = await startTestService();
  await other.database.close();
  for (const as of [null, 'unknown']) {
    const { status, body } = await other.call({ url: '/status', as });
    expect([status, Object.keys(body)]).toEqual([200, ['state']]);
  }
  await other.app.close();
  await other.test.drop();
});

test('/readyz names no server while the database is away', async () => {
  const other = await startTestService();
  await other.database.close();
  const { body } = await other.call({ url: '/readyz', as: null });
  expect(body.detail).toBe('The database does not answer: GET /status has the reason.');
  await other.app.close();
  await other.test.drop();
});

test('/problem lists the whole catalogue', async () => {
  const { body } = await service.call({ url: '/problem' });
  expect(body.map((entry: { code: string }) => entry.code)).toEqual(Object.keys(catalogue));
});

test('/permission is a list of the permissions', async () => {
  const { body } = await service.call({
    url: '/permission?filter=name%20%3D%20%22usergroup.%25%22&sort=-name&perPage=3',
  });
  expect(body).toMatchObject({ total: 4, per_page: 3, last_page: 2, from: 1, to: 3 });
  expect(body.data.map((one: { name: string }) => one.name)).toEqual([
    'usergroup.update',
    'usergroup.read',
    'usergroup.delete',
  ]);
  const { body: page } = await service.call({ url: '/permission?name=usergroup.create' });
  const operation = { method: 'POST', path: '/usergroup', summary: 'Create a user group', lists: null };
  expect(page.data).toEqual([
    {
      ...{ id: expect.any(Number), name: 'usergroup.create' },
      ...{ addresses: ['POST /usergroup'], operations: [operation] },
    },
  ]);
  expect((await service.call({ url: `/permission/${page.data[0].id}` })).body).toEqual(page.data[0]);
});

test('two endpoints at one address stop the start', () => {
  const endpoints = [...serviceInterface.endpoints, serviceInterface.endpoints[0]!];
  expect(() => createServer(service.services, { ...serviceInterface, endpoints })).toThrow(/ is declared twice$/);
});
