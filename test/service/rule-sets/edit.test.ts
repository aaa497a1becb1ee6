import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadConfiguration } from '../../../config/load.ts';
import { ServiceConfiguration } from '../../../service/configuration/service-configuration.ts';
import { fileSource } from '../../../service/configuration/source.ts';
import { openShop, testShop } from '../../support/shop.ts';
import { startTestService } from '../../support/test-service.ts';

/** Edits of the configuration over the interface. */

const head = 'include: [rules/*.yaml]\nconsole: { edit_rules: true }\n';
const rule = (n: number) => `rules:\n  - { name: Small, when: total < ${n}, then: { pick: automatic } }\n`;

let ruleset: string;
let files: { file: string; text: string }[];
const at = (name: string) => join(folder, name);
const put = (body: object) => service.call('PUT', '/config/files', body);
/** The active files with another text of the rules. */
const withRules = (text: string) => files.map((one) => (one.file === 'rules/small.yaml' ? { ...one, text } : one));
const history = () => service.client.config.history.get();
const leftOver = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.new'));

const { service, shop } = await testShop({ config: 'rules: []\n' });
const folder = dirname(service.file);
mkdirSync(at('rules'));
beforeEach(async () => {
  service.write(head);
  rmSync(at('rules'), { recursive: true });
  mkdirSync(at('rules'));
  writeFileSync(at('rules/small.yaml'), rule(100));
  await shop.done('/config/reload');
  ({ ruleset, files } = await shop.get('/config/files'));
});

test('an edit writes the files, activates them, and is a version with who and what', async () => {
  const { status, body } = await put({ files: withRules(rule(200)), ruleset });
  expect(status, body.detail).toBe(200);
  expect(body).toMatchObject({ before: ruleset, changed: true, dry_run: false, findings: [] });
  expect(body.changes).toEqual(['Rule "Small" changed: when total < 100 → total < 200.']);
  expect(readFileSync(at('rules/small.yaml'), 'utf8')).toBe(rule(200));
  expect((await history())[0]).toMatchObject({ how: 'edit', by: 'Administrator', active: true, ruleset: body.ruleset });
  const part = await shop.part({}, 10);
  const id = await shop.issued([{ part_id: part, qty: 1, unit_price: 150 }]);
  expect((await shop.get(`/salesorder/${id}/plan`)).steps[0]).toMatchObject({ step: 'pick', by: 'automatic' });
  expect(leftOver()).toEqual([]);
});

test('a dry run says what an edit would change, and changes nothing', async () => {
  const { body } = await put({ files: withRules(rule(200)), ruleset, dry_run: true });
  expect(body).toMatchObject({ before: ruleset, changed: true, dry_run: true });
  expect(body.changes).toEqual(['Rule "Small" changed: when total < 100 → total < 200.']);
  expect(readFileSync(at('rules/small.yaml'), 'utf8')).toBe(rule(100));
  const checked = (await service.call('POST', '/rules/check', { files: withRules(rule(200)) })).body;
  expect(checked.ruleset).toBe(body.ruleset);
});

test('an edit adds and removes files', async () => {
  const more = { file: 'rules/more.yaml', text: 'rules:\n  - { name: More, then: { priority: 2 } }\n' };
  const added = (await put({ files: [...files, more], ruleset })).body;
  expect(readFileSync(at('rules/more.yaml'), 'utf8')).toBe(more.text);
  const { body } = await put({ files, ruleset: added.ruleset });
  expect(body.changes).toEqual(['Rule "More" is gone.']);
  expect(existsSync(at('rules/more.yaml'))).toBe(false);
});

test('a repeated edit changes nothing', async () => {
  const edit = { files: withRules(rule(300)), ruleset };
  const first = (await put(edit)).body;
  const versions = await history();
  const { status, body } = await put(edit);
  expect([status, body.changed, body.ruleset]).toEqual([200, false, first.ruleset]);
  expect(await history()).toEqual(versions);
});

describe('an edit is refused and changes nothing', () => {
  const refused = async (body: object) => {
    const before = readFileSync(at('rules/small.yaml'), 'utf8');
    const versions = await history();
    const reply = await put(body);
    expect(readFileSync(at('rules/small.yaml'), 'utf8')).toBe(before);
    expect(await history()).toEqual(versions);
    expect(leftOver()).toEqual([]);
    return reply;
  };

  test('with faults', async () => {
    const { status, body } = await refused({ files: withRules('rulez: []\n'), ruleset });
    expect([status, body.code]).toEqual([422, 'config.faulty']);
    expect(body.faults[0]).toMatchObject({ file: 'rules/small.yaml', line: 1, column: 1 });
  });

  test('if another rule set is active than the one that was edited', async () => {
    const newer = (await put({ files: withRules(rule(200)), ruleset })).body.ruleset;
    const { status, body } = await refused({ files: withRules(rule(300)), ruleset });
    expect([status, body.code, body.ruleset]).toEqual([409, 'config.changed', newer]);
  });

  test('if a file has changed on the machine; the newer text can be read', async () => {
    writeFileSync(at('rules/small.yaml'), rule(777));
    const { status, body } = await refused({ files: withRules(rule(300)), ruleset });
    expect([status, body.code]).toEqual([409, 'config.edited']);
    expect(body.hashes).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/)]);
    expect((await shop.get('/config/files')).edited).toEqual([{ file: 'rules/small.yaml', text: rule(777) }]);
  });

  test('if somebody has put another file beside the others', async () => {
    writeFileSync(at('rules/beside.yaml'), 'rules:\n  - { name: Beside, then: { hold: Look } }\n');
    const { status, body } = await refused({ files: withRules(rule(300)), ruleset });
    expect([status, body.code]).toEqual([409, 'config.edited']);
    expect(existsSync(at('rules/beside.yaml'))).toBe(true);
  });

  test('if a file cannot be written', async () => {
    // A folder in the place of the draft cannot be overwritten by any user.
    mkdirSync(at('rules/small.yaml.new'));
    const { status, body } = await put({ files: withRules(rule(300)), ruleset });
    rmdirSync(at('rules/small.yaml.new'));
    expect([status, body.code]).toEqual([409, 'config.not-writable']);
    expect(readFileSync(at('rules/small.yaml'), 'utf8')).toBe(rule(100));
  });

  test.each(['evil.mjs', 'rules/evil', '../evil.yaml', '/tmp/evil.yaml', 'node_modules/evil.yaml'])(
    'if it would write %s',
    async (file) => {
      const include = {
        file: 'fulfillment.yaml',
        text: `include: [rules/small.yaml, "${file}"]\n${head.split('\n')[1]}\n`,
      };
      const { status, body } = await refused({ files: [include, files[1], { file, text: 'rules: []\n' }], ruleset });
      expect([status, body.code]).toEqual([422, 'config.faulty']);
      expect(existsSync(join(folder, file))).toBe(false);
    },
  );

  test('if the first file has another name', async () => {
    const [main, small] = files;
    const { body } = await refused({ files: [{ file: 'other.yaml', text: main?.text }, small], ruleset });
    expect(body.faults).toEqual([
      { file: 'other.yaml', line: 1, column: 1, message: 'the first file is fulfillment.yaml' },
    ]);
  });

  test('by a plugin that is not active', async () => {
    writeFileSync(at('evil.mjs'), 'process.exit(3);\n');
    const main = { file: 'fulfillment.yaml', text: `${head}plugins: [./evil.mjs]\n` };
    const { body } = await refused({ files: [main, files[1]], ruleset });
    expect(body.faults[0].message).toMatch(/^the active configuration does not use the plugin "\.\/evil\.mjs"/);
    rmSync(at('evil.mjs'));
  });

  test("unless the operators' file allows it", async () => {
    expect((await shop.get('/config')).editing).toEqual({ allowed: true, reason: null });
    service.write(head.replace('true', 'false'));
    const off = await shop.done('/config/reload');
    const { status, body } = await refused({ files: withRules(rule(300)), ruleset: off.ruleset });
    expect([status, body.code]).toEqual([409, 'config.editing-off']);
    expect((await shop.get('/config')).editing).toEqual({ allowed: false, reason: body.detail });
  });

  test('without the permission of a reload', async () => {
    const user = { first_name: 'Ana', last_name: 'Weber', email: 'ana@example.com', permissions: ['config.read'] };
    const { id } = await shop.done('/user', user);
    const { api_key } = await shop.done(`/user/${id}/apikey`);
    const as = { authorization: `Basic ${btoa(`${api_key}:`)}` };
    const { status } = await service.call('PUT', '/config/files', { files: withRules(rule(300)), ruleset }, as);
    expect(status).toBe(403);
  });
});

test('of many editors who began from the same rule set one wins, and the others get the newer hash', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => put({ files: withRules(rule(1_000 + n)), ruleset })),
  );
  const won = replies.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const winner = won[0]?.body.ruleset;
  expect(replies.filter(({ body }) => body.code === 'config.changed').map(({ body }) => body.ruleset)).toEqual(
    Array(7).fill(winner),
  );
  const { files: now } = await shop.get('/config/files');
  expect(readFileSync(at('rules/small.yaml'), 'utf8')).toBe(now[1].text);
  expect((await shop.get('/config')).ruleset).toBe(winner);
});

test('edits, reloads and rollbacks at the same moment come one after the other', async () => {
  const [newest] = await history();
  const calls = [
    put({ files: withRules(rule(2_000)), ruleset }),
    service.call('POST', '/config/reload'),
    service.call('POST', '/config/rollback', { version: (newest?.version ?? 2) - 1 }),
    put({ files: withRules(rule(2_001)), ruleset }),
  ];
  for (const { status } of await Promise.all(calls)) expect([200, 409]).toContain(status);
  const { files: now, edited } = await shop.get('/config/files');
  expect(edited).toEqual([]);
  for (const { file, text } of now) expect(readFileSync(at(file), 'utf8')).toBe(text);
});

test('of two services that share a file, one edits at a time', async () => {
  const file = at('shared.yaml');
  const text = (n: number) => `console: { edit_rules: true }\n${rule(n)}`;
  writeFileSync(file, text(1));
  const load = () => loadConfiguration(file);
  const { database } = service;
  const start = async () =>
    new ServiceConfiguration({ database, source: fileSource(load), configuration: await load() });
  const [one, other] = [await start(), await start()];
  for (let round = 0; round < 5; round++) {
    await one.activations.store();
    await other.calls.reload();
    const { ruleset: from } = one.active.texts;
    expect(other.active.texts.ruleset).toBe(from);
    const edit = (n: number) => ({
      files: [{ file: 'shared.yaml', text: text(n) }],
      ruleset: from,
      by: 1,
      mayPush: true,
      dryRun: false,
    });
    const results = await Promise.allSettled([
      one.calls.edit(edit(10 + 2 * round)),
      other.calls.edit(edit(11 + 2 * round)),
    ]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost.map(({ reason }) => reason.code)).toEqual(['config.changed']);
    const winner = results[0]?.status === 'fulfilled' ? one : other;
    expect(winner.active.texts.files[0]?.text).toBe(readFileSync(file, 'utf8'));
    await one.calls.reload();
  }
  rmSync(file);
});

test('with the source database an edit goes to all services, and keeps the active plugins', async () => {
  const stored = await startTestService({
    config: 'console: { edit_rules: true }\nrules: []\n',
    configSource: 'database',
  });
  const other = await openShop(stored);
  const before = await other.get('/config/files');
  expect((await other.get('/config')).editing).toEqual({ allowed: true, reason: null });
  const [main] = before.files;
  const text = `${main.text.replace('rules: []\n', '')}${rule(100)}`;
  const body = await other.done('/config/files', { files: [{ ...main, text }], ruleset: before.ruleset }, 'PUT');
  expect(body.changes).toEqual(['Rule "Small" is new: when total < 100; then { pick: automatic }.']);
  const { rows } = await stored.sql.query('select hash from ruleset order by activated_at desc limit 1');
  expect(rows).toEqual([{ hash: body.ruleset }]);
  // The file of the machine is not touched.
  expect(readFileSync(stored.file, 'utf8')).toBe(main.text);
  expect(await stored.verify()).toEqual([]);
  await stored.close();
});

test('nothing is left over', async () => {
  expect(await service.verify()).toEqual([]);
  expect(leftOver()).toEqual([]);
});
