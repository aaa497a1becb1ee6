import { afterAll, describe, expect, test } from 'vitest';
import { startConsole } from './console.ts';

/** All rights of a user or a group, whether the caller may change it, and the open sessions. */

const shop = await startConsole();
afterAll(() => shop?.service.close());

const create = async (url: string, payload: object) =>
  (await shop.service.call({ method: 'POST', url, payload })).body as { id: number; api_key: string };
const apiUser = (permissions: string[], more: object = {}) =>
  create('/user', { usertype: 'API', permissions, ...more });
const read = async (url: string, as: string) => (await shop.service.call({ url, as })).body;

describe('the access of a user', () => {
  test('says from which group each permission comes, and names groups to those who may read them', async () => {
    const group = await create('/usergroup', { name: 'Front office', permissions: ['salesorder.*', 'pick.read'] });
    const user = await apiUser(['pick.read'], { usergroup_ids: [group.id], site_ids: [2] });
    const all = ['pick.read', 'salesorder.*', 'user.read'];
    const [reader, ofGroups] = [await apiUser(all), await apiUser([...all, 'usergroup.read'])];
    const named = (usergroup: string | null) => ({
      ...{ id: user.id, site_ids: [2], refusal: null },
      permissions: [
        { name: 'pick.read', usergroup_id: null, usergroup: null },
        { name: 'pick.read', usergroup_id: group.id, usergroup },
        { name: 'salesorder.*', usergroup_id: group.id, usergroup },
      ],
    });
    const url = `/user/${user.id}/access`;
    const sorted = (body: { permissions: object[] }) => ({
      ...body,
      permissions: body.permissions.map((one) => Object.values(one).join(' ')).sort(),
    });
    expect(sorted(await read(url, reader.api_key))).toEqual(sorted(named(null)));
    expect(await read(url, ofGroups.api_key)).toEqual(named('Front office'));
    const refused = await shop.service.call({ url, as: (await apiUser(['usergroup.read'])).api_key });
    expect([refused.status, refused.body.permission]).toEqual([403, 'user.read']);
    expect((await shop.service.call({ url: '/user/999999/access' })).status).toBe(404);
  });

  test('says why the caller cannot change the user, as the change would', async () => {
    const caller = await apiUser(['user.*', 'usergroup.*', 'pick.read'], { site_ids: [2] });
    const strong = await create('/usergroup', { name: 'Strong', permissions: ['config.reload'] });
    const cases = [
      { more: { permissions: ['pick.read'], site_ids: [2] }, code: null },
      { more: { permissions: ['pick.*'], site_ids: [2] }, code: 'permission.missing' },
      { more: { permissions: [], usergroup_ids: [strong.id], site_ids: [2] }, code: 'permission.missing' },
      { more: { permissions: [], site_ids: [2, 3] }, code: 'site.not-allowed' },
      { more: { permissions: [], site_ids: [] }, code: 'site.not-allowed' },
    ];
    for (const { more, code } of cases) {
      const { id } = await create('/user', { first_name: 'Case', ...more });
      const { refusal } = await read(`/user/${id}/access`, caller.api_key);
      const change = {
        method: 'PUT',
        url: `/user/${id}`,
        as: caller.api_key,
        payload: { last_name: 'Changed' },
      } as const;
      const { status, body } = await shop.service.call(change);
      expect(refusal).toEqual(code === null ? null : { code, detail: body.detail });
      expect(body.code ?? null, `${status}`).toBe(code);
    }
    const administrator = await read('/user/1/access', caller.api_key);
    expect(administrator).toMatchObject({ site_ids: null, refusal: { code: 'permission.missing' } });
  });
});

test('the access of a group says why the caller cannot change it, as the change would', async () => {
  const caller = await apiUser(['usergroup.*', 'pick.read'], { site_ids: [2] });
  const groups = [
    { name: 'Readers', permissions: ['pick.read'], site_ids: [2], code: null },
    { name: 'Both sites', permissions: ['pick.read'], site_ids: [2, 3], code: 'site.not-allowed' },
    { name: 'Packers', permissions: ['pack.read', 'pick.read'], site_ids: [2], code: 'permission.missing' },
  ];
  for (const { name, permissions, site_ids, code } of groups) {
    const { id } = await create('/usergroup', { name, permissions });
    await create('/user', { first_name: 'Member', usergroup_ids: [id], site_ids });
    const access = await read(`/usergroup/${id}/access`, caller.api_key);
    const payload = { name: `${name} of the day` };
    const { body } = await shop.service.call({ method: 'PUT', url: `/usergroup/${id}`, as: caller.api_key, payload });
    expect(access).toEqual({ id, permissions, refusal: code && { code, detail: body.detail } });
    expect(body.code ?? null).toBe(code);
  }
  expect((await shop.service.call({ url: '/usergroup/999999/access' })).status).toBe(404);
});

describe('the sessions of all users', () => {
  test('are listed while they are open, with their users for those who may read these', async () => {
    const { id, email } = await shop.person();
    const [here, idle] = [await shop.signedIn(email), await shop.signedIn(email)];
    const [reader, other] = [await apiUser(['session.read', 'user.read']), await apiUser(['user.read'])];
    const url = `/usersession?filter=user_id = ${id}&sort=id`;
    const list = await read(`${url}&embed=user`, reader.api_key);
    expect(list).toMatchObject({ total: 2, data: [{ user: { email } }, { user: { email } }] });
    expect(JSON.stringify(list)).not.toMatch(/cvs_|token|hash/);
    const last = list.data[1].id;
    await shop.service.test.pool.query(`update session set last_used_at = now() - interval '3 hours' where id = $1`, [
      last,
    ]);
    expect((await read(url, reader.api_key)).data).toEqual([expect.objectContaining({ id: list.data[0].id })]);
    expect(await read(`/user/${id}/session`, reader.api_key)).toHaveLength(1);
    const one = await shop.service.call({ url: `/user/${id}/session/${last}`, as: reader.api_key });
    expect(one.status).toBe(404);
    shop.service.services.credentials.forget();
    expect([(await here.send({ url: '/session' })).status, (await idle.send({ url: '/session' })).status]).toEqual([
      200, 401,
    ]);
    const refused = await shop.service.call({ url, as: other.api_key });
    expect([refused.status, refused.body.permission]).toEqual([403, 'session.read']);
  });

  test('end together, at once, by those who may change the user, and sign-in links end with them', async () => {
    const { id, email } = await shop.person();
    const [one, two] = [await shop.signedIn(email), await shop.signedIn(email)];
    const end = (as: string, user = id) => shop.service.call({ method: 'DELETE', url: `/user/${user}/session`, as });
    const [ender, reader] = [await apiUser(['session.delete']), await apiUser(['session.read'])];
    expect((await end(reader.api_key)).status).toBe(403);
    expect((await end(ender.api_key, 1)).body.code).toBe('permission.missing');
    expect((await one.send({ url: '/session' })).status).toBe(200);
    expect((await end(ender.api_key)).status).toBe(204);
    expect([(await one.send({ url: '/session' })).status, (await two.send({ url: '/session' })).status]).toEqual([
      401, 401,
    ]);
    // A repeat changes nothing.
    expect((await end(ender.api_key)).status).toBe(204);
    expect((await end(ender.api_key, 999_999)).status).toBe(404);
    const timeline = (await shop.service.call({ url: `/user/${id}/timeline` })).body;
    expect(JSON.stringify(timeline)).toContain('"fields": ["session"]'.replaceAll(' ', ''));
  });
});
