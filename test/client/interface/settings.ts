import { expect, test } from 'vitest';
import { expectBelow, expectReadable, expectRemoved, type TestContext } from './context.ts';

/** Settings: carriers, kinds of cartons, discounts, fees, sources, jobs. */
export function settings({ client, customerId, order, unique }: TestContext): void {
  test('a carrier with its service levels', async () => {
    const made = await client.carrier.create({
      name: unique('Speedy'),
      scac: 'SPDY',
      tracking_url: 'https://t.example/{}',
    });
    expect(made).toMatchObject({ scac: 'SPDY', active: true, default: false });
    await expectReadable(client.carrier, made.id);
    const { servicelevel } = client.carrier;
    const ground = await servicelevel.create(made.id, { name: 'Ground' });
    const air = await servicelevel.create(made.id, { name: 'Air' });
    expect(await servicelevel.update(made.id, air.id, { name: 'Next day' })).toMatchObject({ name: 'Next day' });
    expect(await servicelevel.get(made.id, air.id)).toMatchObject({ carrier_id: made.id, name: 'Next day' });
    expect((await servicelevel.list(made.id, { sort: '-id' })).map(({ id }) => id)).toEqual([air.id, ground.id]);
    const read = await client.carrier.get(made.id, { embed: 'servicelevels' });
    expect(read.servicelevels.map(({ name }) => name)).toEqual(['Ground', 'Next day']);
    await expectReadable(client.carrierservicelevel, ground.id);
    const page = await client.carrierservicelevel.list({ filter: `carrier.name = "${made.name}"` });
    expect(page.total).toBe(2);

    await servicelevel.remove(made.id, air.id);
    await servicelevel.remove(made.id, ground.id);
    expect(await client.carrier.update(made.id, { active: 0 })).toMatchObject({ active: false });
    const inactive = await client.carrier.list({ where: { active: 0 } });
    expect(inactive.data.map(({ id }) => id)).toContain(made.id);
    await expectRemoved(client.carrier, made.id);
  });

  test('a kind of carton', async () => {
    const size = { inner_width_mm: 300, inner_length_mm: 200, inner_depth_mm: 150 };
    const made = await client.cartontype.create({ name: unique('Box'), ...size, empty_weight_g: 120 });
    expect(made).toMatchObject({ ...size, empty_weight_g: 120, active: true });
    await expectReadable(client.cartontype, made.id);
    const changed = await client.cartontype.update(made.id, { max_gross_weight_g: 20_000, active: false });
    expect(changed).toMatchObject({ ...size, max_gross_weight_g: 20_000, active: false });
    await expectRemoved(client.cartontype, made.id);
  });

  test.each(['discount', 'fee'] as const)('a %s', async (kind) => {
    const made = await client[kind].create({ name: unique(kind), level: 'order' });
    expect(made).toMatchObject({ level: 'order', active: true });
    await expectReadable(client[kind], made.id);
    expect(await client[kind].update(made.id, { level: 'any' })).toMatchObject({ id: made.id, level: 'any' });
    await expectRemoved(client[kind], made.id);
  });

  test('a source of orders', async () => {
    const shop = await client.service.create({ name: unique('Marketplace') });
    await expectReadable(client.service, shop.id);
    expect(await client.service.update(shop.id, { name: unique('Fair') })).toMatchObject({ id: shop.id });
    const made = await client.source.create({ name: unique('Web shop'), service_id: shop.id });
    const id = await order([], { source_id: made.id });
    const page = await client.salesorder.list({ filter: `source.service_id = ${shop.id}`, embed: 'source.service' });
    expect(page.data.map(({ id, source }) => [id, source?.id, source?.service?.id])).toEqual([[id, made.id, shop.id]]);
    await expectReadable(client.source, made.id);
    expect(await client.source.update(made.id, { service_id: null })).toMatchObject({ service_id: null });
    await client.salesorder.remove(id);
    await expectRemoved(client.source, made.id);
    await expectRemoved(client.service, shop.id);
  });

  test('a job with and without a customer', async () => {
    const made = await client.job.create({ name: unique('Spring'), customer_id: customerId });
    const id = await order([], { job_id: made.id });
    const read = await client.job.get(made.id, { embed: 'customer,salesorders' });
    expect([read.customer?.id, read.salesorders.map((one) => one.id)]).toEqual([customerId, [id]]);
    await expectReadable(client.job, made.id);
    expect(await client.job.update(made.id, { customer_id: null })).toMatchObject({ customer_id: null });
    await client.salesorder.remove(id);
    await expectRemoved(client.job, made.id);
  });

  test('a quote with its lines', async () => {
    const made = await client.quote.create({
      customer_id: customerId,
      lines: [{ qty: 2, unit_price: 4.5, linetype_id: 9 }],
    });
    const read = await client.quote.get(made.id, { embed: 'customer,lines.linetype' });
    expect(read.customer.id).toBe(customerId);
    expect(read.lines.map(({ qty, unit_price, linetype }) => [qty, unit_price, linetype.name])).toEqual([
      [2, 4.5, 'Shipping'],
    ]);
    await expectReadable(client.quote, made.id);
    const changed = await client.quote.update(made.id, { lines: [{ qty: 1, unit_price: 9, linetype_id: 9 }] });
    expect(changed.number).toBe(made.number);
    const lines = await client.quote.line.list(made.id);
    expect(lines).toMatchObject([{ quote_id: made.id, qty: 1, unit_price: 9 }]);
    const { line } = client.quote;
    const added = await line.create(made.id, { qty: 3, unit_price: 2, linetype_id: 9 });
    expect(await line.update(made.id, added.id, { unit_price: '2.5' })).toMatchObject({ qty: 3, unit_price: 2.5 });
    await expectBelow(line, made.id, [lines[0]!.id, added.id]);
    await line.remove(made.id, added.id);
    await expectBelow(line, made.id, [lines[0]!.id]);
    const sold = await client.quote.convert(made.id);
    expect(sold).toMatchObject({ customer_id: customerId, subtotal: 9, total: 9 });
    expect((await client.quote.convert(made.id)).id).toBe(sold.id);
    await client.salesorder.remove(sold.id);
    await expectRemoved(client.quote, made.id);
  });
}
