import { expect, test } from 'vitest';
import type { BulkRunPreview } from '../../../client/client.ts';
import { expectReadable, type TestContext } from './context.ts';

/** Bulk runs. */
export function bulkRuns({ client, order, part }: TestContext): void {
  const drafts = async (count: number) => {
    const { id: part_id } = await part(10);
    return Promise.all(Array.from({ length: count }, () => order([{ part_id, qty: 1 }])));
  };

  test('a bulk run issues orders one after the other, and stores their outcomes', async () => {
    const order_id = await drafts(2);
    const run = await client.bulkrun.create({ order_id, action: 'issue', rate: 30 }, { embed: 'user' });
    expect(run).toMatchObject({ state: 'running', total: 2, done: 0, rate: 30, user: { id: expect.any(Number) } });
    await expectReadable(client.bulkrun, run.id);
    const { units } = await client.engine.bulkrun.next(run.id, { max: 10 });
    expect(units).toEqual([...order_id].sort((a, b) => a - b).map((id) => [id]));
    for (const unit of units) {
      expect(await client.engine.bulkrun.perform(run.id, { order_id: unit })).toMatchObject({
        state: 'running',
        outcomes: [{ order_id: unit[0], outcome: 'done', reason: null }],
      });
    }
    expect(await client.engine.bulkrun.next(run.id, { max: 10 })).toMatchObject({ state: 'done', units: [], done: 2 });
    const { total, data } = await client.bulkrun.order.list(run.id, {
      embed: 'order.status',
      where: { outcome: 'done' },
    });
    expect([total, data.map((one) => one.order?.status?.name)]).toEqual([2, ['Issued', 'Issued']]);
    await expectReadable(client.bulkrunorder, data[0]!.id);
    expect(await client.bulkrun.outcomes(run.id)).toEqual([{ outcome: 'done', code: null, orders: 2 }]);
    expect(await client.bulkrun.get(run.id)).toMatchObject({ state: 'done', finished_at: expect.any(String) });
    expect((await client.bulkrunstatus.list()).data.map(({ name }) => name)).toContain('Paused');
    expect(await client.bulkrunstatus.get(3)).toMatchObject({ name: 'Done' });
  });

  test('a bulk run is paused, resumed, slowed down and canceled', async () => {
    const { id } = await client.bulkrun.create({ order_id: await drafts(1), action: 'void' });
    expect((await client.bulkrun.pause(id, { by: 'Ana Ortiz' })).state).toBe('paused');
    expect((await client.bulkrun.resume(id)).state).toBe('running');
    expect((await client.bulkrun.rate(id, { rate: 0.5 })).rate).toBe(0.5);
    expect((await client.bulkrun.retry(id)).state).toBe('running');
    expect(await client.bulkrun.cancel(id)).toMatchObject({ state: 'canceled', skipped: 1 });
    await expect(client.bulkrun.pause(id)).rejects.toMatchObject({ status: 409, code: 'bulkrun.state' });
    const timeline = await client.bulkrun.timeline(id);
    expect(timeline.find(({ event }) => event === 'bulkrun.paused')?.detail).toEqual({ by: 'Ana Ortiz' });
  });

  test('a bulk run has a dry run', async () => {
    const order_id = await drafts(3);
    const path = '/bulkrun';
    const body = { order_id, action: 'issue', dry_run: 1 };
    const seen = await client.request<BulkRunPreview>({ method: 'POST', path, body });
    expect(seen).toMatchObject({
      dry_run: true,
      total: 3,
      planned: 3,
      warnings: [],
      outcomes: [{ outcome: 'done', orders: 3 }],
    });
    expect(seen.plans).toEqual([
      { plan: expect.any(String), orders: 3, examples: [...order_id].sort((a, b) => a - b) },
    ]);
  });
}
