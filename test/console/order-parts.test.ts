import { describe, expect, test } from 'vitest';
import { consoleTests, type SignedInOptions } from './console-tests.ts';
import { person } from './console-visit.ts';

const markup = '<img src=x onerror=alert(1)>';

const { signedIn, service, shop } = await consoleTests();
const part = await shop.part(
  { number: 'CUBE', name: `Cube ${markup}`, width_mm: 40, length_mm: 40, depth_mm: 40, price: 5 },
  1_000,
);
await shop.cartontype({ name: 'Large box' });

/** An order whose units autopack has put into a carton. */
async function packed(qty: number): Promise<number> {
  const id = await shop.issued([{ part_id: part, qty }]);
  await shop.through([id], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [id] });
  await shop.done(`/pack/${pack.id}/autopack`);
  return id;
}

test('units of a line are canceled in a dialog, as far as they have not left', async () => {
  const id = await shop.issued([
    { part_id: part, qty: 5 },
    { part_id: await shop.part({ number: 'BALL' }, 5), qty: 1 },
  ]);
  await shop.perform('pick', [id], {});
  const { page, accessible } = await signedIn(`/orders/${id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Cancel units of CUBE' }).click();
  await expect.poll(() => dialog.getByLabel('Units to cancel').inputValue()).toBe('5');
  await dialog.getByLabel('Units to cancel').fill('9');
  await dialog.getByLabel('Reason').fill('The customer wants less');
  await accessible();
  await dialog.getByRole('button', { name: 'Cancel the units' }).click();
  // The service knows what can be canceled.
  await dialog.getByText(/5 can be canceled/).waitFor();
  await dialog.getByLabel('Units to cancel').fill('2');
  await dialog.getByRole('button', { name: 'Cancel the units' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'CUBE' });
  await expect.poll(() => row.innerText()).toMatch(/cancel\s+2/);
  expect(await shop.counters(id, 'qty_canceled')).toEqual([2, 0]);
  const { data } = await shop.get(`/putback?filter=order_id%20%3D%20${id}`);
  expect(data).toMatchObject([{ qty: 2, why: 'cancel' }]);
  await shop.done(`/salesorder/${id}/void`);
  await page.getByRole('button', { name: 'Cancel units of CUBE' }).waitFor({ state: 'detached' });
});

describe('cartons', () => {
  test('an open carton of two hundred units shows its contents and its drawing, which really loads', async () => {
    const id = await packed(200);
    const { page } = await signedIn(`/orders/${id}`);
    const carton = page.getByRole('article', { name: /^Carton \d+-1$/ });
    await carton.waitFor();
    expect(await carton.innerText()).toMatch(/Open[\s\S]*200 units[\s\S]*Large box/);
    await carton.getByRole('cell', { name: `CUBE Cube ${markup}` }).waitFor();
    const drawing = carton.getByRole('img', { name: /with 200 × CUBE$/ });
    await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  });

  test('a carton changes by itself, and one that was packed by hand says why it has no drawing', async () => {
    const id = await shop.issued([{ part_id: part, qty: 2 }]);
    await shop.through([id], 'pick');
    const { page } = await signedIn(`/orders/${id}`);
    await page.getByText('No units of this order are in a carton.').waitFor();
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    const { carton_id } = await shop.done(`/pack/${pack.id}/carton`);
    const move = { add_carton_id: carton_id, subtract_location_id: shop.movingId, part_id: part, qty: 2 };
    await shop.done(`/pack/${pack.id}/moveitem`, move);
    await page.getByText('packed by hand').waitFor({ timeout: 3_000 });
    await shop.done(`/pack/${pack.id}/finish`);
    await page.getByText('Closed', { exact: true }).waitFor({ timeout: 3_000 });
  });

  test('a shipped carton names its ship and its pallet', async () => {
    const id = await packed(3);
    const { data } = await shop.get(`/pack?filter=orders.id%20%3D%20${id}`);
    await shop.done(`/pack/${data[0].id}/finish`);
    const ship = await shop.done('/shiplinebyorder', { order_id: [id] });
    const cartons = await shop.get(`/carton?filter=contents.order_id%20%3D%20${id}`);
    await shop.done(`/ship/${ship.id}/pallet`, { carton_ids: [cartons.data[0].id] });
    const { page } = await signedIn(`/orders/${id}`);
    await page.getByText(`${ship.number}, pallet 1`).waitFor();
  });
});

describe('the label of a carton', () => {
  const book = async (more: Record<string, unknown> = {}) => {
    const id = await packed(1);
    const { data } = await shop.get(`/carton?filter=contents.order_id%20%3D%20${id}`);
    const body = {
      ...{ order_id: id, carrier_name: 'Parcel Post', plugin: 'parcel', tracking_number: `PP-${id}` },
      ...{ reference: `R-${id}`, label_url: 'https://labels.example.com/17', ...more },
    };
    const booking = await shop.done(`/engine/carton/${data[0].id}/booking`, body);
    return { id, carton: data[0].id as number, booking };
  };

  test('leads to the carrier until the service has it, and then to the label that is stored', async () => {
    const { id, carton, booking } = await book();
    const { page, context } = await signedIn(`/orders/${id}`);
    const link = page.getByRole('article').getByRole('link', { name: 'Open', exact: true });
    expect(await link.getAttribute('href')).toBe('https://labels.example.com/17');
    await page.getByText(`PP-${id}`).waitFor();
    const pdf = Buffer.from('%PDF-1.4 a label');
    await shop.done(
      `/engine/booking/${booking.id}/label`,
      { media_type: 'application/pdf', content: pdf.toString('base64') },
      'PUT',
    );
    await page.reload();
    await link.waitFor();
    const address = await link.getAttribute('href');
    expect(address).toBe(`/carton/${carton}/label`);
    expect(await link.getAttribute('target')).toBe('_blank');
    const answer = await context.request.get(`${service.url}${address}`);
    expect([answer.status(), answer.headers()['content-type'], await answer.text()]).toEqual([
      ...[200, 'application/pdf', pdf.toString()],
    ]);
  });

  test('goes when the booking is canceled, and the page follows', async () => {
    const { id, booking } = await book();
    const { page } = await signedIn(`/orders/${id}`);
    const link = page.getByRole('article').getByRole('link', { name: 'Open', exact: true });
    await link.waitFor();
    await shop.done(`/booking/${booking.id}/cancel`);
    await page.getByText(`PP-${id}`).waitFor({ state: 'detached' });
    expect(await link.count()).toBe(0);
  });
});

describe('missing stock of a part that is tracked', () => {
  const short = async (tracking: 'lot' | 'serial', qty: number) => {
    const number = `${tracking.toUpperCase()}-${crypto.randomUUID().slice(0, 6)}`;
    const tracked = await shop.part({ number, tracking });
    const id = await shop.issued([{ part_id: tracked, qty }]);
    const { page, accessible } = await signedIn(`/orders/${id}`);
    await page.getByRole('button', { name: 'Add the stock …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add the stock' });
    await dialog.getByText(`Missing are ${qty} of ${number}.`).waitFor();
    await dialog.getByLabel('Why').fill('Delivery');
    return { id, tracked, page, dialog, accessible, send: dialog.getByRole('button', { name: 'Add the stock' }) };
  };
  const stockOf = async (part_id: number) => {
    const { data } = await shop.get(`/inventory?filter=part_id%20%3D%20${part_id}&sort=id&perPage=100`);
    return data.map(({ lot, serial, qty }: { lot: string | null; serial: string | null; qty: number }) => [
      lot ?? serial,
      qty,
    ]);
  };

  test('is added with its serial numbers, one a line, and the order goes on', async () => {
    const { tracked, page, dialog, send, accessible } = await short('serial', 3);
    const field = dialog.getByLabel('The serial numbers of the units, one a line');
    expect(await send.isDisabled()).toBe(true);
    await accessible('[role=dialog]');
    await field.fill('SN-1\nSN-2\nSN-1');
    await send.click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('SN-1\n  SN-2  \n\nSN-3');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Waits for a person to pick').waitFor();
    expect(await stockOf(tracked)).toEqual([
      ['SN-1', 1],
      ['SN-2', 1],
      ['SN-3', 1],
    ]);
  });

  test('is added with its lots, each with a quantity or one with all', async () => {
    const { tracked, page, dialog, send } = await short('lot', 5);
    await dialog.getByLabel('How many arrived').fill('5');
    await dialog.getByLabel('The lots of the units, one a line').fill('L 7 2\nL8 3');
    await dialog.getByLabel('Expires on, if it does').fill('2031-05-01');
    await send.click();
    await page.getByText('Waits for a person to pick').waitFor();
    expect(await stockOf(tracked)).toEqual([
      ['L 7', 2],
      ['L8', 3],
    ]);
    const lots = (await shop.get(`/inventory?part_id=${tracked}`)).data;
    expect(lots.map(({ expires_on }: { expires_on: string }) => expires_on)).toEqual(['2031-05-01', '2031-05-01']);
    const one = await short('lot', 4);
    await one.dialog.getByLabel('How many arrived').fill('4');
    await one.dialog.getByLabel('The lots of the units, one a line').fill('L9');
    await one.send.click();
    await one.page.getByText('Waits for a person to pick').waitFor();
    expect(await stockOf(one.tracked)).toEqual([['L9', 4]]);
  });

  test('stays as it is when somebody cancels, and the focus returns', async () => {
    const { tracked, page, dialog } = await short('lot', 1);
    await dialog.getByLabel('The lots of the units, one a line').fill('L1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Add the stock …' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await stockOf(tracked)).toEqual([]);
  });
});

describe('documents', () => {
  test('a document is printed, opens as PDF, and is printed again', async () => {
    const id = await packed(1);
    const { page, context } = await signedIn(`/orders/${id}`);
    const sent: string[] = [];
    context.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.getByText('Nothing was printed for this order.').waitFor();
    await page.getByRole('button', { name: 'Print carton labels' }).click();
    const link = page.getByRole('link', { name: /^Carton label/ });
    await link.waitFor();
    const address = await link.getAttribute('href');
    const answer = await context.request.get(new URL(address ?? '', page.url()).href);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await expect.poll(() => sent).toContain(`GET ${address}`);
    await page.getByRole('button', { name: 'Print again' }).click();
    await expect.poll(() => link.count()).toBe(2);
    expect(await page.getByRole('link', { name: 'Open all as one PDF' }).getAttribute('href')).toMatch(
      /\/printout\?document_id=\d+,\d+$/,
    );
  });

  test('what cannot be printed yet is told in words', async () => {
    const id = await shop.order([{ part_id: part, qty: 1 }]);
    const { page } = await signedIn(`/orders/${id}`);
    await page.getByRole('button', { name: 'Print pick lists' }).click();
    await page.getByRole('alert').getByText('There is no open pick').waitFor();
  });

  test('who may read an order alone sees neither cartons nor documents', async () => {
    const id = await packed(1);
    const ben = await person(service, ['salesorder.*', 'customer.read', 'carrier.read', 'part.read']);
    const { page } = await signedIn(`/orders/${id}`, { who: ben });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('heading', { name: /Cartons|Documents/ }).count()).toBe(0);
  });
});

describe('a draft', () => {
  const edit = async (id: number, options: SignedInOptions = {}) => {
    const opened = await signedIn(`/orders/${id}#edit`, options);
    await opened.page.getByRole('heading', { name: 'Edit the draft' }).waitFor();
    return opened;
  };

  test('gets another address, another quantity, a line more and one less', async () => {
    const gone = await shop.part({ number: 'GONE' });
    await shop.part({ number: 'BALL-7', name: `Ball ${markup}`, price: 3 });
    const id = await shop.order([
      { part_id: part, qty: 1 },
      { part_id: gone, qty: 1 },
    ]);
    const { page } = await signedIn(`/orders/${id}`);
    await page.getByRole('button', { name: 'Edit the draft' }).click();
    await page.getByLabel('City').fill('Bergen');
    await page.getByLabel('Country').fill('Norway');
    await page.getByLabel('Priority').selectOption('1');
    await page.getByLabel('Quantity of CUBE').fill('4');
    await page.getByRole('button', { name: 'Remove GONE' }).click();
    await page.getByRole('combobox', { name: 'Add a part' }).fill('ball');
    await page.getByRole('option', { name: `BALL-7 · Ball ${markup}` }).click();
    await page.getByLabel('Quantity of BALL-7').fill('2');
    await page.getByLabel('Unit price of BALL-7').fill('2.50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft is saved.').waitFor();
    expect(await shop.see(id, 'lines')).toMatchObject({
      ...{ ship_city: 'Bergen', ship_country: 'NO', priority: 1, subtotal: 25 },
      lines: [
        { part_id: part, qty: 4, unit_price: 5 },
        { qty: 2, unit_price: 2.5 },
      ],
    });
  });

  test('has a refused quantity at its field, and saves all else', async () => {
    const whole = await shop.part({ number: 'WHOLE', whole_units: true });
    const id = await shop.order([
      { part_id: whole, qty: 1 },
      { part_id: part, qty: 1 },
    ]);
    const { page } = await edit(id);
    const qty = page.getByLabel('Quantity of WHOLE');
    await qty.fill('1.5');
    await page.getByLabel('Quantity of CUBE').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All else is saved').waitFor();
    expect(await qty.getAttribute('aria-invalid')).toBe('true');
    expect(await qty.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await shop.see(id, 'lines')).toMatchObject({ lines: [{ qty: 1 }, { qty: 7 }] });
    await qty.fill('2');
    await page.getByLabel('Country').fill('Atlantis');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByLabel('Country').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Country').fill('DE');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft is saved.').waitFor();
    expect(await shop.see(id, 'lines')).toMatchObject({ lines: [{ qty: 2 }, { qty: 7 }] });
  });

  test('that somebody else changed meanwhile is loaded again, and keeps what was typed', async () => {
    const id = await shop.order([{ part_id: part, qty: 1 }]);
    const { page } = await edit(id);
    await page.getByLabel('City').fill('Bergen');
    await page.getByLabel('Quantity of CUBE').fill('4');
    await shop.done(`/salesorder/${id}`, { ship_city: 'Oslo', ship_to_name: 'Frida' }, 'PUT');
    await shop.done(`/salesorder/${id}/line`, { part_id: part, qty: 9 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody changed the order meanwhile').waitFor();
    expect(await shop.see(id)).toMatchObject({ ship_city: 'Oslo' });
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByText('Somebody else wrote: Oslo').waitFor();
    expect(await page.getByLabel('City').inputValue()).toBe('Bergen');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Frida');
    const quantities = page.getByLabel('Quantity of CUBE');
    expect(await Promise.all([quantities.nth(0).inputValue(), quantities.nth(1).inputValue()])).toEqual(['4', '9']);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft is saved.').waitFor();
    expect(await shop.see(id, 'lines')).toMatchObject({
      ...{ ship_city: 'Bergen', ship_to_name: 'Frida' },
      lines: [{ qty: 4 }, { qty: 9 }],
    });
  });

  test('asks before what was typed is lost', async () => {
    const id = await shop.order([{ part_id: part, qty: 1 }]);
    const { page } = await edit(id);
    await page.getByLabel('Note').fill('Ring twice');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Orders' });
    await link.click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Note').inputValue()).toBe('Ring twice');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await link.click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
  });

  test('is offered to who may change it, and only while it is one', async () => {
    const id = await shop.order([{ part_id: part, qty: 1 }]);
    const cem = await person(service, ['salesorder.read', 'customer.read', 'carrier.read', 'part.read']);
    const { page } = await signedIn(`/orders/${id}#edit`, { who: cem });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('heading', { name: 'Edit the draft' }).count()).toBe(0);
    const issued = await shop.issued([{ part_id: part, qty: 1 }]);
    const { page: other } = await signedIn(`/orders/${issued}#edit`);
    await other.getByRole('heading', { name: 'Cartons' }).waitFor();
    expect(await other.getByRole('heading', { name: 'Edit the draft' }).count()).toBe(0);
  });
});

test.each([1280, 390])(
  'the parts of an order can be used by everybody, in light and dark, at %i pixels',
  async (width) => {
    const id = await packed(12);
    await shop.done('/document', { kind: 'cartonlabel', salesorder_id: id });
    const draft = await shop.order([{ part_id: part, qty: 1 }]);
    const { page, open, accessible } = await signedIn(`/orders/${id}`, { width });
    const check = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await accessible();
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    };
    await page.getByRole('link', { name: /^Carton label/ }).waitFor();
    await page.getByRole('article').waitFor();
    await check();
    await open(`/orders/${draft}#edit`);
    await page.getByLabel('Quantity of CUBE').fill('x');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All else is saved').waitFor();
    await check();
  },
);
