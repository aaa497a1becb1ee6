import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { sections } from '../../../cli/import/map/sections.ts';
import { caseFacts } from '../../../config/rules/case-facts.ts';
import { orderFacts } from '../../../config/rules/facts-entity.ts';
import { check } from '../../../lib/expressions/check.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { orderFacts as factsOf } from '../../../service/orders/planning/facts.ts';
import { testShop } from '../../support/shop.ts';

/** A field that has a column and stands in the declaration of its record is complete: nothing else names it. */

vi.mock(import('../../../records/part.ts'), async (original) => {
  const { part } = await original();
  const { text } = await import('../../../records/field.ts');
  const origin_country = text({
    max: 2,
    form: /^[A-Z]{2}$/,
    otherwise: 'must be a code such as IN',
    nullable: true,
    write: true,
    description: 'Where the part was made',
    fact: true,
    usual: 'CN',
    example: 'IN',
    import: 'Country of origin.',
  });
  return { part: { ...part, fields: { ...part.fields, origin_country } } };
});

const { service, shop } = await testShop();
await service.database.transaction('test', (tx) => sql`alter table part add column origin_country text`.execute(tx));

test('a new field of parts is written, checked, listed and found', async () => {
  const id = await shop.part({ origin_country: 'IN' });
  expect((await shop.get('/part?filter=origin_country="IN"')).data).toMatchObject([{ id, origin_country: 'IN' }]);
  const { status, body } = await service.call('PUT', `/part/${id}`, { origin_country: 'India' });
  expect([status, body.errors[0].detail]).toEqual([422, 'may have 2 characters at most; it has 5']);
});

test('a new field of parts is in the description, with its example', async () => {
  const { components } = await shop.get('/openapi.json');
  expect(components.schemas.Part.properties.origin_country).toMatchObject({ description: 'Where the part was made' });
});

test('a new field of parts is a fact of orders, a name in conditions and a usual value of cases', async () => {
  const { id } = await shop.done('/salesorder', {
    customer_id: (await shop.done('/customer', { type: 'Company', name: 'A' })).id,
    lines: [{ part_id: await shop.part({ origin_country: 'IN' }), qty: 1 }],
  });
  const { facts } = await service.database.transaction('test', (tx) => factsOf(tx, id));
  expect(facts.lines[0]?.part).toMatchObject({ origin_country: 'IN' });
  expect(() => check(parse('lines.part.origin_country = "IN"'), orderFacts)).not.toThrow();
  expect(caseFacts({}, () => undefined).lines[0]?.part).toMatchObject({ origin_country: 'CN' });
});

test('a new field of parts is a field of import maps', () => {
  expect(sections.parts.fields).toMatchObject({ origin_country: { is: 'value', type: 'text' } });
});
