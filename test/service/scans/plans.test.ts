import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readBarcode } from '../../../lib/barcodes/read.ts';
import { matchesStatement } from '../../../service/scans/matches.ts';
import type { ContextName } from '../../../service/scans/schema.ts';
import { termsOf } from '../../../service/scans/terms.ts';
import { openShop } from '../../support/shop.ts';
import { testService } from '../../support/test-service.ts';

/** A scan finds everything by indexes, whatever the number of records is. */

const count = Number(process.env.CONVEYOR_SCAN_PARTS ?? 2_000);

const service = await testService();
await openShop(service);
await service.sql.query(
  `insert into part (number, name, upc) select 'SKU-' || n, 'Part ' || n, lpad(n::text, 12, '0') from generate_series(1, $1::int) n`,
  [count],
);
await service.sql.query(
  `insert into location (site_id, locationtype_id, name, barcode) select 1, 1, 'A-' || n, 'LOC-' || n from generate_series(1, $1::int) n`,
  [count / 10],
);
await service.sql.query('analyze');

const statement = (code: string, context: { name: ContextName; id: number } | null) => {
  const barcode = readBarcode(code, 2026);
  const search = { terms: termsOf(barcode), gs1: barcode.gs1, context, siteId: null, currentSiteId: 1, userId: 1 };
  return matchesStatement({ ...search, mayRead: () => true });
};

test.each([
  ['SKU-77', null],
  ['(01)09506000134352(10)L7', { name: 'pick_id', id: 1 }],
  ['K-3-1', { name: 'pack_id', id: 1 }],
  ['IN-1', { name: 'receipt_id', id: 1 }],
] as const)('%s is found without reading a table', async (code, context) => {
  const rows = await service.database.transaction('test', async (tx) => {
    // Small tables would be read as a whole even if they had an index.
    await sql`set local enable_seqscan = off`.execute(tx);
    return (await sql<{ 'QUERY PLAN': string }>`explain ${statement(code, context)}`.execute(tx)).rows;
  });
  const plan = rows.map((row) => row['QUERY PLAN']);
  expect(plan.join('\n')).toContain('part_code');
  expect(plan.filter((line) => /Seq Scan on (?!site\b|\w+status\b|locationtype\b)/.test(line))).toEqual([]);
});

test('a scan among many parts and locations takes a few milliseconds', async () => {
  const codes = ['SKU-77', `(01)${'00000000000017'}(10)L7`, 'LOC-12', 'A-13', 'unknown', 'K-3-1', '000000001236'];
  const times: number[] = [];
  for (let round = 0; round < 60; round++) {
    for (const code of codes) {
      const begin = performance.now();
      await service.call('GET', `/scan?code=${encodeURIComponent(code)}`);
      if (round >= 10) times.push(performance.now() - begin);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  if (process.env.PRINT_FIGURES) {
    process.stdout.write(`scan, ${count} parts, ${count / 10} locations: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`);
  }
  // A sequential scan of 200,000 parts takes 40 ms.
  expect(Number(at(0.5))).toBeLessThan(40);
}, 120_000);
