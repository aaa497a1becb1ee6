import { describe, expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const config = `
carriers:
  Will Call: { plugin: will-call }
  Road: { plugin: freight, cartons_per_pallet: 6 }
workflows:
  pick-pickup: [pick, pickup]
rules:
  - { name: Waves, when: source.name = "Wave", then: { wave: Morning, note: Ring first, service_level: Express, carrier: Road } }
  - { name: Straight through, when: source.name = "Straight", then: { workflow: pick-pickup } }
  - { name: Light parcels need no ship step, when: lines.part.upc = "light", before: ship, then: { skip: ship } }
  - { name: Fragile is packed after all, when: lines.part.upc = "fragile", before: pack, then: { require: pack, pack: by hand } }
  - { name: Quality looks before shipping, when: lines.part.upc = "look", before: ship, then: { hold: Quality } }
  - { name: Heavy goods go by road, when: lines.part.upc = "heavy", before: pack, then: { carrier: Road } }
  - { name: Packs that wait, when: source.name = "Slow", after: 24h at pack, then: { escalate: Shift leader looks, priority: 1 } }
  - { name: Packs are quick, when: source.name = "Quick", then: { deadline: { pack: 4h } } }
  - { name: Small cartons, when: source.name = "Small", then: { carton_types: Tiny } }
`;

const sources: Record<string, number> = {};

const { service, shop } = await testShop({ config }, 'each');
for (const name of ['Wave', 'Straight', 'Slow', 'Quick', 'Small'])
  sources[name] = (await shop.done('/source', { name })).id;
await shop.done(`/carrier/${await shop.carrier('Road')}/servicelevel`, { name: 'Express' });

type Step = { step: string; required: boolean; by: string; reasons: { name: string; fired: boolean; why: string }[] };
const planOf = (id: number) => shop.get(`/salesorder/${id}/plan`);
const required = async (id: number) =>
  (await planOf(id)).steps.filter((step: Step) => step.required).map((step: Step) => step.step);
const reach = (id: number, step: string, waited?: number) =>
  shop.done(`/engine/salesorder/${id}/reach`, { step, ...(waited === undefined ? {} : { waited }) });

describe('actions of a rule on the order itself', () => {
  test('wave, carrier and service level are set on the order, and removed with the plan', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5) }], { source_id: sources.Wave });
    const order = await shop.see(id, 'carrier,carrierservicelevel');
    expect(order).toMatchObject({
      wave: 'Morning',
      carrier: { name: 'Road' },
      carrierservicelevel: { name: 'Express' },
    });
    expect(await planOf(id)).toMatchObject({ notes: ['Ring first'], wave: 'Morning', service_level: 'Express' });
    expect((await shop.get('/salesorder?wave=Morning')).data.map((each: { id: number }) => each.id)).toEqual([id]);
    await shop.done(`/salesorder/${id}/unissue`);
    expect(await shop.see(id)).toMatchObject({ wave: null, carrier_id: null, carrierservicelevel_id: null });
  });

  test('a named workflow skips the steps that it does not name', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5) }], { source_id: sources.Straight });
    expect(await required(id)).toEqual(['pick', 'pickup']);
    expect(await planOf(id)).toMatchObject({ workflow: 'pick-pickup' });
    await shop.through([id], 'pick', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('packing uses only the carton types of the plan', async () => {
    await shop.cartontype({ name: 'Tiny', inner_width_mm: 120, inner_length_mm: 120, inner_depth_mm: 60 });
    await shop.cartontype({ name: 'Huge', inner_width_mm: 900, inner_length_mm: 900, inner_depth_mm: 900 });
    const typesOf = async (values: object) => {
      const id = await shop.issued([{ part_id: await shop.part({}, 5), qty: 2 }], values as never);
      await shop.through([id], 'pick', 'pack');
      const { packs } = await shop.see(id, 'packs.cartons.cartontype');
      return packs[0].cartons.map((carton: { cartontype: { name: string } }) => carton.cartontype.name);
    };
    expect(await typesOf({ source_id: sources.Small })).toEqual(['Tiny', 'Tiny']);
    expect(await typesOf({})).toHaveLength(1);
  });
});

describe('a rule with before', () => {
  test('is evaluated when the step starts, on the facts of that moment', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part }]);
    expect(await required(id)).toEqual(['pick', 'pack', 'ship', 'pickup']);
    await shop.done(`/part/${part}`, { upc: 'light' }, 'PUT');
    await shop.through([id], 'pick', 'pack');
    expect(await shop.refused('/shiplinebyorder', { order_id: [id] })).toBe('409 ship.no-step');
    expect(await required(id)).toEqual(['pick', 'pack', 'pickup']);
    await shop.through([id], 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('is pinned after its evaluation: later facts change nothing', async () => {
    const part = await shop.part({}, 5);
    const id = await shop.issued([{ part_id: part }]);
    await shop.through([id], 'pick', 'pack');
    await reach(id, 'ship');
    await shop.done(`/part/${part}`, { upc: 'light' }, 'PUT');
    await reach(id, 'ship');
    expect(await required(id)).toContain('ship');
    const ship = (await planOf(id)).steps.find((step: Step) => step.step === 'ship');
    const reason = ship.reasons.find((reason: Step) =>
      (reason as unknown as { name: string }).name.startsWith('Light'),
    );
    expect(reason).toMatchObject({ fired: false, why: expect.stringContaining('evaluated before ship') });
    expect(reason).not.toHaveProperty('again');
    await shop.through([id], 'ship', 'pickup');
  });

  test('adds a step that the carrier skipped, and goods that were ready wait for it', async () => {
    const part = await shop.part({}, 5);
    const carrier_id = await shop.carrier('Will Call');
    const id = await shop.issued([{ part_id: part, qty: 2 }], { carrier_id });
    expect(await required(id)).toEqual(['pick', 'pickup']);
    await shop.through([id], 'pick');
    await shop.done(`/part/${part}`, { upc: 'fragile' }, 'PUT');
    await reach(id, 'pickup');
    expect(await required(id)).toEqual(['pick', 'pack', 'pickup']);
    expect(await shop.progress(id)).toMatchObject({ step: 'pack', state: 'waiting', waiting_for: 'pack by hand' });
    await shop.through([id], 'pack', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('holds the order when it reaches the step, and does not hold it again after a release', async () => {
    const id = await shop.issued([{ part_id: await shop.part({ upc: 'look' }, 5) }]);
    expect(await shop.see(id)).toMatchObject({ held_at: null });
    await shop.through([id], 'pick', 'pack');
    expect((await shop.perform('ship', [id])).body.code).toBe('order.held');
    expect(await shop.see(id)).toMatchObject({ hold_reason: 'Quality' });
    await shop.done(`/salesorder/${id}/release`);
    await shop.through([id], 'ship', 'pickup');
    expect(await shop.status(id)).toBe('Fulfilled');
  });

  test('sends the order with another carrier, and calls its plugin', async () => {
    const id = await shop.issued([{ part_id: await shop.part({ upc: 'heavy' }, 5) }]);
    expect((await planOf(id)).carrier).toBeNull();
    await shop.through([id], 'pick', 'pack');
    expect(await shop.see(id, 'carrier')).toMatchObject({ carrier: { name: 'Road' } });
    expect(await planOf(id)).toMatchObject({ carrier: { name: 'Road' }, cartons_per_pallet: 6 });
    expect((await shop.progress(id)).carrier).toMatchObject({ name: 'Road' });
    await shop.through([id], 'ship', 'pickup');
  });
});

describe('waiting', () => {
  test('a rule with after is evaluated when the order has waited as long', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5) }], { source_id: sources.Slow });
    await shop.through([id], 'pick');
    await reach(id, 'pack', 3600);
    expect((await shop.progress(id)).state).toBe('waiting');
    await reach(id, 'pack', 24 * 3600);
    expect(await shop.progress(id)).toMatchObject({ state: 'attention', waiting_for: 'Shift leader looks' });
    expect(await shop.see(id)).toMatchObject({ priority: 1 });
  });

  test('a step that takes longer than its deadline puts the order in attention until it is done', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 5) }], { source_id: sources.Quick });
    await shop.through([id], 'pick');
    await reach(id, 'pack', 4 * 3600);
    const { state, waiting_for } = await shop.progress(id);
    expect([state, waiting_for]).toEqual(['attention', 'The pack step was due within 4h and is not done.']);
    await shop.through([id], 'pack');
    expect((await shop.progress(id)).state).toBe('waiting');
  });
});

describe('another file', () => {
  const more = `${config}  - { name: Everything goes first, then: { priority: 1, skip: ship } }\n`;

  test('counts for orders that are issued later, and its text is stored', async () => {
    const lines = async () => [{ part_id: await shop.part({}, 5) }];
    const [before, after] = [await shop.issued(await lines()), await shop.order(await lines())];
    const pinned = await planOf(before);
    service.write(more);
    const reloaded = await shop.done('/config/reload');
    expect(reloaded).toMatchObject({ changed: true, before: pinned.ruleset });
    await shop.done(`/salesorder/${after}/issue`, { ignore_warnings: 1 });
    expect(await planOf(before)).toEqual(pinned);
    expect(await planOf(after)).toMatchObject({ ruleset: reloaded.ruleset, priority: 1 });
    const { rows } = await service.sql.query('select hash, files from ruleset order by created_at, hash');
    expect(rows.map((row) => row.hash)).toEqual(expect.arrayContaining([pinned.ruleset, reloaded.ruleset]));
    expect(rows.find((row) => row.hash === reloaded.ruleset).files[0].text).toBe(more);
    expect(await shop.get('/config')).toMatchObject({ ruleset: reloaded.ruleset, rules: 10 });
  });

  test('that is faulty changes nothing, and every fault is reported with its place', async () => {
    const { ruleset } = await shop.get('/config');
    service.write(`${config}  - { nme: Slip, then: { skip: ship } }\ncariers: {}\n`);
    const { status, body } = await shop.post('/config/reload', {});
    expect(status).toBe(422);
    expect(body.code).toBe('config.faulty');
    expect(body.faults).toHaveLength(3);
    expect(body.faults).toContainEqual({
      file: expect.stringContaining('fulfillment.yaml'),
      line: 18,
      column: 1,
      message: 'unknown key "cariers"; did you mean "carriers"?',
    });
    expect(await shop.get('/config')).toMatchObject({ ruleset });
  });

  test('changes an issued order only by a replan, after the differences are shown', async () => {
    service.write(config);
    await shop.done('/config/reload');
    const id = await shop.issued([{ part_id: await shop.part({}, 5) }]);
    await shop.done(`/salesorder/${id}/skip`, { step: 'pack', by: 'Ann' });
    service.write(more);
    await shop.done('/config/reload');
    const shown = await shop.get(`/salesorder/${id}/replanned`);
    expect(shown.differences).toEqual([
      { what: 'ship', before: 'by hand', after: 'skipped' },
      { what: 'priority', before: 'none', after: '1' },
    ]);
    expect(await required(id)).toEqual(['pick', 'ship', 'pickup']);
    expect(await shop.refused(`/salesorder/${id}/replan`, { ruleset: 'cafe', by: 'Ann' })).toBe(
      '412 precondition.failed',
    );
    await shop.done(`/salesorder/${id}/replan`, { ruleset: shown.ruleset, by: 'Ann' });
    expect(await required(id)).toEqual(['pick', 'pickup']);
    expect(await shop.see(id)).toMatchObject({ priority: 1 });
    expect((await shop.get(`/salesorder/${id}/timeline`)).at(-1)).toMatchObject({
      event: 'salesorder.replanned',
      detail: { by: 'Ann', ruleset: shown.ruleset },
    });
    await shop.through([id], 'pick', 'pickup');
  });
});
