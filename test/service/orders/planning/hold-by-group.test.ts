import { expect, test } from 'vitest';
import { planText } from '../../../../cli/order/plan-text.ts';
import { testShop } from '../../../support/shop.ts';

/** Holds that a user group releases, and names in rules that no record has. */

const config = `
carriers:
  Road: { plugin: plain }
rules:
  - { name: Customs, when: source.name = "Customs", then: { hold: { reason: Customs check, released_by: Finance } } }
  - { name: At the dock, when: source.name = "Dock", before: ship, then: { hold: { reason: Weigh it, released_by: Dock } } }
  - { name: Nobody, when: source.name = "Nobody", then: { hold: { reason: Odd, released_by: Nobodies } } }
  - { name: Fast, when: source.name = "Fast", then: { carrier: Road, service_level: Exprss } }
`;

const sources: Record<string, number> = {};
const keys: Record<string, string> = {};
const { service, shop } = await testShop({ config }, 'each');
const part = await shop.part({}, 100);
for (const name of ['Customs', 'Dock', 'Nobody', 'Fast']) sources[name] = (await shop.done('/source', { name })).id;
for (const [name, groups] of Object.entries({ Ana: ['Finance'], Ben: [], Cem: ['finance team', 'Dock'] })) {
  const ids = [];
  for (const group of groups) {
    const known = (await shop.get(`/usergroup?name=${encodeURIComponent(group)}`)).data[0];
    ids.push((known ?? (await shop.done('/usergroup', { name: group, permissions: [] }))).id);
  }
  const permissions = ['salesorder.release', 'salesorder.read', 'bulkrun.create', 'bulkrun.read'];
  const user = { first_name: name, last_name: 'X', email: `${name}@example.com`, permissions, usergroup_ids: ids };
  const made = await shop.done('/user', user);
  keys[name] = (await shop.done(`/user/${made.id}/apikey`)).api_key;
}

const issued = (source: string) => shop.issued([{ part_id: part, qty: 1 }], { source_id: sources[source] });
const release = (id: number, who: string) =>
  service.call('POST', `/salesorder/${id}/release`, {}, { authorization: `Basic ${btoa(`${keys[who]}:`)}` });

test('only members of the group release the order, and everybody sees who may', async () => {
  const id = await issued('Customs');
  expect(await shop.see(id)).toMatchObject({ hold_reason: 'Customs check', released_by: ['Finance'] });
  expect(await shop.progress(id)).toMatchObject({ state: 'held', waiting_for: 'release: Customs check, by Finance' });
  const held = expect.stringMatching(
    /is on hold: Customs check\. Only members of the user group Finance may release it\.$/,
  );
  expect((await service.call('POST', '/picklinebyorder', { order_id: [id] })).body.detail).toEqual(held);
  const preview = await shop.done('/bulkrun', { order_id: [id], action: 'pick', dry_run: true });
  expect(preview.outcomes[0].reason).toMatch(/on hold: Customs check\. Only members of the user group Finance may/);
  for (const who of ['Ben', 'Cem']) {
    const { status, body } = await release(id, who);
    expect([status, body.code]).toEqual([403, 'order.release-by-group']);
    expect(body.detail).toMatch(/\(Customs check\), and only members of the user group Finance may release it/);
  }
  expect((await release(id, 'Ana')).status).toBe(200);
  expect(await shop.see(id)).toMatchObject({ held_at: null, hold_reason: null, released_by: [] });
});

test('an administrator may release every order', async () => {
  const id = await issued('Customs');
  await shop.done(`/salesorder/${id}/release`);
  expect((await shop.see(id)).held_at).toBeNull();
});

test('a hold before a step has its group too, is not called a hold at issue, and adds to the one before', async () => {
  const id = await issued('Dock');
  await shop.through([id], 'pick', 'pack');
  await shop.perform('ship', [id]);
  expect(await shop.see(id)).toMatchObject({ hold_reason: 'Weigh it', released_by: ['Dock'] });
  const plan = await service.client.salesorder.plan(id);
  const text = planText(plan, new Set(), 'brief', { columns: 100, live: false, colors: false } as never);
  expect(text).toContain('held: Weigh it, released by Dock');
  expect(text).not.toContain('at issue');
  expect((await release(id, 'Ben')).status).toBe(403);
  expect((await release(id, 'Cem')).status).toBe(200);
});

test('a hold of a group that does not exist, and an unknown service level, are warnings with the names that there are', async () => {
  await shop.done(`/carrier/${await shop.carrier('Road')}/servicelevel`, { name: 'Express' });
  const order = (source: string) => shop.order([{ part_id: part, qty: 1 }], { source_id: sources[source] });
  const warningsOf = async (id: number) => (await shop.post(`/salesorder/${id}/issue`)).body.warnings;
  const [odd, fast] = [await order('Nobody'), await order('Fast')];
  expect(await warningsOf(odd)).toEqual([
    {
      code: 'plan.unknown-name',
      message: 'The plan names the user group "Nobodies", which does not exist.',
      pointer: '/plan',
    },
  ]);
  expect(await warningsOf(fast)).toEqual([
    {
      code: 'plan.unknown-name',
      message: 'The plan names the service level "Exprss" of Road (it has Express), which does not exist.',
      pointer: '/plan',
    },
  ]);
  await shop.done(`/salesorder/${fast}/issue`, { ignore_warnings: 1 });
  expect(await shop.see(fast)).toMatchObject({ carrierservicelevel_id: null });
  const levels = await shop.get('/carrierservicelevel?name=Exprss');
  expect(levels.total).toBe(0);
  await shop.done(`/salesorder/${odd}/issue`, { ignore_warnings: 1 });
  expect((await release(odd, 'Ana')).status).toBe(403);
});

test('a reload refuses rules with names that no record has, by file and line', async () => {
  const { status, body } = await shop.post('/config/reload');
  expect(status, JSON.stringify(body)).toBe(422);
  const messages = body.faults.map(({ message }: { message: string }) => message);
  expect(messages).toEqual([
    '"Nobody" names the user group "Nobodies", which does not exist',
    '"Fast" names the service level "Exprss", which no carrier has',
  ]);
});
