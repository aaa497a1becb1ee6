import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mostOpen } from '../../../service/platform/http/background/requests.ts';
import { testService } from '../../support/test-service.ts';
import { openStream } from '../event-log/event-stream.ts';

/** The key of a user without any permission. */

const service = await testService();
const user = await service.call('POST', '/user', {
  first_name: 'No',
  last_name: 'Rights',
  email: 'none@example.com',
});
const userId = user.body.id;
const key = (await service.call('POST', `/user/${userId}/apikey`)).body.api_key;

const basic = (of: string) => ({ authorization: `Basic ${btoa(`${of}:`)}` });

test('a user who takes all streams of the own share leaves those of others', async () => {
  const url = `${service.url}/eventlog`;
  const opened = await Promise.allSettled(Array.from({ length: 90 }, () => openStream(url, key)));
  const streams = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    expect(streams).toHaveLength(75);
    const refused = await fetch(url, { headers: { accept: 'text/event-stream', ...basic(key) } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ code: 'caller.too-many-requests' });
    (await openStream(url, service.adminKey)).close();
    streams.pop()?.close();
    // The place is free as soon as the service has seen that the connection is closed.
    const isFree = async () => {
      const next = await openStream(url, key).catch(() => null);
      next?.close();
      return next !== null;
    };
    await expect.poll(isFree).toBe(true);
  } finally {
    for (const stream of streams) stream.close();
  }
}, 60_000);

test('a user who has cartons drawn without end leaves the drawings of others', async () => {
  const user = await service.call('POST', '/user', {
    ...{ first_name: 'Draws', usertype: 'API', permissions: ['carton.read'] },
  });
  const draw = (of: string) => fetch(`${service.url}/carton/1/drawing`, { headers: basic(of) });
  const holder = await service.sql.connect();
  try {
    // Drawings wait until the lock ends.
    await holder.query('begin; lock table carton');
    const drawings = Array.from({ length: 106 }, () => draw(user.body.api_key));
    const refused = await Promise.race([...drawings.map(async (one) => (await one).status), pause(5_000, null)]);
    expect(refused).toBe(429);
    const own = draw(service.adminKey);
    await holder.query('rollback');
    expect((await own).status).toBe(404);
    const answers = await Promise.all(drawings);
    const late = answers.filter(({ status }) => status === 429);
    expect(late.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1']);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(104);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}, 60_000);

test('background requests of several users take turns, and those of one user are limited', async () => {
  const holder = await service.sql.connect();
  const { rows } = await holder.query('select id from account where id <> $1 order by id limit 1', [userId]);
  const insert = (account: number, count: number) =>
    holder.query(
      `insert into background (account_id, request_id, method, path, body)
       select $1, 'r' || n, 'POST', '/nowhere', null from generate_series(1, $2::int) n`,
      [account, count],
    );
  try {
    await holder.query('begin');
    await insert(userId, 300);
    await insert(rows[0].id, 3);
    await insert(userId, mostOpen - 300);
    // The limit counts stored calls, so none of them may run yet.
    await holder.query("update background set claimed_until = now() + interval '3 seconds'");
    await holder.query('commit');
  } finally {
    holder.release();
  }
  const site = await service.sql.query('select id from site order by id limit 1');
  const more = await fetch(`${service.url}/session`, {
    method: 'PUT',
    headers: { ...basic(key), 'content-type': 'application/json', 'x-background-processing': 'always' },
    body: JSON.stringify({ site_id: site.rows[0].id }),
  });
  expect([more.status, more.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await more.json()).toMatchObject({ code: 'caller.too-many-requests' });
  const open = async (account: number) => {
    const { rows } = await service.sql.query(
      "select count(*)::int as open from background where account_id = $1 and state in ('queued', 'running')",
      [account],
    );
    return rows[0].open;
  };
  await expect.poll(() => open(rows[0].id), { timeout: 20_000, interval: 20 }).toBe(0);
  expect(await open(userId)).toBeGreaterThan(mostOpen - 100);
}, 60_000);
