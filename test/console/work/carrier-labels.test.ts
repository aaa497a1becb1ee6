import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { standInPrinter } from '../../lib/printing/printers/stand-in-printers.ts';
import { consoleTests } from '../console-tests.ts';

/** The label of the carrier, as a packer gets it: after the carrier has booked, and never a label of ours in its place. */

const bench = await standInPrinter(() => ({}));
afterAll(() => bench.close());
const config = `carriers:
  Vans: { plugin: local-delivery, country: DE, routes: { North: { stops: ["13*"] } } }
printers:
  Carriers: { url: "http://${bench.host}/carriers", kinds: [carrierlabel] }
  Own: { url: "http://${bench.host}/own", kinds: [cartonlabel] }
`;
const { signedIn, shop } = await consoleTests({ service: { config } });
const part = await shop.part({ number: 'MUG', weight_g: 300 }, 1_000);
beforeEach(() => bench.requests.splice(0));

const paths = () => bench.requests.map(({ path, headers }) => [path, headers['content-type']]);

/** Makes a pack of an order of the carrier, with all units in one carton, and a page that can finish it. */
async function packToFinish(printers: readonly (readonly [label: string, name: string])[] = [], more = {}) {
  const order = await shop.issued([{ part_id: part, qty: 2 }], { carrier_id: await shop.carrier('Vans'), ...more });
  await shop.through([order], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order], start_in_carton: 1 });
  const { number } = await shop.see(order);
  const [carton] = (await shop.get(`/pack/${pack.id}?embed=cartons`)).cartons;
  const { page, open, accessible } = await signedIn('/work', { width: 390 });
  await page.getByRole('heading', { name: 'Work', exact: true }).waitFor();
  for (const [label, name] of printers) await page.getByLabel(label).selectOption(name);
  await open(`/work/pack/${pack.id}`);
  const finish = async () => {
    await page.getByRole('button', { name: 'Finish and print labels' }).click();
    await page.getByRole('button', { name: 'Yes, finish' }).click();
  };
  return {
    order,
    number,
    pack: pack.id,
    name: `${pack.number}-1`,
    carton: carton.id as number,
    page,
    finish,
    accessible,
  };
}

const onPrinters = [
  ["Print the carriers' labels on", 'Carriers'],
  ['Print carton labels on', 'Own'],
] as const;

async function book(order: number, carton: number, media_type: string, content: Buffer) {
  const booking = { order_id: order, carrier_name: 'Vans', plugin: 'local-delivery', tracking_number: `V-${carton}` };
  const { id } = await shop.done(`/engine/carton/${carton}/booking`, booking);
  await shop.done(`/engine/booking/${id}/label`, { media_type, content: content.toString('base64') }, 'PUT');
}

/** Counts the dialogs of the browser for printing, those of frames too, and opens none. Keeps the pictures of each. */
async function dialogs(page: Page) {
  await page.exposeFunction('noteDialog', (pictures: number) => shown.push(pictures));
  const shown: number[] = [];
  await page.addInitScript(
    'window.print = () => { (window.noteDialog ?? window.parent.noteDialog)(document.images.length); };',
  );
  return shown;
}

const refusal = { step: 'ship', code: 'carrier.refused', detail: 'Vans: no route goes to 12209 Berlin' };

describe('the label of the carrier', () => {
  test('is printed when the carrier has booked, and nothing is printed before', async () => {
    const { order, carton, name, page, finish, accessible } = await packToFinish(onPrinters);
    await finish();
    await page.getByText(`The carrier makes the label of ${name}. It is printed as soon as it is here.`).waitFor();
    await accessible();
    expect(paths()).toEqual([]);
    await book(order, carton, 'application/zpl', Buffer.from('^XA^XZ'));
    await page.getByText('Printed on Carriers').waitFor();
    expect(paths()).toEqual([['/carriers', 'application/zpl']]);
    await page.getByRole('button', { name: "Print the carrier's labels again" }).click();
    await expect.poll(paths).toHaveLength(2);
    await page.getByRole('button', { name: 'Print our own labels again' }).click();
    await expect
      .poll(paths)
      .toEqual([...[1, 2].map(() => ['/carriers', 'application/zpl']), ['/own', 'application/pdf']]);
  });

  test('that the carrier refuses is said to the packer with the order, the reason and the ways out', async () => {
    const { order, number, carton, name, page, finish, accessible } = await packToFinish(onPrinters);
    await finish();
    await page.getByText(`The carrier makes the label of ${name}.`).waitFor();
    await shop.done(`/engine/salesorder/${order}/attention`, refusal);
    const alert = page.getByRole('alert').filter({ hasText: `Order ${number}: no label for ${name}` });
    await alert.getByText('no route goes to 12209 Berlin').waitFor();
    await alert.getByRole('button', { name: 'Change the address' }).waitFor();
    await accessible();
    expect(paths()).toEqual([]);
    // After a repair the carrier books: the label appears without a further tap.
    await book(order, carton, 'image/png', Buffer.from('png'));
    await page.getByText('Printed on Carriers').waitFor();
    await alert.waitFor({ state: 'hidden' });
    expect(paths()).toEqual([['/carriers', 'image/png']]);
  });

  test('is printed by the browser as the carrier made it: pictures on pages of label paper', async () => {
    const { order, carton, page, pack, finish } = await packToFinish();
    const shown = await dialogs(page);
    await page.reload();
    await page.getByRole('button', { name: 'Finish and print labels' }).waitFor();
    await finish();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="150mm"><text y="40">V</text></svg>';
    await book(order, carton, 'image/svg+xml', Buffer.from(drawing));
    await expect.poll(() => shown).toEqual([1]);
    const { documents } = await shop.see(order, 'documents');
    expect([documents, (await shop.get(`/pack/${pack}/labels`))[0].state]).toEqual([[], 'stored']);
  });

  test('in a language of printers is no paper for a browser, and the page says so', async () => {
    const { order, carton, name, page, finish } = await packToFinish();
    await finish();
    await book(order, carton, 'application/zpl', Buffer.from('^XA^XZ'));
    const words = `The label of ${name} is application/zpl, which a browser can't print.`;
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
  });

  test('is there on the page of the ship too, and one that was refused is said before the carton leaves', async () => {
    const { order, number, carton, name, page, pack } = await packToFinish(onPrinters);
    await shop.done(`/pack/${pack}/finish`);
    const ship = await shop.done('/shiplinebyorder', { order_id: [order], ignore_warnings: true });
    await shop.done(`/engine/salesorder/${order}/attention`, refusal);
    await page.goto(page.url().replace(/\/work\/.*/, `/work/ship/${ship.id}`));
    await page
      .getByRole('alert')
      .filter({ hasText: `Order ${number}: no label for ${name}` })
      .waitFor();
    await book(order, carton, 'application/pdf', Buffer.from('%PDF-'));
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Finish, 1 not checked/ }).click();
    await page.getByRole('button', { name: 'Yes, finish' }).click();
    await page.getByRole('button', { name: "Print the carrier's labels again" }).click();
    await expect.poll(paths).toEqual([['/carriers', 'application/pdf']]);
  });
});

test('the note of an order and those of its rules are on the pages of its pick, pack and ship', async () => {
  const order = await shop.issued([{ part_id: part, qty: 1 }], { note: 'GIFT: wrap in red paper' });
  const { number } = await shop.see(order);
  const pick = await shop.done('/picklinebyorder', { order_id: [order] });
  const { page, open, accessible } = await signedIn(`/work/pick/${pick.id}`, { width: 390 });
  const note = page.getByRole('alert', { name: 'Note' }).getByText('GIFT: wrap in red paper');
  await note.waitFor();
  await page.getByText(`${number}:`).waitFor();
  await accessible();
  await shop.through([order], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order], start_in_carton: 1 });
  await open(`/work/pack/${pack.id}`);
  await note.waitFor();
  await shop.done(`/pack/${pack.id}/finish`);
  const ship = await shop.done('/shiplinebyorder', { order_id: [order] });
  await open(`/work/ship/${ship.id}`);
  await note.waitFor();
  await shop.done(`/ship/${ship.id}/finish`);
  await open('/work?step=pickup');
  await page.getByText('GIFT: wrap in red paper').waitFor();
});
