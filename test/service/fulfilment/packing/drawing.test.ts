import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
});
afterAll(() => service?.close());

const draw = (cartonId: number, key = service.adminKey) =>
  fetch(`${service.url}/carton/${cartonId}/drawing`, { headers: { authorization: `Basic ${btoa(`${key}:`)}` } });

test('a carton from cartonization has a drawing, and says why no smaller type was chosen', async () => {
  const small = await shop.cartontype({
    inner_width_mm: 90,
    inner_length_mm: 90,
    inner_depth_mm: 90,
    max_gross_weight_g: 900,
  });
  const right = await shop.cartontype({ inner_width_mm: 210, inner_length_mm: 210, inner_depth_mm: 110 });
  const part_id = await shop.part({ number: 'CUBE <1>', width_mm: 100, length_mm: 100, depth_mm: 100 }, 20);
  const id = await shop.issued([{ part_id, qty: 4 }]);
  await shop.through([id], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  const { cartons } = await shop.done(`/pack/${pack.id}/autopack`);
  expect(cartons).toMatchObject([
    { cartontype_id: right, refused_smaller: [{ cartontype_id: small, why: expect.stringMatching(/\w+/) }] },
  ]);

  const answer = await draw(cartons[0].id);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  const svg = await answer.text();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).toContain('4 × CUBE &lt;1&gt;');
  expect(svg).toContain('210 × 210 × 110 mm · 0.95 kg · 4 units');

  // One more unit is put in by hand, so the positions are no longer known.
  const more = await shop.done(`/pack/${pack.id}/carton`);
  await shop.done(`/pack/${pack.id}/moveitem`, {
    add_carton_id: more.id,
    subtract_location_id: cartons[0].location_id,
    part_id,
    qty: 1,
  });
  expect((await draw(cartons[0].id)).status).toBe(404);
  expect(await shop.get(`/pack/${pack.id}/carton/${cartons[0].id}`)).toMatchObject({
    placements: null,
    refused_smaller: null,
  });
});

test('an unknown carton and one packed by hand have no drawing', async () => {
  const part_id = await shop.part({}, 1);
  const id = await shop.issued([{ part_id, qty: 1 }]);
  await shop.through([id], 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [id] });
  const carton = await shop.done(`/pack/${pack}/carton`);
  expect(await shop.refused('/carton/999999/drawing', undefined, 'GET')).toBe('404 record.unknown');
  const reply = await service.call('GET', `/carton/${carton.id}/drawing`);
  expect([reply.status, reply.body.detail]).toEqual([404, expect.stringContaining('packed by hand')]);
  expect((await draw(carton.id, 'nobody')).status).toBe(401);
});
