import { describe, expect, test, vi } from 'vitest';
import { Credentials } from '../../../../service/platform/access/credentials.ts';
import { ensureFirstUsers } from '../../../../service/platform/access/first-users.ts';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { adminKey, basic, engineKey, startTestService } from '../http/bare-service.ts';

/** Credentials, permissions, users and sessions. */

const whoami = endpoint('GET /whoami', {
  permission: null,
  summary: 'Return the actor',
  handle: async ({ actor }) => ({ value: actor }),
});

const service = await untilEnd(startTestService({ endpoints: [whoami] }));
await service.test.pool.query(`insert into site (name) values ('North'), ('South')`);

const newUser = async (payload: object, as = adminKey) => service.call({ method: 'POST', url: '/user', payload, as });
const apiUser = async (permissions: string[], more: object = {}) => {
  const { body } = await newUser({ usertype: 'API', permissions, ...more });
  return { id: body.id as number, key: body.api_key as string };
};

describe('Basic credentials', () => {
  const status = async (authorization: string | undefined) => {
    const answer = await service.call({ url: '/whoami', as: null, headers: authorization ? { authorization } : {} });
    if (answer.status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
    return [answer.status, answer.body.code];
  };
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test.each([
    ['the key with an empty password', basic(adminKey), 200],
    ['the key twice', basic(adminKey, adminKey), 200],
    ['the key without a colon', encoded(adminKey), 200],
    ['the scheme in another case', basic(adminKey).replace('Basic', 'bAsIc'), 200],
    ['nothing', undefined, 401],
    ['a wrong key', basic('cvk_wrong'), 401],
    ['another password', basic(adminKey, 'x'), 401],
    ['an empty name', basic('', adminKey), 401],
    ['another scheme', `Bearer ${adminKey}`, 401],
    ['no base64', 'Basic %%%', 401],
    ['a NUL in it', encoded(`${adminKey}\0:`), 401],
  ])('%s', async (_name, authorization, expected) => {
    const [answered, code] = await status(authorization);
    expect(answered).toBe(expected);
    if (expected === 401) expect(code).toBe(authorization ? 'credentials.wrong' : 'credentials.missing');
  });

  test('a verified key costs no query while it is cached, and a revoked key is refused after that', async () => {
    const { id, key } = await apiUser([]);
    const query = vi.spyOn(service.database.pool, 'connect');
    const credentials = new Credentials(service.database, { seconds: 0.2 });
    expect(await credentials.verify(key)).toMatchObject({ userId: id });
    const queries = query.mock.calls.length;
    await service.test.pool.query('update apikey set revoked_at = now() where account_id = $1', [id]);
    expect(await credentials.verify(key)).toMatchObject({ userId: id });
    expect(query.mock.calls.length).toBe(queries);
    query.mockRestore();
    await expect.poll(() => credentials.verify(key)).toBeNull();
  });

  test('the cache of keys has a limit', async () => {
    const { key } = await apiUser([]);
    const credentials = new Credentials(service.database, { seconds: 60, most: 1 });
    await credentials.verify(key);
    await credentials.verify(adminKey);
    await service.test.pool.query('update apikey set revoked_at = now() where key_hash = sha256($1::bytea)', [
      Buffer.from(key),
    ]);
    expect(await credentials.verify(key)).toBeNull();
  });

  test('an inactive user is refused', async () => {
    const { id, key } = await apiUser([]);
    expect((await service.call({ url: '/whoami', as: key })).status).toBe(200);
    await service.call({ method: 'PUT', url: `/user/${id}`, payload: { active: 0 } });
    expect((await service.call({ url: '/whoami', as: key })).status).toBe(401);
  });
});

describe('permissions', () => {
  test('a new API user has no permissions but may read constants', async () => {
    const { key } = await apiUser([]);
    const refused = await service.call({ url: '/user', as: key });
    expect([refused.status, refused.body.code, refused.body.permission]).toEqual([
      403,
      'permission.missing',
      'user.read',
    ]);
    expect(refused.body.detail).toContain('user.read');
    expect((await service.call({ url: '/task', as: key })).status).toBe(200);
  });

  test.each([
    [['user.read'], 200],
    [['user.*'], 200],
    [['*'], 200],
    [['user.create', 'usergroup.*', 'part.*'], 403],
  ])('a list of users with %j is a %i', async (permissions, status) => {
    const { key } = await apiUser(permissions);
    expect((await service.call({ url: '/user', as: key })).status).toBe(status);
  });

  test('users have the permissions of their groups, and a change of a group takes effect at once', async () => {
    const payload = { name: 'Readers', permissions: 'user.read' };
    const group = await service.call({ method: 'POST', url: '/usergroup', payload });
    const { key } = await apiUser([], { usergroup_ids: [group.body.id] });
    expect((await service.call({ url: '/user', as: key })).status).toBe(200);
    await service.call({ method: 'PUT', url: `/usergroup/${group.body.id}`, payload: { permissions: [] } });
    expect((await service.call({ url: '/user', as: key })).status).toBe(403);
  });

  test('no user gives, or takes over, permissions that they do not hold', async () => {
    const powerful = await apiUser(['pick.create']);
    const group = await service.call({
      method: 'POST',
      url: '/usergroup',
      payload: { name: 'Mighty', permissions: ['*'] },
    });
    const { key, id } = await apiUser(['user.*', 'apikey.*', 'usergroup.*', 'part.read']);
    const attempts = [
      { method: 'POST', url: '/user', payload: { permissions: ['*'] } },
      { method: 'POST', url: '/user', payload: { permissions: ['part.*'] } },
      { method: 'POST', url: '/user', payload: { usergroup_ids: [group.body.id] } },
      { method: 'PUT', url: `/user/${id}`, payload: { permissions: ['user.*', 'pick.create'] } },
      { method: 'PUT', url: `/user/${powerful.id}`, payload: { password: 'taken over' } },
      { method: 'POST', url: `/user/${powerful.id}/apikey` },
      { method: 'POST', url: '/user/1/apikey' },
      { method: 'DELETE', url: `/user/${powerful.id}` },
      { method: 'PUT', url: `/usergroup/${group.body.id}`, payload: { name: 'Mine' } },
    ] as const;
    for (const attempt of attempts) {
      const answer = await service.call({ ...attempt, as: key });
      expect([attempt.method, attempt.url, answer.status, answer.body?.code]).toEqual([
        attempt.method,
        attempt.url,
        403,
        'permission.missing',
      ]);
    }
    expect((await newUser({ permissions: ['part.read'] }, key)).status).toBe(201);
  });

  test('a malformed permission is refused', async () => {
    const answer = await newUser({ permissions: ['Everything!'] });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/permissions']);
  });

  test('an unknown permission of a user or group is refused with similar names', async () => {
    const refused = await newUser({ permissions: ['part.read', 'salesorder.reed', 'prat.*'] });
    expect([refused.status, refused.body.code]).toEqual([422, 'reference.unknown']);
    expect(refused.body.errors).toEqual([
      { pointer: '/permissions/1', detail: expect.stringContaining('Did you mean salesorder.read') },
      { pointer: '/permissions/2', detail: expect.stringContaining('Did you mean part.*') },
    ]);
    const payload = { name: 'Pickers', permissions: ['pick.crate'] };
    expect((await service.call({ method: 'POST', url: '/usergroup', payload })).status).toBe(422);
    expect((await newUser({ permissions: ['pick.*', '*'] })).status).toBe(201);
  });
});

describe('users', () => {
  test('only the answer that creates a user contains the key', async () => {
    const created = await newUser({ usertype: 'api', first_name: 'Shop', email: 'shop@example.com' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ first_name: 'Shop', permissions: [], active: true });
    expect(created.body.api_key).toMatch(/^cvk_[\w-]{32}$/);
    const read = await service.call({ url: `/user/${created.body.id}?embed=usertype,groups,sites` });
    expect(read.body).toMatchObject({ usertype: { name: 'API' }, groups: [], sites: [] });
    expect(read.text).not.toMatch(/key|password|hash/);
    const { rows } = await service.test.pool.query('select key_hash from apikey where account_id = $1', [
      created.body.id,
    ]);
    expect(rows[0].key_hash).toHaveLength(32);
  });

  test('a new key ends the old one at once', async () => {
    const { id, key } = await apiUser([]);
    expect((await service.call({ url: '/whoami', as: key })).status).toBe(200);
    const { status, body } = await service.call({ method: 'POST', url: `/user/${id}/apikey` });
    expect(status).toBe(201);
    expect((await service.call({ url: '/whoami', as: key })).status).toBe(401);
    expect((await service.call({ url: '/whoami', as: body.api_key })).status).toBe(200);
    const keys = await service.call({ url: `/user/${id}/apikey` });
    expect(keys.body.map((one: { revoked_at: string | null }) => one.revoked_at !== null)).toEqual([true, false]);
    expect((await service.call({ method: 'DELETE', url: `/user/${id}/apikey` })).status).toBe(204);
    expect((await service.call({ url: '/whoami', as: body.api_key })).status).toBe(401);
  });

  test('one of several keys is revoked alone', async () => {
    const { id, key } = await apiUser([]);
    const other = 'cvk_a-second-key-of-the-same-user';
    await service.test.pool.query(
      `insert into apikey (account_id, key_hash) values ($1, sha256(convert_to($2, 'UTF8')))`,
      [id, other],
    );
    const [first] = (await service.call({ url: `/user/${id}/apikey` })).body;
    expect((await service.call({ method: 'DELETE', url: `/user/${id}/apikey/${first.id}` })).status).toBe(204);
    expect((await service.call({ url: '/whoami', as: key })).status).toBe(401);
    expect((await service.call({ url: '/whoami', as: other })).status).toBe(200);
    expect((await service.call({ method: 'DELETE', url: `/user/1/apikey/${first.id}` })).status).toBe(404);
  });

  test('the keys of a user who does not exist are 404', async () => {
    expect((await service.call({ url: '/user/9999/apikey' })).status).toBe(404);
    expect((await service.call({ method: 'POST', url: '/user/9999/apikey' })).status).toBe(404);
  });

  test('an e-mail belongs to one user, in any case, and must be valid', async () => {
    await newUser({ first_name: 'A', email: 'Same@example.com' });
    const twice = await newUser({ first_name: 'B', email: 'same@EXAMPLE.com' });
    expect([twice.status, twice.body.code, twice.body.errors[0].pointer]).toEqual([409, 'record.exists', '/email']);
    const none = await newUser({ email: 'nobody' });
    expect([none.status, none.body.errors]).toEqual([
      422,
      [{ pointer: '/email', detail: 'must be an e-mail address' }],
    ]);
  });

  test('a change affects only the fields in the body', async () => {
    const { body } = await newUser({ first_name: 'Ann', last_name: 'Lee', permissions: ['pick.*'], site_ids: [1, 2] });
    const url = `/user/${body.id}`;
    const changed = await service.call({ method: 'PUT', url, payload: { last_name: 'May' } });
    expect(changed.body).toMatchObject({ first_name: 'Ann', last_name: 'May', permissions: ['pick.*'], site_id: 1 });
    expect((await service.call({ method: 'PUT', url, payload: { last_name: null } })).body.last_name).toBeNull();
    expect((await service.call({ method: 'PUT', url, payload: { site_id: 3 } })).status).toBe(422);
    expect((await service.call({ method: 'PUT', url, payload: { site_id: '2' } })).body.site_id).toBe(2);
  });

  test('a user without activity can be deleted, but not by that user', async () => {
    const { id } = await apiUser([]);
    expect((await service.call({ method: 'DELETE', url: `/user/${id}` })).status).toBe(204);
    expect((await service.call({ url: `/user/${id}` })).status).toBe(404);
    expect((await service.call({ method: 'DELETE', url: '/user/1' })).body.code).toBe('record.in-use');
  });
});

describe('sessions', () => {
  const login = (email: string, password: string) =>
    service.call({ method: 'POST', url: '/login', as: null, payload: { email, password } });

  test('people log in, use the token like a key, change their site, and log out', async () => {
    await newUser({ first_name: 'Pat', email: 'pat@example.com', password: 'correct horse', site_ids: [2, 3] });
    const session = await login('PAT@example.com', 'correct horse');
    expect(session.status).toBe(200);
    const token = session.body.session_token;
    expect((await service.call({ url: '/session', as: token })).body).toMatchObject({
      user: { first_name: 'Pat' },
      site_id: 2,
      permissions: [],
    });
    expect((await service.call({ method: 'PUT', url: '/session', as: token, payload: { site_id: 3 } })).body).toEqual({
      site_id: 3,
    });
    expect((await service.call({ url: '/session', as: token })).body.site_id).toBe(3);
    expect((await service.call({ method: 'PUT', url: '/session', as: token, payload: { site_id: 1 } })).status).toBe(
      422,
    );
    expect((await service.call({ method: 'POST', url: '/logout', as: token })).status).toBe(204);
    expect((await service.call({ url: '/session', as: token })).status).toBe(401);
  });

  test('passwords are argon2id hashes', async () => {
    const { rows } = await service.test.pool.query(`select password_hash from account where email = 'pat@example.com'`);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
  });

  test('a failed login does not reveal whether the e-mail or the password is wrong', async () => {
    const wrong = await login('pat@example.com', 'wrong');
    const unknown = await login('nobody@example.com', 'wrong');
    expect([wrong.status, wrong.body.detail]).toEqual([401, unknown.body.detail]);
    expect(unknown.status).toBe(401);
  });

  test('a session ends when it expires, and when the password changes', async () => {
    const { body: user } = await newUser({ email: 'max@example.com', password: 'first password' });
    const one = (await login('max@example.com', 'first password')).body.session_token;
    await service.test.pool.query(`update session set expires_at = now() - interval '1 second' where account_id = $1`, [
      user.id,
    ]);
    expect((await service.call({ url: '/session', as: one })).status).toBe(401);
    const two = (await login('max@example.com', 'first password')).body.session_token;
    expect((await service.call({ url: '/session', as: two })).status).toBe(200);
    await service.call({ method: 'PUT', url: `/user/${user.id}`, payload: { password: 'second password' } });
    expect((await service.call({ url: '/session', as: two })).status).toBe(401);
    expect((await login('max@example.com', 'first password')).status).toBe(401);
    expect((await login('max@example.com', 'second password')).status).toBe(200);
  });
});

test('the timeline shows who changed users, keys and permissions, and contains no secret', async () => {
  const { id, key } = await apiUser(['pick.read'], { password: 'audited password' });
  const put = (payload: object) =>
    service.call({ method: 'PUT', url: `/user/${id}`, payload, headers: { 'x-user-agent': 'scanner 7' } });
  await put({ permissions: ['pick.*'], password: 'another password' });
  await service.call({ method: 'POST', url: `/user/${id}/apikey` });
  const { body, text } = await service.call({ url: `/user/${id}/timeline` });
  expect(body.map((entry: { event: string }) => entry.event)).toEqual([
    'user.created',
    'user.modified',
    'user.modified',
  ]);
  expect(body[1]).toMatchObject({
    by: 'Administrator',
    user: { id: 1 },
    user_agent: 'scanner 7',
    detail: { fields: expect.arrayContaining(['permissions', 'password']), permissions: ['pick.*'] },
  });
  expect(body[2].detail).toEqual({ fields: ['api_key'] });
  expect(text).not.toMatch(/audited password|another password|argon2/);
  expect(text).not.toContain(key);
  const group = await service.call({
    method: 'POST',
    url: '/usergroup',
    payload: { name: 'Traced', permissions: ['*'] },
  });
  expect((await service.call({ url: `/usergroup/${group.body.id}/timeline` })).body[0].detail.permissions).toEqual([
    '*',
  ]);
});

describe('acting for others', () => {
  test('the engine may act for others, and its workflow is recorded', async () => {
    const { id } = await apiUser([], { site_id: 3 });
    const headers = { 'x-on-behalf-of': String(id), 'x-conveyor-workflow': 'order/7', 'x-user-agent': 'engine 1' };
    const { body } = await service.call({ url: '/whoami', as: engineKey, headers });
    expect(body).toMatchObject({ userId: id, siteId: 3, workflowId: 'order/7', userAgent: 'engine 1' });
  });

  test('no other user may act for others, not even the administrator, and their workflow header is ignored', async () => {
    const refused = await service.call({ url: '/whoami', headers: { 'x-on-behalf-of': '2' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission.missing']);
    const { body } = await service.call({ url: '/whoami', headers: { 'x-conveyor-workflow': 'order/7' } });
    expect(body).toMatchObject({ userId: 1, workflowId: null });
  });

  test.each(['9999', 'me', '-1', '99999999999999', 'nobody@example.com', '%E0%A4%A'])(
    'on behalf of %s is refused',
    async (value) => {
      const answer = await service.call({ url: '/whoami', as: engineKey, headers: { 'x-on-behalf-of': value } });
      expect([answer.status, answer.body.code]).toEqual([422, 'reference.unknown']);
    },
  );
});

test('several starts of several services create the first users once', async () => {
  const keys = { admin: 'cvk_second-admin-key', engine: engineKey };
  await Promise.all([1, 2, 3].map(() => ensureFirstUsers(service.database, keys)));
  const { rows } = await service.test.pool.query(
    `select count(*) filter (where first_name = 'Administrator') as admins, count(*) filter (where usertype_id = 3) as engines
     from account`,
  );
  expect(rows[0]).toEqual({ admins: 1, engines: 1 });
  for (const key of [adminKey, keys.admin]) {
    expect((await service.call({ url: '/whoami', as: key })).body.userId).toBe(1);
  }
  const before = await service.test.pool.query('select count(*) from apikey');
  await ensureFirstUsers(service.database, {});
  expect((await service.test.pool.query('select count(*) from apikey')).rows).toEqual(before.rows);
});
