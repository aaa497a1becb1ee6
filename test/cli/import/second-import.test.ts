import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Imported, runImport } from '../../../cli/import/import.ts';
import { importTable } from '../../../cli/import/report.ts';
import { faultLine } from '../../../cli/import/rows/place.ts';
import { importCommand } from '../../../cli/import.ts';
import type { Client } from '../../../client/client.ts';
import { transport } from '../../../client/transport.ts';
import { typedClient } from '../../../client/typed-client.ts';
import { undiciConnection } from '../../../client/undici-connection.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { folderWith, silentTerminal } from './folder.ts';

let service: TestService;
let client: Client;
/** The methods and addresses of the calls that are neither reads nor dry runs. */
const writes: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  const options = { url: service.url, apiKey: service.adminKey };
  const onCall = ({
    method,
    path,
    headers,
  }: {
    method: string;
    path: string;
    headers?: Readonly<Record<string, string>>;
  }) => {
    if (method !== 'GET' && !headers?.prefer?.includes('dry-run')) writes.push(`${method} ${path}`);
  };
  client = typedClient(transport(undiciConnection(options), {}, { onCall }));
});
afterAll(async () => {
  await client.close();
  await service.close();
});

const map = `name: A shop, every day
files:
  orders: { file: orders.csv, key: Order, columns: { Freight: decimal } }
  lines: { file: lines.csv, columns: { Pieces: whole, Price: decimal, Off: decimal } }
sources: { name: Shop }
discounts: { name: Rebate, level: line }
fees: { name: Freight, level: order }
customers: { from: orders, once: true, number: E-<Mail>, type: Company, name: <Mail> }
parts:
  - { number: MUG, name: Mug }
  - { number: TOTE, name: Tote }
  - { number: CUP, name: Cup }
orders:
  update: true
  from: orders
  number: <Order>
  customer: E-<Mail>
  source: Shop
  ship_address_1: Main Road 1
  ship_city: York
  ship_postal_code: YO1 7HH
  ship_country: England
  fees: { fee: Freight, amount: <Freight> }
  lines:
    from: lines
    part: <Item>
    qty: <Pieces>
    unit_price: <Price>
    discounts: { discount: Rebate, amount: <Off> }
`;
const withoutUpdate = map.replace('  update: true\n', '');
const ordersHeader = 'Order,Mail,Freight\n';
const linesHeader = 'Order,Item,Pieces,Price,Off\n';

interface Files {
  readonly orders: string;
  readonly lines: string;
  readonly map?: string;
  readonly check?: boolean;
}

/** Imports an order file and a file of lines. Faults and notes are shown without the folder. */
async function importOf(files: Files): Promise<Imported & { said: { faults: string[]; notes: string[] } }> {
  const folder = folderWith({
    'map.yaml': files.map ?? map,
    'orders.csv': ordersHeader + files.orders,
    'lines.csv': linesHeader + files.lines,
  });
  const check = files.check ?? false;
  const imported = await runImport({
    client,
    map: join(folder, 'map.yaml'),
    folder,
    terminal: silentTerminal(),
    check,
  });
  const short = (text: string) => text.replaceAll(`${folder}/`, '');
  const faults = imported.faults.map((fault) => short(faultLine(fault)));
  return { ...imported, said: { faults: faults.sort(), notes: imported.notes.map(short).sort() } };
}

interface Served {
  id: number;
  status_id: number;
  issue_requested_at: string | null;
  held_at: string | null;
  fees: { amount: number }[];
  lines: { id: number; qty: number; unit_price: number; part: { number: string }; discounts: { amount: number }[] }[];
}

async function orderOf(number: string): Promise<Served> {
  const { body } = await service.call('GET', `/salesorder?number=${number}&embed=fees,lines.part,lines.discounts`);
  return body.data[0];
}

async function linesOf(number: string): Promise<unknown[]> {
  const { lines } = await orderOf(number);
  return lines
    .sort((a, b) => a.id - b.id)
    .map(({ part, qty, unit_price, discounts }) => [
      part.number,
      qty,
      unit_price,
      ...discounts.map((each) => each.amount),
    ]);
}

/** Returns the number of events. Each is a change of the service. */
async function events(): Promise<number> {
  const { rows } = await service.sql.query<{ count: string }>('select count(*) from event_log');
  return Number(rows[0]!.count);
}

test('a check counts what the run then does, and changes nothing', async () => {
  const monday = {
    orders: 'C-1,c1@x.org,4\nC-2,c2@x.org,0\n',
    lines: 'C-1,MUG,2,5,0\nC-1,TOTE,1,9,1\nC-2,CUP,1,3,0\n',
  };
  writes.length = 0;
  const first = await importOf({ ...monday, check: true });
  expect(writes).toEqual([]);
  expect(first.faults).toEqual([]);
  expect(first.sections).toMatchObject({
    customers: { read: 2, made: 2 },
    parts: { made: 3 },
    orders: { read: 2, made: 2, there: 0, leftOut: 0 },
  });
  expect(first.lines).toEqual({ read: 3, made: 3 });
  expect(importTable(first, silentTerminal(), true)).toMatch(/only checked[\s\S]*Orders +2 +2/);
  const ran = await importOf(monday);
  expect([ran.sections, ran.lines]).toEqual([first.sections, first.lines]);

  const tuesday = {
    orders: 'C-1,c1@x.org,4\nC-2,c2@x.org,0\nC-3,c3@x.org,0\nC-4,c3@x.org,0\n',
    lines: 'C-1,MUG,5,5,0\nC-2,CUP,1,3,0\nC-3,MUG,1,5,0\nC-4,NONE,1,5,0\n',
  };
  writes.length = 0;
  const before = await events();
  const checked = await importOf({ ...tuesday, check: true });
  expect([writes, await events()]).toEqual([[], before]);
  expect(checked.sections.orders).toEqual({ read: 4, made: 1, changed: 1, there: 1, leftOut: 1 });
  expect(checked.said.faults).toEqual(['lines.csv:5:5 column Item: there is no part "NONE"']);
  expect(checked.said.notes).toEqual([
    'lines.csv:2:1 C-1: line of part MUG has 2 there and 5 in the file; the import changes the order',
    'orders.csv:2:1 C-1: line of part TOTE with 1 is there and not in the file; the import changes the order',
  ]);
  const second = await importOf(tuesday);
  expect([second.sections, second.said.faults]).toEqual([checked.sections, checked.said.faults]);
  const other = await importOf({ ...tuesday, map: map.replaceAll(/\bShop\b/g, 'Other'), check: true });
  expect(other.said.faults).toContain('orders.csv:2:1 an order of the source Shop has the number C-1');
});

test('a second import changes, adds and deletes the lines and charges of a draft', async () => {
  const orders = 'D-1,d@x.org,4\n';
  await importOf({ orders, lines: 'D-1,MUG,2,5,0\nD-1,MUG,7,5,0\nD-1,TOTE,1,9,1\n' });
  const first = await orderOf('D-1');
  const again = await importOf({
    orders: 'D-1,d@x.org,6\n',
    lines: 'D-1,MUG,7,5,0.5\nD-1,CUP,3,2,0\nD-1,MUG,4,5,0\n',
  });
  expect(again.said).toEqual({ faults: [], notes: [] });
  expect(again.sections.orders).toMatchObject({ made: 0, changed: 1, there: 0, leftOut: 0 });
  expect(await linesOf('D-1')).toEqual([
    ['MUG', 4, 5],
    ['MUG', 7, 5, 0.5],
    ['CUP', 3, 2],
  ]);
  const order = await orderOf('D-1');
  expect(order.fees).toMatchObject([{ amount: 6 }]);
  expect(order.lines.map(({ id }) => id)).toEqual(expect.arrayContaining(first.lines.slice(0, 2).map(({ id }) => id)));
});

test('a second import of the same files says and changes nothing', async () => {
  const files = { orders: 'E-1,e@x.org,4\n', lines: 'E-1,MUG,2,5.0000004,0.10\nE-1,TOTE,1,9,1\n' };
  await importOf(files);
  const before = await events();
  for (const each of [map, withoutUpdate]) {
    const { said, sections } = await importOf({ ...files, map: each });
    expect(said).toEqual({ faults: [], notes: [] });
    expect(sections.orders).toMatchObject({ made: 0, changed: 0, there: 1, leftOut: 0 });
  }
  expect(await events()).toBe(before);
});

test('without update: true, a draft with other lines is noted and stays', async () => {
  const orders = 'N-1,n@x.org,4\n';
  await importOf({ orders, lines: 'N-1,MUG,2,5,0\n' });
  const before = await events();
  const { said, sections, faults } = await importOf({ orders, lines: 'N-1,MUG,5,6,0\n', map: withoutUpdate });
  expect(said.notes).toEqual([
    'lines.csv:2:1 N-1: line of part MUG has 2 there and 5 in the file, the price 5 there and 6 in the file; with "update: true" the import changes the order',
  ]);
  expect(faults).toEqual([]);
  expect(sections.orders).toMatchObject({ changed: 0, there: 1 });
  expect(await events()).toBe(before);
});

test('an issued order with other lines stays, and each line is a fault', async () => {
  const orders = 'I-1,i@x.org,4\n';
  await importOf({ orders, lines: 'I-1,MUG,2,5,0\nI-1,TOTE,1,9,1\n' });
  const { id } = await orderOf('I-1');
  await service.client.salesorder.issue(id, { ignore_warnings: true });
  const same = await importOf({ orders, lines: 'I-1,MUG,2,5,0\nI-1,TOTE,1,9,1\n' });
  expect(same.said).toEqual({ faults: [], notes: [] });
  const lines = 'I-1,MUG,5,5,0\nI-1,CUP,3,2,0\n';
  const advice = 'the order is issued, so change it in Conveyor';
  for (const each of [map, withoutUpdate]) {
    for (const check of [true, false]) {
      const { said, sections } = await importOf({ orders, lines, map: each, check });
      expect(said.faults).toEqual([
        `lines.csv:2:1 I-1: line of part MUG has 2 there and 5 in the file; ${advice}`,
        `lines.csv:3:1 I-1: line of part CUP with 3 is in the file and not there; ${advice}`,
        `orders.csv:2:1 I-1: line of part TOTE with 1 is there and not in the file; ${advice}`,
      ]);
      expect(sections.orders).toMatchObject({ changed: 0, there: 1, leftOut: 0 });
    }
  }
  await service.client.salesorder.void(id);
  const { said } = await importOf({ orders, lines });
  expect(said.faults[0]).toMatch(/; the order is void, and cannot change any more$/);
});

test('a draft that waits for its issue keeps waiting while several of its lines change', async () => {
  const issuing = map.replace('  source: Shop\n', '  source: Shop\n  issue: { when: possible }\n');
  const orders = 'W-1,w@x.org,0\n';
  await importOf({ orders, lines: 'W-1,MUG,2,5,0\n', map: issuing });
  expect(await orderOf('W-1')).toMatchObject({ status_id: 1, issue_requested_at: expect.any(String) });
  const { said } = await importOf({ orders, lines: 'W-1,MUG,3,5,0\nW-1,CUP,1,2,0\n', map: issuing });
  expect(said).toEqual({ faults: [], notes: [] });
  expect(await linesOf('W-1')).toEqual([
    ['MUG', 3, 5],
    ['CUP', 1, 2],
  ]);
  expect(await orderOf('W-1')).toMatchObject({ status_id: 1, issue_requested_at: expect.any(String), held_at: null });
});

test('a line that the service refuses is reported at its place, and the others change', async () => {
  const orders = 'R-1,r@x.org,0\n';
  await importOf({ orders, lines: 'R-1,MUG,2,5,0\nR-1,TOTE,1,9,0\n' });
  const { said, sections } = await importOf({ orders, lines: 'R-1,MUG,0,5,0\nR-1,TOTE,3,9,0\n' });
  expect(said.faults).toEqual([
    expect.stringMatching(/^lines\.csv:2:9 column Pieces: R-1: line of part MUG has 2 there and 0 in the file: qty /),
  ]);
  expect(sections.orders).toMatchObject({ changed: 1 });
  expect(await linesOf('R-1')).toEqual([
    ['MUG', 2, 5],
    ['TOTE', 3, 9],
  ]);
});

test('an order whose last line went loses it, and a map without lines leaves them', async () => {
  const orders = 'L-1,l@x.org,0\n';
  await importOf({ orders, lines: 'L-1,MUG,2,5,0\n' });
  const headless = map.slice(0, map.indexOf('  lines:\n    from'));
  expect((await importOf({ orders, lines: '', map: headless })).said).toEqual({ faults: [], notes: [] });
  expect(await linesOf('L-1')).toHaveLength(1);
  const { sections } = await importOf({ orders, lines: '' });
  expect(sections.orders).toMatchObject({ changed: 1 });
  expect(await linesOf('L-1')).toEqual([]);
});

test('an order with a faulty, unknown or refused line is not made, and the fault names the row', async () => {
  const { said, sections } = await importOf({
    orders: 'X-1,x@x.org,0\nX-2,x@x.org,0\nX-3,x@x.org,0\nX-4,x@x.org,0\nX-5,x@x.org,0\n',
    lines: [
      'X-1,MUG,two,5,0',
      'X-1,TOTE,1,5,0',
      'X-2,NONE,1,5,0',
      'X-2,TOTE,1,5,0',
      'X-3,MUG,-1,5,0',
      'X-3,TOTE,1,5,0',
      'X-4,,1,5,0',
      'X-5,MUG,1,5,0',
      'X-9,MUG,1,5,0\n',
    ].join('\n'),
  });
  expect(said.faults).toEqual([
    expect.stringMatching(/^lines\.csv:10:1 column Order: there is no row with Order "X-9"/),
    expect.stringMatching(/^lines\.csv:2:9 column Pieces: .*"two"/),
    'lines.csv:4:5 column Item: there is no part "NONE"',
    expect.stringMatching(/^lines\.csv:6:9 column Pieces: lines 0 qty /),
    expect.stringMatching(/^lines\.csv:8:5 column Item: expected a value for part/),
    expect.stringMatching(/^orders\.csv:2:1 left out, because line 2 of .*lines\.csv is faulty/),
  ]);
  expect(sections.orders).toMatchObject({ read: 5, made: 1, leftOut: 4 });
  const { data } = await service.client.salesorder.list({ filter: 'number IN ("X-1", "X-2", "X-3", "X-4", "X-5")' });
  expect(data.map(({ number }) => number)).toEqual(['X-5']);
});

test('a second import changes groups, own fields and the address of customers, and the components of kits', async () => {
  const folderMap = (update: boolean) => {
    const changing = update ? ', update: true' : '';
    return `name: Kits
files:
  orders: { file: orders.csv, key: Order }
customers: { number: KC<Order>, type: Company, name: K, groups: [<Mail>], address: { address_1: <Freight>, country: England }, from: orders${changing} }
parts:
  - { number: PIECE, name: Piece }
  - { number: OTHER, name: Other }
  - { from: orders, number: KIT, name: Kit, type: Kit, custom: { shelf: <Freight> }${changing} }
kits: { from: orders, part: KIT, components: [{ part: PIECE, qty: <Freight> }, { part: OTHER }]${changing} }
`;
  };
  const run = (orders: string, update = true, check = false) =>
    importOf({ orders, lines: '', map: folderMap(update), check });
  await run('1,Old,2\n');
  const before = await events();
  expect((await run('1,Old,2\n')).sections).toMatchObject({ customers: { there: 1 }, kits: { there: 1 } });
  expect((await run('1,Old,3\n', false)).said.notes).toEqual([
    expect.stringContaining('kit KIT has other components there; with "update: true" the import replaces them'),
  ]);
  const checked = await run('1,New,3\n', true, true);
  expect(await events()).toBe(before);
  const ran = await run('1,New,3\n');
  expect(ran.sections).toEqual(checked.sections);
  expect(ran.sections).toMatchObject({ customers: { changed: 1 }, parts: { changed: 1 }, kits: { changed: 1 } });
  const kit = (await service.call('GET', '/part?number=KIT&embed=billofmaterial.lines')).body.data[0];
  expect(kit.custom).toEqual({ shelf: '3' });
  expect(kit.billofmaterial.lines.map(({ qty }: { qty: number }) => qty).sort()).toEqual([1, 3]);
  const customer = (await service.call('GET', '/customer?number=KC1&embed=groups,addresses')).body.data[0];
  expect(customer).toMatchObject({ groups: [{ name: 'New' }], addresses: [{ address_1: '3', country: 'GB' }] });
});

test('a second import changes what is expected of a receipt until something came in', async () => {
  const folderMap = (update: boolean) => `name: Arrivals
files:
  orders: { file: orders.csv, key: Order }
  lines: { file: lines.csv, columns: { Pieces: whole } }
parts: { from: lines, once: true, number: <Item>, name: <Item> }
receipts:
  from: orders
  number: IN-<Order>
  site: Main
  supplier: <Mail>
  external_id: PO-<Order>
  lines: { from: lines, part: <Item>, qty: <Pieces> }
${update ? '  update: true' : ''}
`;
  const run = (orders: string, pieces: number, update = true) =>
    importOf({ orders, lines: `1,NUTS,${pieces},,\n1,DATES,2,,\n`, map: folderMap(update) });
  expect((await run('1,Nuts Ltd,\n', 5)).sections.receipts).toMatchObject({ made: 1 });
  expect((await run('1,Nuts Ltd,\n', 5)).sections.receipts).toMatchObject({ there: 1 });
  expect((await run('1,Nuts Ltd,\n', 6, false)).said.notes).toEqual([
    expect.stringContaining('receipt IN-1 has other lines there; with "update: true" the import replaces them'),
  ]);
  expect((await run('1,Nut Traders,\n', 6)).sections.receipts).toMatchObject({ changed: 1 });
  const [receipt] = (await service.call('GET', '/receipt?number=IN-1&embed=lines')).body.data;
  expect(receipt).toMatchObject({ supplier: 'Nut Traders', external_id: 'PO-1', lines: [{ qty: 6 }, { qty: 2 }] });
  const [line] = receipt.lines;
  const [location] = (await service.call('GET', '/location?locationtype_id=1')).body.data;
  const lines = [{ line_id: line.id, qty: 1, location_id: location.id }];
  expect((await service.call('POST', `/receipt/${receipt.id}/receive`, { lines })).status).toBe(200);
  expect((await run('1,Nut Traders,\n', 6)).said.faults).toEqual([]);
  expect((await run('1,Nut Traders,\n', 7)).said.faults).toEqual([expect.stringContaining('IN-1 is Receiving')]);
});

test('an expiration date without a lot is a fault, for the check as for the run', async () => {
  const dated = `name: Stock
files:
  orders: { file: orders.csv, key: Order, columns: { Mail: date } }
parts: { number: DATED, name: Dated }
stock: { from: orders, part: DATED, site: Main, location: Stock, qty: 3, expires_on: <Mail> }
`;
  for (const check of [true, false]) {
    const { said, sections } = await importOf({ orders: 'S-1,2036-01-01,\n', lines: '', map: dated, check });
    expect(said.faults).toEqual([
      'orders.csv:2:5 column Mail: an expiration date belongs to a lot, and the row has no lot',
    ]);
    expect(sections.stock).toMatchObject({ made: 0, leftOut: 1 });
  }
});

test('a new order without lines is left out with a word, for the check as for the run', async () => {
  const files = {
    orders: 'EL-1,n@x.org,0\nEL-2,n@x.org,0\nEL-3,n@x.org,0\n',
    lines: 'EL-1,MUG,1,5,0\nEL-3,TOTE,1,9,0\n',
  };
  const mugsOnly = map.replace('    from: lines\n', '    from: lines\n    where: Item = "MUG"\n');
  for (const check of [true, false]) {
    const { said, sections } = await importOf({ ...files, map: mugsOnly, check });
    expect(said).toEqual({
      faults: ['orders.csv:3:1 order EL-2 is left out: the files have no line of it'],
      notes: ['orders.csv:4:1 order EL-3 is left out: "where" leaves out all of its lines (1)'],
    });
    expect(sections.orders).toMatchObject({ read: 3, made: 1, leftOut: 2 });
  }
  const { data } = await service.client.salesorder.list({ filter: 'number IN ("EL-1", "EL-2", "EL-3")' });
  expect(data.map(({ number }) => number)).toEqual(['EL-1']);
});

test('a second import replaces the e-mail address and the numbers of a customer, and only with update: true', async () => {
  const contacts = (update: boolean) => `name: Contacts
files: { orders: { file: orders.csv, key: Order } }
customers: { from: orders, number: CC<Order>, type: Company, name: C, email: <Mail>, phone: <Freight>, fax: "9-<Freight>"${update ? ', update: true' : ''} }
`;
  const run = (orders: string, update: boolean, check = false) =>
    importOf({ orders, lines: '', map: contacts(update), check });
  const known = async () => {
    const { body } = await service.call('GET', '/customer?number=CC1&embed=emails.email,phones.phone');
    const [{ emails, phones }] = body.data;
    return [
      emails.map(({ email }: { email: { email_address: string } }) => email.email_address),
      phones.map(({ phone }: { phone: { phone_number: string } }) => phone.phone_number).sort(),
    ];
  };
  await run('1,old@x.org,555\n', true);
  await run('1,new@x.org,777\n', false);
  expect(await known()).toEqual([['old@x.org'], ['555', '9-555']]);
  const checked = await run('1,new@x.org,777\n', true, true);
  expect(await known()).toEqual([['old@x.org'], ['555', '9-555']]);
  const ran = await run('1,new@x.org,777\n', true);
  expect(await known()).toEqual([['new@x.org'], ['777', '9-777']]);
  expect([ran.faults, ran.sections]).toEqual([[], checked.sections]);
  expect(ran.sections.customers).toMatchObject({ changed: 1 });
  const before = await events();
  expect((await run('1,NEW@x.org,777\n', true)).sections.customers).toMatchObject({ there: 1 });
  expect(await events()).toBe(before);
});

test('an import prints fifty notes, how many more there are, and all of them with --json', async () => {
  const columns = Array.from({ length: 1061 }, () => 'Same').join(',');
  const folder = folderWith({ 'map.yaml': 'name: N\nfiles: { n: { file: n.csv } }\n', 'n.csv': `${columns}\n` });
  const data = folderWith({
    'credentials.json': JSON.stringify({ url: service.url, admin: { api_key: service.adminKey } }),
  });
  const shown = { stderr: '', stdout: '' };
  const spies = (['stderr', 'stdout'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      shown[name] += String(text);
      return true;
    }),
  );
  const args = [folder, '--map', join(folder, 'map.yaml'), '--data', data];
  await importCommand()
    .parseAsync([...args, '--check', '--json'], { from: 'user' })
    .finally(() => {
      for (const spy of spies) spy.mockRestore();
    });
  const lines = shown.stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(51);
  expect(lines[0]).toContain('has the column "Same" 2 times');
  expect(lines[50]).toBe('and 1,010 more notes; --json prints all');
  expect(JSON.parse(shown.stdout).notes).toHaveLength(1060);
});

test('an import twice makes no record twice by its external ids, and adds those that records lack', async () => {
  const withIds = (extra = '') =>
    map
      .replace('type: Company,', 'type: Company, external_ids: { source: Shop, external_id: <Mail> },')
      .replace(
        '- { number: MUG, name: Mug }',
        `- { number: MUG, name: Mug, external_ids: [{ source: Shop, external_id: v-1 }${extra}] }`,
      )
      .replace('  number: <Order>\n', '  number: <Order>\n  external_id: id-<Order>\n')
      .replace('    qty: <Pieces>\n', '    external_id: <Order>-<Item>\n    qty: <Pieces>\n');
  const files = { orders: 'X-1,ext@x.example,0\n', lines: 'X-1,MUG,2,5,0\n' };
  const first = await importOf({ ...files, map: withIds() });
  expect([first.said.faults, first.sections.orders?.made, first.sections.customers?.made]).toEqual([[], 1, 1]);
  writes.length = 0;
  const second = await importOf({ ...files, map: withIds() });
  expect([second.said.faults, second.sections.orders?.there, second.sections.customers?.there, writes]).toEqual([
    [],
    1,
    1,
    [],
  ]);
  const more = await importOf({
    ...files,
    map: withIds(', { source: Shop, external_id: v-2 }, { source: Shop, external_id: "" }'),
  });
  expect([more.said.faults, more.sections.parts?.changed, writes.length]).toEqual([[], 1, 1]);
  const { body } = await service.call('GET', '/part?external_ids.external_id=V-2&embed=external_ids');
  expect(body.data).toMatchObject([{ number: 'MUG', external_ids: [{ external_id: 'v-1' }, { external_id: 'v-2' }] }]);
  const { body: orders } = await service.call('GET', '/salesorder?external_id=id-x-1&embed=lines');
  expect(orders.data).toMatchObject([{ number: 'X-1', lines: [{ external_id: 'X-1-MUG' }] }]);
  // The same order under another number is a fault that names the order.
  const renamed = withIds().replace('number: <Order>', 'number: <Order>-new');
  const third = await importOf({ ...files, map: renamed });
  expect([third.sections.orders?.made, third.said.faults]).toEqual([
    0,
    [expect.stringContaining('Sales order X-1 has this external id, and another content: number')],
  ]);
});
