import { describe, expect, test } from 'vitest';
import type { ScheduleStatus } from '../../../client/client.ts';
import { Engine } from '../../../service/engine.ts';
import { startTestService, testService } from '../../support/test-service.ts';
import { type Person, person } from '../views/people.ts';
import { engineWithSchedules } from './stand-in.ts';

const config = `schedules:
  night: { cron: '0 6 * * *', run: { action: void, select: 'customer.name = "None"' } }
`;

const service = await testService({ config, engine: engineWithSchedules() });
await service.call('POST', '/schedule/apply', {});

const past = { from: '2026-04-21T00:00:00Z', to: '2026-04-22T00:00:00Z' };
const starts = [
  ['/schedule/night/resume', {}],
  ['/schedule/night/trigger', {}],
  ['/schedule/night/backfill', past],
  ['/schedule/night/backfill', { ...past, dry_run: true }],
] as const;

/** Returns what a person lacks for each call that has a schedule start runs. */
async function lacks(who: Person): Promise<string[]> {
  const refusals: string[] = [];
  for (const [path, body] of starts) {
    const { status, body: answer } = await who.call('POST', path, body);
    refusals.push(status === 200 ? '' : `${answer.code} ${answer.permission ?? ''}`);
  }
  return [...new Set(refusals)];
}

describe('whoever has a schedule start runs', () => {
  test.each<[string, readonly string[]]>([
    ['permission.missing bulkrun.create', ['schedule.*']],
    ['permission.missing salesorder.void', ['schedule.*', 'bulkrun.*', 'customer.read']],
    ['permission.missing customer.read', ['schedule.*', 'bulkrun.*', 'salesorder.*']],
    ['', ['schedule.*', 'bulkrun.create', 'salesorder.void', 'salesorder.read', 'customer.read']],
  ])('is refused with %s', async (refusal, permissions) => {
    const who = await person(service, 'Ana', permissions);
    expect(await lacks(who)).toEqual([refusal]);
    const { start } = (await who.call('GET', '/schedule/night')).body;
    expect(start.allowed).toBe(refusal === '');
    expect((await who.call('POST', '/schedule/night/pause', { note: 'Stocktaking' })).status).toBe(200);
  });

  test('needs all sites', async () => {
    const north = await service.client.site.create({ name: 'North', sitetype_id: 1 });
    const who = await person(service, 'Nora', ['schedule.*', 'bulkrun.*', 'salesorder.*', 'customer.*']);
    await service.client.user.update(who.id, { site_ids: [north.id] });
    await expect.poll(() => lacks(who)).toEqual(['site.not-allowed ']);
    expect((await who.call('GET', '/schedule/night')).body.start.why).toContain('all sites');
  });

  test('needs the same for a schedule of the file that an apply would create', async () => {
    service.write(config.replaceAll('night', 'evening'));
    await service.call('POST', '/config/reload');
    const who = await person(service, 'Tom', ['schedule.*']);
    for (const dry_run of [true, false]) {
      const { body } = await who.call('POST', '/schedule/apply', { dry_run });
      expect([body.code, body.permission]).toEqual(['permission.missing', 'bulkrun.create']);
    }
    const applies = async (one: Person) =>
      Object.fromEntries(
        (await one.call('GET', '/schedule')).body.map(({ name, difference }: ScheduleStatus) => [
          name,
          difference?.apply,
        ]),
      );
    expect(await applies(who)).toEqual({
      evening: { allowed: false, why: expect.stringContaining('needs the permission bulkrun.create') },
      // Everybody who may apply the file may remove what it does not have any more.
      night: { allowed: true, why: null },
    });
    const all = await person(service, 'Ana', ['schedule.*', 'bulkrun.*', 'salesorder.*', 'customer.*']);
    expect((await applies(all)).evening).toEqual({ allowed: true, why: null });
    service.write(config);
    await service.call('POST', '/config/reload');
  });
});

test('each call needs its own permission', async () => {
  const who = await person(service, 'Nobody', []);
  const wanted: string[] = [];
  for (const [method, path, permission] of [
    ['GET', '/schedule', 'read'],
    ['GET', '/schedule/night', 'read'],
    ['GET', '/schedule/night/timeline', 'read'],
    ...['pause', 'resume', 'trigger', 'backfill'].map((verb) => ['POST', `/schedule/night/${verb}`, verb] as const),
    ['POST', '/schedule/apply', 'apply'],
  ] as const) {
    wanted.push(`schedule.${permission}`);
    const { status, body } = await who.call(method, path, method === 'POST' ? { note: 'Why', ...past } : undefined);
    expect([status, body.permission]).toEqual([403, wanted.at(-1)]);
  }
});

test('without a Temporal server, each call says so', async () => {
  const away = await startTestService({ config, engine: new Engine(undefined, { address: '127.0.0.1:9' }) });
  try {
    for (const [method, path, body] of [
      ['GET', '/schedule', undefined],
      ['GET', '/schedule/night', undefined],
      ['POST', '/schedule/night/pause', { note: 'Why' }],
      ['POST', '/schedule/night/trigger', {}],
      ['POST', '/schedule/apply', {}],
    ] as const) {
      const { status, body: answer } = await away.call(method, path, body, { 'idempotency-key': path });
      expect([status, answer.code]).toEqual([503, 'service.unavailable']);
      expect(answer.detail).toContain('The Temporal server does not answer');
    }
    const { rows } = await away.sql.query(
      'select (select count(*) from outbox) + (select count(*) from schedule) as rows',
    );
    expect(Number(rows[0].rows)).toBe(0);
  } finally {
    await away.close();
  }
}, 60_000);
