import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ippAnswer,
  type PrintReply,
  readIpp,
  type StandInPrinter,
  standInPrinter,
} from '../../../lib/printing/printers/stand-in-printers.ts';
import { openShop, type Shop } from '../../../support/shop.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

let service: TestService;
let shop: Shop;
let bench: StandInPrinter;
let queue: StandInPrinter;
let sheet: number;
/** The answers of the HTTP printer and the IPP printer to the next job. */
let reply: () => PrintReply | Promise<PrintReply> = () => ({});
let ippReply: () => PrintReply = () => ippAnswer(0);

beforeAll(async () => {
  bench = await standInPrinter(() => reply());
  queue = await standInPrinter(() => ippReply());
  const config = `printers:
  Bench: { url: "http://${bench.host}/jobs?tray=2", api_key: "\${TEST_PRINTER_KEY:-sesame}" }
  Queue: { url: "ipp://${queue.host}/ipp/print", user: conveyor, password: "p:w", media: iso_a4_210x297mm }
  Labels: { url: "http://${bench.host}/labels", kinds: [cartonlabel, locationlabel] }
  Elsewhere: { url: "http://${bench.host}/elsewhere", site: Annex }
  Here: { url: "http://${bench.host}/here", site: main }
  Off: { url: "http://127.0.0.1:9/" }
`;
  service = await startTestService({ config });
  shop = await openShop(service);
  await service.sql.query(`update site set name = 'Main' where id = $1`, [shop.siteId]);
  sheet = await newSheet();
});
afterAll(async () => {
  await service?.close();
  for (const printer of [bench, queue]) await printer?.close();
});

const newSheet = async (): Promise<number> => (await shop.done('/document', { kind: 'commandsheet' }))[0].id;
const print = (id: number, printer: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/document/${id}/print`, { printer }, headers);
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const pdfOf = async (id: number) => {
  const answer = await fetch(`${service.url}/document/${id}/pdf`, {
    headers: { authorization: basic(`${service.adminKey}:`) },
  });
  return Buffer.from(await answer.arrayBuffer());
};
const printedEvents = async () => {
  const { rows } = await service.sql.query(
    `select l.object_id, l.account_id, l.detail from event_log l join event e on e.id = l.event_id
     where e.name = 'document.printed' order by l.id`,
  );
  return rows;
};
const lastOf = ({ requests }: StandInPrinter) => requests.at(-1)!;

test('printers are listed with what they are for, and without secrets', async () => {
  const { status, body } = await service.call('GET', '/printer');
  expect(status).toBe(200);
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    'Bench',
    'Queue',
    'Labels',
    'Elsewhere',
    'Here',
    'Off',
  ]);
  expect(body[2]).toEqual({ name: 'Labels', kinds: ['cartonlabel', 'locationlabel'], site: null, site_id: null });
  expect(body[3]).toMatchObject({ site: 'Annex', site_id: null });
  expect(body[4]).toMatchObject({ site: 'main', site_id: shop.siteId });
  expect(JSON.stringify(body)).not.toMatch(/sesame|p:w|127\.0\.0\.1/);
});

test('the PDF is posted to an address of HTTP, and an event says who printed it where', async () => {
  const { status, body } = await print(sheet, 'Bench');
  expect([status, body]).toEqual([
    200,
    {
      document_id: sheet,
      printer: 'Bench',
      status: '200',
      job_id: null,
      job_state: null,
      message: null,
      missing_letters: [],
    },
  ]);
  const { path, headers, body: posted } = lastOf(bench);
  expect([path, headers['content-type'], headers.authorization]).toEqual([
    ...['/jobs?tray=2', 'application/pdf', 'Bearer sesame'],
  ]);
  expect(headers['content-disposition']).toBe('attachment; filename="Command-codes-Command-codes.pdf"');
  expect(posted.equals(await pdfOf(sheet))).toBe(true);
  expect(await printedEvents()).toMatchObject([
    { object_id: sheet, account_id: expect.any(Number), detail: { kind: 'commandsheet', printer: 'Bench' } },
  ]);
});

test('a label of an order is in its timeline', async () => {
  const order = await shop.issued([{ part_id: await shop.part({}, 5), qty: 1 }]);
  await shop.through([order], 'pick', 'pack');
  const [label] = await shop.done('/document', { kind: 'cartonlabel', salesorder_id: order });
  expect((await print(label.id, 'Labels')).status).toBe(200);
  const timeline = await shop.get(`/salesorder/${order}/timeline`);
  expect(timeline.at(-1)).toMatchObject({
    event: 'document.printed',
    detail: { printer: 'Labels', number: label.number },
  });
});

test('a printer of IPP gets the PDF as a job, and says its number', async () => {
  const { body } = await print(sheet, 'Queue');
  expect(body).toMatchObject({ status: 'successful-ok', job_id: 42, job_state: 'processing', message: null });
  const { path, headers, body: sent } = lastOf(queue);
  expect([path, headers['content-type'], headers.authorization]).toEqual([
    ...['/ipp/print', 'application/ipp', basic('conveyor:p:w')],
  ]);
  const { operation, attributes, document } = readIpp(sent);
  expect(operation).toBe(2);
  expect(attributes.map(([, , name, value]) => `${name}=${value}`)).toEqual(
    expect.arrayContaining([
      `printer-uri=ipp://${queue.host}/ipp/print`,
      'job-name=Command codes Command codes',
      'media=iso_a4_210x297mm',
      'print-scaling=none',
    ]),
  );
  expect(document.equals(await pdfOf(sheet))).toBe(true);
});

test('what is wrong with a request is said before anything is sent', async () => {
  const sent = bench.requests.length;
  const refusals: [number, unknown, string][] = [
    [
      sheet,
      'bench',
      '422 reference.unknown printer: there is no printer "bench" in the configuration; GET /printer lists them.',
    ],
    [
      sheet,
      'Labels',
      `422 printer.unfit Printer Labels is for cartonlabel, locationlabel, and document ${sheet} is a commandsheet.`,
    ],
    [
      sheet,
      'Elsewhere',
      `422 printer.unfit Printer Elsewhere is at site Annex, and document ${sheet} belongs to site Main.`,
    ],
    [sheet, '', '422 body.invalid'],
    [999_999, 'Bench', '404 record.unknown'],
  ];
  for (const [id, printer, expected] of refusals) {
    const { status, body } = await print(id, printer);
    expect(`${status} ${body.code} ${body.detail}`).toContain(expected);
  }
  const { id: site } = await shop.done('/site', { name: 'Annex', sitetype_id: 1 });
  const permissions = ['document.create', 'document.read'];
  const user = { first_name: 'Nora', usertype: 'API', permissions, site_ids: [site], site_id: site };
  const { api_key } = await shop.done('/user', user);
  const foreign = await print(sheet, 'Bench', { authorization: basic(`${api_key}:`) });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'site.not-allowed']);
  expect(bench.requests.length).toBe(sent);
  expect((await print(sheet, 'Here')).status).toBe(200);
});

test('a printer that refuses, and one that does not answer, are said in words, and have no event', async () => {
  const before = await printedEvents();
  reply = () => ({ status: 503, body: 'Out of\nlabels' });
  ippReply = () => ippAnswer(0x0507, { words: 'Busy' });
  const refusals = [await print(sheet, 'Bench'), await print(sheet, 'Queue'), await print(sheet, 'Off')];
  [reply, ippReply] = [() => ({}), () => ippAnswer(0)];
  expect(refusals.map(({ status, body }) => [status, body.code, body.printer, body.detail])).toEqual([
    [502, 'printer.refused', 'Bench', 'Printer Bench answered 503: Out of labels. Nothing was printed.'],
    [502, 'printer.refused', 'Queue', 'Printer Queue answered server-error-busy: Busy. Nothing was printed.'],
    [
      ...[504, 'printer.no-answer', 'Off'],
      'Printer Off did not answer: Nobody takes connections at 127.0.0.1:9. Look whether it printed the document before you print it again.',
    ],
  ]);
  expect(await printedEvents()).toEqual(before);
});

test('with a key, a repeat prints nothing, and one that comes meanwhile is told to wait; no transaction waits for the printer', async () => {
  const id = await newSheet();
  const sent = bench.requests.length;
  let finish: (answer: PrintReply) => void = () => undefined;
  reply = () => new Promise((resolve) => (finish = resolve));
  const key = { 'idempotency-key': `print ${id}` };
  const first = print(id, 'Bench', key);
  await expect.poll(() => bench.requests.length).toBe(sent + 1);
  const second = await print(id, 'Bench', key);
  expect([second.status, second.body.code]).toEqual([409, 'idempotency.running']);
  const { rows } = await service.sql.query(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows).toEqual([]);
  reply = () => ({});
  finish({ body: 'Queued as 7' });
  const done = await first;
  expect([done.status, done.body.message]).toEqual([200, 'Queued as 7']);
  const repeated = await print(id, 'Bench', key);
  expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(repeated.body).toEqual(done.body);
  expect((await print(id, 'Queue', key)).body.code).toBe('idempotency.other-request');
  expect(bench.requests.length).toBe(sent + 1);
});

test('of 20 requests with one key at the same moment, one prints', async () => {
  const id = await newSheet();
  const sent = bench.requests.length;
  const key = { 'idempotency-key': `together ${id}` };
  const answers = await Promise.all(Array.from({ length: 20 }, () => print(id, 'Bench', key)));
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'idempotency.running')).toBe(true);
  expect(bench.requests.length).toBe(sent + 1);
});

test('a key is free again after a printer gave no answer, and two minutes after its process died', async () => {
  const key = { 'idempotency-key': 'once more' };
  expect((await print(sheet, 'Off', key)).body.code).toBe('printer.no-answer');
  expect((await print(sheet, 'Bench', key)).status).toBe(200);
  const died = { 'idempotency-key': 'died' };
  expect((await print(sheet, 'Bench', died)).status).toBe(200);
  const claim = (age: string) =>
    service.sql.query(
      `update idempotency set status = null, body = null, created_at = now() - $1::interval where key = 'died'`,
      [age],
    );
  await claim('1 minute');
  expect((await print(sheet, 'Bench', died)).body.code).toBe('idempotency.running');
  await claim('3 minutes');
  const sent = bench.requests.length;
  expect((await print(sheet, 'Bench', died)).status).toBe(200);
  expect(bench.requests.length).toBe(sent + 1);
  expect(await service.verify()).toEqual([]);
});

test('the client sends a job once, also after a refusal', async () => {
  const sent = bench.requests.length;
  reply = () => ({ status: 503 });
  await expect(service.client.document.print(sheet, { printer: 'Bench' })).rejects.toMatchObject({
    code: 'printer.refused',
  });
  reply = () => ({});
  expect(bench.requests.length).toBe(sent + 1);
});
