import { describe, expect, test } from 'vitest';
import { orderFacts } from '../../../config/rules/facts-entity.ts';
import type { Entity } from '../../../lib/expressions/entity.ts';
import { resources } from '../../../service/platform/listing/declaration/registry.ts';
import { testShop } from '../../support/shop.ts';

/** Conditions that a caller writes read what the caller may read, and plans show no value that the caller may not read. */

const name = 'Leak Target GmbH';
const active = `rules:
  - { name: Known customer, when: 'customer.name = "${name}" && total < 500', then: { wave: Known } }
  - { name: Good part, when: 'lines[part.name % "Part%"]', then: { priority: 2 } }
`;
const own = (when: string) => `${active}  - { name: Own, when: '${when}', then: { note: Seen } }\n`;
const filesOf = (text: string) => [{ file: 'fulfillment.yaml', text }];

const post = (call: string, body: object, as = reader) => service.call('POST', `/rules/${call}`, body, as);
const get = (path: string, as = reader) => service.call('GET', path, undefined, as);

const { service, shop } = await testShop({ config: active });
const customer = await shop.done('/customer', { type: 'Company', name, custom: { secret: 'velvet' } });
const partId = await shop.part({ custom: { maker: 'hidden' } }, 10);
const orderId = await shop.issued([{ part_id: partId, qty: 1, unit_price: 20 }], { customer_id: customer.id });
const as = async (permissions: string[]) => {
  const email = `${permissions.length}@example.com`;
  const { id } = await shop.done('/user', { first_name: 'Ana', last_name: 'Weber', email, permissions });
  return { authorization: `Basic ${btoa(`${(await shop.done(`/user/${id}/apikey`)).api_key}:`)}` };
};
const reader: Record<string, string> = await as(['config.reload', 'salesorder.read']);
const all = await as([
  'config.reload',
  'salesorder.read',
  'customer.read',
  'part.read',
  'partgroup.read',
  'carrier.read',
  'site.read',
]);

describe('a rule that is not among the active ones', () => {
  test.each([
    ['customer.name = "zzz"', 'customer', 'customer.read'],
    ['customer.custom.secret = "velvet"', 'customer', 'customer.read'],
    ['NOT (customer.name % "L%")', 'customer', 'customer.read'],
    ['weekday(customer.created_at) = "mon"', 'customer', 'customer.read'],
    ['lines[part.custom.maker = "hidden"]', 'part', 'part.read'],
    ['count(lines.part.groups) > 0', 'part', 'part.read'],
    ['carrier.name = "UPS"', 'carrier', 'carrier.read'],
  ])('asks only for records that its caller may list: %s', async (when, relation, permission) => {
    const files = filesOf(own(when));
    for (const [call, body] of [
      ['try', { files, order_id: orderId }],
      ['backtest', { files }],
    ] as const) {
      const { status, body: refused } = await post(call, body);
      expect([status, refused.code, refused.permission]).toEqual([403, 'permission.missing', permission]);
      expect(refused.detail).toContain(`Rule "Own" (fulfillment.yaml:4) asks for "${relation}"`);
      expect(JSON.stringify(refused)).not.toMatch(/Leak|velvet|hidden/);
      expect((await post(call, body, all)).status).toBe(200);
    }
  });

  test('may not except orders by them either, and may not reuse the condition of an active rule for something else', async () => {
    const excepting = `${active}  - { name: Own, unless: 'customer.name = "zzz"', then: { note: Seen } }\n`;
    expect((await post('backtest', { files: filesOf(excepting) })).status).toBe(403);
    const changed = active.replace('wave: Known', 'hold: Known');
    expect((await post('backtest', { files: filesOf(changed) })).status).toBe(403);
  });

  test('asks for the order itself', async () => {
    const files = filesOf(own('total > 5 && ship_city IS NOT NULL && customer_id > 0'));
    expect((await post('try', { files, order_id: orderId })).status).toBe(200);
    expect((await post('backtest', { files })).status).toBe(200);
  });
});

test('the active rules stand in every text, without the values that they saw', async () => {
  const { status, body } = await post('try', { files: filesOf(own('total > 5')), order_id: orderId });
  expect(status).toBe(200);
  for (const plan of [body.pinned, body.active, body.proposed]) {
    const [known, part] = plan.rules;
    expect(known.conditions).toEqual([
      expect.objectContaining({
        ...{ path: 'customer.name', needs: 'customer.read', holds: true },
        words: `✔ customer.name = "${name}", shown with customer.read`,
      }),
      expect.objectContaining({ path: 'total', actual: '20', words: '✔ total < 500, is 20' }),
    ]);
    expect(known.conditions[0]).not.toHaveProperty('actual');
    expect(part.conditions).toMatchObject([{ operator: 'has', needs: 'part.read' }]);
  }
  expect((await post('try', { order_id: orderId }, all)).body.active.rules[0].conditions[0].actual).toBe(name);
});

test('a plan has no values of records that its reader may not list', async () => {
  const conditionsIn = (plan: { reasons: { source: string; conditions: object[] }[] }) =>
    plan.reasons.filter(({ source }) => source === 'rule').flatMap(({ conditions }) => conditions);
  for (const path of [`/salesorder/${orderId}/plan`, `/salesorder/${orderId}/replanned`]) {
    const { body } = await get(path);
    const conditions = conditionsIn(body.plan ?? body);
    expect(conditions).toMatchObject([{ needs: 'customer.read' }, { actual: '20' }, { needs: 'part.read' }]);
    expect(conditions.filter((each) => 'needs' in each && 'actual' in each)).toEqual([]);
    const full = conditionsIn((await get(path, all)).body.plan ?? (await get(path, all)).body);
    expect(full).toMatchObject([{ actual: name }, { actual: '20' }, { actual: 1 }]);
  }
});

test('the summary counts by carrier and site, and names them to those who may list them', async () => {
  const summary = (await get('/salesorder/summary')).body;
  expect(summary.sites).toMatchObject([{ site_id: 1, site: null, orders: 1 }]);
  expect(summary.carriers).toMatchObject([{ carrier: null, orders: 1 }]);
  expect((await get('/salesorder/summary', all)).body.sites).toMatchObject([{ site_id: 1, site: 'Main' }]);
});

test('the progress of an order that is short has numbers of parts for those who may list parts', async () => {
  const id = await shop.issued([{ part_id: partId, qty: 50, unit_price: 1 }]);
  const { number } = await shop.get(`/part/${partId}`);
  const words = async (as: Record<string, string>) =>
    JSON.stringify((await get(`/salesorder/${id}/progress`, as)).body);
  expect(await words(all)).toContain(`of part ${number}`);
  expect(await words(reader)).toContain(`of part ${partId}`);
  expect(await words(reader)).not.toContain(number);
  const { body } = await service.call('POST', `/salesorder/${id}/issue`, {}, reader);
  expect(JSON.stringify(body)).not.toContain(number);
});

test('each kind of records that a condition can reach is a kind of lists, so that its permission is known', () => {
  const kinds = new Set<string>();
  const add = ({ relations }: Entity): void => {
    for (const { entity } of relations.values()) {
      if (kinds.has(entity.name)) continue;
      kinds.add(entity.name);
      add(entity);
    }
  };
  add(orderFacts);
  expect([...kinds].filter((kind) => resources.get(kind).name !== kind)).toEqual([]);
  expect(kinds.size).toBeGreaterThan(8);
});
