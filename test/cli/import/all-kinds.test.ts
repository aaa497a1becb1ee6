import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runImport } from '../../../cli/import/import.ts';
import { faultLine } from '../../../cli/import/rows/place.ts';
import { transport } from '../../../client/transport.ts';
import { typedClient } from '../../../client/typed-client.ts';
import { undiciConnection } from '../../../client/undici-connection.ts';
import { testShop } from '../../support/shop.ts';
import { folderWith, silentTerminal } from './folder.ts';

/** Transfer orders, use orders, receipts and return orders of other systems. */

const { service, shop } = await testShop();
/** The methods and addresses of the calls that are neither reads nor dry runs. */
const writes: string[] = [];
const onCall = (call: { method: string; path: string; headers?: Readonly<Record<string, string>> }) => {
  if (call.method !== 'GET' && !call.headers?.prefer?.includes('dry-run')) writes.push(`${call.method} ${call.path}`);
};
const connection = undiciConnection({ url: service.url, apiKey: service.adminKey });
const client = typedClient(transport(connection, {}, { onCall }));
afterAll(() => client.close());

async function importOf(files: Readonly<Record<string, string>>, check = false) {
  const folder = folderWith(files);
  writes.length = 0;
  const { sections, faults, notes } = await runImport({
    ...{ client, map: join(folder, 'map.yaml'), folder, terminal: silentTerminal(), check },
  });
  const short = (text: string) => text.replaceAll(`${folder}/`, '');
  return { sections, faults: faults.map((fault) => short(faultLine(fault))), notes: notes.map(short) };
}

const address = 'address_1: 5 Low Street, city: Leeds, postal_code: LS1 4AP, country: GB';
const map = (update: string) => `name: Own goods
files:
  moves: { file: moves.csv, key: No, columns: { Day: date } }
  pieces: { file: pieces.csv, columns: { Pieces: whole } }
sources: { name: ERP }
sites: { name: Leeds, ${address} }
parts: { from: pieces, once: true, number: <Item>, name: <Item> }
transferorders:
  from: moves
  number: T-<No>
  source: ERP
  external_id: t/<No>
  to_site: Leeds
  note: Move <No>
  lines: { from: pieces, external_id: <No>-<Item>, part: <Item>, qty: <Pieces> }${update}
useorders:
  from: moves
  number: U-<No>
  source: ERP
  external_id: u/<No>
  purpose: Repair <No>
  cost_centre: "4711"
  lines: { from: pieces, part: <Item>, qty: <Pieces> }${update}
receipts:
  from: moves
  number: IN-<No>
  source: ERP
  external_id: in/<No>
  expected_at: <Day>
  lines: { from: pieces, part: <Item>, qty: <Pieces> }${update}
customers: { number: C-1, type: Company, name: Ana }
orders:
  from: moves
  number: S-<No>
  customer: C-1
  deliver_by: <Day>
  lines: { from: pieces, part: <Item>, qty: <Pieces> }${update}
`;
const files = (update: boolean, pieces = 3) => ({
  'map.yaml': map(update ? '\n  update: true' : ''),
  'moves.csv': 'No,Day\n1,2036-05-03\n2,2036-05-04\n',
  'pieces.csv': `No,Item,Pieces\n1,BOLT,${pieces}\n1,NUT,4\n2,NUT,1\n`,
});
const sectionsWith = (tally: object) => ({
  ...{ transferorders: tally, useorders: tally, receipts: tally, orders: tally },
});

test('orders of all kinds and receipts are imported, and a second import changes nothing', async () => {
  const checked = await importOf(files(false), true);
  expect([checked.faults, writes]).toEqual([[], []]);
  const first = await importOf(files(false));
  expect(first).toMatchObject({ faults: [], sections: sectionsWith({ made: 2 }) });
  expect(first.sections).toEqual(checked.sections);
  expect((await shop.get('/transferorder?external_id=t/1&embed=to_site,source,lines')).data).toMatchObject([
    {
      ...{ number: 'T-1', to_site: { name: 'Leeds' }, source: { name: 'ERP' }, note: 'Move 1', ship_city: 'Leeds' },
      lines: [{ qty: 3, external_id: '1-BOLT' }, { qty: 4 }],
    },
  ]);
  expect((await shop.get('/useorder?external_id=u/2&embed=lines')).data).toMatchObject([
    { number: 'U-2', purpose: 'Repair 2', cost_centre: '4711', lines: [{ qty: 1 }] },
  ]);
  expect((await shop.get('/receipt?external_id=in/1&embed=source')).data).toMatchObject([{ source: { name: 'ERP' } }]);
  for (const update of [false, true]) {
    const again = await importOf(files(update));
    expect(again).toMatchObject({ faults: [], notes: [], sections: sectionsWith({ there: 2, changed: 0 }) });
    expect(writes).toEqual([]);
  }
});

test('lines that differ are said, and changed with update', async () => {
  const other = await importOf(files(false, 5));
  expect(other.notes).toHaveLength(4);
  expect(other.notes).toContainEqual(expect.stringMatching(/T-1: line of part BOLT has 3 there and 5 in the file/));
  expect(writes).toEqual([]);
  const changed = await importOf(files(true, 5));
  expect(changed).toMatchObject({ faults: [], sections: sectionsWith({ there: 1, changed: 1 }) });
  const { data } = await shop.get('/useorder?number=U-1&embed=lines');
  expect(data[0].lines[0].qty).toBe(5);
  await shop.done(`/useorder/${data[0].id}/issue`, { ignore_warnings: 1 });
  const late = await importOf(files(true, 6));
  expect(late.faults).toEqual([
    expect.stringContaining('U-1: line of part BOLT has 5 there and 6 in the file; the order is issued'),
  ]);
});

test('new orders of a kind are issued when that is possible', async () => {
  const part_id = await shop.part({ number: 'WASHER' }, 5);
  const folder = {
    'map.yaml': `name: Used
files:
  uses: { file: uses.csv, key: No }
useorders:
  from: uses
  number: W-<No>
  purpose: Repair
  issue: { when: possible }
  lines: { part: <Item> }
`,
    'uses.csv': 'No,Item\n1,WASHER\n',
  };
  expect(await importOf(folder)).toMatchObject({ faults: [], sections: { useorders: { made: 1 } } });
  const { data } = await shop.get('/useorder?number=W-1&embed=status,lines');
  expect(data).toMatchObject([{ status: { name: 'Issued' }, lines: [{ part_id }] }]);
});

test('returns name the lines of their orders by the id at the source or by the part', async () => {
  const parts = [await shop.part({ number: 'MUG' }, 9), await shop.part({ number: 'CUP' }, 9)];
  const id = await shop.order([
    { part_id: parts[0], qty: 3, external_id: 'gid://line/1' },
    { part_id: parts[1], qty: 2 },
    { part_id: parts[0], qty: 1 },
  ]);
  await shop.done(`/salesorder/${id}/issue`);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const { number, lines } = await shop.see(id, 'lines');
  const returns = (qty: number, more = '') => ({
    'map.yaml': `name: Returns
files:
  returns: { file: returns.csv, key: No }
  lines: { file: lines.csv, columns: { Pieces: whole } }
returnorders:
  from: returns
  external_id: <No>
  salesorder: <Order>
  reason: <Why>
  lines: { from: lines, line: <Line>, part: <Item>, qty: <Pieces>, condition: opened }
`,
    'returns.csv': `No,Order,Why\nRET-1,${number},Too small\n${more === '' ? '' : `RET-2,${number},\n`}`,
    'lines.csv': `No,Line,Item,Pieces\nRET-1,gid://line/1,,${qty}\nRET-1,,CUP,1\n${more}`,
  });
  const checked = await importOf(returns(2), true);
  expect(checked).toMatchObject({ faults: [], sections: { returnorders: { made: 1 } } });
  expect((await importOf(returns(2))).sections).toEqual(checked.sections);
  const [made] = (await shop.get('/returnorder?external_id=RET-1&embed=lines')).data;
  expect(made).toMatchObject({ salesorder_id: id, reason: 'Too small' });
  expect(made.lines).toMatchObject([
    { line_id: lines[0].id, qty_requested: 2, condition: 'opened' },
    { line_id: lines[1].id, qty_requested: 1 },
  ]);
  expect(await importOf(returns(2))).toMatchObject({ faults: [], notes: [], sections: { returnorders: { there: 1 } } });
  expect(writes).toEqual([]);
  expect((await importOf(returns(1))).notes).toEqual([
    expect.stringContaining('another content: lines/0/qty_requested'),
  ]);
  const wrong = await importOf(returns(2, 'RET-2,nowhere,,1\n'));
  expect(wrong.faults).toEqual([expect.stringContaining(`order ${number} has no line "nowhere"`)]);
  const two = await importOf(returns(2, 'RET-2,,MUG,1\n'));
  expect(two.faults).toEqual([
    expect.stringContaining(`order ${number} has 2 lines of part "MUG": name one by its id`),
  ]);
});
