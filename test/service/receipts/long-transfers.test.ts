import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop();

test('a line of a long transfer order costs no more than one of a short one', async () => {
  const call = async (path: string, body?: unknown) => {
    const start = performance.now();
    const answer = await service.call('POST', path, body, { 'x-background-processing': 'never' });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBeLessThan(300);
    return { body: answer.body, took: performance.now() - start };
  };
  const to_site_id = (await shop.done('/site', { name: 'Leeds', sitetype_id: 1 })).id;
  const location_id = (await shop.done('/location', { site_id: to_site_id, name: 'Leeds 1', locationtype_id: 1 })).id;
  const parts = await Promise.all(Array.from({ length: 200 }, () => shop.part({}, 100)));
  const took: Record<number, { pickup: number; undo: number; receive: number }> = {};
  // The first order compiles the code, and does not count.
  for (const size of [50, 1, 200, 2_000]) {
    const lines = Array.from({ length: size }, (_, at) => ({ part_id: parts[at % parts.length]!, qty: 1 }));
    const { id } = (await call('/transferorder', { to_site_id, lines })).body;
    await call(`/transferorder/${id}/issue?ignore_warnings=1`);
    const perform = (task: number) => call(`/task/${task}/perform`, { order_id: [id] });
    for (const task of [1, 2, 3]) await perform(task);
    const { took: pickup } = await perform(4);
    const { pickups } = await shop.get(`/transferorder/${id}?embed=pickups`);
    const { took: undo } = await call(`/pickup/${pickups[0].id}/undo`, { reason: 'The van was full' });
    await perform(4);
    const [receipt] = (await shop.get(`/receipt?order_id=${id}&status_id=1&embed=lines`)).data;
    const units = receipt.lines.map(({ id: line_id, qty }: { id: number; qty: number }) => ({
      line_id,
      qty,
      location_id,
    }));
    const { took: receive } = await call(`/receipt/${receipt.id}/receive`, { lines: units });
    took[size] = { pickup, undo, receive };
  }
  if (process.env.PRINT_FIGURES) console.log(took);
  const { 200: short, 2_000: long } = took as Record<200 | 2_000, (typeof took)[number]>;
  for (const step of ['pickup', 'undo', 'receive'] as const)
    expect(long[step] / 2_000, step).toBeLessThan(3 * (short[step] / 200) + 1);
  expect(await service.verify()).toEqual([]);
}, 120_000);
