import { beforeAll, describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';
import type { TestService } from '../../../support/test-service.ts';

/** Work runs with the rights at its time, and an answer is shown with the rights at the time of the read. */

const { service, shop } = await testShop();
const adminId = (await service.sql.query('select min(id) as id from account')).rows[0].id;

interface Account {
  readonly id: number;
  /** Sends a call with the key of the account. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): ReturnType<TestService['call']>;
  /** Replaces the permissions of the account. */
  hold(...permissions: string[]): Promise<void>;
}

async function account(...permissions: string[]): Promise<Account> {
  const { id, api_key } = await shop.done('/user', { first_name: 'Sam', usertype: 'API', permissions });
  const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
  return {
    id,
    call: (method, path, body, headers = {}) => service.call(method, path, body, { authorization, ...headers }),
    hold: async (...held) => {
      await shop.done(`/user/${id}`, { permissions: held }, 'PUT');
    },
  };
}

const refusal = ({ status, body }: { status: number; body: { permission?: string } }) => [status, body.permission];

/** Waits until a statement of the service waits for a lock. */
const somebodyWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await service.sql.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);

describe('a key', () => {
  test('ends with the answer to its revocation, also if that carried an Idempotency-Key', async () => {
    const { id, call } = await account();
    expect((await call('GET', '/session')).status).toBe(200);
    const holder = await service.sql.connect();
    try {
      // The row keeps the revocation from its commit, while the key is used.
      await holder.query('begin');
      await holder.query(`insert into idempotency (key, account_id, request_hash) values ('revoke', $1, '')`, [
        adminId,
      ]);
      const revocation = service.call('DELETE', `/user/${id}/apikey`, undefined, { 'idempotency-key': 'revoke' });
      await somebodyWaits();
      expect((await call('GET', '/session')).status).toBe(200);
      await holder.query('rollback');
      expect((await revocation).status).toBe(204);
    } finally {
      holder.release();
    }
    expect((await call('GET', '/session')).status).toBe(401);
  });

  test('that an aborted transaction did not revoke goes on', async () => {
    const { id, call } = await account();
    const headers = { 'idempotency-key': 'refused' };
    expect((await service.call('DELETE', `/user/${id}/apikey/4000000`, undefined, headers)).status).toBe(404);
    expect((await call('GET', '/session')).status).toBe(200);
  });
});

describe('a background request', () => {
  const always = { 'x-background-processing': 'always' };
  const named = (name: string) => ({ type: 'Company', name });

  /** Runs `body` while both loops of the runner wait for a row. */
  async function withBusyRunner(body: () => Promise<void>): Promise<void> {
    const [one, two] = [await shop.done('/customer', named('One')), await shop.done('/customer', named('Two'))];
    const holder = await service.sql.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from customer where id = any($1) for update', [[one.id, two.id]]);
      for (const { id, name } of [one, two]) await service.call('PUT', `/customer/${id}`, named(name), always);
      await expect
        .poll(async () => (await service.sql.query(`select 1 from background where state = 'running'`)).rows.length)
        .toBe(2);
      await body();
      await holder.query('rollback');
    } finally {
      holder.release();
    }
  }
  const answerOf = async (path: string, { call }: Pick<Account, 'call'> = service) => {
    await expect.poll(async () => (await call('GET', path)).body.state).toMatch(/done|failed/);
    return (await call('GET', path)).body.answer;
  };

  test('is refused if its sender lost the permission while it was queued', async () => {
    const sender = await account('customer.create');
    let path = '';
    await withBusyRunner(async () => {
      const { status, headers } = await sender.call('POST', '/customer', named('Too late'), always);
      expect(status).toBe(202);
      path = headers.get('location')!;
      await sender.hold('part.read');
    });
    const refused = { status: 403, body: { code: 'permission.missing', permission: 'customer.create' } };
    expect(await answerOf(path, sender)).toMatchObject(refused);
    expect((await shop.get('/customer?name=Too late')).total).toBe(0);
  });

  test('is refused if its sender was deactivated while it was queued', async () => {
    const sender = await account('customer.create');
    let path = '';
    await withBusyRunner(async () => {
      path = (await sender.call('POST', '/customer', named('Gone'), always)).headers.get('location')!;
      await service.sql.query('update account set active = false where id = $1', [sender.id]);
    });
    expect(await answerOf(path)).toMatchObject({ status: 403, body: { code: 'permission.missing' } });
    expect((await shop.get('/customer?name=Gone')).total).toBe(0);
  });

  test('shows its answer only with the rights for the request and for what it embeds', async () => {
    const sender = await account('salesorder.*', 'customer.read');
    const order = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
    const change = ['PUT', `/salesorder/${order}?embed=customer`, { note: 'Seen' }, always] as const;
    const path = (await sender.call(...change)).headers.get('location')!;
    expect(await answerOf(path, sender)).toMatchObject({ status: 200, body: { customer: { id: shop.customerId } } });
    await sender.hold('salesorder.*');
    expect(refusal(await sender.call('GET', path))).toEqual([403, 'customer.read']);
    await sender.hold('customer.read');
    expect(refusal(await sender.call('GET', path))).toEqual([403, 'salesorder.update']);
  });
});

test('a repeated request shows what it embedded only with the right to read it', async () => {
  const sender = await account('salesorder.*', 'customer.read');
  const order = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
  const again = () =>
    sender.call('PUT', `/salesorder/${order}?embed=customer`, { note: 'Once' }, { 'idempotency-key': 'embed' });
  expect((await again()).body.customer).toMatchObject({ name: 'Alfreds Futterkiste' });
  await sender.hold('salesorder.*');
  expect(refusal(await again())).toEqual([403, 'customer.read']);
  await sender.hold('salesorder.*', 'customer.*');
  const repeated = await again();
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
});

describe('a bulk run', () => {
  const drafts = async (count: number) => {
    const part_id = await shop.part({}, 100);
    return Promise.all(Array.from({ length: count }, () => shop.order([{ part_id, qty: 1 }])));
  };
  const issue = async (starter: Account, orders: number[]): Promise<number> =>
    (await starter.call('POST', '/bulkrun', { order_id: orders, action: 'issue' })).body.id;
  const perform = (run: number, order: number) => shop.done(`/engine/bulkrun/${run}/perform`, { order_id: [order] });

  test.each([
    ['is deactivated', 'update account set active = false where id = $1', 'is not active any more'],
    [
      'loses the permission for its action',
      `update account set permissions = '{bulkrun.*}' where id = $1`,
      'does not hold the permission salesorder.issue any more',
    ],
  ])('pauses when its starter %s, and says why', async (_case, withdrawal, reason) => {
    const starter = await account('bulkrun.*', 'salesorder.issue');
    const [first, second] = await drafts(2);
    const run = await issue(starter, [first!, second!]);
    expect((await perform(run, first!)).outcomes).toMatchObject([{ outcome: 'done' }]);
    await service.sql.query(withdrawal, [starter.id]);
    expect(await perform(run, second!)).toMatchObject({ state: 'paused', outcomes: [] });
    expect(await shop.status(second!)).toBe('Draft');
    const paused = await shop.get(`/bulkrun/${run}`);
    expect(paused).toMatchObject({ state: 'paused', done: 1, failed: 0, user_id: starter.id });
    expect(paused.paused_why).toContain(`User ${starter.id}, as whom the run acts, ${reason}.`);
    const timeline: { event: string; detail: object }[] = await shop.get(`/bulkrun/${run}/timeline`);
    expect(timeline.at(-1)).toMatchObject({ event: 'bulkrun.paused', detail: { why: paused.paused_why } });
    expect(await shop.refused(`/engine/bulkrun/${run}/perform`, { order_id: [second] })).toBe('409 bulkrun.state');

    const resumed = await shop.done(`/bulkrun/${run}/resume`);
    expect(resumed).toMatchObject({ state: 'running', user_id: adminId, paused_why: null });
    expect((await perform(run, second!)).outcomes).toMatchObject([{ outcome: 'done' }]);
    const [issued] = (await shop.get(`/salesorder/${second}/timeline`)).filter(
      ({ event }: { event: string }) => event === 'salesorder.issued',
    );
    expect(issued.user.id).toBe(adminId);
  });

  test.each(['resume', 'retry'])('takes no %s from a user who may not do its action', async (verb) => {
    const starter = await account('bulkrun.*', 'salesorder.issue');
    const operator = await account('bulkrun.*');
    const [order] = await drafts(1);
    const run = await issue(starter, [order!]);
    await shop.done(`/bulkrun/${run}/pause`);
    const refused = await operator.call('POST', `/bulkrun/${run}/${verb}`);
    expect([...refusal(refused), refused.body.code]).toEqual([403, 'salesorder.issue', 'permission.missing']);
    expect(await shop.get(`/bulkrun/${run}`)).toMatchObject({ state: 'paused', user_id: starter.id });
    await operator.hold('bulkrun.*', 'salesorder.issue');
    expect((await operator.call('POST', `/bulkrun/${run}/resume`)).body).toMatchObject({ user_id: operator.id });
  });
});

describe('a webhook delivery', () => {
  const url = 'https://shop.example/hook';
  const reader = () => account('webhook.*', 'webhookdelivery.read', 'webhooklog.*');
  const object = 'Only for readers of customers';
  let webhook: number;
  let delivery: number;
  let log: number;
  beforeAll(async () => {
    // The sample is the newest record.
    await shop.done('/customer', { type: 'Company', name: object });
    const { data } = await shop.get('/event?name=customer.modified');
    webhook = (await shop.done('/webhook', { url, event_id: data[0].id })).id;
    delivery = (await shop.done(`/webhook/${webhook}/test`)).id;
    const attempt = await service.client.engine.webhookdelivery.attempt(delivery, {
      run: 'one',
      attempt: 1,
      again: false,
    });
    log = attempt.log_id!;
    await service.client.engine.webhooklog.update(log, { status: 503, duration_ms: 5 });
  });

  test.each([
    ['its list', 'GET', () => '/webhookdelivery'],
    ['itself', 'GET', () => `/webhookdelivery/${delivery}`],
    ['the embeds of its webhook', 'GET', () => `/webhook/${webhook}?embed=deliveries`],
    ['the embeds of its log', 'GET', () => `/webhooklog/${log}?embed=webhookdelivery`],
    ['a test', 'POST', () => `/webhook/${webhook}/test`],
    ['a resend', 'POST', () => `/webhooklog/${log}/resend`],
    ['its bytes', 'GET', () => `/webhookdelivery/${delivery}/body`],
    ['an attempt', 'POST', () => `/engine/webhookdelivery/${delivery}/attempt`],
  ])('does not show its object to who may not read it: %s', async (_where, method, path) => {
    const { call, hold } = await reader();
    await hold('webhook.*', 'webhookdelivery.*', 'webhooklog.*');
    const body = path().endsWith('/attempt') ? { run: 'two', attempt: 1, again: true } : undefined;
    expect(JSON.stringify((await call(method, path(), body)).body)).not.toContain(object);
  });

  test('is sent as a sample, and shows its bytes, with the permission for the object alone', async () => {
    const { call, hold } = await reader();
    expect(refusal(await call('POST', `/webhook/${webhook}/test`))).toEqual([403, 'customer.read']);
    expect(refusal(await call('GET', `/webhookdelivery/${delivery}/body`))).toEqual([403, 'customer.read']);
    await hold('webhook.*', 'webhookdelivery.read', 'customer.read');
    expect((await call('POST', `/webhook/${webhook}/test`)).status).toBe(201);
    expect((await call('GET', `/webhookdelivery/${delivery}/body`)).body).toMatchObject({ name: object });
    expect((await call('GET', '/webhookdelivery/4000000/body')).status).toBe(404);
  });

  test('of a resend is not followed by another one if the user may not resend any more', async () => {
    const sender = await account('webhook.*', 'webhookdelivery.read', 'resend.read', 'customer.read');
    const { data } = await shop.get('/event?name=customer.modified');
    const own = (await shop.done('/webhook', { url, event_id: data[0].id })).id;
    // One more than the engine gets at once.
    await service.sql.query(
      `insert into webhookdelivery (webhook_id, event_id, object_id, sequence, body, state, attempts)
       select $1, $2, 1, 0, '{}', 'failed', 1 from generate_series(1, 14)`,
      [own, data[0].id],
    );
    const since = new Date(Date.now() - 60_000).toISOString();
    const { body: resend } = await sender.call('POST', '/webhook/resend', { since, webhook_id: own });
    expect(resend).toMatchObject({ deliveries: 14 });
    const end = async (id: number) => {
      const run = `webhook/${own}/${id}/resend/${resend.id}`;
      const { log_id } = await service.client.engine.webhookdelivery.attempt(id, { run, attempt: 1, again: true });
      await service.client.engine.webhooklog.update(log_id!, { status: 204, duration_ms: 5 });
    };
    const sent = (await shop.get(`/webhookdelivery?webhook_id=${own}&sort=id`)).data.map(
      ({ id }: { id: number }) => id,
    );
    await end(sent[0]);
    expect(await shop.get(`/resend/${resend.id}`)).toMatchObject({ state: 'running', pending: 13 });
    await sender.hold('webhook.read');
    await end(sent[1]);
    expect(await shop.get(`/resend/${resend.id}`)).toMatchObject({ state: 'canceled', delivered: 2, not_sent: 1 });
  });
});
