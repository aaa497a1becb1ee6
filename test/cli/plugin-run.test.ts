import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunOptions, runPlugin } from '../../cli/plugin/run.ts';
import { pluginRunText } from '../../cli/plugin/run-text.ts';
import { pluginCommand } from '../../cli/plugin.ts';
import { projectRoot } from '../../config/root.ts';
import { startThread } from '../plugins/sandbox/start-thread.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** `conveyor plugin run` on orders of a real service, with the office of a carrier on a socket. */

const bicycle = `
export default ({ carrierPlugin, byHand, refuse, forbidAutomatic, CarrierRefused, z }) =>
  carrierPlugin({
    name: 'bicycle',
    version: '1.2.0',
    options: z.strictObject({ office: z.url(), api_token: z.string().default('none'), breaks: z.string().default('').transform((text) => (text === 'schema' ? text.no.such : text)) }),
    plan: (order, { breaks }) => {
      if (breaks === 'log') console.log('plans', { breaks });
      if (breaks === 'plan') return order.nothing.there;
      if (/po box/i.test(order.ship_address_1)) return [refuse('Bicycle does not deliver to post office boxes')];
      return [byHand('ship', 'the courier comes by himself'), forbidAutomatic('pack', 'a box has to fit the bag')];
    },
    async book({ order, cartons, options, http, idempotencyKey, signal, log }) {
      if (options.breaks === 'book') await ratesOf(order);
      if (options.breaks === 'fetch') await fetch(options.office + '/past');
      if (!order.ship_address_2) throw new CarrierRefused('the courier needs a floor');
      log.info('books', { boxes: cartons.length, with: options.api_token });
      return Promise.all(cartons.map(async ({ id, number, weight_g }) => {
        const headers = { authorization: 'Bearer ' + options.api_token, 'idempotency-key': idempotencyKey + '/' + id };
        const url = options.office + '/boxes?access_token=' + options.api_token;
        const answer = await http.json(url, { method: 'POST', headers, body: { number, weight_g, to: order.ship_city }, signal });
        return { carton_id: id, tracking_number: answer.number };
      }));
    },
    label: async () => ({ media_type: 'application/pdf', content: new Uint8Array([0x25, 0x50, 0xff]) }),
    cancel: async ({ bookings }) => bookings.map(({ booking_id }) => ({ booking_id, canceled: true })),
    bookReturn: async ({ returnorder }) => {
      if (!returnorder.reason) throw new CarrierRefused('the courier fetches nothing without a reason');
      return { tracking_number: 'B-' + returnorder.number };
    },
  });

async function ratesOf(order) {
  return order.rates.map((rate) => rate.price);
}
`;

const setting = `
export default ({ settingPlugin, automatic, z }) =>
  settingPlugin({ name: 'night', value: z.boolean(), plan: (order, on) => (on ? [automatic('pick', 'nobody is there')] : []) });
`;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-run-'));
const file = join(folder, 'bicycle.mjs');
const nightFile = join(folder, 'night.mjs');
const received: { url: string; body: unknown }[] = [];
let office: Server;
let officeUrl: string;
let service: TestService;
let shop: Shop;
let draft: number;
let packed: number;

beforeAll(async () => {
  writeFileSync(file, bicycle);
  writeFileSync(nightFile, setting);
  office = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString() || 'null') });
      response.writeHead(201).end(`{"number": "B-${received.length}"}`);
    });
  });
  await new Promise<void>((done) => office.listen(0, '127.0.0.1', done));
  officeUrl = `http://127.0.0.1:${(office.address() as AddressInfo).port}`;
  const config = `plugins: [${nightFile}]
settings: { night: true }
carriers:
  Bicycle: { plugin: ${file}, office: "${officeUrl}", api_token: topsecret-4711 }
  Broken Bicycle: { plugin: ${file}, office: "${officeUrl}", breaks: book }
`;
  service = await startTestService({ config });
  shop = await openShop(service);
  const carrier_id = await shop.carrier('Bicycle');
  const lines = [{ part_id: await shop.part({ number: 'TEA', weight_g: 300 }, 50), qty: 2 }];
  draft = await shop.order(lines, { carrier_id, ship_address_2: '3rd floor' });
  packed = await shop.issued(lines, { carrier_id });
  await shop.through([packed], 'pick', 'pack');
});
afterAll(async () => {
  await service.close();
  office.close();
  rmSync(folder, { recursive: true });
});

const run = (order: number, options: Partial<RunOptions>) =>
  runPlugin(service.client, order, { file, hook: 'book', with: service.file, startThread, ...options });
const textOf = (result: Awaited<ReturnType<typeof run>>, withInput = false) =>
  pluginRunText(result, withInput, { write: () => undefined, live: true, columns: 80, colors: false });

/** Everything that the service has about an order. */
const recordsOf = async (id: number) => [
  await shop.get(`/salesorder/${id}?embed=lines,packs.cartons`),
  await shop.get(`/salesorder/${id}/timeline`),
  await shop.get(`/salesorder/${id}/progress`),
  await shop.get('/booking'),
];

test('book is run with the options of the order’s carrier, its requests are printed and not sent, and nothing changes', async () => {
  const before = await recordsOf(draft);
  const result = await run(draft, {});
  expect(result).toMatchObject({
    plugin: 'bicycle',
    carrier: 'Bicycle',
    outcome: 'stopped',
    live: false,
    result: null,
  });
  expect(result.input).toMatchObject({
    order: { id: draft, ship_address_2: '3rd floor', carrier: { name: 'Bicycle' }, site: { id: shop.siteId } },
    cartons: [{ id: 1, number: '1', weight_g: 600, contents: [{ part_number: 'TEA', qty: '2' }] }],
  });
  expect(result.requests).toMatchObject([{ number: 1, method: 'POST', answered: 'not sent', answer: null }]);
  expect(received).toEqual([]);
  expect(await recordsOf(draft)).toEqual(before);
  const text = textOf(result, true);
  // The length of the path varies.
  const lines = text.replace(file, 'bicycle.mjs').split('\n');
  expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
  expect(text).toMatch(/^book of plugin bicycle, for order /);
  expect(text).toContain('  The order has no cartons yet. The hook gets a made-up one');
  expect(text).toContain('     → not sent\n');
  expect(text).toMatch(/\nStopped\n {2}The hook stopped at a request that was not sent\./);
});

test('a refusal by plan is a line with its meaning', async () => {
  const carrier_id = await shop.carrier('Bicycle');
  const id = await shop.order([{ part_id: await shop.part({}, 5) }], { carrier_id, ship_address_1: 'PO Box 12' });
  const text = textOf(await run(id, { hook: 'plan' }));
  expect(text).toMatch(
    /\n {2}refused: +Bicycle does not deliver to post office boxes\n {2}The order would not be issued;/,
  );
});

test('secrets of the options are hidden in requests and log lines', async () => {
  const result = await run(draft, {});
  expect(JSON.stringify(result)).not.toContain('topsecret');
  expect(textOf(result)).not.toContain('topsecret');
  expect(result.requests[0]?.headers).toMatchObject({
    authorization: '***',
    'idempotency-key': expect.stringMatching(/^trial\//),
  });
  expect(result.requests[0]?.url).toBe(`${officeUrl}/boxes?access_token=***`);
  expect(result.log).toEqual([{ level: 'info', message: 'books', fields: { boxes: 1, with: '***' } }]);
});

test('answers of a file stand in for the carrier’s, in the order of the requests', async () => {
  const answers = join(folder, 'answers.json');
  writeFileSync(answers, '[{"status": 201, "body": {"number": "B-77"}}]');
  const result = await run(draft, { answers });
  expect(result).toMatchObject({ outcome: 'returned', result: [{ carton_id: 1, tracking_number: 'B-77' }] });
  expect(textOf(result)).toContain('     → 201, from the list of answers: {"number":"B-77"}\n');
  writeFileSync(answers, '[{"status": 409, "body": {"message": "no bicycle today"}}]');
  const refused = await run(draft, { answers });
  expect(refused).toMatchObject({
    outcome: 'refused',
    fault: { message: expect.stringContaining('no bicycle today') },
  });
  expect(received).toEqual([]);
  writeFileSync(answers, '[{"state": 409}]');
  await expect(run(draft, { answers })).rejects.toThrow(/answers\.json: 0: .*state.*It is a list in JSON/);
});

test('with --live the requests are sent, with a key of no real booking, and the service stores nothing', async () => {
  const before = await recordsOf(draft);
  const result = await run(draft, { live: true });
  expect(result).toMatchObject({ outcome: 'returned', result: [{ carton_id: 1, tracking_number: 'B-1' }] });
  expect(received).toEqual([
    { url: '/boxes?access_token=topsecret-4711', body: { number: '1', weight_g: 600, to: 'Berlin' } },
  ]);
  expect(await recordsOf(draft)).toEqual(before);
  await expect(run(draft, { live: true, hook: 'cancel' })).rejects.toThrow(/would void labels/);
});

test('a refusal says what it means, with the line', async () => {
  const result = await run(packed, {});
  expect(result).toMatchObject({ outcome: 'refused', fault: { message: 'Bicycle: the courier needs a floor' } });
  expect(result.fault?.place).toMatch(/bicycle\.mjs:16:\d+$/);
  expect(result.notes).toEqual([]);
  expect(textOf(result)).toMatch(
    /\nRefused\n {2}Bicycle: the courier needs a floor\n {2}The order would go to attention/,
  );
});

test('a fault has the whole stack with file, line and column', async () => {
  const result = await run(draft, { carrier: 'Broken Bicycle' });
  expect(result).toMatchObject({ outcome: 'failed', carrier: 'Broken Bicycle' });
  expect(result.fault?.message).toMatch(
    /^Broken Bicycle: book of plugin bicycle, carton 1, threw TypeError: .*'map'\) \(bicycle\.mjs:34:22\)$/,
  );
  expect(result.fault?.stack).toMatch(
    /^TypeError: .*\n +at ratesOf .*bicycle\.mjs:34:22\)\n +at .*book .*bicycle\.mjs:14:\d+\)/,
  );
  expect(textOf(result)).toMatch(/\nStack\n {2}TypeError: .*\n {6}at ratesOf \(.*bicycle\.mjs:34:22\)\n/);
  const fetching = await run(draft, { options: '{"breaks": "fetch"}' });
  expect(fetching).toMatchObject({ outcome: 'stopped', requests: [] });
  expect(fetching.fault?.message).toContain('a plugin sends its requests with http');
});

test('plan gives its directives, a fault of it the line, and a setting is run with its value', async () => {
  const planned = await run(draft, { hook: 'plan' });
  expect(planned.result).toEqual([
    { directive: 'ship by hand', why: 'the courier comes by himself' },
    { directive: 'forbid automatic pack', why: 'a box has to fit the bag' },
  ]);
  const logging = await run(draft, { hook: 'plan', options: '{"breaks": "log"}' });
  expect(logging.log).toEqual([{ level: 'info', message: "plans { breaks: 'log' }", fields: {} }]);
  expect(textOf(planned)).toMatch(/\nResult\n {2}ship by hand +the courier comes by himself\n/);
  const broken = await run(draft, { hook: 'plan', options: '{"breaks": "plan"}' });
  expect(broken).toMatchObject({ outcome: 'failed', fault: { place: expect.stringMatching(/bicycle\.mjs:\d+:\d+$/) } });
  expect(textOf(broken)).toContain('  The order would be planned, and held for this reason.\n');
  const night = await run(draft, { file: nightFile, hook: 'plan' });
  expect(night).toMatchObject({ carrier: null, result: [{ directive: 'pick automatic', why: 'nobody is there' }] });
  expect((await run(draft, { file: nightFile, hook: 'plan', options: 'false' })).result).toEqual([]);
});

test('hooks after the booking get made-up bookings for an order without one, and a document is shown by its size', async () => {
  const canceled = await run(packed, { hook: 'cancel' });
  const [{ carton_id } = { carton_id: 0 }] = (
    await shop.get(`/salesorder/${packed}?embed=packs.cartons`)
  ).packs[0].cartons.map(({ id }: { id: number }) => ({ carton_id: id }));
  expect(canceled.input).toMatchObject({ bookings: [{ carton: { id: carton_id }, tracking_number: 'TRIAL-1' }] });
  expect(canceled.notes).toEqual([expect.stringContaining('has no booking with Bicycle')]);
  expect(canceled.result).toEqual([{ booking_id: carton_id, canceled: true }]);
  const label = await run(packed, { hook: 'label' });
  expect(label.result).toEqual({
    media_type: 'application/pdf',
    content: Buffer.from([0x25, 0x50, 0xff]).toString('base64'),
  });
  expect(textOf(label)).toContain('"content": "(3 bytes)"');
});

test('the lines of the page for plugin writers have options that exist', () => {
  const page = readFileSync(join(projectRoot, 'docs/plugins.md'), 'utf8');
  const lines = [...page.matchAll(/^npx conveyor plugin run .*$/gm)].map(([line]) => line);
  expect(lines).toHaveLength(2);
  const command = pluginCommand().commands.find((each) => each.name() === 'run');
  const known = command?.options.map(({ long }) => long);
  const written = [...page.matchAll(/(?<=^\| `)--\w+/gm)].map(([option]) => option);
  expect(written).toHaveLength(6);
  for (const option of [...written, ...lines.flatMap((line) => line.match(/--\w+/g) ?? [])])
    expect(known).toContain(option);
});

test('wrong arguments are refused with what is right', async () => {
  const usage = (options: Partial<RunOptions>) =>
    run(draft, options).catch((error) => `${error.exitCode} ${error.message}`);
  expect(await usage({ hook: 'track' })).toBe(
    '2 The plugin bicycle has no hook track. It has plan, book, label, cancel, bookReturn.',
  );
  expect(await usage({ file: join(folder, 'no.mjs') })).toMatch(/^2 There is no file .*no\.mjs\./);
  expect(await usage({ carrier: 'Tricycle' })).toBe(
    '2 Tricycle is no carrier with this plugin. Carriers with this plugin: Bicycle, Broken Bicycle.',
  );
  expect(await usage({ options: '{"ofice": 1}' })).toMatch(/^2 The options do not fit .*\n.*"ofice"/);
  expect(await usage({ options: '{"breaks": "schema"}' })).toMatch(
    /^1 The plugin .*bicycle\.mjs: its schema failed\.\nTypeError: .*'such'\)\n.*bicycle\.mjs:\d+:\d+\)/,
  );
  expect(await usage({ options: '{office' })).toMatch(/^2 --options is neither YAML nor JSON: .*\.$/);
});

test('the command runs a file that no configuration uses, and ends with 1 for a fault', async () => {
  const env = { ...process.env, CONVEYOR_URL: service.url, CONVEYOR_API_KEY: service.adminKey, NO_COLOR: '1' };
  const conveyor = (...args: string[]) =>
    new Promise<{ code: number; out: string }>((done) => {
      const script = join(projectRoot, 'bin/conveyor.mjs');
      const command = ['plugin', 'run', file, '--order', String(draft), ...args];
      execFile(process.execPath, [script, ...command], { env, cwd: folder }, (error, out, complaint) =>
        done({ code: Number(error?.code ?? 0), out: out + complaint }),
      );
    });
  const options = ['--options', `{"office": "${officeUrl}", "breaks": "book"}`];
  const failed = await conveyor('--hook', 'book', ...options);
  expect(failed.out).toMatch(/\nFailed\n[\s\S]*\nStack\n {2}TypeError: .*\n {6}at ratesOf \(bicycle\.mjs:34:22\)\n/);
  expect(failed.code).toBe(1);
  const planned = await conveyor('--hook', 'plan', ...options, '--json');
  expect(JSON.parse(planned.out)).toMatchObject({ hook: 'plan', outcome: 'returned', carrier: 'Bicycle' });
  expect(planned.code).toBe(0);
});

test('bookReturn gets the latest return of the order, and a made-up one for an order without any', async () => {
  const made = await run(draft, { hook: 'bookReturn' });
  expect(made.notes).toEqual(['The order has no return. The hook gets a made-up one of all lines of the order.']);
  expect(textOf(made)).toContain(
    '\nRefused\n  Bicycle: the courier fetches nothing without a reason\n  The return would ',
  );
  await shop.through([packed], 'ship', 'pickup');
  const [line] = (await shop.see(packed, 'lines')).lines;
  const body = { salesorder_id: packed, reason: 'Too small', lines: [{ line_id: line.id, qty: 1 }] };
  const { id, number } = await shop.done('/returnorder', body);
  await shop.done(`/returnorder/${id}/authorise`);
  const result = await run(packed, { hook: 'bookReturn' });
  expect(result.input).toMatchObject({
    returnorder: { id, number, reason: 'Too small' },
    site: { id: shop.siteId },
    contents: [{ part_number: 'TEA', qty: '1' }],
    weight_g: 300,
  });
  expect(result).toMatchObject({ outcome: 'returned', result: { tracking_number: `B-${number}` }, notes: [] });
});
