import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { compareVersions, differenceText } from '../../../cli/config/difference.ts';
import { historyText } from '../../../cli/config/history.ts';
import { presentFiles } from '../../../cli/rules/files.ts';
import { silentTerminal } from '../../cli/import/folder.ts';
import { testShop } from '../../support/shop.ts';

/** The versions of the configuration: who activated what, the differences, and the way back. */

const base = 'include: [rules/*.yaml]\ncarriers:\n  Road: { plugin: plain }\n';
const small = 'rules:\n  - { name: Small, when: total < 100, then: { pick: automatic } }\n';
const vip = 'rules:\n  - { name: Wholesale, when: total > 900, then: { hold: Look } }\n';

const included = (name: string) => join(folder, 'rules', name);
const { service, shop } = await testShop({ config: base.replace('include: [rules/*.yaml]\n', '') });
const folder = dirname(service.file);
mkdirSync(join(folder, 'rules'));

const reload = () => service.client.config.reload();
const history = () => service.client.config.history.get();
const rollback = (version: number) => service.call('POST', '/config/rollback', { version });

test('each activation is a version with who, how, and a sentence for each change', async () => {
  writeFileSync(included('small.yaml'), small);
  service.write(base);
  expect(await reload()).toMatchObject({
    changed: true,
    changes: ['include: none → [ rules/*.yaml ].', 'Rule "Small" is new: when total < 100; then { pick: automatic }.'],
  });
  writeFileSync(included('vip.yaml'), vip);
  writeFileSync(included('small.yaml'), small.replace('100', '200'));
  await reload();
  expect(await reload()).toMatchObject({ changed: false, changes: [] });
  const versions = await history();
  expect(versions.map(({ version, how, by, active, rules }) => [version, how, by, active, rules])).toEqual([
    [3, 'reload', expect.stringMatching(/\w/), true, 2],
    [2, 'reload', expect.stringMatching(/\w/), false, 1],
    [1, 'start', null, false, 0],
  ]);
  expect(versions[0]?.changes).toEqual([
    'Rule "Small" changed: when total < 100 → total < 200.',
    'Rule "Wholesale" is new: when total > 900; then { hold: Look }.',
  ]);
});

test('history fits a terminal of 80 columns, and marks the active version', async () => {
  const text = historyText(await history(), { ...silentTerminal(), columns: 80 });
  expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(`* 3  TIME UTC  reload by Administrator, 2 rules
     Rule "Small" changed: when total < 100 → total < 200.
     Rule "Wholesale" is new: when total > 900; then { hold: Look }.
  2  TIME UTC  reload by Administrator, 1 rule
     include: none → [ rules/*.yaml ].
     Rule "Small" is new: when total < 100; then { pick: automatic }.
  1  TIME UTC  start, 0 rules
`);
});

test('two versions are compared by sentences and by lines, and so is a version with the file', async () => {
  const present = () => presentFiles(service.file);
  const versions = await compareVersions(service.client, '2', '3', present);
  expect(versions.changes).toHaveLength(2);
  const text = differenceText(versions, 80);
  expect(text).toMatch(/^From version 2 to version 3:\n {2}Rule "Small" changed: /);
  expect(text).toContain('--- version 2: rules/small.yaml\n+++ version 3: rules/small.yaml\n@@ ');
  expect(text).toMatch(/\n rules:\n-.*100.*\n\+.*200.*\n/);
  const same = await compareVersions(service.client, undefined, undefined, present);
  expect(differenceText(same, 80)).toBe(`version 3 and ${service.file} are the same.\n`);
  writeFileSync(included('vip.yaml'), `# Look at them.\n${vip}`);
  const file = await compareVersions(service.client, undefined, undefined, present);
  expect(differenceText(file, 80)).toContain(`From version 3 to ${service.file}:\n  Only comments and layout differ.`);
  await expect(compareVersions(service.client, 'x', undefined, present)).rejects.toThrow(/"x" is no version/);
  await expect(compareVersions(service.client, '99', undefined, present)).rejects.toMatchObject({ status: 404 });
});

test('a rollback does not lose changes that are not active', async () => {
  const { status, body } = await rollback(2);
  expect([status, body.code]).toEqual([409, 'config.edited']);
  expect(body.detail).toMatch(/Changes of .*vip\.yaml are not active/);
  expect(readFileSync(included('vip.yaml'), 'utf8')).toContain('# Look');
  writeFileSync(included('vip.yaml'), vip);
});

test('a rollback brings the files back, removes those of later, and orders that are issued later follow it', async () => {
  const { status, body } = await rollback(2);
  expect(status).toBe(200);
  expect(body.changes).toEqual(['Rule "Small" changed: when total < 200 → total < 100.', 'Rule "Wholesale" is gone.']);
  expect(readFileSync(included('small.yaml'), 'utf8')).toBe(small);
  expect(existsSync(included('vip.yaml'))).toBe(false);
  expect((await history())[0]).toMatchObject({ version: 4, how: 'rollback', rolled_back_to: 2, active: true });
  const part = await shop.part({}, 10);
  const id = await shop.issued([{ part_id: part, qty: 1, unit_price: 950 }]);
  expect(await shop.see(id)).toMatchObject({ held_at: null });
  expect((await rollback(4)).body).toMatchObject({ changed: false });
});

test('a version with faults by now leaves everything as it was', async () => {
  const plugin = join(folder, 'post.mjs');
  const plain =
    'export default ({ settingPlugin, z }) => settingPlugin({ name: "post", value: z.boolean(), plan: () => [] });\n';
  writeFileSync(plugin, plain);
  const before = readFileSync(service.file, 'utf8');
  service.write(`${before}plugins: [./post.mjs]\n`);
  const answer = await service.call('POST', '/config/reload');
  expect(answer.status, answer.body.detail).toBe(200);
  service.write(before);
  await reload();
  rmSync(plugin);
  const { version } = (await history())[1] ?? { version: 0 };
  const refused = await rollback(version);
  expect([refused.status, refused.body.code]).toEqual([422, 'config.faulty']);
  expect(readFileSync(service.file, 'utf8')).toBe(before);
  expect((await history())[0]).toMatchObject({ version: version + 1, active: true });
});

test('files that cannot be written stay as they were', async () => {
  const [newest] = await history();
  const before = readFileSync(service.file, 'utf8');
  // A folder in the place of the draft cannot be overwritten by any user.
  mkdirSync(`${service.file}.new`);
  const { status, body } = await rollback((newest?.version ?? 0) - 1);
  rmdirSync(`${service.file}.new`);
  expect([status, body.code]).toEqual([409, 'config.not-writable']);
  expect(body.detail).toMatch(/cannot write .*fulfillment\.yaml \(EISDIR\)/);
  expect(readFileSync(service.file, 'utf8')).toBe(before);
  expect((await history())[0]).toEqual(newest);
});

test('reloads and rollbacks at the same moment come one after the other', async () => {
  const answers = await Promise.all([3, 2, 3, 2].map((version) => rollback(version)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const active = (await history())[0];
  expect(active).toMatchObject({ rolled_back_to: expect.any(Number) });
  const { files } = await service.client.config.version.get(active?.version ?? 0);
  for (const { file, text } of files) expect(readFileSync(file, 'utf8')).toBe(text);
  expect(existsSync(included('vip.yaml'))).toBe(files.length === 3);
});

test('files with their texts, and a rollback, are for those who may reload', async () => {
  const user = { first_name: 'Ana', last_name: 'Weber', email: 'ana@example.com', permissions: ['config.read'] };
  const { id } = await shop.done('/user', user);
  const { api_key } = await shop.done(`/user/${id}/apikey`);
  const as = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body, { authorization: `Basic ${btoa(`${api_key}:`)}` });
  expect((await as('GET', '/config/history')).status).toBe(200);
  expect((await as('GET', '/config/version/1')).status).toBe(403);
  expect((await as('POST', '/config/rollback', { version: 1 })).status).toBe(403);
});
