import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/root.ts';
import type { TestService } from '../../support/test-service.ts';

/**
 * Replaces thousands in the benchmark's data by the sizes of a shop of 1,843 orders: a few customers make most of
 * its business.
 */
const smaller: readonly (readonly [find: RegExp, replace: string])[] = [
  [/generate_series\(1, 200000\)/g, 'generate_series(1, 1843)'],
  [/190000/g, '1700'],
  [/150000/g, '700'],
  [/\b4000\b/g, '60'],
  [/generate_series\(1, 5000\)/g, 'generate_series(1, 100)'],
  [/generate_series\(1, 20000\)/g, 'generate_series(1, 400)'],
  [/1 \+ n % 5000/g, '1 + n % 100'],
  [/n \* 13/g, '1 + n % 60'],
  [/mod\(abs\(hashint4\(n\)\), 7\)/g, 'mod(abs(hashint4(n)), 11)'],
];

/** Fills an empty service with 1,843 orders and about 11,000 lines. */
export async function fillSmallShop({ sql }: TestService): Promise<void> {
  const data = readFileSync(join(projectRoot, 'tools/bench/lists/data.sql'), 'utf8');
  await sql.query(smaller.reduce((text, [find, replace]) => text.replace(find, replace), data));
}
