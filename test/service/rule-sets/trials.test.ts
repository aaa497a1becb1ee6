import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backtest } from '../../../cli/rules/backtest.ts';
import { checkRules } from '../../../cli/rules/check.ts';
import { testRules } from '../../../cli/rules/test.ts';
import { tryOrder } from '../../../cli/rules/try.ts';
import { createClient } from '../../../client/client.ts';
import { folderWith } from '../../config/load-text.ts';
import { testShop } from '../../support/shop.ts';

/** Trials of rule texts, over HTTP. The command line says the same of the same texts. */

const active = `carriers:
  Will Call: { plugin: will-call }
rules:
  - { name: Small orders run by themselves, when: total < 100, then: { pick: automatic } }
  - { name: Glass is packed by hand, when: lines.part.upc = "glass", then: { pack: by hand } }
`;
const proposed = `${active}  - name: Large orders go first
    when: total >= 100
    then: { priority: 1, skip: ship }
cases:
  - { name: A small one, given: { total: 50 }, expect: { pick: automatic } }
  - name: A large one
    given: { total: 500 }
    expect:
      ship: skipped
      pack: automatic
`;

/** Issued orders: small, large, large. */
const filesOf = (text: string) => [{ file: 'fulfillment.yaml', text }];
const fileWith = (text: string) => join(folderWith({ 'fulfillment.yaml': text }), 'fulfillment.yaml');
const lines = (total: number) => [{ part_id: part, qty: 1, unit_price: total }];
const rules = (call: string, body: object) => service.call('POST', `/rules/${call}`, body);
/** Without the folder of the file, which the command line shows. */
const withoutFolder = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(/(?<=["(])[^"( ]*fulfillment\.yaml/g, 'fulfillment.yaml'));

const { service, shop } = await testShop({ config: active });
const part = await shop.part({}, 1000);
const issued: number[] = [];
for (const total of [50, 500, 600]) issued.push(await shop.issued(lines(total)));

describe('check', () => {
  test('answers the rule set that the texts would make, and stores nothing', async () => {
    const { status, body } = await rules('check', { files: filesOf(active) });
    expect(status).toBe(200);
    const { ruleset } = await service.client.config.get();
    expect(body).toEqual({ ruleset, rules: 2, faults: [], findings: [] });
    const other = (await rules('check', { files: filesOf(proposed) })).body;
    expect(other).toMatchObject({ rules: 3, faults: [] });
    const { rows } = await service.sql.query('select from ruleset where hash = $1', [other.ruleset]);
    expect(rows).toEqual([]);
  });

  test('names every fault with its place, and says the same as the command line', async () => {
    const text = `${active}  - { nam: R, then: { skip: wrap } }\n  - { name: R, when: totl > 1, then: { hold: x } }\n`;
    const { body } = await rules('check', { files: filesOf(text) });
    expect(body).toMatchObject({ ruleset: null, findings: [] });
    expect(body.faults[0]).toEqual({
      ...{ file: 'fulfillment.yaml', line: 6, column: 5 },
      message: 'missing key "name"; expected text',
    });
    expect(body.faults).toHaveLength(4);
    expect(body.faults).toEqual(withoutFolder((await checkRules(fileWith(text))).faults));
  });

  test('finds rules without an effect, as the command line does', async () => {
    const text = `rules:
  - { name: Never, when: total < 10 && total > 500, then: { hold: Look } }
  - { name: All, when: total > 0, then: { skip: pack } }
  - { name: Some, when: total > 10, then: { skip: pack } }
  - { name: Others, when: total > 20, then: { require: pack } }
`;
    const { body } = await rules('check', { files: filesOf(text) });
    expect(body.findings.map(({ kind, line }: { kind: string; line: number }) => [kind, line])).toEqual([
      ['never fires', 2],
      ['shadowed', 4],
      ['contradiction', 5],
    ]);
    expect(body.findings).toEqual(withoutFolder((await checkRules(fileWith(text))).findings));
  });

  test('names the user group that does not exist, with its place', async () => {
    const text = `rules:\n  - { name: A, then: { hold: { reason: Look, released_by: Nobody } } }\n`;
    const { body } = await rules('check', { files: filesOf(text) });
    expect(body.faults).toEqual([
      {
        ...{ file: 'fulfillment.yaml', line: 2, column: 1 },
        message: '"A" names the user group "Nobody", which does not exist',
      },
    ]);
    expect(await shop.refused('/rules/test', { files: filesOf(text) })).toBe('422 config.faulty');
  });

  test('finds the sites and the locations that no site has', async () => {
    await shop.done('/location', { site_id: shop.siteId, name: 'Dock', active: false });
    await shop.storage('Cold 1');
    const text = `receiving:
  put_away: [{ to: [cold 1, Cold 2] }]
returns:
  location: dock
  rules:
    - { name: A, when: total > 5, then: { site: Mars, location: Dock } }
    - { name: B, then: { location: Cold 1, wait: 3d } }
    - { name: C, then: { authorised_by: Nobody } }
`;
    const faulty = (await rules('check', { files: filesOf(text) })).body;
    expect(faulty.faults).toEqual([
      {
        file: 'fulfillment.yaml',
        line: 8,
        column: 1,
        message: '"C" names the user group "Nobody", which does not exist',
      },
    ]);
    const { body } = await rules('check', { files: filesOf(text.replace(/ *- { name: C.*\n/, '')) });
    expect(body.faults).toEqual([]);
    expect(body.findings.map(({ kind, line, message }: Record<string, string>) => [kind, line, message])).toEqual([
      ['unknown name', 6, '"A" names the site "Mars", which does not exist'],
      [
        ...['unknown name', 6],
        '"A" names the location "Dock", and the site "Mars" has no storage location of this name that is not in use',
      ],
      [
        ...['unknown name', 7],
        '"B" names the location "Cold 1", and no site has a storage location of this name that is not in use',
      ],
      [
        ...['unknown name', 2],
        '"put_away" names the location "Cold 2", and no site has a storage location of this name that is in use',
      ],
    ]);
  });

  test('reads the files that the first one includes, and names a file that nothing includes', async () => {
    const files = [
      { file: 'fulfillment.yaml', text: 'include: [rules/*.yaml]\n' },
      { file: 'rules/one.yaml', text: 'rules:\n  - { name: One, then: { priority: 1 } }\n' },
      { file: 'rules/two.yaml', text: 'rules:\n  - { name: Two, thn: { priority: 1 } }\n' },
    ];
    expect((await rules('check', { files })).body.faults[0]).toMatchObject({ file: 'rules/two.yaml', line: 2 });
    expect((await rules('check', { files: files.slice(0, 2) })).body).toMatchObject({ rules: 1, faults: [] });
    const more = [...files.slice(0, 2), { file: 'more.yaml', text: 'rules: []\n' }];
    expect((await rules('check', { files: more })).body.faults).toEqual([
      {
        ...{ file: 'more.yaml', line: 1, column: 1 },
        message: 'no file includes it; name it under "include", or leave it out',
      },
    ]);
  });
});

describe('test', () => {
  test('runs the cases of texts: what differs, where, and in words', async () => {
    const { body } = await rules('test', { files: filesOf(proposed) });
    expect(body).toMatchObject({ passed: 1, failed: 1 });
    expect(body.cases).toMatchObject([
      { name: 'A small one', line: 10, passed: true, misses: [] },
      {
        ...{ name: 'A large one', line: 11, passed: false },
        misses: [
          {
            ...{ what: 'pack', expected: 'automatic', actual: 'by hand', line: 15, column: 7 },
            words: 'pack: expected automatic, is by hand',
          },
        ],
      },
    ]);
    const { passed, failed } = await testRules(fileWith(proposed));
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  });

  test('runs the cases of the active configuration without texts', async () => {
    const { ruleset } = await service.client.config.get();
    expect((await rules('test', {})).body).toEqual({ ruleset, passed: 0, failed: 0, cases: [], untested: [] });
  });
});

describe('try', () => {
  test('plans a draft by both rule sets, with every rule and the values that it saw', async () => {
    const id = await shop.order(lines(700));
    const { body } = await rules('try', { order_id: id, files: filesOf(proposed) });
    expect(body).toMatchObject({ order: { id, issued_at: null }, pinned: null, from_pinned: null });
    expect(body.active.rules).toHaveLength(2);
    const large = body.proposed.rules.find(({ name }: { name: string }) => name === 'Large orders go first');
    expect(large).toMatchObject({ state: 'fired', mark: '✔', line: 6, file: 'fulfillment.yaml' });
    expect(large.does).toContainEqual({ words: 'skip ship', overruled_by: null });
    expect(large.conditions).toMatchObject([
      { path: 'total', expected: '100', actual: '700', holds: true, words: '✔ total >= 100, is 700' },
    ]);
    const small = body.proposed.rules.find(({ name }: { name: string }) => name.startsWith('Small'));
    expect(small).toMatchObject({ state: 'not fired', mark: '–' });
    expect(body.differences).toEqual([
      {
        ...{ what: 'ship', before: 'by hand', after: 'skipped', words: 'ship: by hand → skipped' },
        rules: { new: ['Large orders go first'], gone: [] },
      },
      expect.objectContaining({ words: 'priority: none → 1' }),
    ]);
    const now = await shop.get(`/salesorder/${id}/plan`);
    const { pinned: _, ...plan } = now;
    expect(body.active.plan).toEqual(plan);
  });

  test('plans an issued order at the moment of its issue, and says the same as the command line', async () => {
    const [, id = 0] = issued;
    const { body } = await rules('try', { order_id: id, files: filesOf(proposed) });
    const there = await tryOrder(service.client, id, fileWith(proposed));
    expect(withoutFolder(body.proposed.plan)).toEqual(withoutFolder(there.plan));
    expect(body.from_pinned).toMatchObject(there.differences);
    expect(body.pinned.ruleset).toBe((await service.client.config.get()).ruleset);
  });

  test('without texts it plans an issued order by the active rules', async () => {
    const { body } = await rules('try', { order_id: issued[0] });
    expect(body).toMatchObject({ proposed: null, differences: [], from_pinned: [] });
  });

  test('an order that does not exist and faulty texts are 422', async () => {
    expect(await shop.refused('/rules/try', { order_id: 999_999 })).toBe('422 reference.unknown');
    expect(await shop.refused('/rules/try', { order_id: issued[0], files: filesOf('rulez: []\n') })).toBe(
      '422 config.faulty',
    );
  });
});

describe('backtest', () => {
  test('groups what changes, with a filter that the list of orders takes', async () => {
    const { body } = await rules('backtest', { files: filesOf(proposed), last: 100 });
    expect(body).toMatchObject({ orders: 3, changed: 2, limited: false });
    expect(body.words).toBe('2 of 3 orders would have another plan.');
    const [, second, third] = issued;
    expect(body.groups.map(({ words, orders }: { words: string; orders: number }) => [words, orders])).toEqual([
      ['ship: by hand → skipped', 2],
      ['priority: none → 1', 2],
    ]);
    const [group] = body.groups;
    expect(group).toMatchObject({ order_ids: [third, second], rules: { new: ['Large orders go first'], gone: [] } });
    const list = await service.client.salesorder.list({ filter: group.filter, sort: '-id' });
    expect(list.data.map(({ id }) => id)).toEqual([third, second]);
  });

  test('says the same as the command line', async () => {
    const there = await backtest(service.client, 100, fileWith(proposed));
    const { body } = await rules('backtest', { files: filesOf(proposed), last: 100 });
    expect(body).toMatchObject({ orders: there.orders, changed: there.changed.length });
    const short = ({ what, before, after, orders, examples, rules: changed }: (typeof there.summary)[number]) => ({
      ...{ what, before, after, orders, examples, rules: changed },
    });
    expect(body.groups.map(short)).toEqual(there.summary.map(short));
  });

  test('takes the orders that an expression finds, and says where more match', async () => {
    const filter = 'total > 550';
    expect((await rules('backtest', { files: filesOf(proposed), filter })).body).toMatchObject({
      ...{ orders: 1, changed: 1, limited: false },
    });
    const { body } = await rules('backtest', { files: filesOf(proposed), filter: 'total > 1', last: 2 });
    expect(body).toMatchObject({ orders: 2, limited: true });
    expect(body.words).toBe('2 of 2 orders would have another plan. More orders match: these are the newest 2.');
    expect(await shop.refused('/rules/backtest', { files: filesOf(active), filter: 'totl > 1' })).toBe(
      '400 filter.invalid',
    );
    expect(await shop.refused('/rules/backtest', { files: filesOf(active), last: 5_001 })).toBe('422 body.invalid');
  });

  test('plans orders of many lines, too', async () => {
    const many = Array.from({ length: 900 }, () => lines(1)[0] ?? {});
    for (let n = 0; n < 3; n++) await shop.issued(many);
    const { body } = await rules('backtest', { files: filesOf(proposed), last: 100 });
    expect(body).toMatchObject({ orders: 6, changed: 5 });
  });

  test('leaves out what a person decided', async () => {
    const [, second = 0] = issued;
    await shop.done(`/salesorder/${second}/automatic`, { step: 'ship' });
    const { body } = await rules('backtest', { files: filesOf(proposed), filter: `id = ${second}` });
    expect(body.groups.map(({ what }: { what: string }) => what)).toEqual(['priority']);
  });
});

test('these calls need the permission of those who read the texts, and for orders that of orders', async () => {
  const as = async (permissions: string[]) => {
    const email = `${permissions.join('-')}@example.com`;
    const { id } = await shop.done('/user', { first_name: 'Ana', last_name: 'Weber', email, permissions });
    const { api_key } = await shop.done(`/user/${id}/apikey`);
    return (call: string, body: object) =>
      service
        .call('POST', `/rules/${call}`, body, { authorization: `Basic ${btoa(`${api_key}:`)}` })
        .then(({ status }) => status);
  };
  const files = filesOf(active);
  const reader = await as(['config.read', 'salesorder.read']);
  const operator = await as(['config.reload']);
  const both = await as(['config.reload', 'salesorder.read']);
  expect(await reader('check', { files })).toBe(403);
  expect([await operator('check', { files }), await operator('test', { files })]).toEqual([200, 200]);
  expect([await operator('try', { files, order_id: issued[0] }), await operator('backtest', { files })]).toEqual([
    403, 403,
  ]);
  expect([await both('try', { files, order_id: issued[0] }), await both('backtest', { files })]).toEqual([200, 200]);
});

test('the schema of the file completes its keys, and is read once', async () => {
  const { body, headers } = await service.call('GET', '/config/schema');
  expect(body.properties.rules.items.properties.then.properties).toHaveProperty('skip');
  const again = await fetch(`${service.url}/config/schema`, {
    headers: { authorization: `Basic ${btoa(`${service.adminKey}:`)}`, 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const client = createClient({ url: service.url });
  await expect(client.config.schema.get()).rejects.toMatchObject({ status: 401 });
  await client.close();
});

test('nothing has changed', async () => {
  expect(await service.verify()).toEqual([]);
  expect(await service.client.config.history.get()).toHaveLength(1);
});
