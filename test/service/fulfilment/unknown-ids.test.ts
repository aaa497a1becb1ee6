import { expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

const { shop } = await testShop();

test.each([
  ['/picklinebycustomer', 'customer_id'],
  ['/picklinebypart', 'part_id'],
])('POST %s names an id in %s that does not exist', async (path, field) => {
  const { status, body } = await shop.post(path, { [field]: [999_999] });
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'reference.unknown', `/${field}/0`]);
  expect(body.detail).toContain('999999');
});

test('a move names a carton in its body that the pack does not have', async () => {
  const part_id = await shop.part({}, 1);
  const id = await shop.issued([{ part_id }]);
  await shop.through([id], 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [id] });
  const { status, body } = await shop.post(`/pack/${pack}/moveitem`, { add_carton_id: 999_999, move_all: 1 });
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'reference.unknown', '/add_carton_id']);
  expect(body.detail).toContain('999999');
  expect(await shop.refused('/pack/999999/moveitem', { add_carton_id: 1, move_all: 1 })).toBe('404 record.unknown');
});
