import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { elapsed, shownReasons } from '../../cli/order/format.ts';
import { inParallel } from '../../cli/output/parallel.ts';
import { progress } from '../../cli/output/progress.ts';
import { agrees } from '../../cli/output/question.ts';
import { snakeCased } from '../../cli/output/snake-case.ts';
import { table, wrap } from '../../cli/output/table.ts';
import { displayed, painted, terminalOf } from '../../cli/output/terminal.ts';
import type { Reason } from '../../config/planning/plan.ts';
import { silentTerminal } from './import/folder.ts';

test('a table is no wider than the terminal: one column wraps, the others are cut', () => {
  const columns = [{ title: 'order' }, { title: 'customer', atMost: 10 }, { title: 'why', wraps: true }];
  const long = 'because the word before this one is not the last one that has to find its place in here';
  const text = table(columns, [['1012', 'Alfreds Futterkiste', long]], { ...silentTerminal(), columns: 50 });
  const lines = text.trimEnd().split('\n');
  expect(lines.every((line) => line.length <= 50)).toBe(true);
  expect(lines[1]).toMatch(/^1012 {3}Alfreds F… {2}because/);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('has to find its place in here');
});

test('in a narrow terminal other columns wrap too, numbers and words stay whole', () => {
  const columns = [
    { title: 'id', align: 'right' as const },
    { title: 'customer' },
    { title: 'status', wraps: true },
    { title: 'total', align: 'right' as const },
  ];
  const rows = [['42', 'Harbour Office Supplies of Bristol', 'Issued', '77.40']];
  expect(table(columns, rows, { ...silentTerminal(), live: true, columns: 36 })).toBe(
    [
      'id  customer           status  total',
      '42  Harbour Office     Issued  77.40',
      '    Supplies of',
      '    Bristol',
      '',
    ].join('\n'),
  );
});

test('where a table can not be that narrow, each row is a block; in a pipe it stays a row', () => {
  const columns = [{ title: 'id', align: 'right' as const }, { title: 'url' }, { title: 'filter' }, { title: 'state' }];
  const rows = [
    ['1', 'https://shop.example/conveyor', '', 'failing since yesterday'],
    ['2', 'https://b.example', 'total > 5', 'on'],
  ];
  expect(table(columns, rows, { ...silentTerminal(), columns: 30 }).split('\n')[1]).toMatch(/^ 1 {2}https:\S+ /);
  expect(table(columns, rows, { ...silentTerminal(), live: true, columns: 30 })).toBe(
    [
      'id      1',
      'url     https://shop.example/c',
      '        onveyor',
      'state   failing since',
      '        yesterday',
      '',
      'id      2',
      'url     https://b.example',
      'filter  total > 5',
      'state   on',
      '',
    ].join('\n'),
  );
});

test.each([
  ['y\r', true],
  ['Yes\r', true],
  ['\r', false],
  ['no\r', false],
  ['\u0003', false],
  ['\u0004', false],
])('a question that %j answers is agreed to: %s', async (keys, agreed) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = agrees('Apply this?', { input, output });
  input.write(keys);
  expect(await answer).toBe(agreed);
  expect(String(output.read())).toContain('Apply this? [y/N] ');
});

test('what is printed as JSON has names as the interface has them, and texts as they are', () => {
  const at = new Date(0);
  const record = {
    timedOut: false,
    runs: [{ bulkRun: 7, at, reason: null }],
    outcomes: { 'at work': 1 },
    name: 'leftOut',
  };
  expect(snakeCased(record)).toEqual({
    timed_out: false,
    runs: [{ bulk_run: 7, at, reason: null }],
    outcomes: { 'at work': 1 },
    name: 'leftOut',
  });
});

test('a word that is longer than the line is broken inside', () => {
  expect(wrap('an abcdefghij end', 4)).toEqual(['an', 'abcd', 'efgh', 'ij', 'end']);
});

test('columns align below a name with letters of double width, and with one that is written with combining accents', () => {
  const columns = [{ title: 'part' }, { title: 'qty', align: 'right' as const }];
  const rows = [
    ['茶碗', '12'],
    ['Cafe\u0301', '7'],
  ];
  expect(table(columns, rows, silentTerminal())).toBe('part  qty\n茶碗   12\nCafe\u0301    7\n');
});

test('progress is written over in a terminal, and elsewhere nothing but its end is written at once', () => {
  const plain = silentTerminal();
  const quiet = progress(plain, 'Orders');
  quiet.of(3);
  for (let i = 0; i < 3; i += 1) quiet.step();
  quiet.end('3 new');
  expect(plain.text()).toBe('Orders: 3 new\n');

  const terminal = { ...silentTerminal(), live: true };
  const live = progress(terminal, 'Orders');
  live.of(2);
  live.end('2 new');
  expect(terminal.text()).toMatch(/^\r.{3}Orders {2}─+ {2}0 of 2\r.{3}✔ Orders: 2 new\n$/s);

  const narrow = { ...silentTerminal(), live: true, columns: 20 };
  progress(narrow, 'Run').end('22 of 30 fulfilled · 6 to pick');
  expect(narrow.text()).toBe('\r\u001b[K✔ Run: 22 of 30\n  fulfilled · 6 to\n  pick\n');
});

test('control characters and changes of direction in a name are shown, and do nothing', () => {
  const texts: string[] = [];
  const terminal = { ...terminalOf(process.stdout, (text) => texts.push(text)), colors: true, live: true };
  const name = 'Ana\u001b]0;title\u0007\u001b[2J\u009b31m\rZoe\u202eevil\u2066\u007f';
  terminal.write(`${painted(terminal, 'red', name)}\n`);
  expect(texts.join('')).toBe(
    '\u001b[31mAna\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\u000dZoe\\u202eevil\\u2066\\u007f\u001b[39m\n',
  );
});

test('a text cannot use the sequences of the program, not even by its private characters', () => {
  const allPrivate = Array.from({ length: 0xfffe }, (_, at) => String.fromCodePoint(0xf0000 + at));
  const plain = displayed(allPrivate.join(''));
  // The characters differ in each process: a name would have to guess one of 65,000.
  expect(plain.split('\u001b')).toHaveLength(10);
  expect(displayed('\u001b[31m\u001b[K')).toBe('\\u001b[31m\\u001b[K');
});

test('the command line writes nothing to a terminal that was not made displayable', () => {
  const files = readdirSync('cli', { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(50);
  const raw = files.flatMap((name) =>
    readFileSync(`cli/${name}`, 'utf8')
      .split('\n')
      .filter((line) => /process\.std(out|err)\.write\(/.test(line) && !line.includes('.write(displayed('))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(raw).toEqual([]);
});

test('JSON keeps its values when its control characters are shown', () => {
  const value = { name: 'a\u001b[2J\u009b\u007f\u202e\u2028 ü 👍' };
  const text = displayed(JSON.stringify(value));
  expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(JSON.parse(text)).toEqual(value);
});

test('a line break in a cell begins no row', () => {
  const columns = [{ title: 'order' }, { title: 'customer' }];
  const text = table(columns, [['1', 'Ana\n2  Zoe']], silentTerminal());
  expect(text.trimEnd().split('\n')).toEqual(['order  customer', '1      Ana 2  Zoe']);
});

test('work in parallel keeps its bound, and stops at the first failure', async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  const work = async (item: number) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now -= 1;
    if (item === 7) throw new Error('seven');
    done.push(item);
  };
  await expect(
    inParallel(
      Array.from({ length: 100 }, (_, i) => i),
      4,
      work,
    ),
  ).rejects.toThrow('seven');
  expect(most).toBe(4);
  expect(done.length).toBeLessThan(20);
});

test('how long something has lasted is told in the largest whole unit', () => {
  const text = (seconds: number) => elapsed(new Date(0).toISOString(), seconds * 1000);
  expect([0, 1, 59, 60, 7199, 90_000].map(text)).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '1 hour',
    '1 day',
  ]);
});

const reason = (source: Reason['source'], name: string, more: Partial<Reason> = {}): Reason => ({
  source,
  name,
  file: null,
  line: null,
  hash: null,
  decides: null,
  value: null,
  fired: true,
  why: name,
  conditions: [],
  ...more,
});

test('of a skipped step the reason of the skip is told, and whose word did not count', () => {
  const reasons = [
    reason('rule', 'by the engine'),
    reason('rule', 'other', { fired: false }),
    reason('carrier', 'Will Call'),
    reason('setting', 'lost', { overruled_by: 'rule "by the engine"' }),
    reason('default', 'required', { overruled_by: 'carrier "Will Call"' }),
  ];
  const names = (depth: Parameters<typeof shownReasons>[1]) =>
    shownReasons({ required: false, reasons }, depth).map(({ name }) => name);
  expect(names('brief')).toEqual(['Will Call', 'lost']);
  expect(names('all')).toEqual(['Will Call', 'by the engine', 'lost', 'required']);
});
