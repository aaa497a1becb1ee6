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

test('an order whose steps are all skipped starts as done', () => {
  const { typedSearchAttributes, workflowId } = orderStart(orderInput({}, { orderId: 12 }));
  expect(workflowId).toBe('order/12');
  expect(typedSearchAttributes.find(({ key }) => key.name === 'Step')?.value).toBe('done');
});
