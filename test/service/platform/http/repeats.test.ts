import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashSecret, newKey } from '../../../../service/platform/access/keys.ts';
import { operation } from '../../../../service/platform/database/operation.ts';
import { insertRow } from '../../../../service/platform/database/rows.ts';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { problem } from '../../../../service/platform/problems/problems.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { startTestService } from './bare-service.ts';

/** `Idempotency-Key`: the first answer is kept for 24 hours and given again. */

let runs = 0;
let gate: Promise<void> = Promise.resolve();

const book = operation('test.book', async ({ tx }, name: string) => {
  runs += 1;
  await gate;
  await insertRow(tx, 'usergroup', { name });
});

const booking = endpoint('POST /booking/{id}', {
  permission: null,
  summary: 'Write a row, or refuse after it',
  handle: async (call) => {
    const id = call.params.id;
    await book(call, `Booking ${id}`);
    if (id >= 900 && id < 950) throw problem('record.state', 'It is too late.');
    if (id >= 950) throw new Error('broken');
    return { value: { run: runs } };
  },
});

const partly = endpoint('POST /partly', {
  permission: null,
  summary: 'Go on after an operation was refused',
  handle: async (call) => {
    const outcomes = await Promise.allSettled(['One', 'One', 'Two'].map((name) => book(call, name)));
    return { value: outcomes.map((outcome) => outcome.status) };
  },
});

const service = await untilEnd(startTestService({ endpoints: [booking, partly] }));
beforeEach(() => {
  runs = 0;
  gate = Promise.resolve();
});

const post = (url: string, key: string, payload?: object) =>
  service.call({ method: 'POST', url, headers: { 'idempotency-key': key }, ...(payload ? { payload } : {}) });

const rows = async (name: string) =>
  (await service.test.pool.query('select 1 from usergroup where name = $1', [name])).rowCount;

test('a repeat gets the first answer, and nothing is done twice', async () => {
  const first = await post('/booking/1', 'a');
  const again = await post('/booking/1', 'a');
  expect([first.status, first.body, runs]).toEqual([200, { run: 1 }, 1]);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('a created record is answered again with its status and version', async () => {
  const first = await post('/usergroup', 'b', { name: 'Kept' });
  const again = await post('/usergroup', 'b', { name: 'Kept' });
  expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag]);
});

test('the key with another body or address is refused', async () => {
  await post('/usergroup', 'c', { name: 'Body one' });
  const body = await post('/usergroup', 'c', { name: 'Body two' });
  const address = await post('/booking/2', 'c');
  expect([body.status, body.body.code]).toEqual([422, 'idempotency.other-request']);
  expect([address.status, address.body.code]).toEqual([422, 'idempotency.other-request']);
});

test('the same key of another user is another key', async () => {
  const made = await service.call({ method: 'POST', url: '/user', payload: { usertype: 'API', first_name: 'Other' } });
  await post('/booking/3', 'd');
  await service.test.pool.query(`delete from usergroup where name = 'Booking 3'`);
  const other = await service.call({
    method: 'POST',
    url: '/booking/3',
    as: made.body.api_key,
    headers: { 'idempotency-key': 'd' },
  });
  expect(other.body).toEqual({ run: 2 });
});

test('while the first request runs, repeats are refused, and only one of many runs', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const first = post('/booking/4', 'e');
  await expect.poll(() => runs).toBe(1);
  const meanwhile = await Promise.all([post('/booking/4', 'e'), post('/booking/4', 'e')]);
  expect(meanwhile.map((one) => [one.status, one.body.code])).toEqual(Array(2).fill([409, 'idempotency.running']));
  open();
  expect((await first).status).toBe(200);
  expect([(await post('/booking/4', 'e')).status, runs, await rows('Booking 4')]).toEqual([200, 1, 1]);
});

test('a refusal is stored as well, and the changes before it are rolled back', async () => {
  const first = await post('/booking/900', 'f');
  const again = await post('/booking/900', 'f');
  expect([first.status, first.body.code]).toEqual([409, 'record.state']);
  expect([again.status, again.text, runs]).toEqual([409, first.text, 1]);
  expect(again.headers['content-type']).toContain('problem+json');
  expect(await rows('Booking 900')).toBe(0);
});

test('an internal error is not stored, and a repeat tries again', async () => {
  expect((await post('/booking/950', 'g')).status).toBe(500);
  expect((await post('/booking/950', 'g')).status).toBe(500);
  expect([runs, await rows('Booking 950')]).toEqual([2, 0]);
});

test('the refusal of an invalid body is not stored, and a corrected body may use the same key', async () => {
  expect((await post('/usergroup', 'h', {})).status).toBe(422);
  expect((await post('/usergroup', 'h', { name: 'Mended' })).status).toBe(201);
});

test('a request that loses its connection before the commit is rolled back and done again at once', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const first = post('/booking/5', 'i');
  await expect.poll(() => runs).toBe(1);
  await service.test.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
  open();
  expect((await first).status).toBe(200);
  expect([runs, await rows('Booking 5')]).toEqual([2, 1]);
});

test('an operation that is refused inside does not spoil the others', async () => {
  const answer = await post('/partly', 'j');
  expect(answer.body).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([await rows('One'), await rows('Two')]).toEqual([1, 1]);
});

test('after 24 hours the key is free', async () => {
  await post('/booking/6', 'k');
  await service.test.pool.query(`update idempotency set created_at = now() - interval '25 hours' where key = 'k'`);
  await service.test.pool.query(`delete from usergroup where name = 'Booking 6'`);
  expect((await post('/booking/6', 'k')).body).toEqual({ run: 2 });
});

describe('an answer with a secret in it', () => {
  const payload = { usertype: 'API', first_name: 'Robot', email: 'r@example.com', password: 'correct horse' };
  const cachedText = async () => {
    const { rows } = await sql<{ row: string }>`select i::text as row from idempotency i`.execute(
      service.database.kysely,
    );
    return rows.map(({ row }) => row).join('\n');
  };

  test('is repeated unchanged, and the table contains neither its secret nor that of the request', async () => {
    const first = await post('/user', 'l', payload);
    const again = await post('/user', 'l', payload);
    expect(first.body.api_key).toMatch(/^cvk_/);
    expect([again.status, again.body, again.headers.etag]).toEqual([201, first.body, first.headers.etag]);
    const stored = await cachedText();
    expect(stored).toContain('sealed:');
    expect(stored).not.toMatch(new RegExp(`${first.body.api_key}|correct horse`));
  });

  test('has its secret only for the credential that the first request came with', async () => {
    const admin = { usertype: 'API', first_name: 'Deputy', permissions: ['*'] };
    const { body: deputy } = await service.call({ method: 'POST', url: '/user', payload: admin });
    const ask = (as: string) =>
      service.call({
        method: 'POST',
        url: '/user',
        as,
        headers: { 'idempotency-key': 'm' },
        payload: { ...payload, email: 'm@example.com' },
      });
    const first = await ask(deputy.api_key);
    // Another key of the same user does not get this answer either, although it may create keys.
    const further = newKey();
    await sql`insert into apikey (account_id, key_hash) values (${deputy.id}, ${hashSecret(further)})`.execute(
      service.database.kysely,
    );
    const again = await ask(further);
    expect([again.status, again.body]).toEqual([201, { ...first.body, api_key: undefined }]);
    expect((await ask(deputy.api_key)).body).toEqual(first.body);
  });

  test('cannot be decrypted under another key', async () => {
    await post('/user', 'n', { ...payload, email: 'n@example.com' });
    await post('/user', 'o', { ...payload, email: 'o@example.com' });
    await sql`update idempotency set body = (select body from idempotency where key = 'n') where key = 'o'`.execute(
      service.database.kysely,
    );
    expect((await post('/user', 'o', { ...payload, email: 'o@example.com' })).body.api_key).toBeUndefined();
  });

  test('is made once in the background, where a repeat gets the same address', async () => {
    const headers = { 'idempotency-key': 'p', 'x-background-processing': 'always' };
    const create = () =>
      service.call({ method: 'POST', url: '/user', headers, payload: { ...payload, email: 'p@example.com' } });
    const [first, again] = [await create(), await create()];
    expect([first.status, again.status, again.headers.location]).toEqual([202, 202, first.headers.location]);
    const { body } = await service.call({ url: first.headers.location! });
    expect([body.state, typeof body.answer.body.api_key]).toEqual(['done', 'string']);
  });
});

test('a key that is too long is refused', async () => {
  expect((await post('/booking/7', 'x'.repeat(300))).body.code).toBe('request.malformed');
});
