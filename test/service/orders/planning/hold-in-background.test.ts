import { expect, test } from 'vitest';
import { openShop } from '../../../support/shop.ts';
import { startTestService } from '../../../support/test-service.ts';
import { untilEnd } from '../../../support/until-end.ts';

const rule = '{ name: Count large orders, when: total >= 100, before: ship, then: { hold: Count it } }';
const service = await untilEnd(startTestService({ config: `rules:\n  - ${rule}\n` }));
const shop = await openShop(service);

test.for(['never', 'always'])(
  'a rule that holds an order before a step holds it (background: %s)',
  async (processing) => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1, unit_price: 500 }]);
    await shop.through([id], 'pick', 'pack');
    const headers = { 'x-background-processing': processing };
    const reply = await service.call('POST', '/task/3/perform', { order_id: [id] }, headers);
    expect(reply.status).toBe(processing === 'always' ? 202 : 409);
    if (reply.status === 202) {
      const finished = service.client.background.finished({
        background: reply.headers.get('location')!,
        retryAfter: 0.1,
      });
      await expect(finished).rejects.toMatchObject({ status: 409, code: 'order.held' });
    }
    expect(await shop.progress(id)).toMatchObject({ state: 'held', waiting_for: 'release: Count it' });
    await shop.done(`/salesorder/${id}/release`);
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  },
);
