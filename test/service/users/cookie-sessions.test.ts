import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { startService } from '../../../service/main.ts';
import { Credentials } from '../../../service/platform/access/credentials.ts';
import { basic } from '../platform/http/bare-service.ts';
import { browserOf, consoleHeaders, cookieName, password, startConsole } from './console.ts';

/** Sessions of the console: sign-in, the cookie, the pages that may use it, and the ends of a session. */

const lines: string[] = [];
const shop = await startConsole({ log: { write: (line: string) => void lines.push(line) } });
afterAll(() => shop?.service.close());

const query = (text: string, values: unknown[] = []) => shop.service.test.pool.query(text, values);
/** Has the service look into the database again, as ten seconds do. */
const tenSeconds = () => shop.service.services.credentials.forget();

describe('signing in', () => {
  test('the answer sets the cookie, and is that of GET /session without the token', async () => {
    const { email } = await shop.person({ permissions: ['part.read'] });
    const browser = browserOf(shop.service);
    const answer = await browser.signIn({ email: email.toUpperCase(), password });
    expect(answer.status).toBe(200);
    const [pair, ...attributes] = answer.headers['set-cookie']!.split('; ');
    expect(pair).toMatch(/^__Host-conveyor=cvs_[\w-]{32}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect(answer.text).not.toContain(browser.token);
    expect(answer.body).toEqual({
      user: expect.objectContaining({ email }),
      site_id: 2,
      site_ids: [2, 3],
      permissions: ['part.read'],
      groups: [],
      temporal_ui: null,
      temporal_namespace: 'default',
    });
    const read = await browser.send({ url: '/session' });
    expect(read.body).toEqual(answer.body);
    expect(read.text).not.toContain(browser.token);
    expect((await browser.send({ url: '/part' })).status).toBe(200);
    expect((await browser.send({ url: '/user' })).body.code).toBe('permission.missing');
  });

  test('a wrong login is 401 without WWW-Authenticate and without a cookie', async () => {
    const { email } = await shop.person();
    for (const payload of [
      { email, password: 'wrong' },
      { email: 'nobody@example.com', password },
      { code: 'cvc_none' },
    ]) {
      const { status, headers, body } = await browserOf(shop.service).signIn(payload);
      expect([status, body.code]).toEqual([401, 'credentials.wrong']);
      expect(headers).not.toHaveProperty('www-authenticate');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  test('failed sign-ins count like failed logins, together with them', async () => {
    const { email } = await shop.person();
    const remoteAddress = '198.51.100.20';
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) {
      const payload = { email, password: 'guess' };
      statuses.push((await browserOf(shop.service).signIn(payload, { remoteAddress })).status);
      const login = { method: 'POST', url: '/login', as: null, payload, remoteAddress } as const;
      statuses.push((await shop.service.call(login)).status);
    }
    expect(statuses).toEqual(Array(10).fill(401));
    const refused = await browserOf(shop.service).signIn({ email, password }, { remoteAddress });
    expect([refused.status, refused.body.code]).toEqual([429, 'credentials.too-many-failures']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a page of another site, and a call without the header of the console, cannot sign in', async () => {
    const { email } = await shop.person();
    const attempt = (headers: Record<string, string>) =>
      shop.service.call({ method: 'POST', url: '/session', as: null, payload: { email, password }, headers });
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'x-conveyor-console': '1', 'sec-fetch-site': 'cross-site' },
      { 'x-conveyor-console': '1', 'sec-fetch-site': 'same-site' },
    ]) {
      const refused = await attempt(headers as Record<string, string>);
      expect([refused.status, refused.body.code]).toEqual([403, 'session.foreign']);
      expect(refused.headers).not.toHaveProperty('set-cookie');
    }
    // Browsers send no Sec-Fetch-Site where they know no TLS.
    expect((await attempt({ 'x-conveyor-console': '1' })).status).toBe(200);
  });

  test('a form of another site cannot sign in', async () => {
    const { email } = await shop.person();
    const refused = await shop.service.call({
      method: 'POST',
      url: '/session',
      as: null,
      payload: `email=${encodeURIComponent(email)}&password=${encodeURIComponent(password)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'session.foreign']);
  });

  test.each([
    [{}, ['/email', '/password']],
    [{ email: 'a@example.com' }, ['/password']],
    [{ code: 'cvc_x', email: 'a@example.com' }, ['/email']],
  ])('the body %j is refused', async (payload, pointers) => {
    const { status, body } = await browserOf(shop.service).signIn(payload);
    expect([status, body.code]).toEqual([422, 'body.invalid']);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  test('a new sign-in ends the session that the browser had, and no other', async () => {
    const { email } = await shop.person();
    const [browser, other] = [await shop.signedIn(email), await shop.signedIn(email)];
    const before = browser.token;
    await browser.signIn({ email, password });
    expect(browser.token).not.toBe(before);
    const old = { ...consoleHeaders, cookie: `${cookieName}=${before}` };
    expect((await shop.service.call({ url: '/session', as: null, headers: old })).status).toBe(401);
    expect((await browser.send({ url: '/session' })).status).toBe(200);
    expect((await other.send({ url: '/session' })).status).toBe(200);
  });

  test('the database has the hash of the token alone, and the log has neither token nor password', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    const { rows } = await query('select to_json(s)::text as text from session s where account_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(browser.token);
    expect(lines.join('')).toContain('"/session"');
    expect(lines.join('')).not.toContain(browser.token);
    expect(lines.join('')).not.toContain(password);
  });
});

describe('the pages that may use the cookie', () => {
  const withCookie = async () => {
    const { email } = await shop.person();
    const browser = await shop.signedIn(email);
    const cookie = `${cookieName}=${browser.token}`;
    const send = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', headers: Record<string, string>) =>
      shop.service.call({
        method,
        url: '/session',
        as: null,
        payload: { site_id: 3 },
        headers: { cookie, ...headers },
      });
    return { browser, send };
  };

  test('a call that changes something needs both headers', async () => {
    const { send } = await withCookie();
    for (const headers of [
      {},
      { 'x-conveyor-console': '1' },
      { 'sec-fetch-site': 'same-origin' },
      { 'x-conveyor-console': '1', 'sec-fetch-site': 'cross-site' },
      { 'x-conveyor-console': '1', 'sec-fetch-site': 'same-site' },
      { 'x-conveyor-console': '1', 'sec-fetch-site': 'none' },
    ]) {
      for (const method of ['PUT', 'DELETE'] as const) {
        const refused = await send(method, headers as Record<string, string>);
        expect([refused.status, refused.body.code]).toEqual([403, 'session.foreign']);
      }
    }
    expect((await send('GET', {})).body.site_id).toBe(2);
    expect((await send('PUT', consoleHeaders)).status).toBe(200);
    expect((await send('GET', {})).body.site_id).toBe(3);
  });

  test('a form of another site changes nothing', async () => {
    const { browser } = await withCookie();
    const refused = await shop.service.call({
      method: 'POST',
      url: '/logout',
      as: null,
      payload: 'a=1',
      headers: {
        cookie: `${cookieName}=${browser.token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
      },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'session.foreign']);
    expect((await browser.send({ url: '/session' })).status).toBe(200);
  });

  test('reading needs no header, also by HEAD', async () => {
    const { send } = await withCookie();
    expect((await send('GET', { 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await send('HEAD', {})).status).toBe(200);
  });

  test('with an Authorization header the cookie does not count', async () => {
    const { browser } = await withCookie();
    const cookie = `${cookieName}=${browser.token}`;
    const read = (authorization: string) =>
      shop.service.call({ url: '/session', as: null, headers: { cookie, authorization } });
    expect((await read(basic('cvk_wrong'))).status).toBe(401);
    expect((await read('Bearer x')).status).toBe(401);
    const asAdmin = await shop.service.call({ method: 'PUT', url: '/user/1', payload: {}, headers: { cookie } });
    expect([asAdmin.status, asAdmin.body.id]).toEqual([200, 1]);
  });
});

describe('tokens of the other kind', () => {
  test('the token of a cookie is no Basic credential, and the token of a login is no cookie', async () => {
    const { email } = await shop.person();
    const browser = await shop.signedIn(email);
    const token = await shop.login(email);
    const asBasic = await shop.service.call({ url: '/session', as: browser.token! });
    expect([asBasic.status, asBasic.body.code]).toEqual([401, 'credentials.wrong']);
    const asCookie = { cookie: `${cookieName}=${token}`, ...consoleHeaders };
    const refused = await shop.service.call({ url: '/session', as: null, headers: asCookie });
    expect([refused.status, refused.body.code]).toEqual([401, 'credentials.wrong']);
    // Each is known by its own way, also while the other refusal is fresh.
    expect((await browser.send({ url: '/session' })).status).toBe(200);
    expect((await shop.service.call({ url: '/session', as: token })).status).toBe(200);
  });

  test('an API key is no cookie, and a sign-in does not end the login whose token is in the cookie', async () => {
    const { email } = await shop.person();
    const browser = browserOf(shop.service);
    browser.token = 'cvk_the-administrator-of-the-tests';
    expect((await browser.send({ url: '/session' })).status).toBe(401);
    const token = await shop.login(email);
    browser.token = token;
    await browser.signIn({ email, password });
    expect((await shop.service.call({ url: '/session', as: token })).status).toBe(200);
  });

  test('cookies of other names are nobody', async () => {
    const headers = { cookie: 'a=b; __Host-conveyor-x=cvs_y; conveyor=z' };
    const { status, body } = await shop.service.call({ url: '/session', as: null, headers });
    expect([status, body.code]).toEqual([401, 'credentials.missing']);
  });
});

test('a 401 to a page of the console has no WWW-Authenticate, and any other one has it', async () => {
  const missing = await shop.service.call({ url: '/session', as: null, headers: { 'x-conveyor-console': '1' } });
  expect([missing.status, missing.headers['www-authenticate']]).toEqual([401, undefined]);
  const ended = await shop.service.call({ url: '/session', as: null, headers: { cookie: `${cookieName}=cvs_x` } });
  expect([ended.status, ended.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic/)]);
  const login = {
    method: 'POST',
    url: '/login',
    as: null,
    payload: { email: 'a@example.com', password: 'b' },
  } as const;
  expect((await shop.service.call(login)).headers['www-authenticate']).toBe('Basic');
});

describe('the end of a session', () => {
  test.each(['DELETE /session', 'POST /logout'])('%s ends it and clears the cookie', async (address) => {
    const { email } = await shop.person();
    const browser = await shop.signedIn(email);
    const token = browser.token;
    const [method, url] = address.split(' ') as ['DELETE', string];
    const ended = await browser.send({ method, url });
    expect([ended.status, ended.text]).toEqual([204, '']);
    expect(ended.headers['set-cookie']).toMatch(/^__Host-conveyor=; Max-Age=0; .*Secure/);
    browser.token = token;
    expect((await browser.send({ url: '/session' })).status).toBe(401);
  });

  test('a login is ended by DELETE /session too, and gets no cookie', async () => {
    const { email } = await shop.person();
    const token = await shop.login(email);
    const ended = await shop.service.call({ method: 'DELETE', url: '/session', as: token });
    expect([ended.status, ended.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await shop.service.call({ url: '/session', as: token })).status).toBe(401);
  });

  test('a stored answer has no cookie', async () => {
    const { id, email } = await shop.person();
    const [browser, other] = [await shop.signedIn(email), await shop.signedIn(email)];
    const headers = { 'idempotency-key': 'the end' };
    const [first] = [await browser.send({ method: 'DELETE', url: '/session', headers })];
    expect(first.headers['set-cookie']).toBeDefined();
    const repeated = await other.send({ method: 'DELETE', url: '/session', headers });
    expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(repeated.headers).not.toHaveProperty('set-cookie');
    const { rows } = await query('select to_json(i)::text as text from idempotency i where account_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toMatch(/cookie|cvs_/i);
  });

  test('a session of the console ends after two hours without a call, a login does not', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    const token = await shop.login(email);
    const back = async (interval: string) => {
      await query(`update session set last_used_at = now() - $2::interval where account_id = $1`, [id, interval]);
      tenSeconds();
    };
    await back('119 minutes');
    expect((await browser.send({ url: '/session' })).status).toBe(200);
    await back('121 minutes');
    const ended = await browser.send({ url: '/session' });
    expect([ended.status, ended.body.detail]).toEqual([401, 'Your session has ended. Sign in again.']);
    expect((await shop.service.call({ url: '/session', as: token })).status).toBe(200);
    await back('121 minutes');
    await shop.service.services.credentials.forgetEnded();
    const { rows } = await query('select cookie from session where account_id = $1', [id]);
    expect(rows).toEqual([{ cookie: false }]);
  });

  test('a session ends after twelve hours in any case', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    const { rows } = await query(
      `select expires_at - created_at between '11:59:58' and '12:00:02' as twelve from session where account_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ twelve: true }]);
    await query(`update session set expires_at = now() - interval '1 second' where account_id = $1`, [id]);
    tenSeconds();
    expect((await browser.send({ url: '/session' })).status).toBe(401);
  });

  test('the last use is written once a minute, and never later than a quarter of a short idle time', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    const age = async () => {
      const text = `select extract(epoch from now() - last_used_at)::int as age from session where account_id = $1`;
      return (await query(text, [id])).rows[0].age as number;
    };
    const back = (seconds: number) =>
      query(`update session set last_used_at = now() - make_interval(secs => $2) where account_id = $1`, [id, seconds]);
    await back(40);
    tenSeconds();
    await browser.send({ url: '/session' });
    expect(await age()).toBeGreaterThanOrEqual(40);
    await back(70);
    await browser.send({ url: '/session' });
    // The credential is remembered, and the database is not asked.
    expect(await age()).toBeGreaterThanOrEqual(70);
    tenSeconds();
    await browser.send({ url: '/session' });
    expect(await age()).toBeLessThan(5);
    await back(40);
    const short = new Credentials(shop.service.database, { idleMinutes: 1 });
    expect(await short.verify(browser.token!, 'cookie')).toMatchObject({ userId: id });
    expect(await age()).toBeLessThan(5);
  });

  test.each(['0', '1.5', '721', 'two'])('an idle time of %s minutes stops the start', async (minutes) => {
    const variables = {
      CONVEYOR_DATABASE_URL: 'postgresql://127.0.0.1:9/none',
      CONVEYOR_SESSION_IDLE_MINUTES: minutes,
    };
    await expect(startService(readEnvironment(variables))).rejects.toThrow(
      `CONVEYOR_SESSION_IDLE_MINUTES is "${minutes}". Set it to a whole number from 1 to 720.`,
    );
  });

  test('a session in use is not held up by somebody who changes its row', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    await query(`update session set last_used_at = now() - interval '5 minutes' where account_id = $1`, [id]);
    const holder = await shop.service.test.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from session where account_id = $1 for update', [id]);
      tenSeconds();
      expect((await browser.send({ url: '/session' })).status).toBe(200);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test('an inactive user has no session', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    await shop.service.call({ method: 'PUT', url: `/user/${id}`, payload: { active: false } });
    expect((await browser.send({ url: '/session' })).status).toBe(401);
    expect((await browserOf(shop.service).signIn({ email, password })).status).toBe(401);
  });
});

describe('the site of a session', () => {
  test('two browsers of a user work at two sites, and the account keeps its own', async () => {
    const { id, email } = await shop.person();
    const [one, two] = [await shop.signedIn(email, { site_id: 2 }), await shop.signedIn(email, { site_id: 3 })];
    const sites = () =>
      Promise.all([one, two].map(async (browser) => (await browser.send({ url: '/session' })).body.site_id));
    expect(await sites()).toEqual([2, 3]);
    const put = (site_id: number) => one.send({ method: 'PUT', url: '/session', payload: { site_id } });
    expect((await put(3)).body).toEqual({ site_id: 3 });
    expect(await sites()).toEqual([3, 3]);
    expect((await put(2)).status).toBe(200);
    expect(await sites()).toEqual([2, 3]);
    expect((await shop.service.call({ url: `/user/${id}` })).body.site_id).toBe(2);
    const refused = await put(1);
    expect([refused.status, refused.body.code]).toEqual([422, 'reference.unknown']);
    const { body } = await shop.service.call({ url: `/user/${id}/timeline` });
    expect(body.map(({ event }: { event: string }) => event)).toEqual(['user.created']);
  });

  test('a login changes the site of the account, which a session without a site follows', async () => {
    const { email } = await shop.person();
    const [plain, own] = [await shop.signedIn(email), await shop.signedIn(email, { site_id: 2 })];
    const token = await shop.login(email);
    await shop.service.call({ method: 'PUT', url: '/session', as: token, payload: { site_id: 3 } });
    expect((await shop.service.call({ url: '/session', as: token })).body.site_id).toBe(3);
    expect((await plain.send({ url: '/session' })).body.site_id).toBe(3);
    expect((await own.send({ url: '/session' })).body.site_id).toBe(2);
  });

  test('a site that is withdrawn gives way to that of the account', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email, { site_id: 3 });
    const change = (payload: object) => shop.service.call({ method: 'PUT', url: `/user/${id}`, payload });
    await change({ site_ids: [2] });
    expect((await browser.send({ url: '/session' })).body.site_id).toBe(2);
    await change({ site_ids: [2, 3] });
    expect((await browser.send({ url: '/session' })).body.site_id).toBe(3);
  });

  test('nobody signs in at a site of others, and the attempt is no failed login', async () => {
    const { id, email } = await shop.person();
    for (const site_id of [1, 999]) {
      const refused = await browserOf(shop.service).signIn({ email, password, site_id });
      expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
        422,
        'reference.unknown',
        '/site_id',
      ]);
      expect(refused.headers).not.toHaveProperty('set-cookie');
    }
    const { rows } = await query('select count(*)::int as count from session where account_id = $1', [id]);
    expect(rows).toEqual([{ count: 0 }]);
    for (let at = 0; at < 12; at++) {
      expect((await browserOf(shop.service).signIn({ email, password, site_id: 1 })).status).toBe(422);
    }
  });

  test('a user with every permission signs in at any site', async () => {
    const group = { name: 'Heads', permissions: ['*'] };
    const { body } = await shop.service.call({ method: 'POST', url: '/usergroup', payload: group });
    const { email } = await shop.person({ site_ids: [2], usergroup_ids: [body.id] });
    const browser = await shop.signedIn(email, { site_id: 1 });
    expect((await browser.send({ url: '/session' })).body.site_id).toBe(1);
  });
});
