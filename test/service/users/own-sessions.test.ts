import { afterAll, describe, expect, test } from 'vitest';
import { browserOf, password, startConsole } from './console.ts';

/** Lists and ends of sessions, the own password, and sign-in links. */

const shop = await startConsole({ publicUrl: 'https://orders.example.com/shop' });
afterAll(() => shop?.service.close());

const query = (text: string, values: unknown[] = []) => shop.service.test.pool.query(text, values);
const tenSeconds = () => shop.service.services.credentials.forget();

const apiUser = async (permissions: string[], more: object = {}) => {
  const payload = { usertype: 'API', permissions, ...more };
  const { body } = await shop.service.call({ method: 'POST', url: '/user', payload });
  return body.api_key as string;
};

test('the current site is an allowed one, or each one of a user without allowed sites', async () => {
  const change = async (as: string, site_id: number) => {
    const { status, body } = await shop.service.call({ method: 'PUT', url: '/session', as, payload: { site_id } });
    return status === 200 ? body.site_id : body.code;
  };
  const held = await apiUser(['part.read'], { site_ids: [2] });
  const free = await apiUser(['part.read']);
  expect([await change(held, 2), await change(held, 1)]).toEqual([2, 'reference.unknown']);
  expect([await change(free, 1), await change(free, 2), await change(free, 999)]).toEqual([1, 2, 'reference.unknown']);
  const sitesOf = async (as: string) => (await shop.service.call({ url: '/session', as })).body.site_ids;
  expect([await sitesOf(held), await sitesOf(free)]).toEqual([[2], null]);
});

describe('own sessions', () => {
  test('are listed with what a person recognizes, and without tokens', async () => {
    const { email } = await shop.person();
    const browser = browserOf(shop.service);
    const headers = { 'user-agent': 'Firefox/145' };
    await browser.signIn({ email, password }, { headers, remoteAddress: '203.0.113.9' });
    const token = await shop.login(email);
    const list = await browser.send({ url: '/session/own' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    const times = { created_at: time, last_used_at: time, expires_at: time };
    const own = { ...times, id: expect.any(Number), user_agent: 'Firefox/145', address: '203.0.113.9' };
    const login = { ...times, id: expect.any(Number), user_agent: 'lightMyRequest', address: '127.0.0.1' };
    expect(list.body).toHaveLength(2);
    expect(list.body).toEqual(
      expect.arrayContaining([
        { ...own, cookie: true, current: true },
        { ...login, cookie: false, current: false },
      ]),
    );
    expect(list.text).not.toMatch(/cvs_|hash/);
    const asLogin = (await shop.service.call({ url: '/session/own', as: token })).body;
    expect(asLogin.map((one: { cookie: boolean; current: boolean }) => one.cookie !== one.current)).toEqual([
      true,
      true,
    ]);
    const others = await shop.service.call({ url: '/session/own' });
    expect(others.body).toEqual([]);
  });

  test('end one by one, at once, and those of others are unknown', async () => {
    const { email } = await shop.person();
    const [here, lost] = [await shop.signedIn(email), await shop.signedIn(email)];
    const list = (await here.send({ url: '/session/own' })).body as { id: number; current: boolean }[];
    const other = list.find(({ current }) => !current)!.id;
    expect((await lost.send({ url: '/session' })).status).toBe(200);
    const stranger = await shop.signedIn((await shop.person()).email);
    const refused = await stranger.send({ method: 'DELETE', url: `/session/own/${other}` });
    expect([refused.status, refused.body.code]).toEqual([404, 'record.unknown']);
    const ended = await here.send({ method: 'DELETE', url: `/session/own/${other}` });
    expect([ended.status, ended.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await lost.send({ url: '/session' })).status).toBe(401);
    expect((await here.send({ method: 'DELETE', url: `/session/own/${other}` })).status).toBe(404);
    const current = list.find((one) => one.current)!.id;
    const last = await here.send({ method: 'DELETE', url: `/session/own/${current}` });
    expect([last.status, last.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  });

  test('a session that has ended is in no list', async () => {
    const { id, email } = await shop.person();
    const [here, idle] = [await shop.signedIn(email), await shop.signedIn(email)];
    const own = async () => (await here.send({ url: '/session/own' })).body as { id: number; current: boolean }[];
    const other = (await own()).find(({ current }) => !current)!.id;
    await query(`update session set last_used_at = now() - interval '3 hours' where id = $1`, [other]);
    expect(await own()).toHaveLength(1);
    tenSeconds();
    expect((await idle.send({ url: '/session' })).status).toBe(401);
    await query(`update session set expires_at = now() - interval '1 second' where id = $1`, [other]);
    expect((await shop.service.call({ url: `/user/${id}/session` })).body).toHaveLength(1);
  });
});

describe('sessions of others', () => {
  test('are listed and ended with permissions of their own, and the timeline of the user shows it', async () => {
    const { id, email } = await shop.person();
    const browser = await shop.signedIn(email);
    const url = `/user/${id}/session`;
    const [reader, ender] = [await apiUser(['session.read', 'user.read']), await apiUser(['session.delete'])];
    const list = await shop.service.call({ url: `${url}?embed=user`, as: reader });
    expect(list.body).toEqual([
      expect.objectContaining({ user_id: id, cookie: true, user: expect.objectContaining({ email }) }),
    ]);
    expect(list.text).not.toMatch(/cvs_|token|hash/);
    const session = list.body[0].id;
    expect((await shop.service.call({ url: `${url}/${session}`, as: reader })).body.id).toBe(session);
    for (const [method, as] of [
      ['DELETE', reader],
      ['GET', ender],
    ] as const) {
      const refused = await shop.service.call({ method, url: `${url}/${session}`, as });
      expect([refused.status, refused.body.code]).toEqual([403, 'permission.missing']);
    }
    expect((await shop.service.call({ method: 'DELETE', url: `/user/1/session/${session}` })).status).toBe(404);
    expect((await browser.send({ url: '/session' })).status).toBe(200);
    expect((await shop.service.call({ method: 'DELETE', url: `${url}/${session}`, as: ender })).status).toBe(204);
    expect((await browser.send({ url: '/session' })).status).toBe(401);
    expect((await shop.service.call({ url, as: reader })).body).toEqual([]);
    const timeline = (await shop.service.call({ url: `/user/${id}/timeline` })).body;
    expect(timeline.at(-1)).toMatchObject({ event: 'user.modified', detail: { fields: ['session'] } });
  });

  test('a user with permissions that the caller does not hold is protected, and so is one who may act elsewhere', async () => {
    const { id, email } = await shop.person({ permissions: ['part.read'] });
    await shop.signedIn(email);
    const [session] = (await shop.service.call({ url: `/user/${id}/session` })).body;
    const attempt = async (as: string) => {
      const { status, body } = await shop.service.call({
        method: 'DELETE',
        url: `/user/${id}/session/${session.id}`,
        as,
      });
      return [status, body?.code];
    };
    expect(await attempt(await apiUser(['session.*']))).toEqual([403, 'permission.missing']);
    const north = await apiUser(['session.*', 'part.read'], { site_ids: [2] });
    expect(await attempt(north)).toEqual([403, 'site.not-allowed']);
    expect(await attempt(await apiUser(['session.*', 'part.*']))).toEqual([204, undefined]);
  });
});

describe('the own password', () => {
  const change = (payload: object) => ({ method: 'PUT', url: '/session/password', payload }) as const;

  test('a change keeps this session, and ends the others and the sign-in links', async () => {
    const { id, email } = await shop.person();
    const [here, other] = [await shop.signedIn(email), await shop.signedIn(email)];
    const token = await shop.login(email);
    const link = await shop.service.call({ method: 'POST', url: '/session/code', as: token });
    const changed = await here.send(change({ password, new_password: 'staple battery' }));
    expect([changed.status, changed.text]).toEqual([204, '']);
    expect((await here.send({ url: '/session' })).status).toBe(200);
    expect((await other.send({ url: '/session' })).status).toBe(401);
    expect((await shop.service.call({ url: '/session', as: token })).status).toBe(401);
    expect((await browserOf(shop.service).signIn({ code: link.body.code })).status).toBe(401);
    expect((await browserOf(shop.service).signIn({ email, password })).status).toBe(401);
    expect((await browserOf(shop.service).signIn({ email, password: 'staple battery' })).status).toBe(200);
    const { body, text } = await shop.service.call({ url: `/user/${id}/timeline` });
    expect(body.at(-1)).toMatchObject({
      event: 'user.modified',
      user: { id },
      detail: { fields: ['password'] },
    });
    expect(text).not.toMatch(/staple|argon2/);
  });

  test('the present password cannot be guessed without limit, and a success begins the count again', async () => {
    const { email } = await shop.person();
    const here = await shop.signedIn(email);
    const guess = () => here.send(change({ password: 'guess', new_password: 'staple battery' }));
    for (let at = 0; at < 10; at++) {
      const { status, body, headers } = await guess();
      expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'body.invalid', '/password']);
      expect(headers).not.toHaveProperty('set-cookie');
    }
    const refused = await here.send(change({ password, new_password: 'staple battery' }));
    expect([refused.status, refused.body.code]).toEqual([429, 'credentials.too-many-failures']);
    await query(`update loginattempt set until = '-infinity'`);
    expect((await here.send(change({ password, new_password: 'staple battery' }))).status).toBe(204);
    const { rows } = await query(`select max(count) as count from loginattempt`);
    expect(rows[0].count ?? 0).toBeLessThan(10);
    // The session was not ended by any of it.
    expect((await here.send({ url: '/session' })).status).toBe(200);
  });

  test('the same limit holds with an Idempotency-Key, whose stored answers have no password', async () => {
    const { id, email } = await shop.person();
    const here = await shop.signedIn(email);
    const headers = { 'idempotency-key': 'password' };
    const wrong = await here.send({ ...change({ password: 'guess', new_password: 'staple battery' }), headers });
    expect(wrong.status).toBe(422);
    const { rows } = await query('select count from loginattempt order by failed_at desc limit 1');
    expect(rows[0].count).toBeGreaterThan(0);
    const more = { 'idempotency-key': 'password 2' };
    const done = await here.send({ ...change({ password, new_password: 'staple battery' }), headers: more });
    expect(done.status).toBe(204);
    const stored = await query('select to_json(i)::text as text from idempotency i where account_id = $1', [id]);
    expect(stored.rows).toHaveLength(2);
    expect(stored.rows.map(({ text }) => text).join('')).not.toMatch(/guess|staple|correct horse/);
  });

  test('a short new password is refused, and a user without a password has none to change', async () => {
    const { email } = await shop.person();
    const here = await shop.signedIn(email);
    expect((await here.send(change({ password, new_password: 'short' }))).body.errors[0].pointer).toBe('/new_password');
    const key = await apiUser([]);
    const refused = await shop.service.call({ ...change({ password, new_password: 'staple battery' }), as: key });
    expect([refused.status, refused.body.code]).toEqual([422, 'body.invalid']);
  });

  test('the person stays known at the present address alone', async () => {
    const { id, email } = await shop.person();
    const here = browserOf(shop.service);
    await here.signIn({ email, password }, { remoteAddress: '203.0.113.10' });
    await browserOf(shop.service).signIn({ email, password }, { remoteAddress: '203.0.113.11' });
    await here.send({ ...change({ password, new_password: 'staple battery' }), remoteAddress: '203.0.113.10' });
    const { rows } = await query('select count(*)::int as count from loginaddress where account_id = $1', [id]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('sign-in links', () => {
  const link = (as?: string) => shop.service.call({ method: 'POST', url: '/session/code', ...(as ? { as } : {}) });

  test('a link signs its user in once', async () => {
    const key = await apiUser(['part.read'], { first_name: 'Ana', site_ids: [2] });
    const { status, body } = await link(key);
    expect(status).toBe(200);
    expect(body).toEqual({
      code: expect.stringMatching(/^cvc_[\w-]{32}$/),
      expires_at: expect.any(String),
      url: `https://orders.example.com/shop/console/sign-in#code=${body.code}`,
    });
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
    const stored = await query('select to_json(c)::text as text from signincode c');
    expect(stored.rows.map(({ text }) => text).join('')).not.toContain(body.code);
    const browser = browserOf(shop.service);
    const signedIn = await browser.signIn({ code: body.code });
    expect(signedIn.body).toMatchObject({ user: { first_name: 'Ana' }, site_id: 2, permissions: ['part.read'] });
    expect(signedIn.text).not.toMatch(/cv[cs]_/);
    expect((await browser.send({ url: '/part' })).status).toBe(200);
    const again = await browserOf(shop.service).signIn({ code: body.code });
    expect([again.status, again.body.code]).toEqual([401, 'credentials.wrong']);
    // The session that was opened goes on.
    expect((await browser.send({ url: '/session' })).status).toBe(200);
  });

  test('ten browsers with one code open one session', async () => {
    const { body } = await link();
    const browsers = Array.from({ length: 10 }, () => browserOf(shop.service));
    const answers = await Promise.all(browsers.map((browser) => browser.signIn({ code: body.code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  });

  test('an old link, and that of an inactive user, is refused and deleted', async () => {
    const { body } = await link();
    await query(`update signincode set expires_at = now() - interval '1 second'`);
    expect((await browserOf(shop.service).signIn({ code: body.code })).body.code).toBe('credentials.wrong');
    const { id } = await shop.person();
    const { email } = (await shop.service.call({ url: `/user/${id}` })).body;
    const mine = await link(await shop.login(email));
    await shop.service.call({ method: 'PUT', url: `/user/${id}`, payload: { active: false } });
    expect((await browserOf(shop.service).signIn({ code: mine.body.code })).body.code).toBe('credentials.wrong');
    expect((await query('select 1 from signincode')).rows).toEqual([]);
    await link();
    await query(`update signincode set expires_at = now() - interval '1 second'`);
    await shop.service.services.credentials.forgetEnded();
    expect((await query('select 1 from signincode')).rows).toEqual([]);
  });

  test('a session of the console makes no link, and nobody without credentials does', async () => {
    const { email } = await shop.person();
    const browser = await shop.signedIn(email);
    const refused = await browser.send({ method: 'POST', url: '/session/code' });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission.missing']);
    const nobody = await shop.service.call({ method: 'POST', url: '/session/code', as: null });
    expect([nobody.status, nobody.body.code]).toEqual([401, 'credentials.missing']);
  });

  test('the stored answer has the code sealed', async () => {
    const key = await apiUser([]);
    const request = { method: 'POST', url: '/session/code', headers: { 'idempotency-key': 'link' }, as: key } as const;
    const { body } = await shop.service.call(request);
    const { rows } = await query('select body from idempotency order by created_at desc');
    expect(rows.map((row) => row.body).join('')).not.toMatch(/cvc_/);
    expect((await shop.service.call(request)).body).toEqual(body);
  });
});
