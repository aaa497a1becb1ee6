import { describe, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const config = `
rules:
  - { name: Parts of kits may go, when: source.name = "Spares", then: { split_kits: true } }
  - { name: Bare, when: custom.way = "bare", then: { skip: [pack, ship] } }
  - { name: Unpacked, when: custom.way = "unpacked", then: { skip: pack } }
cases:
  - { name: Kits leave whole, given: {}, expect: { split_kits: false } }
  - { name: Parts of kits may go for spares, given: { source: { name: Spares } }, expect: { split_kits: true } }
`;

const { shop } = await testShop({ config }, 'each');
const spares = (await shop.done('/source', { name: 'Spares' })).id;

/** A kit of two cups and a pot, with stock of both. */
async function kitOf(stock: { cups: number; pots: number }) {
  const [cup, pot] = [await shop.part({}, stock.cups), await shop.part({}, stock.pots)];
  const kit = await shop.part({ parttype_id: 3 });
  await shop.done('/billofmaterial', {
    part_id: kit,
    lines: [
      { part_id: cup, qty: 2 },
      { part_id: pot, qty: 1 },
    ],
  });
  return { kit, cup, pot };
}
const perform = (id: number, ...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]) =>
  tasks.reduce(
    async (statuses, task) => [
      ...(await statuses),
      (await shop.perform(task, [id], task === 'pick' ? { partial: 1 } : {})).status,
    ],
    Promise.resolve<number[]>([]),
  );
const line = async (id: number) => (await shop.see(id, 'lines')).lines[0];
const left = async (part_id: number): Promise<number> => {
  const { data } = await shop.get(`/inventorymovement?part_id=${part_id}&perPage=100`);
  return data
    .filter(({ pickup_id }: { pickup_id: number | null }) => pickup_id !== null)
    .reduce((sum: number, { qty }: { qty: number }) => sum + qty, 0);
};

describe.each([
  ['with all steps', {}, ['pack', 'ship', 'pickup']],
  ['without a pack step', { custom: { way: 'unpacked' } }, ['ship', 'pickup']],
  ['without pack and ship', { custom: { way: 'bare' } }, ['pickup']],
] as const)('kits leave whole, %s', (_name, values, later) => {
  test('components wait for the rest of their kits, and return when the order is closed short', async () => {
    const { kit, cup } = await kitOf({ cups: 6, pots: 0 });
    const id = await shop.issued([{ part_id: kit, qty: 3, unit_price: 30 }], values);
    expect(await perform(id, 'pick', ...later)).toEqual([200, ...later.map(() => 409)]);
    const { body } = await shop.perform(later[0], [id]);
    expect(body.detail).toContain('leaves whole, and is picked in part: 6 of 6 of part');
    for (const { path } of body.next) expect(path).not.toMatch(/^\/(task\/[234]|pack|ship|pickup)/);
    await shop.done(`/salesorder/${id}/closeshort`);
    expect(await line(id)).toMatchObject({ qty_picked_up: 0, qty_canceled: 3 });
    expect([await left(cup), await shop.units(cup)]).toEqual([0, { storage: 6 }]);
  });

  test('whole kits leave, are on the order and on an invoice, and the rest follows', async () => {
    const { kit, cup, pot } = await kitOf({ cups: 6, pots: 2 });
    const id = await shop.issued([{ part_id: kit, qty: 3, unit_price: 30 }], values);
    expect(await perform(id, 'pick', ...later)).toEqual([200, ...later.map(() => 200)]);
    expect(await line(id)).toMatchObject({ qty_picked: 2, qty_picked_up: 2 });
    expect([await left(cup), await left(pot)]).toEqual([4, 2]);
    await shop.stock(pot, 1);
    expect(await perform(id, 'pick', ...later)).toEqual([200, ...later.map(() => 200)]);
    expect(await shop.status(id)).toBe('Fulfilled');
    const { invoices } = await shop.see(id, 'invoices');
    expect(invoices.map(({ subtotal }: { subtotal: number }) => subtotal)).toEqual([60, 30]);
  });

  test('a rule lets parts of kits leave: they are on the order and on an invoice', async () => {
    const { kit, cup } = await kitOf({ cups: 6, pots: 0 });
    const id = await shop.issued([{ part_id: kit, qty: 3, unit_price: 30 }], { ...values, source_id: spares });
    expect(await perform(id, 'pick', ...later)).toEqual([200, ...later.map(() => 200)]);
    expect(await left(cup)).toBe(6);
    expect(await line(id)).toMatchObject({ qty_picked: 1.5, qty_picked_up: 1.5 });
    await shop.done(`/salesorder/${id}/closeshort`);
    expect(await line(id)).toMatchObject({ qty_picked_up: 1.5, qty_canceled: 1.5 });
    expect((await shop.see(id, 'invoices.lines')).invoices).toMatchObject([
      { subtotal: 45, lines: [{ qty: 1.5, total: 45 }] },
    ]);
    const { steps, reasons } = await shop.get(`/salesorder/${id}/plan`);
    const all = [...reasons, ...steps.flatMap((step: { reasons: unknown[] }) => step.reasons)];
    expect(all).toContainEqual(expect.objectContaining({ decides: 'split_kits', value: true, fired: true }));
  });
});

test('half a case of twelve is counted and billed as half a case', async () => {
  const bottle = await shop.part({}, 18);
  const box = await shop.part({ parttype_id: 4, parent_part_id: bottle, parent_qty: 12 });
  const id = await shop.issued([{ part_id: box, qty: 2, unit_price: 24 }]);
  await perform(id, 'pick', 'pack', 'ship', 'pickup');
  expect([await left(bottle), await line(id)]).toEqual([18, expect.objectContaining({ qty_picked_up: 1.5 })]);
  expect((await shop.see(id, 'invoices')).invoices).toMatchObject([{ subtotal: 36 }]);
});

test('the cartons of one kit are picked up together', async () => {
  const { kit, cup, pot } = await kitOf({ cups: 2, pots: 1 });
  const id = await shop.issued([{ part_id: kit, qty: 1 }]);
  await shop.through([id], 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [id] });
  for (const part_id of [cup, pot]) {
    const { id: add_carton_id } = await shop.done(`/pack/${pack}/carton`, {});
    await shop.done(`/pack/${pack}/moveitem`, { add_carton_id, part_id, move_all: 1 });
  }
  await shop.done(`/pack/${pack}/finish`);
  await shop.through([id], 'ship');
  const lines = (await shop.get(`/pickupline?filter=order_id=${id}`)).data;
  const refused = await shop.post('/pickup', { pickupline_ids: [lines[0].id] });
  expect([refused.status, refused.body.code]).toEqual([409, 'pickup.part-of-kit']);
  const [next] = refused.body.next;
  expect((await shop.post(next.path, next.body)).status).toBe(201);
  expect(await shop.status(id)).toBe('Fulfilled');
});
