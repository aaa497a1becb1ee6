import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { service, shop } = await testShop({
  config: `rules:
  - { name: North, when: ship_city = "North", then: { wave: North } }
  - { name: South, when: ship_city = "South", then: { wave: South } }
`,
  // The people of this test do not slow its runs down.
  admission: { quiet: 0 },
});

/** Creates one order of each kind that an action can meet. */
async function orders(): Promise<number[]> {
  const part_id = await shop.part({}, 100);
  const nothing = await shop.part();
  const lines = [{ part_id, qty: 1 }];
  const draft = () => shop.order(lines);
  const issued = () => shop.issued(lines);
  const made = {
    draft: await draft(),
    heldDraft: await draft(),
    empty: await shop.order([]),
    issued: await issued(),
    held: await issued(),
    short: await shop.issued([{ part_id: nothing, qty: 1 }]),
    picked: await issued(),
    fulfilled: await issued(),
    voided: await issued(),
    closed: await issued(),
  };
  await shop.done(`/salesorder/${made.heldDraft}/hold`, { reason: 'Count' });
  await shop.done(`/salesorder/${made.held}/hold`, { reason: 'Count' });
  await shop.through([made.picked], 'pick');
  await shop.through([made.fulfilled], 'pick', 'pack', 'ship', 'pickup');
  await shop.done(`/salesorder/${made.voided}/void`);
  await shop.done(`/salesorder/${made.closed}/closeshort`);
  return Object.values(made);
}

/** Performs a run, as the engine does. */
async function through(run: number): Promise<void> {
  const asEngine = { authorization: `Basic ${btoa(`${service.engineKey}:`)}`, 'x-conveyor-priority': '4' };
  for (;;) {
    const { body } = await service.call('POST', `/engine/bulkrun/${run}/next`, { max: 50 }, asEngine);
    const { units, state } = body;
    if (state !== 'running') return;
    for (const order_id of units) await shop.done(`/engine/bulkrun/${run}/perform`, { order_id });
    if (units.length === 0) return;
  }
}

const words = (outcome: string | null, code: string | null) => `${outcome ?? 'done'} ${code ?? ''}`.trim();

test.each([
  ['issue', {}],
  ['issue', { ignore_warnings: 1 }],
  ['unissue', {}],
  ['hold', { reason: 'Count' }],
  ['release', {}],
  ['void', {}],
  ['closeshort', {}],
  ['replan', {}],
  ['autowork', {}],
  ['pick', { by: 'customer' }],
])('a dry run of %s %o predicts the outcomes of the orders', async (action, options) => {
  const body = { action, options, order_id: await orders() };
  const trial = await shop.done('/bulkrun', { ...body, dry_run: 1 });
  const foreseen: Record<string, number> = {};
  for (const { outcome, code, orders } of trial.outcomes)
    foreseen[words(outcome, code)] = (foreseen[words(outcome, code)] ?? 0) + orders;
  const { id } = await shop.done('/bulkrun', body);
  await through(id);
  const came: Record<string, number> = {};
  const { data } = await shop.get(`/bulkrun/${id}/order`);
  for (const { outcome, code } of data) {
    const known = words(outcome, outcome === 'done' ? null : code);
    came[known] = (came[known] ?? 0) + 1;
  }
  expect(foreseen).toEqual(came);
});

test('a dry run of many orders plans some of them, spread over all, and counts all', async () => {
  const many = 1_040;
  const ids: number[] = [];
  while (ids.length < many)
    ids.push(...(await Promise.all(Array.from({ length: 40 }, () => shop.order([], { note: 'Many' })))));
  const body = { action: 'issue', select: 'note = "Many"', dry_run: 1 };
  const { total, planned, plans, outcomes } = await shop.done('/bulkrun', body);
  const sum = (kinds: { orders: number }[]) => kinds.reduce((before, { orders }) => before + orders, 0);
  expect([total, sum(outcomes)]).toEqual([many, many]);
  expect(planned).toBeGreaterThan(0);
  expect(planned).toBeLessThanOrEqual(1_000);
  expect(sum(plans)).toBe(planned);
}, 90_000);

const units = async (options: object, order_id: number[]) => {
  const { picks } = await shop.done('/bulkrun', { action: 'pick', options, order_id, dry_run: 1 });
  const { id } = await shop.done('/bulkrun', { action: 'pick', options, order_id });
  await through(id);
  const { data } = await shop.get(`/bulkrun/${id}/order?sort=id`);
  // Each unit has one pick of its own.
  const of = new Map<number, number>(data.map((row: { unit: number; pick_id: number }) => [row.pick_id, row.unit]));
  expect([...of.values()].sort()).toEqual([...new Set(of.values())].sort());
  expect(picks).toHaveLength(of.size);
  return { picks, units: data.map(({ unit }: { unit: number }) => unit) };
};

test('the size of a pick counts the picked lines and grams, with the components of kits', async () => {
  const brick = await shop.part({ weight_g: 400 }, 100);
  const nail = await shop.part({ weight_g: 5 }, 100);
  const kit = await shop.part({ parttype_id: 3 });
  await shop.done('/billofmaterial', {
    part_id: kit,
    lines: [
      { part_id: brick, qty: 2 },
      { part_id: nail, qty: 10 },
    ],
  });
  const gift = await shop.part({ parttype_id: 2 });
  // Units on a pick are not picked again.
  const started = await shop.issued([
    { part_id: brick, qty: 50 },
    { part_id: nail, qty: 1 },
  ]);
  await shop.done('/picklinebypart', { part_id: [brick] });
  const rest = await units({ by: 'customer', max_weight_g: 100 }, [started]);
  expect(rest.picks).toMatchObject([{ orders: 1, lines: 1, weight_g: 5 }]);
  const order = () =>
    shop.issued([
      { part_id: kit, qty: 1 },
      { part_id: gift, qty: 1 },
      { linetype_id: 9, unit_price: 4 },
    ]);
  const ids = [await order(), await order(), await order(), await order()];
  const heavy = await units({ by: 'customer', max_weight_g: 1_800 }, ids);
  expect(heavy.units).toEqual([1, 1, 2, 2]);
  expect(heavy.picks).toMatchObject([
    { orders: 2, lines: 4, weight_g: 1_700 },
    { orders: 2, lines: 4, weight_g: 1_700 },
  ]);
});

test.each([{ max_lines: 2 }, { max_orders: 2 }, { max_weight_g: 200 }])(
  'orders of one tag are picked together, %o at most',
  async (limit) => {
    const part_id = await shop.part({ weight_g: 100 }, 100);
    const order = (ship_city: string) => shop.issued([{ part_id, qty: 1 }], { ship_city });
    const ids = [
      await order('North'),
      await order('South'),
      await order('North'),
      await order('North'),
      await order(''),
    ];
    expect(await units({ by: 'tag', ...limit }, ids)).toMatchObject({
      picks: [{ group: 'North' }, { group: 'South' }, { group: 'North' }, { group: 'by itself' }],
      units: [1, 2, 1, 3, 4],
    });
  },
);
