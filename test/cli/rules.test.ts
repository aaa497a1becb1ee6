import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replannedText, replanOrder } from '../../cli/order/decide.ts';
import { findOrder } from '../../cli/order/find.ts';
import { backtest, backtestText } from '../../cli/rules/backtest.ts';
import { checkResultText, checkRules } from '../../cli/rules/check.ts';
import { testResultText, testRules } from '../../cli/rules/test.ts';
import { tryOrder, tryResultText } from '../../cli/rules/try.ts';
import { triedReturnText, tryReturn } from '../../cli/rules/try-return.ts';
import { folderWith } from '../config/load-text.ts';
import { testShop } from '../support/shop.ts';
import { silentTerminal } from './import/folder.ts';

const active = `
carriers:
  Will Call: { plugin: will-call }
rules:
  - { name: Small orders run by themselves, when: total < 100, then: { pick: automatic } }
  - { name: Glass is packed by hand, when: lines.part.upc = "glass", then: { pack: by hand } }
`;
const other = `${active}  - { name: Large orders go first, when: total >= 100, then: { priority: 1, skip: ship } }\n`;

const terminal = { ...silentTerminal(), columns: 100 };
const fileWith = (text: string) => join(folderWith({ 'new.yaml': text }), 'new.yaml');
const lines = (total: number) => [{ part_id: part, qty: 1, unit_price: total }];

const { service, shop } = await testShop({ config: active });
const part = await shop.part({}, 1000);

describe('check', () => {
  test('says how many rules are sound, and of which rule set', async () => {
    const checked = await checkRules(fileWith(active));
    expect(checked).toMatchObject({ sound: true, rules: 2, faults: [], findings: [] });
    expect(checkResultText(checked)).toBe(`2 rules, no findings (rule set ${checked.hash}).\n`);
  });

  test('names every fault of a faulty file with its place', async () => {
    const file = fileWith(`${active}  - { nam: R, then: { skip: wrap } }\n`);
    const checked = await checkRules(file);
    expect(checked.sound).toBe(false);
    expect(checkResultText(checked).replaceAll(file, 'new.yaml').split('\n')).toEqual([
      'new.yaml:7:5 missing key "name"; expected text',
      'new.yaml:7:7 unknown key "nam"; did you mean "name"?',
      'new.yaml:7:29 expected one of "pack", "ship", found "wrap"',
      '',
    ]);
  });
});

test('test tells of each case that fails what was expected and what is', async () => {
  const cases = `cases:
  - { name: A small one, given: { total: 50 }, expect: { pick: automatic, not_rules: [Glass is packed by hand] } }
  - { name: A large one, given: { total: 500 }, expect: { pick: automatic, hold: Look, rules: [Small orders run by themselves] } }
`;
  const file = fileWith(`${active}${cases}`);
  const tested = await testRules(file);
  expect(tested).toMatchObject({ passed: 1, failed: 1 });
  expect(testResultText(tested).replaceAll(file, 'new.yaml')).toBe(
    'new.yaml:9 A large one\n' +
      '  pick: expected automatic, is by hand\n' +
      '  hold: expected Look, is nothing\n' +
      '  rules: expected Small orders run by themselves, is none of them\n' +
      '1 cases passed, 1 failed.\n' +
      'Rules that decide in no case:\n' +
      '  new.yaml:6 Glass is packed by hand\n',
  );
});

describe('try', () => {
  const tried = async (given: string, text: string) =>
    tryOrder(service.client, await findOrder(service.client, given, 'read', () => undefined), fileWith(text));

  test('plans a draft by a file, and says what the service would do otherwise', async () => {
    const id = await shop.order(lines(500));
    const found = await tried(String(id), other);
    expect(found).toMatchObject({ issued: false, plan: { priority: 1 } });
    const text = tryResultText(found, false, terminal);
    expect(text).toContain('✔ Large orders go first');
    expect(text).toContain('✔ total >= 100, is 500');
    expect(text).toContain('– 2 more rules do not apply: --all');
    expect(text).toContain(
      'Differences from the current plan of the service:\n  ship: by hand → skipped\n  priority: none → 1\n',
    );
    expect(tryResultText(found, true, terminal)).toContain('✘ total < 100, is 500');
  });

  test('finds an issued order by its number, and compares with the plan that it has', async () => {
    const id = await shop.issued(lines(500), { number: 'SO-TRY' });
    const found = await tried('SO-TRY', other);
    expect(found).toMatchObject({ order: 'SO-TRY', issued: true });
    expect(tryResultText(found, false, terminal)).toContain('Differences from the plan of its issue:');
    const same = await tried('SO-TRY', active);
    expect(tryResultText(same, false, terminal)).toContain('No difference from the plan of its issue.');
    expect((await shop.see(id)).priority).not.toBe(1);
  });
});

describe('backtest', () => {
  test('returns the issued orders with another plan, the newest first, and the rules that cause it', async () => {
    const small = await shop.issued(lines(20), { number: 'SO-SMALL' });
    const large = await shop.issued(lines(900), { number: 'SO-LARGE' });
    await shop.order(lines(900), { number: 'SO-DRAFT' });
    const file = fileWith(other);
    const found = await backtest(service.client, 2, file);
    expect(found.orders).toBe(2);
    expect(found.changed).toEqual([
      {
        id: large,
        number: 'SO-LARGE',
        differences: [
          { what: 'ship', before: 'by hand', after: 'skipped' },
          { what: 'priority', before: 'none', after: '1' },
        ],
        rules: { gone: [], new: ['Large orders go first'] },
      },
    ]);
    expect(found.changed.map(({ id }) => id)).not.toContain(small);
    const text = backtestText(found, terminal, true).replaceAll(file, 'new.yaml');
    expect(text).toMatch(/SO-LARGE +ship +by hand +skipped +\+ Large orders go first/);
    expect(text).toMatch(/\n1 of 2 orders would have another plan with new\.yaml\.\n/);
  });

  test('begins with the changes: the number of their orders, the rules that decide, and three orders of each', async () => {
    for (const number of [1, 2, 3, 4]) await shop.issued(lines(900), { number: `SO-BIG-${number}` });
    const file = fileWith(other.replace('skip: ship', 'skip: ship, pack: automatic'));
    const text = backtestText(await backtest(service.client, 5, file), terminal).replaceAll(file, 'new.yaml');
    expect(text).toBe(`5 of 5 orders would have another plan with new.yaml.

orders  change                     rules                    such as
     5  pack: by hand → automatic  + Large orders go first  SO-BIG-4, SO-BIG-3, SO-BIG-2
     5  ship: by hand → skipped    + Large orders go first  SO-BIG-4, SO-BIG-3, SO-BIG-2
     5  priority: none → 1         + Large orders go first  SO-BIG-4, SO-BIG-3, SO-BIG-2

Each order with its changes: --all
`);
  });

  test('asks the clock at the moment of the issue, and so does a trial', async () => {
    const id = await shop.issued(lines(20), { number: 'SO-CLOCK' });
    await service.sql.query("update salesorder set issue_date = '2026-04-23T15:00:00Z' where id = $1", [id]);
    const clock = 'time(now) >= "14:00" && weekday(now) = "thu" && hour(issue_date) = 15 && issue_date < 2026-04-24';
    const file = fileWith(`${active}  - { name: Late on Thursday, when: '${clock}', then: { wave: Late } }\n`);
    const wave = [{ what: 'wave', before: 'none', after: 'Late' }];
    expect((await backtest(service.client, 1, file)).changed).toMatchObject([{ id, differences: wave }]);
    expect((await tryOrder(service.client, id, file)).differences).toEqual(wave);
  });

  test('leaves out what a person decided', async () => {
    const id = await shop.issued(lines(20));
    await shop.done(`/salesorder/${id}/skip`, { step: 'pack', by: 'Ann' });
    expect((await backtest(service.client, 1, fileWith(active))).changed).toEqual([]);
  });
});

test('replan shows the differences first, and applies them on request', async () => {
  const id = await shop.issued(lines(700));
  service.write(other);
  await shop.done('/config/reload');
  const shown = await replanOrder(service.client, id, null);
  expect(shown.done).toBe(false);
  expect(replannedText(String(id), shown)).toMatch(
    /ship: by hand → skipped\n[\s\S]*Nothing was changed\. To apply the plan: conveyor order replan \d+ --yes/,
  );
  expect((await shop.get(`/salesorder/${id}/plan`)).priority).toBeNull();
  const done = await replanOrder(service.client, id, 'Ann');
  expect(replannedText(String(id), done)).toMatch(
    /^Order \d+ has a new plan with rule set \w+ instead of \w+:\n {2}ship: by hand → skipped\n/,
  );
  expect(await shop.get(`/salesorder/${id}/plan`)).toMatchObject({ priority: 1, ruleset: done.ruleset });
  expect(replannedText(String(id), await replanOrder(service.client, id, 'Ann'))).toMatch(
    /has the same plan with rule set/,
  );
  writeFileSync(service.file, active);
  await shop.done('/config/reload');
});

test('try decides about a return by a file, at the moment of its request', async () => {
  const order = await shop.issued(lines(20));
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  const [line] = await shop.get(`/salesorder/${order}/line`);
  const body = { salesorder_id: order, lines: [{ line_id: line.id, qty: 1, condition: 'sealed' }] };
  const { number } = await shop.done('/returnorder', body);
  const file = fileWith(`returns:
  window: 30d
  location: Dock
  rules:
    - { name: Large orders, when: total > 1000, then: { authorise: refuse } }
    - { name: Sealed goods, when: total < 100, condition: [sealed], then: { authorise: automatic } }
`);
  const found = await tryReturn(service.client, number, file);
  expect(triedReturnText(found).replaceAll(file, 'new.yaml').split('\n')).toEqual([
    `Return ${number} of order ${(await shop.see(order)).number} with new.yaml`,
    '  window: 30d',
    '  location: Dock',
    '  wait: 30d',
    '  label: by hand',
    '  authorise: automatic',
    'Rules that decide:',
    '  ✔ Sealed goods  new.yaml:6',
    'Authorised automatically (rule "Sealed goods")',
    'Its decision was: A person decides (returns.authorise)',
    '',
  ]);
  await expect(tryReturn(service.client, 'R-none', file)).rejects.toThrow('There is no return R-none.');
  // Goods that left before the window.
  await service.sql.query("update inventorymovement set created_at = now() - interval '40 days' where order_id = $1", [
    order,
  ]);
  expect((await tryReturn(service.client, number, file)).decision).toMatchObject({ authorise: 'by hand' });
});
