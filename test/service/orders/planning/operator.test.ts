import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop(
  {
    config: `carriers:
  Will Call: { plugin: will-call, pack: false }
  Parcel Post: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
  Freight: { plugin: freight, cartons_per_pallet: 24 }
rules:
  - { name: Light goods run by themselves, when: lines.part.upc = "light", then: { pick: automatic, pack: automatic } }
  - { name: Express goes by freight, when: lines.part.upc = "express", then: { carrier: Freight } }
`,
  },
  'end',
);

const issued = async (part: Record<string, unknown> = {}, values = {}) =>
  shop.issued([{ part_id: await shop.part(part, 20), qty: 2 }], values);
const planOf = (id: number) => shop.get(`/salesorder/${id}/plan`);
const stepOf = async (id: number, name: string) =>
  (await planOf(id)).steps.find(({ step }: { step: string }) => step === name);
const events = async (id: number): Promise<{ event: string; by: string; detail: object }[]> =>
  shop.get(`/salesorder/${id}/timeline`);
const last = async (id: number) => (await events(id)).at(-1)!;
const sentEvents = async (id: number) =>
  (
    await service.sql.query(`select payload ->> 'event' as event from outbox where workflow_id = $1`, [`order/${id}`])
  ).rows
    .map(({ event }) => event)
    .filter((event) => event !== null);

test('a person sets a step by hand that a rule made automatic, and the plan records it', async () => {
  const id = await issued({ upc: 'light' });
  expect((await stepOf(id, 'pack')).by).toBe('automatic');
  await shop.done(`/salesorder/${id}/byhand`, { step: 'pack', by: 'Ana Weber' });
  const pack = await stepOf(id, 'pack');
  expect(pack.by).toBe('hand');
  expect(pack.reasons[0]).toMatchObject({ source: 'operator', name: 'Ana Weber', decides: 'pack.by', value: 'hand' });
  const rule = pack.reasons.find(({ source }: { source: string }) => source === 'rule');
  expect(rule.overruled_by).toBe('operator "Ana Weber"');
  expect((await stepOf(id, 'pick')).by).toBe('automatic');
  expect(await last(id)).toMatchObject({
    event: 'salesorder.replanned',
    by: 'Administrator',
    detail: { by: 'Ana Weber', steps: ['pack'], done: 'by hand' },
  });
  expect(await sentEvents(id)).toEqual(['salesorder.replanned']);
});

test("the later of two decisions counts, a repeated one changes nothing, and one without a name is the caller's", async () => {
  const id = await issued();
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pick', by: 'Ana' });
  await shop.done(`/salesorder/${id}/byhand`, { step: 'pick' });
  const pick = await stepOf(id, 'pick');
  expect(pick.by).toBe('hand');
  const people = pick.reasons.filter(({ source }: { source: string }) => source === 'operator');
  expect(people.map(({ name }: { name: string }) => name)).toEqual(['Administrator']);
  const before = (await events(id)).length;
  await shop.done(`/salesorder/${id}/byhand`, { step: 'pick', by: 'Otto' });
  expect(await events(id)).toHaveLength(before);
});

test('a decision without a step applies to all open steps, and a step that is done or not planned is refused', async () => {
  const id = await issued({}, { carrier_id: await shop.carrier('Will Call') });
  await shop.through([id], 'pick');
  await shop.done(`/salesorder/${id}/automatic`, { by: 'Ana' });
  const plan = await planOf(id);
  expect(plan.steps.map(({ step, by }: { step: string; by: string }) => [step, by])).toEqual([
    ['pick', 'hand'],
    ['pack', 'hand'],
    ['ship', 'hand'],
    ['pickup', 'automatic'],
  ]);
  expect(await shop.refused(`/salesorder/${id}/byhand`, { step: 'pick' })).toBe('409 order.state');
  expect(await shop.refused(`/salesorder/${id}/byhand`, { step: 'ship' })).toBe('409 order.state');
  expect(await shop.refused(`/salesorder/${await shop.order([])}/byhand`, {})).toBe('409 order.state');
});

test('a change to a will-call carrier replans the order, which needs no packing and continues', async () => {
  const id = await issued({}, { carrier_id: await shop.carrier('Parcel Post') });
  expect((await planOf(id)).carrier).toMatchObject({ name: 'Parcel Post', book_at: 'ship' });
  const carrier_id = await shop.carrier('Will Call');
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id, by: 'Ana' });
  const plan = await planOf(id);
  expect(plan.carrier).toMatchObject({ name: 'Will Call' });
  expect(plan.steps.map(({ required }: { required: boolean }) => required)).toEqual([true, false, false, true]);
  expect(plan.reasons).toContainEqual(
    expect.objectContaining({ source: 'operator', name: 'Ana', decides: 'carrier', value: 'Will Call' }),
  );
  expect(await shop.see(id, 'carrier')).toMatchObject({ carrier: { name: 'Will Call' } });
  expect((await last(id)).detail).toMatchObject({ by: 'Ana', carrier: 'Will Call' });
  const before = (await events(id)).length;
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id, by: 'Otto' });
  expect(await events(id)).toHaveLength(before);
  await shop.through([id], 'pick', 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('a started step stays when a carrier without that step is chosen, and the plan gives the reason', async () => {
  const id = await issued({}, { carrier_id: await shop.carrier('Parcel Post') });
  await shop.through([id], 'pick', 'pack');
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id: await shop.carrier('Will Call') });
  expect(await stepOf(id, 'pack')).toMatchObject({ required: true });
  expect((await stepOf(id, 'pack')).reasons.at(-1).why).toContain('had begun already');
  await shop.through([id], 'pickup');
  expect(await shop.status(id)).toBe('Fulfilled');
});

test('a person outranks the rule that chose a carrier, also after a replan', async () => {
  const id = await issued({ upc: 'express' });
  expect((await planOf(id)).carrier).toMatchObject({ name: 'Freight' });
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id: await shop.carrier('Parcel Post'), by: 'Ana' });
  await shop.done(`/salesorder/${id}/byhand`, { step: 'pick', by: 'Otto' });
  await shop.done(`/salesorder/${id}/automatic`, { step: 'pack', by: 'Otto' });
  const { plan, differences } = await shop.get(`/salesorder/${id}/replanned`);
  expect(differences).toEqual([]);
  expect(plan.carrier.name).toBe('Parcel Post');
  const chosen = plan.reasons.filter(({ decides }: { decides: string }) => decides === 'carrier');
  expect(chosen).toMatchObject([
    { source: 'operator', name: 'Ana' },
    { source: 'rule', overruled_by: 'operator "Ana"' },
  ]);
});

test('an unissued order keeps the carrier that a person chose', async () => {
  const id = await issued({ upc: 'express' });
  const carrier_id = await shop.carrier('Parcel Post');
  await shop.done(`/salesorder/${id}/carrier`, { carrier_id });
  await shop.done(`/salesorder/${id}/unissue`);
  expect(await shop.see(id)).toMatchObject({ carrier_id });
});

test('an order with booked cartons keeps its carrier until the bookings are canceled', async () => {
  const id = await issued({}, { carrier_id: await shop.carrier('Parcel Post') });
  await shop.through([id], 'pick', 'pack');
  const [pack] = (await shop.see(id, 'packs')).packs;
  const [carton] = await shop.get(`/pack/${pack.id}/carton`);
  await shop.done(`/pack/${pack.id}/carton/${carton.id}`, { tracking_number: 'T-1' }, 'PUT');
  const body = { carrier_id: await shop.carrier('Freight') };
  expect(await shop.refused(`/salesorder/${id}/carrier`, body)).toBe('409 order.state');
  await shop.done(`/pack/${pack.id}/carton/${carton.id}`, { tracking_number: null }, 'PUT');
  await shop.done(`/salesorder/${id}/carrier`, body);
  expect(await shop.refused(`/salesorder/${id}/carrier`, { carrier_id: 999 })).toBe('422 reference.unknown');
});

test('a retry of an order in attention signals the engine and is in the timeline', async () => {
  const id = await issued();
  await shop.done(`/salesorder/${id}/retry`, { by: 'Ana' });
  expect(await sentEvents(id)).toEqual([]);
  await shop.done(`/engine/salesorder/${id}/attention`, {
    step: 'pick',
    code: 'carrier.refused',
    detail: 'No such place.',
  });
  await shop.done(`/salesorder/${id}/retry`, { by: 'Ana' });
  expect(await last(id)).toMatchObject({
    event: 'salesorder.retried',
    detail: { by: 'Ana', step: 'pick', code: 'carrier.refused' },
  });
  expect(await sentEvents(id)).toEqual(['salesorder.retried']);
  expect(await shop.progress(id)).toMatchObject({ state: 'working' });
});

test('a person who voids an order for another person is named', async () => {
  const id = await issued();
  await shop.done(`/salesorder/${id}/void`, { by: 'Ana' });
  expect(await last(id)).toMatchObject({ event: 'salesorder.voided', by: 'Administrator', detail: { by: 'Ana' } });
});
