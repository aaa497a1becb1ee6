import { expect, test } from 'vitest';
import { orderStart } from '../../../workflows/contract/order.ts';
import { searchAttributeTypes } from '../../../workflows/contract/search-attribute-types.ts';
import { searchAttributes } from '../../../workflows/contract/search-attributes.ts';
import { automatic, orderInput } from '../support/engine.ts';

test('the stack creates the search attributes that orders are started with', () => {
  const used = Object.values(searchAttributes).map(({ name, type }) => `${name} ${type}`.toUpperCase());
  const created = Object.entries(searchAttributeTypes).map(([name, type]) => `${name} ${type}`.toUpperCase());
  expect(used.sort()).toEqual(created.sort());
});

test('Markdown in a name is escaped, and a long name is truncated to what Temporal accepts', () => {
  const { staticSummary } = orderStart(orderInput(automatic, { title: `Order *1* · ${'Ü'.repeat(300)}` }));
  expect(staticSummary).toMatch(/^Order \\\*1\\\* · Ü+…$/);
  expect(Buffer.byteLength(staticSummary)).toBeLessThanOrEqual(200);
});

test.each([
  ['an order that need not wait with no step', {}, []],
  ['a held order with its hold', { held: true }, ['Step pick', 'Outcome held', 'Reason order.held']],
  ['a waiting draft with its issue', { issue: { by: 'Ana', account: 7 } }, ['Step issue', 'Outcome working']],
])('lists show %s', (_, input, listed) => {
  const { typedSearchAttributes, workflowId } = orderStart(orderInput(automatic, { orderId: 12, ...input }));
  expect(workflowId).toBe('order/12');
  const shown = typedSearchAttributes.map(({ key, value }) => `${key.name} ${value}`);
  expect(shown).toEqual(['CustomerId 4', 'RuleSet a1b2c3', ...listed]);
});
