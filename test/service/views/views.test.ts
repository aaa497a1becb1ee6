import { describe, expect, test } from 'vitest';
import { testService } from '../../support/test-service.ts';
import { type Person, person } from './people.ts';

/** Saved views: their owners, their readers, and their checks. */

let pickers: { id: number; name: string };
let packers: { id: number; name: string };

const reads = ['salesorder.read', 'customer.read'];

const service = await testService();
pickers = await service.client.usergroup.create({ name: 'Pickers' });
packers = await service.client.usergroup.create({ name: 'Packers' });
const ana = await person(service, 'Ana', reads, [pickers.id]);
const ben = await person(service, 'Ben', reads, [pickers.id]);
const cleo = await person(service, 'Cleo', reads, [packers.id]);
const lead = await person(service, 'Lead', [...reads, 'view.share']);
const manager = await person(service, 'Manager', [...reads, 'view.*']);

let counter = 0;
const body = (more: object = {}) => ({ name: `View ${++counter}`, resource: 'salesorder', ...more });

async function saved(owner: Person, more: object = {}): Promise<number> {
  const { status, body: made } = await owner.call('POST', '/view', body(more));
  expect([status, made.detail]).toEqual([201, undefined]);
  return made.id;
}

const idsOf = async (one: Person, query = '') => {
  const { body: page } = await one.call('GET', `/view${query}`);
  return page.data.map(({ id }: { id: number }) => id);
};

/** Returns whether a person reads a view by its id, and finds it in the list. */
async function seen(one: Person, id: number): Promise<boolean> {
  const { status } = await one.call('GET', `/view/${id}`);
  const isListed = (await idsOf(one)).includes(id);
  expect([status, isListed]).toEqual(isListed ? [200, true] : [404, false]);
  return isListed;
}

const refusal = async (one: Person, method: string, path: string, sent?: unknown) => {
  const { status, body: problem } = await one.call(method, path, sent);
  return [status, problem?.code, problem?.permission].filter((value) => value !== undefined).join(' ');
};

describe('a view', () => {
  test('has a filter, columns and an order, and its owner with a name', async () => {
    const sent = {
      ...body(),
      filter: 'state = "attention" && customer.name % "tea"',
      columns: ['number', 'customer.name', 'custom.colour', 'number'],
      sort: '-since, number',
    };
    const { status, body: made, headers } = await ana.call('POST', '/view', sent);
    expect(status).toBe(201);
    expect(made).toMatchObject({
      name: sent.name,
      resource: 'salesorder',
      filter: 'state = "attention" && customer.name % "tea"',
      columns: ['number', 'customer.name', 'custom.colour'],
      sort: '-since,number',
      usergroup_ids: [],
      everyone: false,
      owner_id: ana.id,
    });
    const read = await ana.call('GET', `/view/${made.id}`);
    expect([read.body, read.headers.get('etag')]).toEqual([made, headers.get('etag')]);
    // Without user.read, an embedded user has id and name.
    const { body: embedded } = await ana.call('GET', `/view/${made.id}?embed=owner`);
    expect(embedded.owner).toEqual({ id: ana.id, first_name: null, last_name: 'Ana' });
    const { data, total } = (await ana.call('GET', `/view?resource=salesorder&owner_id=${ana.id}&id=${made.id}`)).body;
    expect([total, data]).toEqual([1, [made]]);
  });

  test('is changed by field, and its whole record is a change', async () => {
    const id = await saved(ana, { filter: 'total > 5', usergroup_ids: [pickers.id] });
    const { body: changed } = await ana.call('PUT', `/view/${id}`, { columns: ['number', 'total'], filter: '' });
    expect(changed).toMatchObject({ columns: ['number', 'total'], filter: null, usergroup_ids: [pickers.id] });
    const { body: again } = await ana.call('PUT', `/view/${id}`, changed);
    expect(again).toMatchObject({ ...changed, updated_at: expect.any(String) });
    expect((await ana.call('PUT', `/view/${id}`, { usergroup_ids: [] })).body).toMatchObject({ usergroup_ids: [] });
  });

  test('has a version, and a change of its groups changes it', async () => {
    const id = await saved(ana);
    const etag = (await ana.call('GET', `/view/${id}`)).headers.get('etag')!;
    await ana.call('PUT', `/view/${id}`, { usergroup_ids: [pickers.id] });
    const late = await ana.call('PUT', `/view/${id}`, { name: 'Late' }, { 'if-match': etag });
    expect([late.status, late.body.code]).toEqual([412, 'precondition.failed']);
    // Another user cannot find out by If-Match whether there is a view.
    const own = await saved(ben);
    const foreign = await cleo.call('PUT', `/view/${own}`, { name: 'Mine' }, { 'if-match': '*' });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'record.unknown']);
  });

  test('is created once for one idempotency key', async () => {
    const sent = body();
    const key = { 'idempotency-key': 'view-1' };
    const [first, second] = [await ana.call('POST', '/view', sent, key), await ana.call('POST', '/view', sent, key)];
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  test('has a name that its owner uses once for a resource, in any case', async () => {
    const name = 'Late Orders';
    await saved(ana, { name });
    const { status, body: refused } = await ana.call('POST', '/view', body({ name: 'late orders' }));
    expect([status, refused.code, refused.errors[0].pointer]).toEqual([409, 'record.exists', '/name']);
    await saved(ana, { name, resource: 'customer' });
    await saved(ben, { name });
    const other = await saved(ana);
    expect(await refusal(ana, 'PUT', `/view/${other}`, { name })).toBe('409 record.exists');
  });

  test('is not sent to webhooks, and no other record embeds it', async () => {
    const { rows } = await service.sql.query(`select name from event where object in ('view', 'preference')`);
    expect(rows).toEqual([]);
    const { body: refused } = await service.call('GET', `/user/${ana.id}?embed=views`);
    expect(refused.code).toBe('query.unknown-relation');
  });
});

describe('a private view', () => {
  test('is unseen by others, as if there were none, also for managers', async () => {
    const id = await saved(ana);
    expect(await seen(ana, id)).toBe(true);
    for (const other of [ben, cleo, lead, manager]) {
      expect(await seen(other, id)).toBe(false);
      expect(await refusal(other, 'PUT', `/view/${id}`, { name: 'Mine' })).toBe('404 record.unknown');
      expect(await refusal(other, 'DELETE', `/view/${id}`)).toBe('404 record.unknown');
    }
    expect(await refusal(lead, 'POST', `/view/${id}/share`, { everyone: true })).toBe('404 record.unknown');
    const { body: unknown } = await ben.call('GET', `/view/${id}`);
    expect(unknown.detail).toBe(`There is no saved view ${id}.`);
  });

  test('is not counted for others, and filters do not find it', async () => {
    const id = await saved(ana, { filter: 'number = "SECRET-1"' });
    for (const query of ['?perPage=0', '?filter=filter%20%25%20%22SECRET%22', `?id=${id}`, `?owner_id=${ana.id}`]) {
      const { body: page } = await cleo.call('GET', `/view${query}`);
      expect([query, page.total]).toEqual([query, 0]);
    }
    expect((await ana.call('GET', '/view?filter=filter%20%25%20%22SECRET%22')).body.total).toBe(1);
  });

  test('is deleted by its owner', async () => {
    const id = await saved(ana);
    expect((await ana.call('DELETE', `/view/${id}`)).status).toBe(204);
    expect(await refusal(ana, 'DELETE', `/view/${id}`)).toBe('404 record.unknown');
  });
});

describe('a shared view', () => {
  test('is seen by the members of the group, who may not change it, and is gone when it is unshared', async () => {
    const id = await saved(ana, { usergroup_ids: [pickers.id] });
    expect([await seen(ben, id), await seen(cleo, id)]).toEqual([true, false]);
    expect(await refusal(ben, 'PUT', `/view/${id}`, { name: 'Mine' })).toBe('403 permission.missing view.*');
    expect(await refusal(ben, 'DELETE', `/view/${id}`)).toBe('403 permission.missing view.*');
    await ana.call('PUT', `/view/${id}`, { usergroup_ids: [] });
    expect([await seen(ana, id), await seen(ben, id)]).toEqual([true, false]);
  });

  test('is unseen by a member who leaves the group', async () => {
    const id = await saved(ana, { usergroup_ids: [pickers.id] });
    const guest = await person(service, 'Guest', reads, [pickers.id]);
    expect(await seen(guest, id)).toBe(true);
    await service.client.user.update(guest.id, { usergroup_ids: [] });
    expect(await seen(guest, id)).toBe(false);
  });

  test('with another group or with everyone needs view.share', async () => {
    for (const sharing of [{ everyone: true }, { usergroup_ids: [packers.id] }]) {
      const needs = '403 permission.missing view.share';
      expect(await refusal(ana, 'POST', '/view', body(sharing))).toBe(needs);
      const own = await saved(ana);
      expect(await refusal(ana, 'PUT', `/view/${own}`, sharing)).toBe(needs);
      expect(await refusal(ana, 'POST', `/view/${own}/share`, sharing)).toBe(needs);
      expect(await seen(cleo, own)).toBe(false);
      expect(await seen(cleo, await saved(lead, sharing))).toBe(true);
    }
    const { body: refused } = await ana.call('POST', '/view', body({ usergroup_ids: [packers.id] }));
    expect(refused.detail).toContain('Packers');
    expect(await refusal(lead, 'POST', '/view', body({ usergroup_ids: [987_654] }))).toBe('422 reference.unknown');
  });

  test('is shared by POST /view/{id}/share, and a holder of view.share does not share the views of others', async () => {
    const own = await saved(lead);
    const { status, body: shared } = await lead.call('POST', `/view/${own}/share`, { everyone: true });
    expect([status, shared.everyone, await seen(ben, own)]).toEqual([200, true, true]);
    const forEveryone = await saved(manager, { everyone: true });
    expect(await refusal(lead, 'POST', `/view/${forEveryone}/share`, { everyone: false })).toBe(
      '403 permission.missing view.*',
    );
  });

  test('keeps what somebody else has shared, when its owner saves the whole record', async () => {
    const id = await saved(ana, { usergroup_ids: [pickers.id] });
    await manager.call('POST', `/view/${id}/share`, { usergroup_ids: [pickers.id, packers.id] });
    const { body: record } = await ana.call('GET', `/view/${id}`);
    const { status, body: after } = await ana.call('PUT', `/view/${id}`, { ...record, name: 'Renamed' });
    expect([status, after.usergroup_ids]).toEqual([200, [pickers.id, packers.id]]);
    await ana.call('PUT', `/view/${id}`, { usergroup_ids: [pickers.id] });
    expect(await refusal(ana, 'PUT', `/view/${id}`, { usergroup_ids: [pickers.id, packers.id] })).toBe(
      '403 permission.missing view.share',
    );
  });

  test('is seen, changed, unshared and deleted by a user with view.*', async () => {
    const id = await saved(ana, { usergroup_ids: [pickers.id] });
    expect(await seen(manager, id)).toBe(true);
    const { body: changed } = await manager.call('PUT', `/view/${id}`, { name: 'By the manager' });
    expect(changed).toMatchObject({ name: 'By the manager', owner_id: ana.id });
    // The answer of an unshared view is the last that the manager sees of it.
    expect((await manager.call('PUT', `/view/${id}`, { usergroup_ids: [] })).status).toBe(200);
    expect([await seen(manager, id), await seen(ana, id)]).toEqual([false, true]);
    const other = await saved(lead, { everyone: true });
    expect((await manager.call('DELETE', `/view/${other}`)).status).toBe(204);
    expect(await seen(lead, other)).toBe(false);
  });
});

test('view.share can be given to users and groups, and GET /permission names its address', async () => {
  const { body: page } = await service.call('GET', '/permission?name=view.share');
  expect(page.data).toMatchObject([{ addresses: ['POST /view/{id}/share'] }]);
  await service.client.usergroup.update(packers.id, { permissions: ['view.share'] });
  expect(await seen(ana, await saved(cleo, { everyone: true }))).toBe(true);
  await service.client.usergroup.update(packers.id, { permissions: [] });
});

test('the views of a deleted user go, and a deleted group is taken out of views', async () => {
  const gone = await person(service, 'Gone', [...reads, 'view.share']);
  const crew = await service.client.usergroup.create({ name: 'Crew' });
  const theirs = await saved(gone, { everyone: true });
  const shared = await saved(lead, { usergroup_ids: [crew.id, pickers.id] });
  await service.client.user.remove(gone.id);
  await service.client.usergroup.remove(crew.id);
  expect(await seen(ana, theirs)).toBe(false);
  expect((await lead.call('GET', `/view/${shared}`)).body.usergroup_ids).toEqual([pickers.id]);
  expect((await lead.call('GET', `/view?id=${shared}`)).body.data[0].usergroup_ids).toEqual([pickers.id]);
});
