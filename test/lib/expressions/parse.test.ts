import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../../lib/expressions/check.ts';
import { ExpressionError } from '../../../lib/expressions/error.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { print } from '../../../lib/expressions/print.ts';
import { condition } from './arbitraries.ts';
import { salesorder } from './shop.ts';

/** The tree without the places in the text. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'at' && key !== 'operatorAt')
      .map(([key, each]) => [key, shape(each)]),
  );
}

test('parsing what was printed gives the same tree', () => {
  fc.assert(
    fc.property(condition(salesorder), (text) => {
      const expression = parse(text);
      const printed = print(expression);
      expect(shape(parse(printed).condition)).toEqual(shape(expression.condition));
      expect(print(parse(printed))).toBe(printed);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['total>500', 'total > 500'],
  ['a = 1 || b = 2 && c = 3', 'a = 1 || b = 2 && c = 3'],
  ['(a = 1 || b = 2) && c = 3', '(a = 1 || b = 2) && c = 3'],
  ['((a = 1 && (b = 2 && c = 3)))', 'a = 1 && b = 2 && c = 3'],
  ['a is null && b Is Not Null', 'a IS NULL && b IS NOT NULL'],
  ['not(a in(1,"2",TRUE))', 'NOT (a IN (1, "2", true))'],
  ['a NOT IN (1)', 'NOT (a IN (1))'],
  ['a = "50\\% \\"x\\" \\\\ y%"', 'a = "50\\% \\"x\\" \\\\ y%"'],
  ['a % "b"', 'a % "b"'],
  ['a > NOW - 48H', 'a > now-48h'],
  ['a < 2026-04-23T22:54:28+02:00', 'a < 2026-04-23T22:54:28+02:00'],
  ['lines[ part_id = 5&&qty > 3 ]', 'lines[part_id = 5 && qty > 3]'],
  ['COUNT( lines[qty > 3].part )>= 2', 'count(lines[qty > 3].part) >= 2'],
  ['HOUR( now+2H )>= 14', 'hour(now+2h) >= 14'],
  ['weekday(created_at) = "thu"', 'weekday(created_at) = "thu"'],
  ['not(OPEN(now, "Main dock"))', 'NOT (open(now, "Main dock"))'],
  ['open(now, Warehouse)', 'open(now, Warehouse)'],
  ['Sum(lines.qty) != -1.50', 'sum(lines.qty) != -1.50'],
  ['custom."Best before" = 1 && custom."größe" = 2', 'custom."Best before" = 1 && custom.größe = 2'],
  ['count = 5 && now = 3 && in.is = 2', 'count = 5 && now = 3 && in.is = 2'],
])('%s is printed as %s', (text, printed) => {
  expect(print(parse(text))).toBe(printed);
});

test('the examples of the reference page can be parsed', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/expressions.md'), 'utf8');
  const block = /```\n([^`]*)```/.exec(page)![1]!.trim().split('\n');
  const table = page.split('## Several related records')[1]!.split('\n\n')[2]!;
  const cells = [...table.matchAll(/^\| `([^`]*)`/gm)].map((match) => match[1]!);
  expect([block.length, cells.length]).toEqual([4, 10]);
  for (const example of [...block, ...cells]) expect(() => parse(example)).not.toThrow();
});

test('a tree cannot be changed', () => {
  const { condition: tree } = parse('a = 1 && lines[b IN (2, "x%")]');
  const everyObject = (value: object): object[] => [
    value,
    ...Object.values(value).flatMap((each) => (typeof each === 'object' && each !== null ? everyObject(each) : [])),
  ];
  expect(everyObject(tree).length).toBeGreaterThan(10);
  for (const each of everyObject(tree)) expect(Object.isFrozen(each)).toBe(true);
});

function errorOf(text: string): ExpressionError | null {
  try {
    check(parse(text), salesorder);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

const conditions = (count: number) => Array.from({ length: count }, () => 'id=1').join('&&');
const nested = (depth: number) => `${'('.repeat(depth)}id = 1${')'.repeat(depth)}`;

test.each([
  ['4 KiB', `number = "${'a'.repeat(4096 - 11)}"`, `number = "${'a'.repeat(4096 - 10)}"`, '4 KiB at most'],
  ['4 KiB of bytes', `number = "${'ä'.repeat(2042)}a"`, `number = "${'ä'.repeat(2043)}"`, '4 KiB at most'],
  ['100 conditions', conditions(100), conditions(101), '100 at most'],
  ['a depth of 20', nested(20), nested(21), '20 levels at most'],
  ['a depth of 20 with NOT', `${'NOT('.repeat(20)}id=1${')'.repeat(20)}`, `NOT(${nested(20)})`, '20 levels at most'],
  [
    '4 relations',
    'lines.part.parent_part.groups.name = "x"',
    'lines.part.parent_part.parent_part.groups.name = "x"',
    '4 relations at most',
  ],
  [
    '4 relations, brackets included',
    'lines[part[parent_part[groups[name = "x"]]]]',
    'lines[part[parent_part[parent_part[groups[name = "x"]]]]]',
    '4 relations at most',
  ],
  ['a hundred years of now', 'created_at > now-36525d', 'created_at > now-36526d', '36525d at most'],
])('%s may be, and no more', (_, most, more, expected) => {
  expect(errorOf(most)).toBeNull();
  expect(errorOf(more)?.expected).toBe(expected);
});

/** The shortest of several runs, because other work on the machine makes runs longer. */
function milliseconds(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20 && best >= 5; tries++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const soup = fc
  .array(
    fc.constantFrom(
      ...[
        'id',
        'lines',
        'customer',
        'custom',
        'NOT',
        'IN',
        'IS',
        'NULL',
        'count',
        'sum',
        'now',
        'now-',
        '48h',
        'true',
        '5',
        '-',
      ],
      ...[
        '"',
        '"a"',
        '\\',
        '%',
        '&&',
        '||',
        '=',
        '!=',
        '>=',
        '<',
        '(',
        ')',
        '[',
        ']',
        '.',
        ',',
        ' ',
        '\n',
        '2026-03-01',
        'T12:',
        '+',
      ],
    ),
    { maxLength: 1200 },
  )
  .map((pieces) => pieces.join('').slice(0, 4096));

test.each([
  ['soup of tokens', soup],
  ['any text', fc.string({ unit: 'binary', maxLength: 2000 })],
  [
    'halves of surrogate pairs',
    fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '"', 'a', '='), maxLength: 200 }),
  ],
  [
    'one thing over and over',
    fc
      .tuple(soup, fc.constantFrom('', 'id = ', 'id IN (', 'lines[', 'custom."'))
      .map(([each, start]) => (start + each.slice(0, 7).padEnd(1, '(').repeat(4096)).slice(0, 4096)),
  ],
])('parsing %s takes less than 5 ms and throws only ExpressionErrors', (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(milliseconds(() => errorOf(text))).toBeLessThan(5);
      const error = errorOf(text);
      if (!error) return;
      expect(error.position).toBeGreaterThanOrEqual(0);
      expect(error.position).toBeLessThanOrEqual([...text].length);
      expect(error.detail.split('\n')).toHaveLength(3);
      expect(error.detail.length).toBeLessThan(600);
    }),
    { numRuns: 500 },
  );
});

test('a word over several lines is quoted on one', () => {
  const { detail } = errorOf('id = now+\n48now')!;
  expect(detail.split('\n')).toHaveLength(3);
});

test('a long expression that is right is parsed in less than 5 ms, too', () => {
  const text = `id IN (${'1,'.repeat(1500)}1) && (${conditions(90)})`;
  expect(errorOf(text)).toBeNull();
  expect(milliseconds(() => errorOf(text))).toBeLessThan(5);
});
