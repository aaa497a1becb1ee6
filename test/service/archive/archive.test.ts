import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyParts } from '../../../cli/verify/in-parts.ts';
import { ArchiveError, type ArchiveOptions, archiveOrders } from '../../../service/archive/archive.ts';
import { checkArchive } from '../../../service/archive/check.ts';
import { linesOf, sha256 } from '../../../service/archive/folder.ts';
import { archiveOf, type Chunk, readChunks } from '../../../service/archive/manifest.ts';
import { rowQueries } from '../../../service/archive/row-queries.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

let service: TestService;
let shop: Shop;
let part: number;
const folders: string[] = [];
const folder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'conveyor-archive-')));
  return folders.at(-1)!;
};

beforeAll(async () => {
  service = await startTestService({ config: 'carriers: { Will Call: { plugin: will-call } }' });
  shop = await openShop(service);
  part = await shop.part({ price: 5 }, 5_000);
});
afterAll(async () => {
  await service.close();
  for (const each of folders) rmSync(each, { recursive: true });
});

/** Orders that ended long ago: packed together and apart, collected by the customer, and voided. */
async function oldOrders(count: number): Promise<number[]> {
  const orders: number[] = [];
  for (let n = 0; n < count; n++)
    orders.push(
      await shop.issued([
        { part_id: part, qty: 2 },
        { part_id: part, qty: 1 },
      ]),
    );
  const half = orders.slice(0, count / 2);
  await shop.through(half, 'pick', 'pack', 'ship', 'pickup');
  for (const one of orders.slice(count / 2)) await shop.through([one], 'pick', 'pack', 'ship', 'pickup');
  const carrier_id = await shop.carrier('Will Call');
  const collected = await shop.issued([{ part_id: part, qty: 1 }], { carrier_id });
  await shop.through([collected], 'pick', 'pickup');
  const voided = await shop.issued([{ part_id: part, qty: 1 }]);
  await shop.done(`/salesorder/${voided}/void`, {});
  await age([...orders, collected, voided]);
  return [...orders, collected, voided];
}

const age = (ids: number[]) =>
  service.sql.query(`update salesorder set since = now() - interval '2 years' where id = any($1)`, [ids]);

const aYearAgo = () => new Date(Date.now() - 365 * 86_400_000);
const archive = (to: string, more: Partial<ArchiveOptions> = {}) =>
  archiveOrders({ database: service.database, folder: to, before: aYearAgo(), ordersAtOnce: 4, ...more });

const rowCounts = async () => {
  const counts: Record<string, number> = {};
  for (const table of new Set(rowQueries.map((one) => one.table))) {
    const { rows } = await service.sql.query(`select count(*)::int as n from ${table}`);
    counts[table] = rows[0].n;
  }
  return counts;
};

async function chunksIn(to: string): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of readChunks(to)) chunks.push(chunk);
  return chunks;
}

/** The rows of all files that the manifest names, by table. */
async function archivedCounts(to: string) {
  const counts: Record<string, number> = {};
  for (const { file } of await chunksIn(to)) {
    for (const line of await linesOf(file, readFileSync(join(to, file)))) {
      const { table } = JSON.parse(line);
      counts[table] = (counts[table] ?? 0) + 1;
    }
  }
  return counts;
}

/** Every row is in the database or in the files, and in one of them only. */
async function expectAllRows(before: Record<string, number>, to: string): Promise<void> {
  const [left, archived] = [await rowCounts(), await archivedCounts(to)];
  const sums = Object.fromEntries(Object.keys(before).map((table) => [table, left[table]! + (archived[table] ?? 0)]));
  expect(sums).toEqual(before);
}

test('closed orders go into files with all their rows; what is left keeps every rule, and the totals', async () => {
  const to = folder();
  const old = await oldOrders(6);
  const recent = await shop.issued([{ part_id: part, qty: 1 }]);
  await shop.through([recent], 'pick', 'pack', 'ship', 'pickup');
  const open = await shop.issued([{ part_id: part, qty: 1 }]);
  const before = await rowCounts();
  expect(await archive(to)).toBe(old.length);
  await expectAllRows(before, to);
  expect(await service.verify()).toEqual([]);
  const check = await checkArchive(to);
  expect(check).toMatchObject({ orders: old.length, chunks: 2, faults: [] });

  const { rows } = await service.sql.query('select id from salesorder order by id');
  expect(rows.map(({ id }) => id)).toEqual([recent, open]);
  // Nothing that belonged to archived orders alone is left.
  const left = await rowCounts();
  expect(left).toMatchObject({ pack: 1, carton: 1, ship: 1, pickup: 1, invoice: 1, salesorderline: 2 });
  expect((await service.client.salesorder.list({ perPage: 0 })).total).toBe(2);
  expect((await service.client.inventorymovement.list({ perPage: 0 })).total).toBe(left.inventorymovement);
  // The sums of what went out are in the manifest.
  const sums = (await chunksIn(to)).flatMap((chunk) => chunk.sums);
  expect(sums.reduce((sum, { qty }) => sum + Number(qty), 0)).toBe(-(6 * 3 + 1));

  const again = await archive(to);
  expect(again).toBe(0);
  expect(await checkArchive(to)).toEqual(check);
});

test('verification in parts holds before and after, and the sums of closed days stay what they were', async () => {
  const old = await oldOrders(2);
  await service.sql.query(
    `update inventorymovement set created_at = now() - interval '2 years' where order_id = any($1)`,
    [old],
  );
  // Each day is a step.
  const since = new Date(Date.now() - 3 * 365 * 86_400_000).toISOString().slice(0, 10);
  const verified = async () =>
    (await verifyParts(service.client, { since }, () => {})).flatMap(({ violations }) => violations);
  expect(await verified()).toEqual([]);
  expect(await archive(folder())).toBe(old.length);
  expect(await verified()).toEqual([]);
  expect(await service.verify()).toEqual([]);
});

test('a caller who asks for an archived order learns where it is; another unknown order stays unknown', async () => {
  const to = folder();
  const [order] = (await oldOrders(2)) as [number];
  const { number } = await shop.get(`/salesorder/${order}`);
  await archive(to);
  for (const path of [`/salesorder/${order}`, `/salesorder/${order}/line/1`, `/salesorder/${order}/progress`]) {
    const { status, body } = await service.call('GET', path);
    expect([path, status, body.code]).toEqual([path, 404, 'record.archived']);
    expect(body).toMatchObject({ number, archive: await archiveOf(to), file: '000001.jsonl.gz' });
  }
  const refused = await service.call('POST', `/salesorder/${order}/hold`, { reason: 'late' });
  expect([refused.status, refused.body.code]).toEqual([404, 'record.archived']);
  const unknown = await service.call('GET', '/salesorder/999999');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'record.unknown']);
});

test('a record that orders share goes with the last of them', async () => {
  const to = folder();
  const [first, second] = [
    await shop.issued([{ part_id: part, qty: 1 }]),
    await shop.issued([{ part_id: part, qty: 1 }]),
  ];
  await shop.through([first, second], 'pick', 'pack', 'ship', 'pickup');
  const before = await rowCounts();
  await age([first]);
  expect(await archive(to)).toBe(1);
  expect(await service.verify()).toEqual([]);
  const between = await rowCounts();
  for (const table of ['pick', 'pack', 'ship', 'pickup']) expect(between[table]).toBe(before[table]);
  await age([second]);
  expect(await archive(to)).toBe(1);
  await expectAllRows(before, to);
  const after = await rowCounts();
  for (const table of ['pick', 'pack', 'ship', 'pickup']) expect(after[table]).toBe(before[table]! - 1);
  expect(await service.verify()).toEqual([]);
});

test('if the transaction fails after its file is written, the orders stay, and the file is put aside', async () => {
  const to = folder();
  const old = await oldOrders(4);
  const before = await rowCounts();
  let chunks = 0;
  const ending = archive(to, {
    beforeCommit: async () => {
      chunks += 1;
      if (chunks === 2) throw new Error('the end');
    },
  });
  await expect(ending).rejects.toThrow('the end');
  expect(readdirSync(to).sort()).toEqual(['000001.jsonl.gz', '000002.jsonl.gz', 'manifest.jsonl']);
  await expectAllRows(before, to);
  expect(await archive(to)).toBe(old.length - 4);
  await expectAllRows(before, to);
  expect(readdirSync(to)).toContain('000002.jsonl.gz.unnamed-1');
  expect((await checkArchive(to)).faults).toEqual([]);
  expect(await service.verify()).toEqual([]);
});

test('an archive of the former format goes on', async () => {
  const to = folder();
  const old = await oldOrders(4);
  const before = await rowCounts();
  const interrupted = archive(to, {
    beforeCommit: async () => {
      if (readdirSync(to).length > 2) throw new Error('the end');
    },
  });
  await expect(interrupted).rejects.toThrow('the end');
  const lines = await linesOf('000001.jsonl.gz', readFileSync(join(to, '000001.jsonl.gz')));
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  writeFileSync(join(to, '000001.jsonl'), bytes);
  rmSync(join(to, '000001.jsonl.gz'));
  const [chunk] = await chunksIn(to);
  const former = {
    format: 1,
    archive: await archiveOf(to),
    chunks: [{ ...chunk, file: '000001.jsonl', sha256: sha256(bytes) }],
  };
  writeFileSync(join(to, 'manifest.json'), JSON.stringify(former));
  rmSync(join(to, 'manifest.jsonl'));
  rmSync(join(to, '000002.jsonl.gz'));
  expect(await checkArchive(to)).toMatchObject({ chunks: 1, orders: 4, faults: [] });
  await service.sql.query(
    'update archive_chunk set file = $1, sha256 = $2, bytes = $3 where file = $4 and archive_id = $5',
    ['000001.jsonl', sha256(bytes), bytes.length, '000001.jsonl.gz', await archiveOf(to)],
  );
  expect(await archive(to)).toBe(old.length - 4);
  await expectAllRows(before, to);
  expect(await checkArchive(to)).toMatchObject({ chunks: 2, orders: old.length, faults: [] });
});

test('kill -9 at any moment loses and doubles nothing', async () => {
  const to = folder();
  await oldOrders(20);
  const before = await rowCounts();
  const { rows } = await service.sql.query('select current_database() as name');
  const url = new URL(process.env.TEST_DATABASE_URL ?? service.sql.options.connectionString!);
  url.pathname = `/${rows[0].name}`;
  const run = async (milliseconds: number | null) => {
    const child = spawn(
      process.execPath,
      ['bin/conveyor.mjs', 'archive', '--older-than', '1y', '--to', to, '--chunk', '2'],
      { env: { ...process.env, CONVEYOR_DATABASE_URL: url.href }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    if (milliseconds !== null) {
      // The time counts from the first file on, because the start of the program takes most of it.
      const files = () => readdirSync(to).filter((name) => /^\d+\.jsonl/.test(name)).length;
      const before = files();
      while (files() === before && child.exitCode === null) await pause(2);
      await pause(milliseconds);
      child.kill('SIGKILL');
    }
    return ended;
  };
  for (const milliseconds of [0, 7, 40]) {
    await run(milliseconds);
    // The next run writes the manifest again; the database decides.
    await expect
      .poll(async () => (await checkArchive(to)).faults.filter((fault) => !fault.includes('not in the manifest')))
      .toEqual([]);
  }
  expect(await run(null)).toBe(0);
  await expectAllRows(before, to);
  expect((await checkArchive(to)).faults).toEqual([]);
  expect(await service.verify()).toEqual([]);
}, 120_000);

test('orders that something still works on are left', async () => {
  const to = folder();
  const [order] = (await oldOrders(2)) as [number];
  const { rows } = await service.sql.query(
    `insert into bulkrun (action, account_id) select 'hold', min(id) from account returning id`,
  );
  await service.sql.query(`insert into bulkrunorder (bulkrun_id, order_id, unit) values ($1, $2, 1)`, [
    rows[0].id,
    order,
  ]);
  await archive(to);
  expect(await shop.get(`/salesorder/${order}`)).toMatchObject({ id: order });
  await service.sql.query(`update bulkrunorder set outcome = 'skipped' where order_id = $1`, [order]);
  expect(await archive(to)).toBe(1);
});

test('a folder of another database is refused, and so is a second run at the same time', async () => {
  const other = folder();
  writeFileSync(join(other, 'manifest.jsonl'), JSON.stringify({ format: 2, archive: crypto.randomUUID() }));
  await expect(archive(other)).rejects.toThrow(ArchiveError);
  await oldOrders(2);
  const to = folder();
  const first = archive(to, {
    beforeCommit: async () => {
      await expect(archive(folder())).rejects.toThrow('Another run of conveyor archive is in progress.');
    },
  });
  await first;
});

test('the check of the files finds a changed one, a missing one, and a manifest that is older', async () => {
  const to = folder();
  await oldOrders(6);
  await archive(to);
  const manifest = join(to, 'manifest.jsonl');
  const [head, first, second] = readFileSync(manifest, 'utf8').split('\n');
  appendFileSync(join(to, '000001.jsonl.gz'), '\n');
  expect((await checkArchive(to)).faults).toEqual([expect.stringContaining('000001.jsonl.gz was changed')]);
  rmSync(join(to, '000001.jsonl.gz'));
  expect((await checkArchive(to)).faults).toEqual(['000001.jsonl.gz is missing, with 4 orders.']);
  writeFileSync(manifest, `${head}\n${second}\n`);
  expect((await checkArchive(to)).faults).toEqual(['000002.jsonl.gz is chunk 2, and chunk 1 is missing.']);
  writeFileSync(manifest, `${head}\n${first?.slice(0, 30)}\n${second}\n`);
  expect((await checkArchive(to)).faults[0]).toBe(
    'The manifest has a line after its beginning that is not JSON. Run conveyor archive again: it writes the manifest anew.',
  );
  expect(await archive(to)).toBe(0);
  expect((await checkArchive(to)).faults).toEqual(['000001.jsonl.gz is missing, with 4 orders.']);
});

test('a manifest whose last line is cut off is completed by the next run', async () => {
  const to = folder();
  await oldOrders(6);
  await archive(to);
  const manifest = join(to, 'manifest.jsonl');
  const chunks = await chunksIn(to);
  writeFileSync(manifest, readFileSync(manifest, 'utf8').slice(0, -20));
  expect((await checkArchive(to)).faults).toEqual([
    '000002.jsonl.gz is not in the manifest. Run conveyor archive again: it writes the manifest anew.',
  ]);
  expect(await archive(to)).toBe(0);
  expect(await chunksIn(to)).toEqual(chunks);
});

test('every table that refers to an archived one is archived, or keeps its rows by choice', async () => {
  const { rows } = await service.sql.query<{ name: string; target: string }>(
    `select distinct conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint where contype = 'f'`,
  );
  const tables = new Set(rowQueries.map(({ table }) => table));
  const kept = rows.filter(({ name, target }) => tables.has(target) && !tables.has(name));
  expect(kept).toEqual(
    expect.arrayContaining([
      // A quote outlives the order that was made of it.
      { name: 'quote', target: 'salesorder' },
      // Goods are received and counted at storage locations. Only the locations of cartons are archived.
      { name: 'receiptentry', target: 'location' },
      { name: 'countline', target: 'location' },
    ]),
  );
  expect(kept).toHaveLength(3);
});

test('no statement of an archive reads a whole table, however many orders there are', async () => {
  const read: string[] = [];
  const client = await service.sql.connect();
  try {
    await client.query('begin');
    // With it, PostgreSQL reads a whole table only where no index helps.
    await client.query('set local enable_seqscan = off');
    for (const { table, where } of rowQueries) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain delete from ${table} t where ${where.replace(/:\w+/g, "'{1,2}'::bigint[]")}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (/Seq Scan/.test(plan)) read.push(`${table}: ${plan}`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(read).toEqual([]);
});
