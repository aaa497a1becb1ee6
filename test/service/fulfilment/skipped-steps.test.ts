import { describe, expect, test } from 'vitest';
import { type Shop, testShop } from '../../support/shop.ts';

const { service, shop } = await testShop(
  {
    config: `rules:
  - { name: No pack step, when: priority = 1, then: { skip: pack } }
  - { name: No ship step, when: priority = 2, then: { skip: ship } }
  - { name: Over the counter, when: priority = 4, then: { skip: [pack, ship] } }
`,
  },
  'end',
);

/** Makes a paper of an order. Returns the record that it shows, or the code of the refusal. */
async function paper(kind: string, order: number): Promise<string> {
  const { status, body } = await service.call('POST', '/document', { kind, salesorder_id: order });
  if (status >= 300) return body.code;
  const [made] = body as Record<string, number | null>[];
  return ['carton_id', 'ship_id', 'pack_id', 'pickupline_id'].find((source) => made?.[source] !== null) ?? 'nothing';
}

describe('what an order without a step has at its end', () => {
  type Steps = Parameters<Shop['through']>[1][];
  test.each<[number, string[], string, string, string[]]>([
    // priority, steps; then source of the packing slip, of the carton label, and events beside those of the order
    [
      3,
      ['pick', 'pack', 'ship', 'pickup'],
      'ship_id',
      'carton_id',
      ['pack.finished', 'pick.finished', 'ship.finished'],
    ],
    [1, ['pick', 'ship', 'pickup'], 'ship_id', 'document.nothing-to-print', ['pick.finished', 'ship.finished']],
    [2, ['pick', 'pack', 'pickup'], 'pack_id', 'carton_id', ['pack.finished', 'pick.finished']],
    [4, ['pick', 'pickup'], 'pickupline_id', 'document.nothing-to-print', ['pick.finished']],
  ])('with priority %i: %j', async (priority, steps, slip, label, finished) => {
    const part_id = await shop.part({}, 5);
    const order = await shop.issued([{ part_id, qty: 2, unit_price: 10 }], { priority });
    await shop.through([order], ...(steps.slice(0, -1) as Steps));
    expect([await paper('packingslip', order), await paper('cartonlabel', order)]).toEqual([slip, label]);
    await shop.through([order], 'pickup');
    expect(await shop.see(order, 'status,invoices')).toMatchObject({
      status: { name: 'Fulfilled' },
      invoices: [{ total: 20 }],
    });
    const timeline: { event: string }[] = await shop.get(`/salesorder/${order}/timeline`);
    const events = new Set(timeline.map(({ event }) => event));
    expect([...events].filter((event) => /^(pick|pack|ship)\.finished$/.test(event)).sort()).toEqual(finished);
    expect([...events]).toEqual(expect.arrayContaining(['salesorder.issued', 'salesorder.fulfilled']));
  });
});
