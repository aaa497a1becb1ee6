import { beforeEach, expect, test } from 'vitest';
import { constants } from '../../../../service/constants/resource.ts';
import { forgetOldAttempts } from '../../../../service/platform/access/login-attempts.ts';
import { Database } from '../../../../service/platform/database/database.ts';
import { createServer } from '../../../../service/platform/server/server.ts';
import { accessEndpoints } from '../../../../service/users/routes.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { permissionsThere, startTestService } from '../http/bare-service.ts';

/** Limits of failed logins: by address and by account, for all processes of the service together. */

const proxy = '10.0.0.5';
const [office, attacker] = ['198.51.100.7', '203.0.113.9'];
const password = 'right password';
let email: string;
let people = 0;

const service = await untilEnd(startTestService({ connections: { proxies: [proxy] } }));
beforeEach(async () => {
  await service.test.pool.query('delete from loginattempt');
  email = `person${++people}@example.com`;
  await service.call({ method: 'POST', url: '/user', payload: { email, password } });
});

const login = (address: string, attempt: { email?: string; password?: string } = {}, headers = {}) =>
  service.call({
    method: 'POST',
    url: '/login',
    as: null,
    remoteAddress: address,
    headers,
    payload: { email, password, ...attempt },
  });
const guess = (address: string, attempt = {}, headers = {}) =>
  login(address, { password: 'guess', ...attempt }, headers);
const statuses = async (count: number, one: (at: number) => Promise<{ status: number }>) => {
  const counts: Record<number, number> = {};
  for (let at = 0; at < count; at++) {
    const { status } = await one(at);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};
/** Ends the delays as time does. */
const wait = (interval: string) =>
  service.test.pool.query(
    `update loginattempt set until = until - $1::interval, failed_at = failed_at - $1::interval`,
    [interval],
  );

test('an address that tries many accounts has to wait after 50 failures', async () => {
  const many = await statuses(60, (at) => guess(attacker, { email: `account${at}@example.com` }));
  expect(many).toEqual({ 401: 50, 429: 10 });
  const refused = await login(attacker);
  expect([refused.status, refused.body.code]).toEqual([429, 'credentials.too-many-failures']);
  expect(refused.body.detail).toMatch(/^Too many logins from this address have failed/);
  expect((await login(office)).status).toBe(200);
});

test('the addresses of one network of IPv6 are one address', async () => {
  const many = await statuses(60, (at) => guess(`2001:db8:1:2::${at + 1}`, { email: `account${at}@example.com` }));
  expect(many).toEqual({ 401: 50, 429: 10 });
  expect((await login('2001:db8:1:3::1')).status).toBe(200);
});

test('many addresses that try one account have to wait after ten failures', async () => {
  expect(await statuses(30, (at) => guess(`203.0.113.${at}`))).toEqual({ 401: 10, 429: 20 });
});

test('nobody locks an address out that has logged in before', async () => {
  expect((await login(office)).status).toBe(200);
  await statuses(30, (at) => guess(`203.0.113.${at}`));
  expect((await login('192.0.2.1')).status).toBe(429);
  for (let at = 0; at < 3; at++) expect((await login(office)).status).toBe(200);
  // A success at a known address does not set the guesses elsewhere free.
  expect((await guess(attacker)).status).toBe(429);
});

test('an address that has logged in before has a limit of its own for that account', async () => {
  await login(office);
  expect(await statuses(15, () => guess(office))).toEqual({ 401: 10, 429: 5 });
  expect((await login(office)).status).toBe(429);
  await wait('20 seconds');
  expect((await login(office)).status).toBe(200);
  expect((await guess(office)).status).toBe(401);
});

test('the failures of others at a known address do not count there', async () => {
  await login(office);
  await statuses(60, (at) => guess(office, { email: `account${at}@example.com` }));
  expect((await guess(office, { email: 'other@example.com' })).status).toBe(429);
  expect((await login(office)).status).toBe(200);
});

test('each further failure doubles the delay, up to 15 minutes, and a day without one ends it', async () => {
  await statuses(10, (at) => guess(`203.0.113.${at}`));
  const delays: number[] = [];
  for (let at = 0; at < 8; at++) {
    const refused = await guess(attacker);
    expect(refused.status).toBe(429);
    delays.push(Number(refused.headers['retry-after']));
    await wait(`${delays.at(-1)} seconds`);
    expect((await guess(attacker)).status).toBe(401);
  }
  const expected = [15, 30, 60, 120, 240, 480, 900, 900];
  for (const [at, seconds] of expected.entries()) {
    expect(delays[at]).toBeGreaterThan(seconds - 10);
    expect(delays[at]).toBeLessThanOrEqual(seconds);
  }
  await wait('25 hours');
  expect(await statuses(12, (at) => guess(`203.0.113.${at}`))).toEqual({ 401: 10, 429: 2 });
});

test('a new password makes an address unknown again', async () => {
  const user = (await login(office)).body.user.id;
  await service.call({ method: 'PUT', url: `/user/${user}`, payload: { password: 'a new password' } });
  await statuses(10, (at) => guess(`203.0.113.${at}`));
  expect((await login(office, { password: 'a new password' })).status).toBe(429);
});

test('a success takes one attempt of its address back, and no failures with other accounts', async () => {
  await statuses(49, (at) => guess(attacker, { email: `account${at}@example.com` }));
  expect((await login(attacker)).status).toBe(200);
  expect((await guess(attacker, { email: 'one@example.com' })).status).toBe(401);
  expect((await guess(attacker, { email: 'two@example.com' })).status).toBe(429);
});

test('a trusted proxy names the address, and nobody else does', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': `192.0.2.77, ${address}` });
  await statuses(51, (at) => guess(proxy, { email: `account${at}@example.com` }, from(attacker)));
  expect((await login(proxy, {}, from(attacker))).status).toBe(429);
  expect((await login(proxy, {}, from(office))).status).toBe(200);
  const forged = await statuses(52, (at) =>
    guess('192.0.2.50', { email: `account${at}@example.com` }, { 'x-forwarded-for': `192.0.2.${at}` }),
  );
  expect(forged).toEqual({ 401: 50, 429: 2 });
});

test('all processes of the service count together, also attempts at the same time', async () => {
  const database = new Database(service.test.url);
  const whole = { constants, endpoints: accessEndpoints(permissionsThere) };
  const beside = createServer({ ...service.services, database }, whole);
  try {
    const there = async () => {
      const payload = { email: email.toUpperCase(), password: 'guess' };
      return { status: (await beside.inject({ method: 'POST', url: '/login', payload })).statusCode };
    };
    const answers = await Promise.all(Array.from({ length: 15 }, () => [guess(attacker), there()]).flat());
    const allowed = answers.filter(({ status }) => status === 401);
    expect([allowed.length, answers.length - allowed.length]).toEqual([10, 20]);
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
  } finally {
    await beside.close();
    await database.close();
  }
});

test('counts that begin again, and addresses that are not used any more, are deleted', async () => {
  await login(office);
  await guess(attacker);
  await wait('25 hours');
  await service.test.pool.query(`update loginaddress set used_at = now() - interval '181 days'`);
  await guess('192.0.2.3');
  await forgetOldAttempts(service.database);
  const { rows } = await service.test.pool.query(
    'select (select count(*)::int from loginattempt) as attempts, (select count(*)::int from loginaddress) as addresses',
  );
  expect(rows).toEqual([{ attempts: 2, addresses: 0 }]);
});
