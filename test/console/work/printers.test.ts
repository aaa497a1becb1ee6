import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sentence } from '../../../console/texts/de/sentences/sentence.ts';
import { ippAnswer, type PrintReply, readIpp, standInPrinter } from '../../lib/printing/printers/stand-in-printers.ts';
import { barcodesOf } from '../../lib/printing/read-barcodes.ts';
import { consoleTests } from '../console-tests.ts';
import { typeCode } from '../scanner/type-code.ts';

/** Labels and slips that go to printers of the configuration when a list is finished, without a dialog of the browser. */

/** The label printer's answer to the next job. */
let reply: () => PrintReply = () => ({});
const labels = await standInPrinter(() => reply());
const slips = await standInPrinter(() => ippAnswer(0));
const config = `printers:
  Bench 1: { url: "http://${labels.host}/jobs", kinds: [cartonlabel] }
  Wrong: { url: "http://127.0.0.1:9/", kinds: [cartonlabel] }
  Office: { url: "ipp://${slips.host}/ipp/print", kinds: [packingslip, commandsheet] }
  Elsewhere: { url: "http://${labels.host}/", site: Annex }
`;
const { signedIn, shop } = await consoleTests({ service: { config }, expectedFaults: /50[24]/ });
const part = await shop.part({ number: 'MUG' }, 1_000);
beforeEach(() => {
  reply = () => ({});
  for (const { requests } of [labels, slips]) requests.splice(0);
});
afterAll(async () => {
  for (const printer of [labels, slips]) await printer.close();
});

/** Makes a pack with all units in one carton. */
async function packToFinish(address: Record<string, unknown> = {}) {
  const order = await shop.issued([{ part_id: part, qty: 2 }], address);
  await shop.through([order], 'pick');
  const pack = await shop.done('/packlinebyorder', { order_id: [order], start_in_carton: 1 });
  return { order, id: pack.id as number, label: `${pack.number}-1` };
}

async function choose(page: Page, label: string, name: string) {
  await page.getByLabel(label).selectOption(name);
}
const labelsOn = 'Print carton labels on';
const slipsOn = 'Print packing slips on';
const printerAt = (page: Page, label: string) => page.getByLabel(label).inputValue();
/** Counts the dialogs of the browser for printing, and opens none. */
const dialogs = async (page: Page) => {
  await page.addInitScript('window.dialogs = 0; window.print = () => { window.dialogs += 1; };');
  return () => page.evaluate('window.dialogs + [...document.querySelectorAll("iframe")].length') as Promise<number>;
};

describe('the printer of a device', () => {
  test('is chosen at the start of work among those that are for the paper and the site, and is kept', async () => {
    const { page, accessible } = await signedIn('/work', { width: 390 });
    await page.getByLabel(labelsOn).waitFor();
    const options = await page.getByLabel(labelsOn).locator('option').allTextContents();
    expect(options).toEqual(['This browser', 'Bench 1', 'Wrong']);
    expect(await page.getByLabel(slipsOn).locator('option').allTextContents()).toEqual(['This browser', 'Office']);
    expect(await printerAt(page, labelsOn)).toBe('');
    await choose(page, labelsOn, 'Bench 1');
    await accessible();
    await page.reload();
    await page.getByLabel(labelsOn).waitFor();
    expect([await printerAt(page, labelsOn), await printerAt(page, slipsOn)]).toEqual(['Bench 1', '']);
    await choose(page, labelsOn, '');
    await page.reload();
    await page.getByLabel(labelsOn).waitFor();
    expect(await printerAt(page, labelsOn)).toBe('');
  });

  test('prints the label of a pack once when it is finished, and again by a button, without a dialog', async () => {
    const { id, label, order } = await packToFinish();
    const { page, open } = await signedIn('/work');
    await choose(page, labelsOn, 'Bench 1');
    const shown = await dialogs(page);
    await open(`/work/pack/${id}`);
    await page.getByRole('button', { name: 'Finish and print labels' }).click();
    await page.getByRole('button', { name: 'Yes, finish' }).click();
    await page.getByText('Printed on Bench 1').waitFor();
    expect(labels.requests.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
      ['/jobs', 'application/pdf'],
    ]);
    expect(await barcodesOf(new Uint8Array(labels.requests[0]!.body))).toEqual([[label]]);
    await page.getByRole('button', { name: 'Print again' }).click();
    await expect.poll(() => labels.requests.length).toBe(2);
    await page.getByText('Printed on Bench 1').waitFor();
    expect(await shown()).toBe(0);
    const timeline: { event: string }[] = await shop.get(`/salesorder/${order}/timeline`);
    expect(timeline.filter(({ event }) => event === 'document.printed')).toHaveLength(2);
  });

  test('prints a label whose letters the font lacks, and the page says which ones of which order', async () => {
    const { id, order } = await packToFinish({ ship_to_name: '例示 太郎' });
    const { page, open, accessible } = await signedIn('/work');
    await choose(page, labelsOn, 'Bench 1');
    await open(`/work/pack/${id}`);
    await page.getByRole('button', { name: 'Finish and print labels' }).click();
    await page.getByRole('button', { name: 'Yes, finish' }).click();
    await page.getByText('Printed on Bench 1').waitFor();
    const { number } = await shop.see(order);
    expect(await page.getByRole('alert').textContent()).toContain(`${number}: no 例示太郎 in “例示 太郎”`);
    await accessible();
  });

  test('prints the slip of a ship as a job of IPP, by scans alone', async () => {
    const { id, order } = await packToFinish();
    await shop.done(`/pack/${id}/finish`);
    const ship = await shop.done('/shiplinebyorder', { order_id: [order] });
    const { page, open } = await signedIn('/work');
    await choose(page, slipsOn, 'Office');
    const shown = await dialogs(page);
    await open(`/work/ship/${ship.id}`);
    await page.getByRole('button', { name: /^Finish, 1 not checked/ }).waitFor();
    for (const code of ['CMDFINISH', 'CMDOK']) await typeCode(page, code, { gap: 5, end: 'Enter' });
    await page.getByText('Printed on Office').waitFor();
    const [job, ...more] = slips.requests.map(({ body }) => readIpp(body));
    expect([more.length, await shown()]).toEqual([0, 0]);
    expect(job!.document.subarray(0, 5).toString()).toBe('%PDF-');
    const jobName = job!.attributes.find(([, , name]) => name === 'job-name')?.[3].toString();
    expect(jobName).toBe(`Packing slip ${ship.number}`);
  });

  test('that is wrong is said in words; the work is finished, and the label can be printed elsewhere', async () => {
    const { id } = await packToFinish();
    const { page, open } = await signedIn('/work');
    await choose(page, labelsOn, 'Wrong');
    await open(`/work/pack/${id}`);
    await page.getByRole('button', { name: 'Finish and print labels' }).click();
    await page.getByRole('button', { name: 'Yes, finish' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Printer Wrong did not answer' });
    await notice.getByText(/Nobody takes connections at 127\.0\.0\.1:9/).waitFor();
    await page.getByRole('heading', { name: 'The pack is finished.' }).waitFor();
    await open('/work');
    await choose(page, labelsOn, 'Bench 1');
    await open(`/work/pack/${id}`);
    expect(labels.requests).toHaveLength(0);
    await page.getByRole('button', { name: 'Print again' }).click();
    await page.getByText('Printed on Bench 1').waitFor();
    expect(labels.requests).toHaveLength(1);
  });

  test('that refuses the second of two labels gets only this one again', async () => {
    const order = await shop.issued([{ part_id: part, qty: 2 }]);
    await shop.through([order], 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [order] });
    const [unit] = await shop.get(`/pack/${pack.id}/line`);
    for (const _ of [1, 2]) {
      const carton = await shop.done(`/pack/${pack.id}/carton`, {});
      await shop.done(`/pack/${pack.id}/moveitem`, { part_id: unit.part_id, qty: 1, add_carton_id: carton.id });
    }
    const { page, open } = await signedIn('/work');
    await choose(page, labelsOn, 'Bench 1');
    reply = () => (labels.requests.length === 2 ? { status: 503, body: 'The roll is empty' } : {});
    await open(`/work/pack/${pack.id}`);
    await page.getByRole('button', { name: 'Finish and print labels' }).click();
    await page.getByRole('button', { name: 'Yes, finish' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The roll is empty' });
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => labels.requests.length).toBe(3);
    await notice.waitFor({ state: 'hidden' });
    const codes = await Promise.all(labels.requests.map(({ body }) => barcodesOf(new Uint8Array(body))));
    expect(codes.flat(2)).toEqual([`${pack.number}-1`, `${pack.number}-2`, `${pack.number}-2`]);
  });
});

test('the sheet of command codes is printed from the scan test', async () => {
  const { page, open, accessible } = await signedIn('/work');
  await choose(page, slipsOn, 'Office');
  await open('/work/scan-test');
  await page.getByRole('button', { name: 'Print the sheet of command codes' }).click();
  await page.getByText('Printed on Office').waitFor();
  await accessible();
  const { document } = readIpp(slips.requests[0]!.body);
  expect((await barcodesOf(new Uint8Array(document))).flat()).toContain('CMDFINISH');
});

test.each([
  ['printer: there is no printer "A" in the configuration; GET /printer lists them.', 'keinen Drucker „A“'],
  ['Printer A 1 is for cartonlabel, badge, and document 7 is a packingslip.', 'A 1 ist nicht für diese Art'],
  [
    'Printer A is at site Main, and document 7 belongs to site Annex.',
    'steht am Standort Main, und der Beleg gehört zu Annex',
  ],
  [
    'Printer A answered server-error-busy: Busy. Nothing was printed.',
    'hat abgelehnt: server-error-busy: Busy. Es ist nichts',
  ],
  ['Printer A has aborted the job: jam. Nothing was printed.', 'hat abgelehnt: jam. Es ist nichts gedruckt'],
  [
    'Printer A did not answer: Nobody takes connections at x. Look whether it printed the document before you print it again.',
    'hat nicht geantwortet: Nobody takes connections at x. Sehen Sie nach',
  ],
])('%s is said in German', (english, german) => {
  expect(sentence(english)).toContain(german);
});
