import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../lib/printing/read-pdf.ts';
import { testShop } from '../../../support/shop.ts';

const { service, shop } = await testShop({
  config: `rules:
  - { name: No ship step, when: priority = 5, then: { skip: ship } }
  - { name: Over the counter, when: priority = 4, then: { skip: [pack, ship] } }
  - { name: Tell, when: priority = 2, then: { note: Look at the seal } }
  - { name: Parts of kits may go, when: priority = 1, then: { split_kits: true } }
`,
});

interface Document {
  id: number;
  kind: string;
  number: string;
  salesorder_id: number | null;
  pick_id: number | null;
  pack_id: number | null;
  ship_id: number | null;
  pickupline_id: number | null;
  carton_id: number | null;
}
const print = (body: object): Promise<Document[]> => shop.done('/document', body);
const bytesOf = async (path: string) => {
  const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
  const answer = await fetch(service.url + path, { headers: { authorization } });
  expect(answer.status, path).toBe(200);
  return { bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers };
};
const pages = async (path: string) => (await readPdf((await bytesOf(path)).bytes)).pages;
const text = async (id: number) => (await pages(`/document/${id}/pdf`)).join('\n');
const pickOf = async (...order_id: number[]) => shop.done('/picklinebyorder', { order_id });
const cartonsOf = async (order: number) => {
  const { packs } = await shop.see(order, 'packs.cartons');
  return packs.flatMap((pack: { cartons: { id: number }[] }) => pack.cartons) as { id: number; pack_id: number }[];
};

describe('a pick list', () => {
  test('lists the parts in walking order with locations and lots, and has the number of the pick', async () => {
    const [far, near] = [await shop.storage('B-10'), await shop.storage('B-2')];
    const tea = await shop.part({ number: 'TEA-LOT', name: 'Чай чорний', tracking: 'lot' });
    const tracking = [{ lot: 'L-7', qty: 5 }];
    await shop.stock(tea, 5, { location_id: far, tracking });
    const cup = await shop.part({ number: 'CUP-1', name: 'Kubek Łódź' });
    await shop.stock(cup, 5, { location_id: near });
    const order = await shop.issued(
      [
        { part_id: tea, qty: 2 },
        { part_id: cup, qty: 3 },
      ],
      { priority: 2 },
    );
    const pick = await pickOf(order);
    const [made, ...others] = await print({ kind: 'picklist', pick_id: pick.id });
    expect(others).toEqual([]);
    expect(made).toMatchObject({ kind: 'picklist', number: pick.number, pick_id: pick.id, salesorder_id: order });
    const shown = await text(made!.id);
    for (const word of [pick.number, 'Чай чорний', 'Kubek Łódź', 'Lot L-7 × 2', 'Look at the seal', 'Page 1 of 1'])
      expect(shown).toContain(word);
    expect(shown.indexOf('B-2')).toBeLessThan(shown.indexOf('B-10'));
    const { headers } = await bytesOf(`/document/${made!.id}/pdf`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(`inline; filename="picklist-${pick.number}.pdf"`);
  });

  test('names the unit of parts that are not counted one by one, and shows a case as its units', async () => {
    const cloth = await shop.part({ number: 'CLO-OIL', unit: 'm' }, 10);
    const honey = await shop.part({ number: 'HON-LIN' }, 20);
    const box = await shop.part({
      number: 'HON-CASE',
      parttype_id: 4,
      parent_part_id: honey,
      parent_qty: 6,
      unit: 'case',
    });
    const order = await shop.issued([
      { part_id: cloth, qty: 2.75 },
      { part_id: box, qty: 2 },
    ]);
    const pick = await pickOf(order);
    const [list] = await print({ kind: 'picklist', pick_id: pick.id });
    const picked = await text(list!.id);
    expect(picked).toMatch(/2\.75\s+m\b/);
    expect(picked).toMatch(/HON-LIN[\s\S]*12\b/);
    await shop.through([order], 'pick', 'pack', 'ship');
    const [slip] = await print({ kind: 'packingslip', salesorder_id: order });
    const packed = await text(slip!.id);
    expect(packed).toMatch(/HON-CASE[\s\S]*2\s+case\b/);
    expect(packed).toContain('12 × HON-LIN');
  });

  test('does not change when the order was fulfilled', async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
    await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
    await service.sql.query("update salesorder set since = '2026-01-01T00:00:00Z' where id = $1", [order]);
    await print({ kind: 'packingslip', salesorder_id: order });
    expect(await shop.progress(order)).toMatchObject({ state: 'done', since: '2026-01-01T00:00:00+00:00' });
  });

  test('of several orders shows the quantity for each', async () => {
    const part_id = await shop.part({}, 50);
    const ids = [await shop.issued([{ part_id, qty: 2 }]), await shop.issued([{ part_id, qty: 3 }])];
    const pick = await pickOf(...ids);
    const [made] = await print({ kind: 'picklist', salesorder_id: ids[1]! });
    expect(made).toMatchObject({ pick_id: pick.id, salesorder_id: null });
    const numbers = await Promise.all(ids.map(async (id) => (await shop.see(id)).number));
    // Long numbers break the lines of the column.
    const shown = (await text(made!.id)).replace(/\s+/g, ' ');
    expect(shown).toContain(`${numbers[0]} × 2`);
    expect(shown).toContain(`${numbers[1]} × 3`);
    expect((await shop.get(`/document?filter=orders.id=${ids[0]}&embed=orders,pick,user`)).data).toMatchObject([
      {
        id: made!.id,
        orders: [{ id: ids[0] }, { id: ids[1] }],
        pick: { id: pick.id },
        user: { id: expect.any(Number) },
      },
    ]);
  });

  test('never changes, even if the pick changes or is deleted', async () => {
    const part_id = await shop.part({ name: 'Old name' }, 50);
    const order = await shop.issued([{ part_id, qty: 2 }]);
    const pick = await pickOf(order);
    const [made] = await print({ kind: 'picklist', pick_id: pick.id });
    const before = await bytesOf(`/document/${made!.id}/pdf`);
    await shop.done(`/part/${part_id}`, { name: 'New name' }, 'PUT');
    await shop.done(`/pick/${pick.id}`, undefined, 'DELETE');
    expect(Buffer.from((await bytesOf(`/document/${made!.id}/pdf`)).bytes).equals(Buffer.from(before.bytes))).toBe(
      true,
    );
    expect(await text(made!.id)).toContain('Old name');
    expect(await shop.get(`/document/${made!.id}?embed=pick`)).toMatchObject({ pick_id: pick.id });
  });

  test('is refused for an order without a pick, and says what to do', async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
    const refused = await shop.post('/document', { kind: 'picklist', salesorder_id: order });
    expect(refused).toMatchObject({ status: 409, body: { code: 'document.nothing-to-print' } });
    expect(refused.body.detail).toMatch(/POST \/picklinebyorder/);
    expect(await shop.refused('/document', { kind: 'picklist', pick_id: 999_999 })).toBe('422 reference.unknown');
    expect(await shop.refused('/document', { kind: 'picklist', ship_id: 1 })).toBe('422 body.invalid');
    expect(await shop.refused('/document', { kind: 'picklist' })).toBe('422 body.invalid');
    expect(await shop.refused('/document', { kind: 'picklist', pick_id: 1, salesorder_id: 1 })).toBe(
      '422 body.invalid',
    );
  });
});

describe('a packing slip', () => {
  test('shows ordered, delivered and outstanding quantities', async () => {
    const [first, second] = [
      await shop.part({ number: 'SLIP-A', name: 'Filiżanka' }, 2),
      await shop.part({ number: 'SLIP-B' }, 9),
    ];
    const order = await shop.issued(
      [
        { part_id: first, qty: 5 },
        { part_id: second, qty: 4 },
      ],
      {
        ship_to_name: 'Παπαδόπουλος & Υιοί',
        deliver_by: '2026-12-01T18:00:00Z',
        gift_message: 'Χρόνια πολλά',
      },
    );
    expect((await shop.perform('pick', [order], { partial: 1 })).status).toBe(200);
    await shop.through([order], 'pack');
    const [carton] = await cartonsOf(order);
    await shop.done(
      `/pack/${carton!.pack_id}/carton/${carton!.id}`,
      { tracking_number: 'SX-1', weight_g: 1234 },
      'PUT',
    );
    await shop.through([order], 'ship');
    const [made] = await print({ kind: 'packingslip', salesorder_id: order });
    expect(made).toMatchObject({ ship_id: expect.any(Number), salesorder_id: order });
    const { content } = (await service.sql.query('select content from document where id = $1', [made!.id])).rows[0];
    expect(content).toMatchObject({ deliver_by: '2026-12-01 18:00', gift_message: 'Χρόνια πολλά' });
    expect(content.lines).toMatchObject([
      { part: 'SLIP-A', ordered: '5', delivered: '2', to_come: '3' },
      { part: 'SLIP-B', ordered: '4', delivered: '4', to_come: '0' },
    ]);
    expect(content.cartons).toMatchObject([{ tracking_number: 'SX-1', weight_g: 1234 }]);
    const shown = await text(made!.id);
    for (const word of ['Παπαδόπουλος & Υιοί', 'Filiżanka', 'SX-1', '1.23 kg']) expect(shown).toContain(word);
    expect(shown).not.toMatch(/price|total/i);

    await shop.stock(first, 3);
    await shop.through([order], 'pick', 'pack', 'ship');
    const both = await print({ kind: 'packingslip', salesorder_id: order });
    expect(both).toHaveLength(2);
    const later = (await service.sql.query('select content from document where id = $1', [both[1]!.id])).rows[0]
      .content;
    expect(later.lines).toMatchObject([
      { part: 'SLIP-A', ordered: '5', delivered: '3', to_come: '0' },
      { part: 'SLIP-B', ordered: '4', delivered: '0', to_come: '0' },
    ]);
    // A second print of the first slip is the same: later deliveries are still to come.
    const again = (await service.sql.query('select content from document where id = $1', [both[0]!.id])).rows[0]
      .content;
    expect(again.lines).toEqual(content.lines);
  });

  test('is made of the pack without a ship step, and of the pickupline without a pack step', async () => {
    const part_id = await shop.part({}, 50);
    const packed = await shop.issued([{ part_id, qty: 2 }], { priority: 5 });
    const counter = await shop.issued([{ part_id, qty: 3 }], { priority: 4 });
    expect(await shop.refused('/document', { kind: 'packingslip', salesorder_id: packed })).toBe(
      '409 document.nothing-to-print',
    );
    await shop.through([packed], 'pick', 'pack');
    await shop.through([counter], 'pick');
    const [first] = await print({ kind: 'packingslip', salesorder_id: packed });
    expect(first).toMatchObject({ pack_id: expect.any(Number), ship_id: null });
    const linesOf = async (id: number) =>
      (await service.sql.query('select content from document where id = $1', [id])).rows[0].content.lines;
    expect(await linesOf(first!.id)).toMatchObject([{ delivered: '2', to_come: '0' }]);
    const [ready] = await print({ kind: 'packingslip', salesorder_id: counter });
    expect(ready).toMatchObject({ pickupline_id: expect.any(Number) });
    expect(await linesOf(ready!.id)).toMatchObject([{ ordered: '3', delivered: '3', to_come: '0' }]);
    await shop.through([counter], 'pickup');
    const [gone] = await print({ kind: 'packingslip', salesorder_id: counter });
    expect(await linesOf(gone!.id)).toMatchObject([{ ordered: '3', delivered: '3', to_come: '0' }]);
  });
});

describe('a packing slip of a kit', () => {
  test('lists the components', async () => {
    const [cup, tea] = [await shop.part({ number: 'KIT-CUP' }, 10), await shop.part({ number: 'KIT-TEA' }, 10)];
    const kit = await shop.part({ parttype_id: 3, number: 'KIT-1' });
    await shop.done('/billofmaterial', {
      part_id: kit,
      lines: [
        { part_id: cup, qty: 2 },
        { part_id: tea, qty: 1 },
      ],
    });
    const order = await shop.issued([{ part_id: kit, qty: 3 }]);
    await shop.through([order], 'pick', 'pack', 'ship');
    const [made] = await print({ kind: 'packingslip', salesorder_id: order });
    const { lines } = (await service.sql.query('select content from document where id = $1', [made!.id])).rows[0]
      .content;
    expect(lines).toMatchObject([
      {
        part: 'KIT-1',
        ordered: '3',
        delivered: '3',
        components: [
          { part: 'KIT-CUP', qty: '6' },
          { part: 'KIT-TEA', qty: '3' },
        ],
      },
    ]);
  });

  test('counts the kit with the delivery of its last component', async () => {
    const [cup, tea] = [await shop.part({ number: 'LATE-CUP' }, 4), await shop.part({ number: 'LATE-TEA' })];
    const kit = await shop.part({ parttype_id: 3, number: 'LATE-KIT' });
    const lines = [
      { part_id: cup, qty: 1 },
      { part_id: tea, qty: 1 },
    ];
    await shop.done('/billofmaterial', { part_id: kit, lines });
    const order = await shop.issued([{ part_id: kit, qty: 2 }], { priority: 1 });
    expect((await shop.perform('pick', [order], { partial: 1 })).status).toBe(200);
    await shop.through([order], 'pack', 'ship');
    const linesOf = async (id: number) =>
      (await service.sql.query('select content from document where id = $1', [id])).rows[0].content.lines;
    const [first] = await print({ kind: 'packingslip', salesorder_id: order });
    expect(await linesOf(first!.id)).toMatchObject([
      { delivered: '0', to_come: '2', components: [{ part: 'LATE-CUP', qty: '2' }] },
    ]);
    await shop.stock(tea, 5);
    await shop.through([order], 'pick', 'pack', 'ship');
    const [, second] = await print({ kind: 'packingslip', salesorder_id: order });
    expect(await linesOf(second!.id)).toMatchObject([
      { delivered: '2', to_come: '0', components: [{ part: 'LATE-TEA', qty: '2' }] },
    ]);
  });
});

describe('a carton label', () => {
  test('shows its number among the cartons, and the address', async () => {
    const part_id = await shop.part({ weight_g: 500 }, 50);
    const order = await shop.issued([{ part_id, qty: 4 }], { ship_to_name: 'Олена Ковальчук' });
    await shop.through([order], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    for (const qty of [1, 3]) {
      const { carton_id } = await shop.done(`/pack/${pack.id}/carton`, {});
      const item = { order_id: order, part_id, subtract_location_id: shop.movingId, add_carton_id: carton_id, qty };
      await shop.done(`/pack/${pack.id}/moveitem`, item);
    }
    await shop.done(`/pack/${pack.id}/finish`);
    const made = await print({ kind: 'cartonlabel', salesorder_id: order });
    expect(made.map(({ number }) => number)).toEqual([`${pack.number}-1`, `${pack.number}-2`]);
    const shown = await text(made[1]!.id);
    for (const word of ['Олена Ковальчук', '2 of 2', '1.50 kg', `${pack.number}-2`]) expect(shown).toContain(word);
    const read = await readPdf((await bytesOf(`/document/${made[1]!.id}/pdf`)).bytes);
    expect(read.sizes).toEqual([[288, 432]]);
    const both = await pages(`/printout?document_id=${made[1]!.id},${made[0]!.id}`);
    expect(both.map((page) => page.match(/\d of \d/)?.[0])).toEqual(['2 of 2', '1 of 2']);
  });

  test('runs from right to left in Arabic, and its answer names the letters that the font lacks', async () => {
    const part_id = await shop.part({}, 50);
    const labelOf = async (address: Record<string, unknown>) => {
      const order = await shop.issued([{ part_id, qty: 1 }], address);
      await shop.through([order], 'pick');
      const pack = await shop.done('/packlinebyorder', { order_id: [order] });
      const { carton_id } = await shop.done(`/pack/${pack.id}/carton`, {});
      const item = { order_id: order, part_id, subtract_location_id: shop.movingId, add_carton_id: carton_id, qty: 1 };
      await shop.done(`/pack/${pack.id}/moveitem`, item);
      const [made] = await print({ kind: 'cartonlabel', salesorder_id: order });
      return { made: made!, number: (await shop.see(order)).number };
    };
    const arabic = await labelOf({ ship_to_name: 'محمد المثال', ship_address_1: 'شارع مخترع ١٢' });
    expect(arabic.made).toMatchObject({ missing_letters: [] });
    const shown = await text(arabic.made.id);
    for (const line of ['محمد المثال', 'شارع مخترع ١٢']) expect(shown).toContain(line);
    const { made, number } = await labelOf({ ship_to_name: '例示 太郎', ship_address_1: '架空町1-2-3' });
    expect(made).toMatchObject({
      missing_letters: [
        { order: number, field: 'ship_to.name', text: '例示 太郎', letters: '例示太郎' },
        { order: number, field: 'ship_to.address_1', text: '架空町1-2-3', letters: '架空町' },
      ],
    });
    // With a key, the answer is written in the transaction of the document.
    const body = { kind: 'cartonlabel', carton_id: made.carton_id };
    const { body: repeated } = await service.call('POST', '/document', body, { 'idempotency-key': 'letters' });
    expect(repeated[0].missing_letters).toHaveLength(2);
  });

  test('is refused for an empty carton', async () => {
    const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
    await shop.through([order], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    const { carton_id } = await shop.done(`/pack/${pack.id}/carton`, {});
    expect(await shop.refused('/document', { kind: 'cartonlabel', carton_id })).toBe('409 document.nothing-to-print');
    for (const unknown of ['999999', '99999999999']) {
      expect(await shop.refused(`/printout?document_id=${unknown}`, undefined, 'GET')).toBe('404 record.unknown');
    }
    expect(await shop.refused('/printout?document_id=00', undefined, 'GET')).toBe('400 query.invalid-value');
  });
});
