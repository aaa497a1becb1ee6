import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadMap } from '../../../cli/import/map/map.ts';
import { type SectionName, sections } from '../../../cli/import/map/sections.ts';
import { faultLine, type RowFault } from '../../../cli/import/rows/place.ts';
import { draftsOf } from '../../../cli/import/write/draft.ts';
import { folderWith } from './folder.ts';

const files = {
  'customers.csv': 'id,name,city,since,vip\n7,Ana,London,2020-01-31,yes\n8,Bo,Rome,,no\n',
  'orders.csv': 'no,customer,via,freight\n1,7,1,2.50\n2,8,,0\n',
  'lines.csv': 'no,part,qty,price,off\n1,A,2,10.00,0.25\n1,B,1,4.00,0\n2,A,1,9.00,0\n',
  'carriers.csv': 'id,name\n1,Parcel Post\n',
};

const head = `name: Test
files:
  customers: { file: customers.csv, key: id, columns: { since: date, vip: flag } }
  orders: { file: orders.csv, key: no, columns: { freight: decimal } }
  lines: { file: lines.csv, columns: { qty: decimal, price: decimal, off: decimal } }
  carriers: { file: carriers.csv, key: id }
`;

async function load(sectionsText: string, given: Record<string, string> = files) {
  const folder = folderWith({ ...given, 'map.yaml': head + sectionsText });
  const faults: RowFault[] = [];
  const reported = () => faults.map((fault) => faultLine(fault).replaceAll(`${folder}/`, ''));
  const map = join(folder, 'map.yaml');
  const loaded = await loadMap({
    map,
    folder,
    fault: (fault) => faults.push(fault),
    note: () => undefined,
    ordered: () => '0',
  }).catch((error: Error) => {
    throw new Error(error.message.replaceAll(`${folder}/`, ''), { cause: error });
  });
  const drafts = (name: SectionName) =>
    loaded.entriesOf(name).flatMap((entry) => draftsOf(entry, sections[name], (fault) => faults.push(fault)));
  return { drafts, reported };
}

const bodies = (drafts: Awaited<ReturnType<typeof load>>['drafts'], name: SectionName) =>
  drafts(name).map((draft) => draft?.body);

test('a value is a column, a text with columns, a constant, or the first true choice', async () => {
  const { drafts } = await load(`customers:
  from: customers
  number: C-<id>
  type: Company
  name:
    - when: city = "london" && vip = true
      then: <name | upper> of <city>
    - otherwise: <name>
`);
  expect(bodies(drafts, 'customers')).toEqual([
    { number: 'C-7', type: 'Company', name: 'ANA of London' },
    { number: 'C-8', type: 'Company', name: 'Bo' },
  ]);
});

test('an empty field is null, and so is a text whose columns are all empty', async () => {
  const { drafts } = await load(`customers:
  - { from: customers, number: <id>, type: Company, name: <name>, email: "<since>", address: { city: since <since> } }
`);
  expect(bodies(drafts, 'customers')).toEqual([
    { number: '7', type: 'Company', name: 'Ana', email: '2020-01-31', address: { city: 'since 2020-01-31' } },
    { number: '8', type: 'Company', name: 'Bo' },
  ]);
});

const orders = `orders:
  from: orders
  number: <no>
  customer: <customer>
  carrier: <carriers[via].name>
  fees: { fee: Freight, amount: <freight> }
  lines:
    from: lines
    part: <part>
    qty: <qty>
    unit_price: <price>
    discounts: { discount: Line, amount: <price | times off> }
`;

test('an order has its lines from another file and names from a third, and omits zero amounts', async () => {
  const { drafts } = await load(orders);
  const [first, second] = drafts('orders');
  expect(first!.body).toEqual({
    number: '1',
    customer_id: null,
    carrier_id: null,
    fees: [{ fee_id: null, amount: '2.5' }],
    lines: [
      { part_id: null, qty: '2', unit_price: '10', discounts: [{ discount_id: null, amount: '2.5' }] },
      { part_id: null, qty: '1', unit_price: '4' },
    ],
  });
  expect(first!.references.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['customer 7', 'carrier Parcel Post', 'part A', 'part B', 'discount Line']),
  );
  expect(second!.body).toEqual({
    number: '2',
    customer_id: null,
    lines: [{ part_id: null, qty: '1', unit_price: '9' }],
  });
});

test('a faulty line leaves its order out, and both are reported', async () => {
  const given = { ...files, 'lines.csv': files['lines.csv'].replace('1,B,1', '1,B,many') };
  const { drafts, reported } = await load(orders, given);
  expect(drafts('orders').map((draft) => draft?.key)).toEqual([undefined, '2']);
  expect(reported()).toEqual([
    'lines.csv:3:5 column qty: expected a decimal number, found "many"',
    'orders.csv:2:1 left out, because line 3 of lines.csv is faulty',
  ]);
});

test('a lookup without a row, a duplicate key and a line without an order are reported at their column', async () => {
  const { drafts, reported } = await load(orders, {
    ...files,
    'orders.csv': 'no,customer,via,freight\n1,7,9,1\n2,8,1,1\n2,7,1,1\n',
    'lines.csv': `${files['lines.csv']}3,A,1,1,0\n`,
  });
  expect(drafts('orders').map((draft) => draft?.key)).toEqual([undefined, '2', undefined]);
  expect(reported()).toEqual([
    'orders.csv:4:1 column no: 2 is already on line 3; expected every no once',
    'lines.csv:5:1 column no: there is no row with no "3" in orders.csv',
    'orders.csv:2:5 column via: there is no row with id "9" in carriers.csv',
  ]);
});

test('a missing required value is reported', async () => {
  const given = { ...files, 'orders.csv': 'no,customer,via,freight\n1,,1,1\n2,8,1,1\n' };
  const { drafts, reported } = await load(orders, given);
  drafts('orders');
  expect(reported()).toEqual(['orders.csv:2:3 column customer: expected a value for customer, found nothing']);
});

test('all faults of a map are reported with their places, and no file is imported', async () => {
  const loading = load(`orders:
  from: order
  number: <no>
  customer: <custmer>
customers:
  from: customers
  where: citty = "Rome"
  number: <id | uppr>
  type: <carriers[id].nam>
  nmae: <name>
`);
  await expect(loading).rejects.toThrow('map.yaml:16:3 unknown key "nmae"; did you mean "name"?');
  const compiled = load(`orders:
  from: order
  number: <no>
  customer: <custmer>
customers:
  from: customers
  where: citty = "Rome"
  number: <id | uppr>
  type: <carriers[id].nam>
  name:
    - when: vip = 3
      then: <name
`);
  await expect(compiled).rejects.toThrow(
    [
      'map.yaml:8:9 unknown file "order"; did you mean "orders"?',
      'map.yaml:13:10 customers has no citty: expected a field or relation of customers; nearest: city',
      'map.yaml:14:17 unknown conversion "uppr"; did you mean "upper"?',
      'map.yaml:15:23 there is no column "nam" in carriers.csv; its columns are id, name',
    ].join('\n'),
  );
  await expect(compiled).rejects.toMatchObject({ cause: { exitCode: 2 } });
});

test('a map that is not UTF-8 is refused', async () => {
  const map = join(folderWith({ 'map.yaml': Buffer.from('name: K\xe4se\nfiles: {}\n', 'latin1') }), 'map.yaml');
  const source = { map, folder: '.', fault: () => undefined, note: () => undefined, ordered: () => '0' };
  await expect(loadMap(source)).rejects.toThrow(
    /map\.yaml cannot be read: it is not UTF-8; save it with this encoding/,
  );
});

test('a missing file or column is reported at its place in the map', async () => {
  const { 'carriers.csv': _, ...fewer } = files;
  await expect(load('', fewer)).rejects.toThrow('map.yaml:6:21 there is no file carriers.csv');
  const other = { ...files, 'orders.csv': 'number,customer\n' };
  await expect(load('', other)).rejects.toThrow('map.yaml:4:36 there is no column "no" in orders.csv');
});
