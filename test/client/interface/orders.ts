import { expect, test } from 'vitest';
import { isProblem } from '../../../client/client.ts';
import { expectReadable, expectRemoved, type TestContext } from './context.ts';

/** Sales orders as documents: created, changed, totalled, cloned and deleted. */
export function orders({ client, customerId, order, part, unique }: TestContext): void {
  const amounts = async () => ({
    discount: await client.discount.create({ name: unique('Spring'), level: 'any' }),
    fee: await client.fee.create({ name: unique('Handling'), level: 'any' }),
  });

  test('one call creates a whole order, with amounts on lines and on the order', async () => {
    const { discount, fee } = await amounts();
    const { id: part_id } = await part();
    const made = await client.salesorder.create(
      {
        customer_id: customerId,
        number: unique('WEB'),
        priority: 2,
        ship_country: 'Austria',
        lines: [
          { part_id, qty: 4, unit_price: '2.50', discounts: [{ discount_id: discount.id, amount: '0.25' }] },
          { linetype_id: 9, qty: 1, unit_price: 5 },
        ],
        discounts: [{ discount_id: discount.id, amount: 2 }],
        fees: [{ fee_id: fee.id, amount: 3 }],
      },
      { embed: 'customer,status,lines.part,lines.discounts' },
    );
    expect(made).toMatchObject({ priority: 2, ship_country: 'AT', customer: { id: customerId } });
    expect(made.status.name).toBe('Draft');
    expect(made.lines.map(({ qty, part, discounts }) => [qty, part?.id, discounts.length])).toEqual([
      [4, part_id, 1],
      [1, undefined, 0],
    ]);
    // 4 × 2.50 + 5, less 4 × 0.25 and 2, and 3 on top
    expect(made).toMatchObject({ subtotal: 15, total_discount: 3, total_fee: 3, total_tax: 0, total: 15 });
    await expectReadable(client.salesorder, made.id);
  });

  test('a draft is changed and deleted', async () => {
    const id = await order([]);
    const read = await client.salesorder.get(id);
    const changed = await client.salesorder.update(id, { note: 'By Friday', priority: 1 }, { ifMatch: read });
    expect(changed).toMatchObject({ id, note: 'By Friday', priority: 1, ship_city: 'Berlin' });
    await expectRemoved(client.salesorder, id);
  });

  test('lines are added, changed, listed and deleted', async () => {
    const [{ id: part_id }, id] = [await part(), await order([])];
    const { line } = client.salesorder;
    const made = await line.create(id, { part_id, qty: 2, unit_price: 7 });
    expect(made).toMatchObject({ salesorder_id: id, part_id, linetype_id: 1, qty: 2, unit_price: 7, qty_picked: 0 });
    expect(await line.update(id, made.id, { qty: 5 })).toMatchObject({ id: made.id, qty: 5, total: 35 });
    const other = await line.create(id, { part_id });
    expect(other.unit_price).toBe(12.5);
    expect(await line.get(id, made.id, { embed: 'part,linetype' })).toMatchObject({
      part: { id: part_id },
      linetype: { name: 'Sale' },
    });
    expect((await line.list(id, { filter: 'qty > 2', fields: 'qty' })).map(({ qty }) => qty)).toEqual([5]);
    await expectReadable(client.salesorderline, made.id);
    await line.remove(id, other.id);
    expect((await line.list(id)).map((one) => one.id)).toEqual([made.id]);
    await expect(line.get(id, other.id)).rejects.toMatchObject({ code: 'record.unknown' });
  });

  test('a tax of an order and one of a line', async () => {
    const { id: part_id } = await part();
    const id = await order([{ part_id, qty: 4, unit_price: 10 }]);
    const lineId = (await client.salesorder.line.list(id))[0]!.id;
    const total = async () => (await client.salesorder.get(id, { fields: 'total' })).total;
    const ofOrder = client.salesorder.tax;
    const whole = await ofOrder.create(id, { name: 'VAT', rate: 19, amount: 6 });
    expect(whole).toMatchObject({ salesorder_id: id, line_id: null, rate: 19, amount: 6, included: false, total: 6 });
    expect(await ofOrder.update(id, whole.id, { amount: '1.5' })).toMatchObject({ amount: 1.5, rate: 19 });
    expect(await ofOrder.get(id, whole.id)).toMatchObject({ id: whole.id, total: 1.5 });
    const ofLine = client.salesorder.line.tax;
    const own = await ofLine.create(id, lineId, { name: 'VAT', amount: 0.5 });
    expect(await total()).toBe(42);
    expect(await ofLine.update(id, lineId, own.id, { included: true })).toMatchObject({ line_id: lineId, rate: null });
    expect(await ofLine.get(id, lineId, own.id)).toMatchObject({ included: true });
    expect(await total()).toBe(41.5);
    expect((await ofLine.list(id, lineId)).map((one) => one.id)).toEqual([own.id]);
    expect((await ofOrder.list(id)).map((one) => one.id)).toContain(whole.id);
    await ofLine.remove(id, lineId, own.id);
    await ofOrder.remove(id, whole.id);
    expect(await total()).toBe(40);
  });

  test.each(['discount', 'fee'] as const)('a %s of an order and one of a line', async (kind) => {
    const { discount, fee } = await amounts();
    const { id: part_id } = await part();
    const id = await order([{ part_id, qty: 4, unit_price: 10 }]);
    const lineId = (await client.salesorder.line.list(id))[0]!.id;
    const total = async () => (await client.salesorder.get(id, { fields: 'total' })).total;
    const sign = kind === 'discount' ? -1 : 1;
    const own = kind === 'discount' ? { discount_id: discount.id } : { fee_id: fee.id };
    // The calls of both kinds take the fields of both, for the type of a call that can be either.
    const body = own as unknown as { discount_id: number; fee_id: number };

    const ofOrder = client.salesorder[kind];
    const flat = await ofOrder.create(id, { ...body, amount: 6 });
    expect(flat).toMatchObject({ salesorder_id: id, line_id: null, amount: 6 });
    expect(await total()).toBe(40 + sign * 6);
    expect(await ofOrder.update(id, flat.id, { amount: '1.5' })).toMatchObject({ id: flat.id, amount: 1.5 });
    expect(await ofOrder.get(id, flat.id)).toMatchObject({ id: flat.id, amount: 1.5 });

    const ofLine = client.salesorder.line[kind];
    const unit = await ofLine.create(id, lineId, { ...body, amount: 0.5 });
    expect(unit).toMatchObject({ line_id: lineId, amount: 0.5 });
    expect(await total()).toBe(40 + sign * (1.5 + 4 * 0.5));
    expect(await ofLine.update(id, lineId, unit.id, { amount: 1 })).toMatchObject({ amount: 1 });
    expect(await ofLine.get(id, lineId, unit.id)).toMatchObject({ id: unit.id, amount: 1 });
    expect((await ofLine.list(id, lineId)).map((one) => one.id)).toEqual([unit.id]);
    expect((await ofOrder.list(id)).map((one) => one.id)).toContain(flat.id);

    await ofLine.remove(id, lineId, unit.id);
    await ofOrder.remove(id, flat.id);
    expect(await ofLine.list(id, lineId)).toEqual([]);
    expect(await total()).toBe(40);
  });

  test('a clone of an order is a draft', async () => {
    const { id: part_id } = await part();
    const id = await order([{ part_id, qty: 3 }], { note: 'Ring twice' });
    const copy = await client.salesorder.clone(id, { embed: 'status,lines' });
    expect(copy.id).not.toBe(id);
    expect(copy).toMatchObject({ customer_id: customerId, note: 'Ring twice', status: { name: 'Draft' } });
    expect(copy.lines.map((line) => [line.part_id, line.qty])).toEqual([[part_id, 3]]);
  });

  test('the refusal of a body names the invalid fields', async () => {
    const lines = [{ part_id: 999_999_999, qty: -1 }];
    const error: unknown = await client.salesorder.create({ customer_id: customerId, lines }).catch((thrown) => thrown);
    expect(isProblem(error, 'body.invalid') && error.errors).toEqual([
      { pointer: '/lines/0/qty', detail: expect.stringContaining('more than 0') },
    ]);
  });
}
