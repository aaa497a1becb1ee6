import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Imported, runImport } from '../../../cli/import/import.ts';
import { importTable } from '../../../cli/import/report.ts';
import { faultLine } from '../../../cli/import/rows/place.ts';
import { testService } from '../../support/test-service.ts';
import { folderWith, sharedFolderWith, silentTerminal } from './folder.ts';

const service = await testService();

const files = {
  'customers.csv': 'id,name,mail,street,country\nK1,Ana,ana@example.com,Main Road 1,UK\nK2,Bo,,Side Road 2,Germany\n',
  'parts.csv': 'no,name,group,parent\nA,Apple,Fruit; Fresh,\nB,Bowl,,\nA-OLD,Apple,,A\n',
  'orders.csv': 'no,customer,freight\n9001,K1,2.50\n9002,K2,0\n',
  'lines.csv': 'no,part,qty,price,off\n9001,A,2,10.00,0.25\n9001,B,1,4.00,0\n9002,A,3,9.00,0\n',
};

const map = `name: Test shop
files:
  customers: { file: customers.csv, key: id }
  parts: { file: parts.csv, key: no }
  orders: { file: orders.csv, key: no, columns: { freight: decimal } }
  lines: { file: lines.csv, columns: { qty: decimal, price: decimal, off: decimal } }
sites: { name: Main, update: true, city: London, country: GB }
sources: { name: Test shop }
fees: { name: Freight, level: order }
discounts: { name: Line discount, level: line }
customers:
  { from: customers, number: <id>, type: Company, name: <name>, email: <mail>, phone: 555, address: { address_1: <street>, country: <country> } }
parts: { from: parts, number: <no>, name: <name>, groups: [<group>], parent: <parent> }
stock: { from: parts, where: parent IS NULL, part: <no>, site: Main, location: Stock, qty: <ordered | minus 1> }
orders:
  from: orders
  number: <no>
  customer: <customer>
  source: Test shop
  fees: { fee: Freight, amount: <freight> }
  lines:
    from: lines
    part: <part>
    qty: <qty>
    unit_price: <price>
    discounts: { discount: Line discount, amount: <price | times off> }
`;

async function importFolder(folder: string, options: { check?: boolean } = {}): Promise<Imported> {
  return runImport({
    client: service.client,
    map: join(folder, 'map.yaml'),
    folder,
    terminal: silentTerminal(),
    ...options,
  });
}

async function counts(): Promise<Record<string, number>> {
  const tables = [
    'customer',
    'customeremail',
    'customerphone',
    'customeraddress',
    'part',
    'partgroup',
    'part_partgroup',
  ];
  const more = ['salesorder', 'salesorderline', 'salesorderdiscount', 'salesorderfee', 'inventorymovement', 'source'];
  const all = await Promise.all(
    [...tables, ...more].map(async (table) => {
      const { rows } = await service.sql.query<{ count: string }>(`select count(*) from ${table}`);
      return [table, Number(rows[0]!.count)] as const;
    }),
  );
  return Object.fromEntries(all);
}

const folder = sharedFolderWith({ ...files, 'map.yaml': map });

test('--check counts what the import would make, and writes nothing', async () => {
  const before = await counts();
  const checked = await importFolder(folder, { check: true });
  expect(checked.sections.orders).toMatchObject({ read: 2, made: 2, leftOut: 0 });
  expect(await counts()).toEqual(before);
});

test('--check says which records the service will refuse, and for the same reasons as the run', async () => {
  const refused = folderWith({
    'customers.csv': 'id,name,kind\nR1,,Company\nR2,Ren,Individual\nR3,Rita,Company\n',
    'parts.csv': 'no,name,weight,parent\nRA,Apple,-3,\nRB,Bowl,20,NONE\nRC,Crate,20,\n',
    'stock.csv': 'no,qty\nR-THERE,5\n',
    'map.yaml': `name: Refused
files:
  customers: { file: customers.csv, key: id }
  parts: { file: parts.csv, key: no }
  stock: { file: stock.csv }
customers: { from: customers, number: <id>, type: <kind>, name: <name> }
parts: { from: parts, number: <no>, name: <name>, weight_g: <weight>, parent: <parent> }
stock: { from: stock, part: <no>, site: Main, location: Stock, qty: <qty> }
`,
  });
  await service.client.part.create({ number: 'R-THERE', name: 'Serial', tracking: 'serial' });
  const before = await counts();
  const checked = await importFolder(refused, { check: true });
  expect(await counts()).toEqual(before);
  const said = ({ faults }: Imported) => faults.map(({ line, message }) => `${line}: ${message}`).sort();
  expect(said(checked)).toHaveLength(5);
  const run = await importFolder(refused);
  expect([run.sections, said(run)]).toEqual([checked.sections, said(checked)]);
});

test('an import creates customers, parts, stock and orders', async () => {
  const imported = await importFolder(folder);
  expect(imported.faults).toEqual([]);
  expect(imported.lines).toEqual({ read: 3, made: 3 });
  expect(imported.sections.sites).toMatchObject({ changed: 1 });

  const [order] = (
    await service.client.salesorder.list({
      where: { number: '9001' },
      embed: 'customer,source,lines.part,lines.discounts,fees,site',
    })
  ).data as unknown as Record<string, unknown>[];
  expect(order).toMatchObject({
    subtotal: 24,
    total_discount: 5,
    total_fee: 2.5,
    total: 21.5,
    ship_country: 'GB',
    customer: { number: 'K1', name: 'Ana' },
    source: { name: 'Test shop' },
    site: { city: 'London' },
    lines: [
      { part: { number: 'A' }, discounts: [{ amount: 2.5 }] },
      { part: { number: 'B' }, discounts: [] },
    ],
    fees: [{ amount: 2.5 }],
  });
  const apple = (await service.call('GET', '/part?number=A&embed=groups,inventory,aliases')).body.data[0];
  expect(apple.groups.map(({ name }: { name: string }) => name).sort()).toEqual(['Fresh', 'Fruit']);
  expect(apple.aliases).toMatchObject([{ number: 'A-OLD', parttype_id: 4 }]);
  expect(apple.inventory).toMatchObject([{ qty: 4 }]);
  const bowl = (await service.call('GET', '/part?number=B&embed=inventory')).body.data[0];
  expect(bowl.inventory).toEqual([]);
});

test('a repeated import changes nothing and reports existing records', async () => {
  const before = await counts();
  const again = await importFolder(folder);
  expect(again.faults).toEqual([]);
  for (const tally of Object.values(again.sections)) expect(tally).toMatchObject({ made: 0, changed: 0, leftOut: 0 });
  expect(again.lines).toEqual({ read: 3, made: 0 });
  expect(await counts()).toEqual(before);
  expect(importTable(again, silentTerminal())).toMatch(/Orders +2 +· +· +2 +·/);
});

test('two parallel imports create every record once', async () => {
  const twice = folderWith({
    ...files,
    'orders.csv': files['orders.csv'].replaceAll('900', '910'),
    'lines.csv': files['lines.csv'].replaceAll('900', '910'),
    'parts.csv': 'no,name,group,parent\nA,Apple,,\nB,Bowl,,\nC,Cup,,\n',
    'map.yaml': map.replace('<ordered | minus 1>', '7'),
  });
  const [one, other] = await Promise.all([importFolder(twice), importFolder(twice)]);
  expect([...one.faults, ...other.faults]).toEqual([]);
  const orders = await service.client.salesorder.list({ filter: 'number IN ("9101", "9102")' });
  expect(orders.total).toBe(2);
  const cup = (await service.call('GET', '/part?number=C&embed=inventory')).body.data[0];
  expect(cup.inventory).toMatchObject([{ qty: 7 }]);
});

test('an import completes records that an earlier import left incomplete', async () => {
  await service.sql.query(
    `delete from customerphone where customer_id = (select id from customer where number = 'K1')`,
  );
  const again = await importFolder(folder);
  expect(again.faults).toEqual([]);
  const customer = (await service.call('GET', '/customer?number=K1&embed=phones.phone')).body.data[0];
  expect(customer.phones).toMatchObject([{ phone: { phone_number: '555' } }]);
});

test('a refusal of the service is reported at its column, and records that refer to the row are left out with the cause', async () => {
  const broken = folderWith({
    ...files,
    'customers.csv': `id,name,mail,street,country\nK8,${'x'.repeat(300)},,,\nK9,Cy,,Side Road 3,Atlantis\n`,
    'orders.csv': 'no,customer,freight\n9201,K8,0\n9202,K9,0\n9203,K1,0\n',
    'lines.csv': 'no,part,qty,price,off\n9201,A,1,1,0\n9202,NONE,1,1,0\n9203,A,0,1,0\n',
    'map.yaml': map,
  });
  const { faults, sections } = await importFolder(broken);
  const reported = faults.map((fault) => faultLine(fault).replaceAll(`${broken}/`, ''));
  expect(reported.sort()).toEqual([
    expect.stringMatching(/^customers\.csv:2:4 column name: name .*200/),
    expect.stringMatching(/^customers\.csv:3:20 column country: country there is no country "Atlantis"/),
    'lines.csv:3:6 column part: there is no part "NONE"',
    expect.stringMatching(/^lines\.csv:4:8 column qty: lines 0 qty /),
    'orders.csv:2:6 column customer: there is no customer "K8": it was left out, see customers.csv:2',
  ]);
  expect(sections.customers).toMatchObject({ made: 1, leftOut: 1 });
  expect(sections.orders).toMatchObject({ made: 0, leftOut: 3 });
});

test('an existing order with the same number and another source is reported', async () => {
  const other = folderWith({ ...files, 'map.yaml': map.replaceAll('Test shop', 'Other shop') });
  const { faults, sections } = await importFolder(other);
  expect(sections.orders).toMatchObject({ made: 0, there: 0, leftOut: 2 });
  expect(faults.map(({ message }) => message)).toContain('an order of the source Test shop has the number 9001');
});

test('the Northwind map imports files with its columns, and orders to London are will-call', async () => {
  const northwind = folderWith({
    'customers.csv':
      'customerID,companyName,contactName,contactTitle,address,city,region,postalCode,country,phone,fax\nAROUT,Around the Horn,T,S,120 Hanover Sq.,London,,WA1 1DP,UK,555,556\n',
    'products.csv':
      'productID,productName,supplierID,categoryID,quantityPerUnit,unitPrice,unitsInStock,unitsOnOrder,reorderLevel,discontinued\n9,Mishi Kobe Niku,4,6,18,97.00,29,0,0,1\n1,Chai,1,1,10,18.00,39,0,10,0\n',
    'shippers.csv': 'shipperID,companyName,phone\n1,Speedy Express,5\n',
    'orders.csv':
      'orderID,customerID,employeeID,orderDate,requiredDate,shippedDate,shipVia,freight,shipName,shipAddress,shipCity,shipRegion,shipPostalCode,shipCountry\n10355,AROUT,6,1996-11-15 00:00:00.000,1996-12-13 00:00:00.000,,1,41.95,Around the Horn,B,Colchester,Essex,CO7 6JX,UK\n10356,AROUT,6,1996-11-15 00:00:00.000,,,1,0,Around the Horn,B,London,,CO7 6JX,UK\n',
    'order-details.csv': 'orderID,productID,unitPrice,quantity,discount\n10355,9,77.60,40,0.05\n10356,1,14.40,25,0\n',
  });
  const options = { client: service.client, folder: northwind, terminal: silentTerminal() };
  const { faults } = await runImport({ ...options, map: 'config/imports/northwind.yaml' });
  expect(faults).toEqual([]);
  const filter = encodeURIComponent('source.name = "Northwind"');
  const orders = (await service.call('GET', `/salesorder?filter=${filter}&embed=carrier&sort=number`)).body.data;
  expect(orders).toMatchObject([
    {
      number: '10355',
      carrier: { name: 'Speedy Express' },
      total_fee: 41.95,
      total_discount: 155.2,
      ship_country: 'GB',
    },
    { number: '10356', carrier: { name: 'Will Call' }, total_fee: 0, note: 'Ordered on 1996-11-15, wanted by' },
  ]);
  const stock = async (number: string) =>
    (await service.call('GET', `/part?number=${number}&embed=inventory`)).body.data[0].inventory[0].qty;
  expect(await stock('9')).toBe(29);
  expect(await stock('1')).toBe(25);
});

test('the example in the documentation works when copied', async () => {
  const text = readFileSync('docs/importing.md', 'utf8');
  const blocks = [...text.matchAll(/```(\w+) (\S+)\n([\s\S]*?)```/g)].map(
    ([, , name, content]) => [name!, content!] as const,
  );
  const example = folderWith({});
  for (const [name, content] of blocks) writeFileSync(join(example, name), content);
  expect(blocks.length).toBeGreaterThan(2);
  const { faults, sections } = await runImport({
    client: service.client,
    map: join(example, 'map.yaml'),
    folder: example,
    terminal: silentTerminal(),
  });
  expect(faults).toEqual([]);
  expect(sections.orders).toMatchObject({ made: 2 });
});

test('the opening stock is booked once, even if the orders change later', async () => {
  const moved = folderWith({});
  cpSync(folder, moved, { recursive: true });
  writeFileSync(join(moved, 'lines.csv'), `${files['lines.csv']}9002,B,50,1,0\n`);
  const { sections } = await importFolder(moved);
  expect(sections.stock).toMatchObject({ made: 0, there: 2 });
});

test('new orders are issued when that is possible, at their day, and existing drafts only with update', async () => {
  const to =
    '  ship_to_name: Ana\n  ship_address_1: Main Road 1\n  ship_city: York\n  ship_postal_code: YO1 7HH\n  ship_country: GB\n';
  const folderOf = (orders: string, more = '') => {
    const withIssue = map
      .replace(
        '  fees: { fee: Freight',
        `  issue: { when: possible, not_before: <day> }\n${to}${more}  fees: { fee: Freight`,
      )
      .replace('columns: { freight: decimal }', 'columns: { freight: decimal, day: date }');
    const lines = 'no,part,qty,price,off\nI1,A,1,1,0\nI2,A,1,1,0\nI3,A,500,1,0\n';
    return folderWith({ ...files, 'map.yaml': withIssue, 'orders.csv': orders, 'lines.csv': lines });
  };
  const orders = 'no,customer,freight,day\nI1,K1,0,\nI2,K1,0,2036-05-03\nI3,K1,0,\n';
  const client = service.client;
  const states = async () => {
    const { data } = await client.salesorder.list({
      where: { number: ['I1', 'I2', 'I3'] },
      embed: 'status',
      sort: 'number',
    });
    return data.map((order) => [order.status?.name, order.issue_requested_at !== null]);
  };
  const [part] = (await client.part.list({ where: { number: 'A' } })).data;
  const [location] = (await client.location.list({ where: { name: 'Stock' } })).data;
  await client.inventoryadjustment.create({
    part_id: part!.id,
    location_id: location!.id,
    qty: 20,
    reason: 'delivery',
  });
  expect((await importFolder(folderOf(orders))).faults).toEqual([]);
  const requested = [
    ['Issued', false],
    ['Draft', true],
    ['Draft', true],
  ];
  expect(await states()).toEqual(requested);
  const [, second] = (await client.salesorder.list({ where: { number: ['I1', 'I2', 'I3'] }, sort: 'number' })).data;
  expect(await client.salesorder.progress(second!.id)).toMatchObject({
    waiting_for: expect.stringContaining('2036-05-03'),
  });
  await client.salesorder.unissue(second!.id);
  await importFolder(folderOf(orders));
  expect(await states()).toEqual([requested[0], ['Draft', false], requested[2]]);
  await importFolder(folderOf(orders, '  update: true\n'));
  expect(await states()).toEqual(requested);
});
