import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, foldedSql, likePattern, matching, orderedBy } from '../../../lib/expressions/folding.ts';
import { testDatabase } from '../../support/database.ts';
import { untilEnd } from '../../support/until-end.ts';

const database = await untilEnd(testDatabase());

/** Letters with case that Unicode has had only since its version 11: an older ICU of PostgreSQL does not know them. */
const young =
  /[\u1c89\u1c90-\u1cbf\u2c2f\ua7af-\ua7ff\u{10570}-\u{105bf}\u{10d50}-\u{10d8f}\u{16e40}-\u{16e7f}\u{16ea0}-\u{16edf}]/u;

test('JavaScript and PostgreSQL fold every character the same, except letters added after Unicode 10', async () => {
  const { rows } = await database.pool.query<{ point: number; folded: string }>(`
    SELECT point, ${foldedSql('chr(point)')} AS folded FROM generate_series(1, 1114111) AS point
    WHERE point NOT BETWEEN 55296 AND 57343 AND ${foldedSql('chr(point)')} <> chr(point)`);
  const bySql = new Map(rows.map((row) => [row.point, row.folded]));
  expect(bySql.size).toBeGreaterThan(1300);
  const different: string[] = [];
  for (let point = 1; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (folded(character) !== (bySql.get(point) ?? character)) different.push(character);
  }
  expect(different.filter((character) => !young.test(character))).toEqual([]);
});

test('both fold letters whose small form depends on their place in the word to the same letter', async () => {
  const words = ['ΟΔΟΣ', 'ΟΔΟΣ ΟΔΟΣ', 'ΣΑΣ', 'Σ', 'Α\u0301Σ.', 'İSTANBUL', 'I\u0307', 'DŽ', 'ẞ', 'ΑΣ\u0301Α'];
  const { rows } = await database.pool.query<{ folded: string }>(
    `SELECT ${foldedSql('word')} AS folded FROM unnest($1::text[]) WITH ORDINALITY AS list (word, place) ORDER BY place`,
    [words],
  );
  expect(rows.map((row) => row.folded)).toEqual(words.map(folded));
});

/** Few letters and short: so that parts overlap in the text, and patterns often match. */
const dense = fc.array(fc.constantFrom('a', 'A', 'b', '%', '_', '\\'), { maxLength: 6 }).map((all) => all.join(''));

test('LIKE and the matcher in memory agree on patterns of every shape', async () => {
  const pairs = fc.array(
    fc.tuple(
      dense,
      fc.array(fc.oneof(fc.constant(''), fc.constantFrom('a', 'b'), dense), { minLength: 2, maxLength: 4 }),
    ),
    {
      minLength: 4000,
      maxLength: 4000,
    },
  );
  const [sample] = fc.sample(pairs, 1) as [[string, string[]][]];
  const { rows } = await database.pool.query<{ like: boolean }>(
    `SELECT ${foldedSql('value')} LIKE pattern AS like
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS list (value, pattern, place) ORDER BY place`,
    [sample.map(([each]) => each), sample.map(([, parts]) => likePattern(parts.map(folded)))],
  );
  const inMemory = sample.map(([each, parts]) => ({ each, parts, like: matching(parts)(each) }));
  expect(inMemory).toEqual(sample.map(([each, parts], index) => ({ each, parts, like: rows[index]!.like })));
  expect(rows.filter((row) => row.like).length).toBeGreaterThan(100);
});

test('the order of texts is that of code points on both sides', async () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '\uffff', '\ue000', '😀', '𐐨', 'z'), maxLength: 3 });
  const sample = fc.sample(fc.tuple(word, word), 2000);
  const { rows } = await database.pool.query<{ less: boolean }>(
    `SELECT ${foldedSql('a')} COLLATE "C" < b AS less
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS list (a, b, place) ORDER BY place`,
    [sample.map(([a]) => a), sample.map(([, b]) => folded(b))],
  );
  expect(sample.map(([a, b]) => ({ a, b, less: orderedBy(b)(a) < 0 }))).toEqual(
    sample.map(([a, b], index) => ({ a, b, less: rows[index]!.less })),
  );
});
