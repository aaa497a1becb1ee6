import { expect, test } from 'vitest';
import type { TestContext } from './context.ts';

/** Schedules, on a stand-in for the Temporal server. */
export function schedules({ client, service }: TestContext): void {
  const files = [
    {
      file: 'fulfillment.yaml',
      text: "schedules:\n  night:\n    cron: '0 6 * * *'\n    run: { action: issue, select: 'status.name = \"Draft\"' }\n",
    },
  ];

  test('a schedule of the file is applied, paused, resumed, triggered and run for past times', async () => {
    const { files: before, plugins } = await client.config.files.get();
    await client.config.update({ files });
    expect(await client.schedule.list()).toMatchObject([{ name: 'night', state: 'missing' }]);
    expect(await client.schedule.apply({ dry_run: true })).toMatchObject({
      applied: false,
      changes: [{ name: 'night' }],
    });
    expect((await client.schedule.apply({})).applied).toBe(true);
    expect(await client.schedule.get('night')).toMatchObject({ state: 'running', difference: null });
    const paused = await client.schedule.pause('night', { note: 'Stocktaking' });
    expect(paused).toMatchObject({ state: 'paused', paused: { note: 'Stocktaking' } });
    expect((await client.schedule.resume('night', {})).state).toBe('running');
    expect((await client.schedule.trigger('night', {})).workflow_id).toMatch(/^schedule\/night-/);
    const past = await client.schedule.backfill('night', { from: '2026-04-21T00:00:00Z', to: '2026-04-22T00:00:00Z' });
    expect(past).toEqual({ name: 'night', dry_run: false, times: ['2026-04-21T04:00:00+00:00'] });
    expect((await client.schedule.timeline('night')).map(({ event }) => event)).toEqual(
      ['applied', 'paused', 'resumed', 'triggered', 'backfilled'].map((verb) => `schedule.${verb}`),
    );
    const { rows } = await service.sql.query(
      `select payload from outbox where workflow_id = 'schedule/night' order by id`,
    );
    expect(rows.map(({ payload }) => Object.keys(payload).sort())).toEqual([
      ['at', 'overlap'],
      ['from', 'overlap', 'to'],
    ]);
    await client.config.update({ files: before, plugins });
  });
}
