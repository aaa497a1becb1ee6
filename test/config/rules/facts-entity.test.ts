import { expect, test } from 'vitest';
import { orderFacts as entity } from '../../../config/rules/facts-entity.ts';
import type { Entity } from '../../../lib/expressions/entity.ts';
import { orderFacts, partFacts, withCarrier } from '../planning/facts.ts';

/** Names of an entity that a record lacks, and the other way round. */
function differences(described: Entity, record: object, path = ''): string[] {
  const names = new Set([...described.fields.keys(), ...described.relations.keys()]);
  const missing = [...names].filter((name) => !(name in record)).map((name) => `${path}${name} is not in the facts`);
  const unknown = Object.keys(record)
    .filter((name) => !names.has(name))
    .map((name) => `${path}${name} is not described`);
  const inner = [...described.relations].flatMap(([name, { many, entity: related }]) => {
    const value = (record as Record<string, unknown>)[name];
    const [first] = many ? (value as object[]) : [value as object | null];
    return first ? differences(related, first, `${path}${name}.`) : [];
  });
  return [...missing, ...unknown, ...inner];
}

test('conditions can name exactly what facts hold', () => {
  const part = partFacts({ groups: [{ id: 1, name: 'Fragile' }] });
  const order = withCarrier(
    'Speedy Express',
    orderFacts({ source: { id: 1, name: 'Counter', service_id: null, service: null } }),
  );
  const [line] = order.lines;
  expect(differences(entity, { ...order, lines: [{ ...line, part }] })).toEqual([]);
});
