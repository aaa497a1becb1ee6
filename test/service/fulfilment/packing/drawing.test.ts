import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop();

const draw = (cartonId: number, query = '', key = service.adminKey) =>
  fetch(`${service.url}/carton/${cartonId}/drawing${query}`, {
    headers: { authorization: `Basic ${btoa(`${key}:`)}` },
  });

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

  // Two units are in, and the third comes next.
  const step = await (await draw(cartons[0].id, '?view=top&upto=2&lit=3')).text();
  expect(step).toContain('2 of 4 units are in. Unit 3 (1: CUBE &lt;1&gt;) goes to the marked place.');
  expect(step.match(/class="unit"/g)).toHaveLength(2);
  const front = await (await draw(cartons[0].id, '?view=front')).text();
  expect(front).toContain('<desc>Seen from the front.');
  for (const query of ['?view=back', '?upto=-1', '?lit=0', '?upto=x']) {
    const refused = await draw(cartons[0].id, query);
    expect([query, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      query,
      400,
      'query.invalid-value',
    ]);
  }

  // One more unit is put in by hand, so the positions are no longer known.
  const more = await shop.done(`/pack/${pack.id}/carton`);
  await shop.done(`/pack/${pack.id}/moveitem`, {
    add_carton_id: more.id,
    subtract_location_id: cartons[0].location_id,
    part_id,
    qty: 1,
  });
  expect((await draw(cartons[0].id, '?view=iso')).status).toBe(404);
  expect(await (await draw(cartons[0].id)).text()).toContain('>3 / 3</text>');
  expect(await shop.get(`/pack/${pack.id}/carton/${cartons[0].id}`)).toMatchObject({
    placements: null,
    refused_smaller: null,
  });
});

test('a carton that was packed by hand is drawn as rows of its units, and no places are invented', async () => {
  const [cup, tea] = [await shop.part({ number: 'HAND-CUP' }, 5), await shop.part({ number: 'HAND-TEA' }, 5)];
  const id = await shop.issued([
    { part_id: cup, qty: 2 },
    { part_id: tea, qty: 1 },
  ]);
  await shop.through([id], 'pick');
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [id] });
  const carton = await shop.done(`/pack/${pack}/carton`);
  expect(await (await draw(carton.id)).text()).toContain('>0 units</text>');
  for (const part_id of [cup, tea]) {
    const item = { part_id, qty: 1, add_carton_id: carton.id, subtract_location_id: shop.movingId };
    await shop.done(`/pack/${pack}/moveitem`, item);
  }
  const svg = await (await draw(carton.id, '?upto=1&lit=2')).text();
  expect(svg).toContain('1 of 2 units are in. Unit 2 (2: HAND-TEA) goes to the marked place.');
  expect(svg).toContain('<desc>What is inside; the places are not shown.');
  const reply = await service.call('GET', `/carton/${carton.id}/drawing?view=iso`);
  expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
    404,
    'record.unknown',
    expect.stringContaining('packed by hand'),
  ]);
});

test('a carton of many units is drawn in a thread', async () => {
  await shop.cartontype({ name: 'Crate', inner_width_mm: 130, inner_length_mm: 100, inner_depth_mm: 50 });
  const part_id = await shop.part({ width_mm: 10, length_mm: 10, depth_mm: 10, weight_g: 1 }, 600);
  const id = await shop.issued([{ part_id, qty: 600 }]);
  await shop.through([id], 'pick', 'pack');
  const { packs } = await shop.see(id, 'packs.cartons');
  const [{ id: cartonId }] = packs[0].cartons;
  const answers = await Promise.all(['', '?view=top', '?upto=300&lit=301'].map((query) => draw(cartonId, query)));
  const [whole, , step] = await Promise.all(answers.map((answer) => answer.text()));
  expect(whole).toContain('600 units');
  expect(step).toContain('300 of 600 units are in.');
});

test('an unknown carton has no drawing', async () => {
  expect(await shop.refused('/carton/999999/drawing', undefined, 'GET')).toBe('404 record.unknown');
  expect((await draw(1, '', 'nobody')).status).toBe(401);
});
