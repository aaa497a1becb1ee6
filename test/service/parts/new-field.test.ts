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
  const records = await original();
  const { text } = await import('../../../records/field.ts');
  const tariff_code = text({
    max: 10,
    form: /^[0-9]{6,10}$/,
    otherwise: 'must be 6 to 10 digits',
    nullable: true,
    write: true,
    description: 'The heading of the customs tariff',
    fact: true,
    usual: '620342',
    example: '691110',
    import: 'Tariff code.',
  });
  return { ...records, part: { ...records.part, fields: { ...records.part.fields, tariff_code } } };
});

const { service, shop } = await testShop();
await service.database.transaction('test', (tx) => sql`alter table part add column tariff_code text`.execute(tx));

test('a new field of parts is written, checked, listed and found', async () => {
  const id = await shop.part({ tariff_code: '691110' });
  expect((await shop.get('/part?filter=tariff_code="691110"')).data).toMatchObject([{ id, tariff_code: '691110' }]);
  const { status, body } = await service.call('PUT', `/part/${id}`, { tariff_code: 'porcelain' });
  expect([status, body.errors[0].detail]).toEqual([422, 'must be 6 to 10 digits']);
});

test('a new field of parts is in the description, with its example', async () => {
  const { components } = await shop.get('/openapi.json');
  expect(components.schemas.Part.properties.tariff_code).toMatchObject({
    description: 'The heading of the customs tariff',
  });
});

test('a new field of parts is a fact of orders, a name in conditions and a usual value of cases', async () => {
  const { id } = await shop.done('/salesorder', {
    customer_id: (await shop.done('/customer', { type: 'Company', name: 'A' })).id,
    lines: [{ part_id: await shop.part({ tariff_code: '691110' }), qty: 1 }],
  });
  const { facts } = await service.database.transaction('test', (tx) => factsOf(tx, id));
  expect(facts.lines[0]?.part).toMatchObject({ tariff_code: '691110' });
  expect(() => check(parse('lines.part.tariff_code = "691110"'), orderFacts)).not.toThrow();
  expect(caseFacts({}, () => undefined).lines[0]?.part).toMatchObject({ tariff_code: '620342' });
});

test('a new field of parts is a field of import maps', () => {
  expect(sections.parts.fields).toMatchObject({ tariff_code: { is: 'value', type: 'text' } });
});
