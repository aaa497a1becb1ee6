import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { checkStates } from '../../../../service/check-states.ts';
import {
  cartonStates,
  orderStates,
  packStates,
  pickStates,
  returnOrderStates,
  shipStates,
} from '../../../../service/platform/states/states.ts';
import type { Transitions } from '../../../../service/platform/states/transitions.ts';
import { generated } from '../../../../service/states-page.ts';
import { testShop } from '../../../support/shop.ts';

const watched: Record<string, Transitions> = Object.fromEntries(
  Object.entries({
    salesorder: orderStates,
    pick: pickStates,
    pack: packStates,
    carton: cartonStates,
    ship: shipStates,
    returnorder: returnOrderStates,
  }).map(([table, states]) => [table, states as unknown as Transitions]),
);

const { service, shop } = await testShop();
// A trigger records every change of a state, for any statement.
await service.sql.query(`
  create table seen (kind text, was int, now int, unique (kind, was, now));
  create function see() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old.status_id = new.status_id then return null; end if;
    insert into seen values (tg_table_name, case when tg_op <> 'INSERT' then old.status_id else 0 end,
      case when tg_op <> 'DELETE' then new.status_id else 0 end) on conflict do nothing;
    return null;
  end $$;`);
for (const table of Object.keys(watched))
  await service.sql.query(
    `create trigger see after insert or update or delete on ${table} for each row execute function see()`,
  );

test('docs/states.md matches the tables of states', () => {
  for (const [path, text] of Object.entries(generated()))
    expect(readFileSync(join(projectRoot, path), 'utf8') === text, `${path}: run npm run generate`).toBe(true);
});

test('the states, kinds and operations of the program match the database, and a difference stops the start', async () => {
  await checkStates(service.database);
  await service.sql.query(`update packstatus set name = 'Done' where id = 2`);
  await expect(checkStates(service.database)).rejects.toThrow(
    'packstatus: the program has no Done, which is 2 in the database',
  );
  await service.sql.query(`update packstatus set name = 'Finished' where id = 2`);
});

test('every change of a state is a move of its table, and operations make every move of a table', async () => {
  const part_id = await shop.part({}, 1000);
  const lines = [{ part_id, qty: 2 }];
  const only = async (path: string, body: unknown = {}) => (await shop.done(path, body)).id as number;
  const pickOf = (id: number) => only('/picklinebyorder', { order_id: [id] });
  const packOf = (id: number) => only('/packlinebyorder', { order_id: [id] });
  const shipOf = (id: number) => only('/shiplinebyorder', { order_id: [id] });
  const gone = (path: string) => shop.done(path, undefined, 'DELETE');
  const first = async (path: string) => (await shop.get(path))[0].id as number;
  const loosePack = async () => {
    const id = await shop.issued(lines);
    await shop.through([id], 'pick');
    const pack = await packOf(id);
    for (const carton of await shop.get(`/pack/${pack}/carton`)) await gone(`/pack/${pack}/carton/${carton.id}`);
    return { id, pack };
  };

  // Orders.
  await gone(`/salesorder/${await shop.order(lines)}`);
  await only(`/salesorder/${await shop.order(lines)}/void`);
  await only(`/salesorder/${await shop.issued(lines)}/unissue`);
  await only(`/salesorder/${await shop.issued(lines)}/closeshort`);
  await shop.through([await shop.issued([{ part_id: await shop.part({ parttype_id: 2 }), qty: 1 }])], 'pickup');
  const whole = await shop.issued(lines);
  await shop.through([whole], 'pick', 'pack', 'ship', 'pickup');
  await only(`/pickup/${(await shop.see(whole, 'pickups')).pickups[0].id}/undo`, { reason: 'The van was full' });
  await shop.through([whole], 'pickup');
  // Picks: voided with the order while open, deleted when void, and deleted when finished.
  const open = await shop.issued(lines);
  const openPick = await pickOf(open);
  await only(`/salesorder/${open}/void`);
  await gone(`/pick/${openPick}`);
  const picked = await shop.issued(lines);
  const pick = await pickOf(picked);
  const line = (await shop.get(`/pick/${pick}?embed=lines`)).lines[0].id;
  await only(`/pick/${pick}/join`);
  await only(`/pickline/${line}/count`);
  await only(`/pickline/${line}/commit`);
  await only(`/pickline/${line}/uncommit`);
  await only(`/pick/${pick}/finish`);
  await gone(`/pick/${pick}`);
  await shop.through([picked], 'pick');
  await only(`/salesorder/${picked}/closeshort`);
  await gone(`/pick/${await pickOf(await shop.issued(lines))}`);
  // Packs and their cartons.
  const loose = await loosePack();
  const spare = await loosePack();
  const used = (await shop.done(`/pack/${spare.pack}/carton`)).id;
  await only(`/pack/${spare.pack}/carton`);
  await shop.done(`/pack/${spare.pack}/moveitem`, { add_carton_id: used, move_all: 1 });
  await only(`/pack/${spare.pack}/finish`);
  await gone(`/pack/${spare.pack}`);
  const cartonId = (await shop.done(`/pack/${loose.pack}/carton`)).id;
  await gone(`/pack/${loose.pack}/carton/${cartonId}`);
  await gone(`/pack/${loose.pack}`);
  const dropped = await loosePack();
  await only(`/salesorder/${dropped.id}/void`);
  await gone(`/pack/${dropped.pack}`);
  const packed = await shop.issued(lines);
  await shop.through([packed], 'pick', 'pack');
  await gone(`/pack/${(await shop.see(packed, 'packs')).packs[0].id}`);
  await shop.through([packed], 'pack');
  await only(`/salesorder/${packed}/void`);
  // Ships.
  const shipped = await shop.issued(lines);
  await shop.through([shipped], 'pick', 'pack');
  await gone(`/ship/${await shipOf(shipped)}`);
  await shop.through([shipped], 'ship');
  await gone(`/ship/${(await shop.see(shipped, 'ships')).ships[0].id}`);
  const openShip = await shipOf(shipped);
  await only(`/salesorder/${shipped}/void`);
  await gone(`/ship/${openShip}`);
  const ready = await shop.issued(lines);
  await shop.through([ready], 'pick', 'pack', 'ship');
  await only(`/salesorder/${ready}/void`);
  // Returns.
  const location_id = await only('/location', { site_id: shop.siteId, name: 'Returns', active: false });
  const line_id = await first(`/salesorder/${whole}/line`);
  const returned = async (...verbs: string[]) => {
    const id = await only('/returnorder', { salesorder_id: whole, lines: [{ line_id, qty: 2 }] });
    for (const verb of verbs) await only(`/returnorder/${id}/${verb}`);
    return id;
  };
  for (const verbs of [[], ['refuse'], ['cancel']]) await gone(`/returnorder/${await returned(...verbs)}`);
  await returned('authorise', 'cancel');
  await returned('authorise', 'close');
  const back = await returned('authorise');
  for (const part of lines) {
    for (let unit = 0; unit < part.qty; unit++) {
      const scan = { location_id, lines: [{ part_id: part.part_id }] };
      const { units } = await shop.done(`/returnorder/${back}/receive`, scan);
      await shop.done(`/returnorder/${back}/inspect`, { units: [{ unit_id: units.at(-1).id, outcome: 'sendback' }] });
    }
  }
  await only(`/returnorder/${back}/close`);
  expect(await first(`/pack/${(await shop.see(whole, 'packs')).packs[0].id}/carton`)).toBeGreaterThan(0);

  const { rows } = await service.sql.query<{ kind: string; was: number; now: number }>('select * from seen');
  for (const [kind, { table, id }] of Object.entries(watched)) {
    const named = (state: number) => Object.entries(id).find(([, one]) => one === state)?.[0] ?? '–';
    const seen = rows.filter((row) => row.kind === kind).map(({ was, now }) => `${named(was)} → ${named(now)}`);
    const moves = Object.values(table.moves).flatMap(({ from, to }) =>
      to === undefined
        ? []
        : (from.length === 0 ? ['–'] : from.filter((was) => was !== to)).map(
            (was) => `${was} → ${to === 'gone' ? '–' : to}`,
          ),
    );
    expect([...new Set(seen)].sort(), kind).toEqual([...new Set(moves)].sort());
  }
  expect(await service.verify()).toEqual([]);
});
