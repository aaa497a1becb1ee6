import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { sections } from '../../../cli/import/map/sections.ts';
import { caseFacts } from '../../../config/rules/case-facts.ts';
import { orderFacts } from '../../../config/rules/facts-entity.ts';
import { check } from '../../../lib/expressions/check.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { orderFacts as factsOf } from '../../../service/orders/planning/facts.ts';
import { testShop } from '../../support/shop.ts';

/** A field with a column and a declaration in its record is complete: no other file names it. */

vi.mock(import('../../../records/part.ts'), async (original) => {
  const records = await original();
  const { text } = await import('../../../records/field.ts');
  const un_number = text({
    max: 4,
    form: /^[0-9]{4}$/,
    otherwise: 'must be 4 digits',
    nullable: true,
    write: true,
    description: 'The UN number of dangerous goods',
    fact: true,
    usual: '1950',
    example: '1263',
    import: 'UN number of dangerous goods.',
  });
  return { ...records, part: { ...records.part, fields: { ...records.part.fields, un_number } } };
});

const { service, shop } = await testShop();
await service.database.transaction('test', (tx) => sql`alter table part add column un_number text`.execute(tx));

test('a new field of parts is written, checked, listed and found', async () => {
  const id = await shop.part({ un_number: '1263' });
  expect((await shop.get('/part?filter=un_number="1263"')).data).toMatchObject([{ id, un_number: '1263' }]);
  const { status, body } = await service.call('PUT', `/part/${id}`, { un_number: '12A4' });
  expect([status, body.errors[0].detail]).toEqual([422, 'must be 4 digits']);
});

test('a new field of parts is in the description, with its example', async () => {
  const { components } = await shop.get('/openapi.json');
  expect(components.schemas.Part.properties.un_number).toMatchObject({
    description: 'The UN number of dangerous goods',
  });
});

test('a new field of parts is a fact of orders, a name in conditions and a usual value of cases', async () => {
  const { id } = await shop.done('/salesorder', {
    customer_id: (await shop.done('/customer', { type: 'Company', name: 'A' })).id,
    lines: [{ part_id: await shop.part({ un_number: '1263' }), qty: 1 }],
  });
  const { facts } = await service.database.transaction('test', (tx) => factsOf(tx, id));
  expect(facts.lines[0]?.part).toMatchObject({ un_number: '1263' });
  expect(() => check(parse('lines.part.un_number = "1263"'), orderFacts)).not.toThrow();
  expect(caseFacts({}, () => undefined).lines[0]?.part).toMatchObject({ un_number: '1950' });
});

test('a new field of parts is a field of import maps', () => {
  expect(sections.parts.fields).toMatchObject({ un_number: { is: 'value', type: 'text' } });
});
