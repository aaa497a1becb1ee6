import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runImport } from '../../../cli/import/import.ts';
import { faultLine } from '../../../cli/import/rows/place.ts';
import { testService } from '../../support/test-service.ts';
import { folderWith, silentTerminal } from './folder.ts';

/** Exported order files of shops are imported by the bundled maps without changes. */

const service = await testService();

/** Imports one file by a bundled map. */
async function importFile(map: string, name: string, content: string | Buffer) {
  const path = join(folderWith({ [name]: content }), name);
  const imported = await runImport({ client: service.client, map, folder: path, terminal: silentTerminal() });
  return { ...imported, faults: imported.faults.map((fault) => faultLine(fault).replace(path, name)) };
}

interface Order {
  readonly total: number;
  readonly lines: readonly {
    readonly part: { readonly number: string; readonly name: string };
    readonly qty: number;
    readonly unit_price: number;
  }[];
}

async function orderOf(number: string): Promise<Order> {
  const { data } = await service.client.salesorder.list({
    where: { number },
    embed: 'customer,lines.part,lines.discounts,lines.taxes,discounts,fees,taxes,source',
  });
  return data[0] as unknown as Order;
}

const linesOf = (order: Order) => order.lines.map(({ part, qty, unit_price }) => [part.number, qty, unit_price]);

const shopifyHead =
  'Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Billing Name,Billing Address1,Billing Address2,Billing City,Billing Zip,Billing Province,Billing Country,Shipping Name,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Notes,Cancelled at,Lineitem discount';

describe('Shopify', () => {
  test('an order has its fields on its first row and a row for each line, and its total is that of the shop', async () => {
    const rows = [
      `#2001,ida@example.com,paid,USD,42.50,5.00,3.40,50.90,FALL,2.50,Express,2026-10-05 09:00:00 -0500,2,"Mug, blue",10.00,M-1,true,Ida Lund,1 Lane,,Ely,'08540,NJ,US,Ida Lund,1 Lane,,Ely,'08540,NJ,US,"Ring twice.\nSay ""hi""",,1.00`,
      '#2001,ida@example.com,,,,,,,,,,2026-10-05 09:00:00 -0500,1,Tote,26.00,T-1,true,,,,,,,,,,,,,,,,,0.00',
      // A tip has no SKU, and is not shipped.
      '#2001,ida@example.com,,,,,,,,,,2026-10-05 09:00:00 -0500,1,Tip,0.00,,false,,,,,,,,,,,,,,,,,0.00',
      '#2002,,paid,EUR,19.00,0.00,3.03,19.00,,0.00,,2026-10-05 10:00:00 +0200,1,Tote,19.00,T-1,true,,,,,,,,Bo,Weg 2,,Kiel,24103,,DE,,,0.00',
      '#2003,no@example.com,refunded,EUR,19.00,0.00,0,19.00,,0.00,,2026-10-05 10:00:00 +0200,1,Tote,19.00,T-1,true,,,,,,,,Cy,Weg 3,,Kiel,24103,,DE,,2026-10-06 10:00:00 +0200,0.00',
    ];
    const { faults, lines } = await importFile('shopify', 'any-name.csv', `${shopifyHead}\n${rows.join('\n')}\n`);
    expect(faults).toEqual([]);
    expect(lines).toMatchObject({ made: 4 });
    const order = await orderOf('#2001');
    expect(order).toMatchObject({
      ...{ ship_postal_code: '08540', ship_country: 'US', total: 50.9, customer: { name: 'Ida Lund' } },
      note: 'Ring twice.\nSay "hi" [Express]',
    });
    expect(linesOf(order)).toEqual([
      ['M-1', 2, 10],
      ['T-1', 1, 26],
      ['Tip', 1, 0],
    ]);
    // Tax that is included in the prices adds nothing.
    expect(await orderOf('#2002')).toMatchObject({ total: 19, customer: { number: 'Shopify #2002', name: 'Bo' } });
    expect(await orderOf('#2003')).toBeUndefined();
  });

  test('taxes have their names, and what the prices include adds nothing', async () => {
    const head = `${shopifyHead},Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Shipping Company,Shipping Phone`;
    const row = (name: string, total: string, rest: string) =>
      `${name},ida@example.com,paid,EUR,119.00,0.00,19.00,${total},,,,2026-10-05,1,Tote,119.00,T-9,true,,,,,,,,Ida,Weg 1,,Kiel,24103,,DE,,,0,${rest}`;
    const rows = [
      row('#4001', '119.00', 'DE MwSt 19%,19.00,,,"Lund, GmbH",+49 431 1'),
      row('#4002', '138.00', 'CGST 9%,9.50,SGST 9%,9.50,,'),
    ];
    const content = `${head}\n${rows.join('\n')}\n`;
    expect((await importFile('shopify', 'taxes.csv', content)).faults).toEqual([]);
    expect(await orderOf('#4001')).toMatchObject({
      ...{ total: 119, total_tax: 0, currency: 'EUR', ship_company: 'Lund, GmbH', ship_phone: '+49 431 1' },
      ...{ ship_email: 'ida@example.com', taxes: [{ name: 'DE MwSt 19%', amount: 19, included: true }] },
    });
    const taxes = [
      { name: 'CGST 9%', amount: 9.5, included: false },
      { name: 'SGST 9%', amount: 9.5, included: false },
    ];
    expect(await orderOf('#4002')).toMatchObject({ total: 138, total_tax: 19, taxes });
    // The second import finds the same taxes, and a third one follows another amount.
    const second = await importFile('shopify', 'taxes.csv', content);
    expect([second.faults, second.notes, second.sections.orders]).toMatchObject([[], [], { changed: 0 }]);
    const third = await importFile('shopify', 'taxes.csv', content.replace('SGST 9%,9.50', 'SGST 9%,9.60'));
    expect([third.faults, third.sections.orders]).toMatchObject([[], { changed: 1 }]);
    expect(await orderOf('#4002')).toMatchObject({ total: 138.1, taxes: [{ amount: 9.5 }, { amount: 9.6 }] });
  });

  test('a faulty line leaves out its order alone, with its place', async () => {
    const row = (name: string, qty: string) =>
      `${name},a@example.com,paid,USD,10.00,0,0,10.00,,,,2026-10-05,${qty},Tote,10.00,T-1,true,,,,,,,,A,B,,C,1,,DE,,,`;
    const { faults } = await importFile(
      'shopify',
      'o.csv',
      `${shopifyHead}\n${row('#3001', 'two')}\n${row('#3002', '1')}\n`,
    );
    expect(faults).toEqual([
      expect.stringMatching(/^o\.csv:2:\d+ column Lineitem quantity: expected a decimal number, found "two"$/),
    ]);
    expect(await orderOf('#3001')).toBeUndefined();
    expect(await orderOf('#3002')).toMatchObject({ total: 10 });
  });
});

describe('Amazon', () => {
  const head =
    'order-id\torder-item-id\tpurchase-date\tbuyer-email\tbuyer-name\tsku\tproduct-name\tquantity-purchased\titem-price\titem-tax\tshipping-price\tshipping-tax\tship-service-level\trecipient-name\tship-address-1\tship-address-2\tship-city\tship-state\tship-postal-code\tship-country\titem-promotion-discount';
  const row = (fields: Record<number, string>) =>
    [
      '701-1',
      '1',
      '2026-10-05T09:00:00+00:00',
      'x@m.example',
      'Ann',
      'P-1',
      'Pan',
      '1',
      '10.00',
      '0.80',
      '4.00',
      '0.20',
    ]
      .concat(['Standard', 'Ann', 'C/O Porter', '2 Road', 'Town', 'FL', '00343', 'US', '0.00'])
      .map((field, at) => fields[at] ?? field)
      .join('\t');

  test('amounts of lines become those of units, fields of all lines add up, and a quote is a letter', async () => {
    const rows = [
      row({ 6: '"Big" pan 12" wide', 7: '3', 8: '40.00', 20: '-3.00' }),
      row({ 1: '2', 5: 'P-2', 6: 'Lid "L', 8: '20.00', 9: '1.40', 10: '1.98' }),
    ];
    const { faults } = await importFile('amazon', 'report.txt', `${head}\n${rows.join('\n')}\n`);
    expect(faults).toEqual([]);
    const order = await orderOf('701-1');
    expect(linesOf(order)).toEqual([
      ['P-1', 3, 13.333333],
      ['P-2', 1, 20],
    ]);
    // 40 + 20 − 3 + 4 + 1.98 + (0.80 + 1.40 + 0.20 + 0.20)
    expect(order).toMatchObject({ total: 65.58, total_tax: 2.6, ship_address_2: '2 Road' });
    expect(order).toMatchObject({ external_id: '701-1', lines: [{ external_id: '1' }, { external_id: '2' }] });
    expect(order).toMatchObject({
      lines: [{ taxes: [{ name: 'Tax', amount: 0.8 }] }, { taxes: [{ amount: 1.4 }] }],
      taxes: [{ name: 'Tax on shipping', amount: 0.4 }],
    });
    expect(order.lines[0]?.part.name).toBe('"Big" pan 12" wide');
  });

  test('a report without columns of money comes in too, and one of an old Windows is read', async () => {
    const short = head.split('\t').filter((column) => !/price|tax|discount/.test(column));
    const fields = row({ 0: '701-2', 13: 'Jörg' }).split('\t');
    const kept = head.split('\t').flatMap((column, at) => (short.includes(column) ? [fields[at]] : []));
    const content = Buffer.from(`${short.join('\t')}\n${kept.join('\t')}\n`, 'latin1');
    const { faults, notes } = await importFile('amazon', 'report.txt', content);
    expect(faults).toEqual([]);
    expect(notes.join()).toContain('is read as windows-1252');
    expect(await orderOf('701-2')).toMatchObject({ ship_to_name: 'Jörg' });
  });
});

describe('WooCommerce', () => {
  const head =
    'Order Number;Order Status;Order Date;Customer Note;First Name (Billing);Last Name (Billing);Email (Billing);Address 1&2 (Shipping);City (Shipping);Postcode (Shipping);Country Code (Shipping);Shipping Method Title;Order Shipping Amount;Order Total Amount;Cart Discount Amount';

  test('the lines of an order stand in one cell, and numbers say their separator', async () => {
    const rows = [
      '801;Processing;05.10.2026 09:00;"Bitte\nklingeln";Ida;Muster;ida@woo.example;Weg 1;Leipzig;04103;DE;Flat rate;4,90;1.239,40;5,00;"name:Mug: blue|sku:W-1|quantity:2|total:1.219,50;name:Tote|sku:|quantity:1|total:20.00"',
      '802;Cancelled;05.10.2026;;Jo;M;jo@woo.example;Weg 2;Wien;1010;AT;;0,00;20,00;;name:Tote|sku:W-2|quantity:1|total:20.00',
      '803;Processing;05.10.2026;;Jo;M;jo@woo.example;Weg 2;Wien;1010;AT;;0,00;20,00;;Tote x 1',
    ];
    const { faults } = await importFile('woocommerce', 'w.csv', `sep=;\n${head};Line Items\n${rows.join('\n')}\n`);
    expect(faults).toEqual([
      expect.stringMatching(/^w\.csv:6:\d+ column Line Items: expected fields such as .*, found "Tote x 1"$/),
    ]);
    const order = await orderOf('801');
    expect(linesOf(order)).toEqual([
      ['W-1', 2, 609.75],
      ['Tote', 1, 20],
    ]);
    expect(order).toMatchObject({ total: 1239.4, note: 'Bitte\nklingeln [Flat rate]', ship_country: 'DE' });
    expect([await orderOf('802'), await orderOf('803')]).toEqual([undefined, undefined]);
  });

  test('a row for each line has the fields of its order on all rows or on the first', async () => {
    const more = ';Item Name;SKU;Quantity;Item Cost';
    const rows = [
      '811;Processing;2026-10-05;;Ida;Muster;ida@woo.example;Weg 1;Leipzig;04103;DE;;4.90;44.90;;Mug;W-1;2;10.00',
      '811;;;;;;;;;;;;;;;Tote;W-2;1;20.00',
    ];
    const { faults } = await importFile('woocommerce-items', 'w.csv', `${head}${more}\n${rows.join('\n')}\n`);
    expect(faults).toEqual([]);
    const order = await orderOf('811');
    expect([linesOf(order), order.total]).toEqual([
      [
        ['W-1', 2, 10],
        ['W-2', 1, 20],
      ],
      44.9,
    ]);
  });
});

test('a name that is no file and no bundled map says which ones there are', async () => {
  await expect(importFile('shopfy', 'a.csv', 'a\n')).rejects.toThrow(
    /no bundled map of this name: amazon, northwind, shopify/,
  );
});

test('what is read in another way than it may seem is said', async () => {
  const repeated = 'Name,Name,Lineitem quantity\na,b,1\nName,Name,Lineitem quantity\n';
  const map = `name: Notes
files: { rows: { file: n.csv } }
parts: { from: rows, number: N-<Name>, name: <Name (2)> }
`;
  const folder = folderWith({ 'n.csv': repeated, 'map.yaml': map });
  const options = { client: service.client, map: join(folder, 'map.yaml'), folder, terminal: silentTerminal() };
  const { notes, faults, sections } = await runImport(options);
  expect(notes.map((note) => note.replace(`${folder}/`, ''))).toEqual([
    'n.csv has the column "Name" 2 times; the map calls this one "Name (2)"',
    'n.csv: 1 line repeats the names of the columns, and is skipped',
  ]);
  expect([faults, sections.parts]).toMatchObject([[], { read: 1, made: 1 }]);
});

test('a file of UTF-16 with a byte order mark, and a quote without an end, are read without a word in the map', async () => {
  const map = 'name: U\nfiles: { rows: { file: u.csv } }\nparts: { from: rows, number: U-<Key>, name: <Key> }\n';
  const text = `\ufeffKey\tNumber\r\nk1\t1\r\n"k2\t${'x'.repeat(2_000_000)}\r\nk3\t3\r\n`;
  const folder = folderWith({ 'u.csv': Buffer.from(text, 'utf16le'), 'map.yaml': map });
  const options = { client: service.client, map: join(folder, 'map.yaml'), folder, terminal: silentTerminal() };
  const { faults, sections } = await runImport(options);
  expect(faults.map(({ line, message }) => [line, message])).toEqual([
    [3, 'the row has more than a million characters; a quote may have no end'],
  ]);
  expect(sections.parts).toMatchObject({ read: 3, made: 2, leftOut: 1 });
});
