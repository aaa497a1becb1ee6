import { request } from 'undici';
import { expect, test } from 'vitest';
import { createEngineClient } from '../../../client/engine.ts';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

export function access({ client, service, siteId, unique }: TestContext): void {
  const as = <T>(apiKey: string, work: (one: typeof client) => Promise<T>) => {
    const one = createEngineClient({ url: service.url, apiKey });
    return work(one).finally(() => one.close());
  };

  test('an API user has its permissions and a key that is shown once', async () => {
    const made = await client.user.create({ usertype: 'API', last_name: 'Shop', permissions: ['salesorder.read'] });
    expect(made).toMatchObject({ last_name: 'Shop', permissions: ['salesorder.read'], api_key: expect.any(String) });
    const read = await client.user.get(made.id, { embed: 'usertype' });
    expect(read.usertype.name).toBe('API');
    expect(read).not.toHaveProperty('api_key');
    await as(made.api_key!, async (shop) => {
      expect((await shop.session.get()).permissions).toEqual(['salesorder.read']);
      await shop.salesorder.list();
      const refused = { status: 403, code: 'permission.missing', detail: expect.stringContaining('part.read') };
      await expect(shop.part.list()).rejects.toMatchObject(refused);
    });
    await expectReadable(client.user, made.id);
  });

  test('a new key ends the old ones, and keys can be ended', async () => {
    const made = await client.user.create({ usertype: 'API', last_name: 'Till', permissions: ['part.read'] });
    const { id, api_key } = await client.user.apikey.create(made.id);
    expect(id).toBe(made.id);
    await expect(as(made.api_key!, (till) => till.session.get())).rejects.toMatchObject({ status: 401 });
    await as(api_key, (till) => till.part.list({ perPage: 0 }));

    const keys = await client.user.apikey.list(made.id, { sort: 'id' });
    expect(keys.map(({ revoked_at }) => revoked_at === null)).toEqual([false, true]);
    expect(await client.user.apikey.get(made.id, keys[1]!.id)).toEqual(keys[1]);
    await client.user.apikey.remove(made.id, keys[1]!.id);
    await expect(as(api_key, (till) => till.session.get())).rejects.toMatchObject({ code: 'credentials.wrong' });
    const last = await client.user.apikey.create(made.id);
    await client.user.apikey.removeAll(made.id);
    await expect(as(last.api_key, (till) => till.session.get())).rejects.toMatchObject({ code: 'credentials.wrong' });
  });

  test('people log in, go to work at another site, and log out', async () => {
    const other = await client.site.create({ name: unique('Depot') });
    const pickers = await client.usergroup.create({ name: unique('Pickers') });
    const drivers = await client.usergroup.create({ name: unique('Drivers') });
    const email = 'nancy@example.com';
    const person = await client.user.create({
      first_name: 'Nancy',
      last_name: 'Davolio',
      email,
      password: 'correct horse',
      permissions: ['salesorder.read'],
      site_ids: [siteId, other.id],
      site_id: siteId,
      usergroup_ids: [pickers.id, drivers.id],
    });
    const door = createEngineClient({ url: service.url });
    await expect(door.login({ email, password: 'wrong horse' })).rejects.toMatchObject({ code: 'credentials.wrong' });
    const { session_token, user, expires_at } = await door.login({ email, password: 'correct horse' });
    await door.close();
    expect(user).toMatchObject({ id: person.id, email });
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    await as(session_token, async (nancy) => {
      const groups = [drivers, pickers].map(({ id, name }) => ({ id, name }));
      expect(await nancy.session.get()).toMatchObject({ user: { id: person.id }, site_id: siteId, groups });
      expect(await nancy.session.update({ site_id: other.id })).toEqual({ site_id: other.id });
      expect((await nancy.session.get()).site_id).toBe(other.id);
      await nancy.logout();
      await expect(nancy.session.get()).rejects.toMatchObject({ status: 401 });
    });
  });

  test('people sign in to the console, look after their sessions, and change their password', async () => {
    const credentials = { email: 'janet@example.com', password: 'correct horse' };
    const person = await client.user.create({ first_name: 'Janet', ...credentials, site_ids: [siteId] });
    // A browser sends the cookie automatically; the client is for programs.
    const page = async (method: string, path: string, cookie: string | null, body?: object) => {
      const headers = {
        'x-conveyor-console': '1',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      };
      const sent = { ...headers, ...(cookie === null ? {} : { cookie }) };
      return request(service.url + path, { method, headers: sent, body: body && JSON.stringify(body) });
    };
    const signedIn = await page('POST', '/session', null, { ...credentials, site_id: siteId });
    expect(await signedIn.body.json()).toMatchObject({ user: { id: person.id }, site_id: siteId });
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0]!;
    expect((await page('DELETE', '/session', cookie)).statusCode).toBe(204);
    expect((await page('GET', '/session', cookie)).statusCode).toBe(401);
    await expect(client.session.run(credentials)).rejects.toMatchObject({ code: 'session.foreign' });

    const door = createEngineClient({ url: service.url });
    const { session_token } = await door.login(credentials);
    const other = await door.login(credentials);
    await door.close();
    const list = await client.user.session.list(person.id, { sort: 'id' });
    expect(list.map((session) => session.cookie)).toEqual([false, false]);
    expect(await client.user.session.get(person.id, list[0]!.id)).toEqual(list[0]);
    await client.user.session.remove(person.id, list[1]!.id);
    await expect(as(other.session_token, (janet) => janet.session.get())).rejects.toMatchObject({ status: 401 });
    const open = await client.usersession.list({ where: { user_id: person.id }, embed: 'user' });
    expect(open.data).toMatchObject([{ id: list[0]!.id, user: { first_name: 'Janet' } }]);
    await as(session_token, async (janet) => {
      const link = await janet.session.code();
      expect(link.url).toBe(`${service.url}/console/sign-in#code=${link.code}`);
      await janet.session.password.update({ password: credentials.password, new_password: 'staple battery' });
      const [own] = await janet.session.own.get();
      expect(own).toMatchObject({ id: list[0]!.id, current: true });
      await janet.session.own.remove(own!.id);
      await expect(janet.session.get()).rejects.toMatchObject({ status: 401 });
    });
    const again = createEngineClient({ url: service.url });
    const last = await again.login({ ...credentials, password: 'staple battery' });
    await again.close();
    await client.user.session.removeAll(person.id);
    await expect(as(last.session_token, (janet) => janet.session.get())).rejects.toMatchObject({ status: 401 });
  });
  rights({ client, unique }, as);
}

type As = <T>(apiKey: string, work: (one: TestContext['client']) => Promise<T>) => Promise<T>;

function rights({ client, unique }: Pick<TestContext, 'client' | 'unique'>, as: As): void {
  test('users are changed and deleted', async () => {
    const made = await client.user.create({ first_name: 'Andrew', last_name: 'Fuller', email: 'andrew@example.com' });
    const changed = await client.user.update(made.id, { last_name: 'Fullerton', active: false });
    expect(changed).toMatchObject({ id: made.id, first_name: 'Andrew', last_name: 'Fullerton', active: false });
    await expectRemoved(client.user, made.id);
  });

  test('groups hold permissions for their users', async () => {
    const group = await client.usergroup.create({ name: unique('Pickers'), permissions: ['pick.read'] });
    const made = await client.user.create({ usertype: 'API', last_name: 'Scanner', usergroup_ids: [group.id] });
    expect((await client.usergroup.get(group.id, { embed: 'users' })).users.map(({ id }) => id)).toEqual([made.id]);
    await as(made.api_key!, (scanner) => scanner.pick.list({ perPage: 0 }));
    const changed = await client.usergroup.update(group.id, { permissions: ['pick.read', 'pick.finish'] });
    expect(changed.permissions.sort()).toEqual(['pick.finish', 'pick.read']);
    expect((await as(made.api_key!, (scanner) => scanner.session.get())).permissions).toContain('pick.finish');
    await expectReadable(client.usergroup, group.id);
    const from = { usergroup_id: group.id, usergroup: group.name };
    expect(await client.user.access(made.id)).toEqual({
      ...{ id: made.id, site_ids: null, refusal: null },
      permissions: ['pick.finish', 'pick.read'].map((name) => ({ name, ...from })),
    });
    const permissions = ['pick.finish', 'pick.read'];
    expect(await client.usergroup.access(group.id)).toEqual({ id: group.id, permissions, refusal: null });
    await expect(client.usergroup.remove(group.id)).rejects.toMatchObject({ code: 'record.in-use' });
    const empty = await client.usergroup.create({ name: unique('Nobody') });
    await expectRemoved(client.usergroup, empty.id);
  });

  test('the permissions are listed with the addresses that need them', async () => {
    const { data } = await client.permission.list({ where: { name: 'salesorder.issue' } });
    expect(data.map(({ addresses }) => addresses)).toEqual([['POST /salesorder/{salesorder_id}/issue']]);
    const [operation] = data[0]!.operations;
    expect(operation).toMatchObject({ method: 'POST', path: '/salesorder/{salesorder_id}/issue', lists: null });
    await expectReadable(client.permission, data[0]!.id);
  });
}
