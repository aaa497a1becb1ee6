import { expect, test } from 'vitest';
import { tryOrder } from '../../../../cli/rules/try.ts';
import { orderFacts } from '../../../../config/rules/facts-entity.ts';
import { check } from '../../../../lib/expressions/check.ts';
import type { Entity } from '../../../../lib/expressions/entity.ts';
import { parse } from '../../../../lib/expressions/parse.ts';
import { salesorder } from '../../../../service/orders/resource.ts';
import { testShop } from '../../../support/shop.ts';

/** Every name that rules can use has its value, in plans of the service and of the command line. */

const conditions: Readonly<Record<string, string>> = {
  'own field of a part': 'lines.part.custom.perishable = true',
  'fragile part': 'lines.part.fragile = true && lines.part.price > 3 && lines.part.unit = "kg"',
  'type of customer': 'customer.type = "company" && customer.status.name = "Active"',
  site: 'site.postal_code = "12209"',
  line: 'lines.description = "Ripe"',
  service: 'source.service.name = "Web"',
  job: 'job.name = "Summer"',
};
const rules = Object.entries(conditions).map(
  ([name, when]) => `  - { name: ${name}, when: '${when}', then: { note: ${name} } }`,
);

const { service, shop } = await testShop({ config: `rules:\n${rules.join('\n')}\n` });

async function order(): Promise<number> {
  const [site] = (await shop.get('/site')).data;
  await shop.done(`/site/${site.id}`, { postal_code: '12209' }, 'PUT');
  const values = { fragile: true, price: 4, unit: 'kg', custom: { perishable: true } };
  const part = await shop.part(values, 10);
  const { id: service_id } = await shop.done('/service', { name: 'Web' });
  const { id: source_id } = await shop.done('/source', { name: 'Shop', service_id });
  const { id: job_id } = await shop.done('/job', { name: 'Summer' });
  return shop.issued([{ part_id: part, qty: 1, description: 'Ripe' } as never], { source_id, job_id });
}

test('all of them hold, in the service and in a trial of the command line', async () => {
  const id = await order();
  const { notes } = await shop.get(`/salesorder/${id}/plan`);
  expect(notes).toEqual(Object.keys(conditions));
  const tried = await tryOrder(service.client, id, service.file);
  expect(tried.differences).toEqual([]);
  expect(tried.plan.notes).toEqual(notes);
});

test('a list filters by every name that rules can use, but for the weight', async () => {
  for (const name of namesOf(orderFacts).filter((each) => each !== 'weight_g')) {
    const { status, body } = await service.call('GET', `/salesorder?filter=${encodeURIComponent(`${name} IS NULL`)}`);
    expect([name, status, body.detail]).toEqual([name, 200, undefined]);
  }
});

test('rules refuse the other names of filters of orders, each with its reason', async () => {
  const known = new Set([...orderFacts.fields.keys(), ...orderFacts.relations.keys()]);
  const others = [...salesorder.fields.keys(), ...salesorder.relations.keys()].filter((name) => !known.has(name));
  expect(others.sort()).toEqual([...orderFacts.absent!.keys()].sort());
  for (const [name, why] of orderFacts.absent!) {
    expect(() => check(parse(`${name} = 1`), orderFacts)).toThrow(`salesorder has no ${name} here (${why})`);
  }
});

function namesOf({ fields, relations }: Entity): string[] {
  const own = [...fields].map(([name, { type }]) => (type === 'json' ? `${name}.colour` : name));
  return [...own, ...[...relations].flatMap(([name, { entity }]) => namesOf(entity).map((rest) => `${name}.${rest}`))];
}
