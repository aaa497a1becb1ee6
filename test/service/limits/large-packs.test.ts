import { expect, test } from 'vitest';
import { type Shop, testShop } from '../../support/shop.ts';
import { delayDuring } from './loop-delay.ts';

const { shop } = await testShop();
for (const sides of [
  [200, 150, 100],
  [300, 200, 150],
  [400, 300, 200],
  [600, 400, 400],
]) {
  const [inner_width_mm, inner_length_mm, inner_depth_mm] = sides;
  await shop.cartontype({ inner_width_mm, inner_length_mm, inner_depth_mm, max_gross_weight_g: null });
}

/** Returns an order with its units picked. */
async function picked(parts: { qty: number; sides: number[] }[]): Promise<number> {
  const lines = [];
  for (const { qty, sides } of parts) {
    const [width_mm, length_mm, depth_mm] = sides;
    lines.push({ part_id: await shop.part({ width_mm, length_mm, depth_mm, weight_g: 2 }, qty), qty });
  }
  const id = await shop.issued(lines);
  await shop.through([id], 'pick');
  return id;
}

const smallParts = (count: number, qty: number) =>
  Array.from({ length: count }, (_, at) => ({ qty, sides: [10 + (at % 7), 11 + (at % 11), 12 + (at % 13)] }));

test('one order of 100 lines of 300 small parts does not stop the event loop, and is refused with the limit', async () => {
  const id = await picked(smallParts(100, 300));
  let reply: Awaited<ReturnType<Shop['perform']>> | undefined;
  const delay = await delayDuring(async () => {
    reply = await shop.perform('pack', [id]);
  });
  expect(reply).toMatchObject({ status: 409, body: { code: 'pack.too-large' } });
  expect(reply?.body.detail).toMatch(
    /^30000 units are to be packed, and cartons are chosen for at most 10000 at once\./,
  );
  expect(delay).toBeLessThan(50);
}, 60_000);
