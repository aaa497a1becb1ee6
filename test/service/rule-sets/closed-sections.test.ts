// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment, as the file writes them
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testShop } from '../../support/shop.ts';

/** The switch of the editor opens the sections of the rules. All others need the permission to push a configuration. */

const carriers = 'carriers:\n  Van: { plugin: parcel, url: "http://van.test", api_key: &key "${VAN_API_KEY:-none}" }\n';
const head = `include: [more/*.yaml]\nconsole: { edit_rules: true }\nwebhooks: { timeout: 10s }\n${carriers}`;
const rules = 'rules:\n  - { name: Small, when: total < 100, then: { pick: automatic } }\n';

let ruleset: string;
let files: { file: string; text: string }[];
const path = () => join(dirname(service.file), 'more.yaml');
const withMain = (text: string) => files.map((one) => (one.file === 'more.yaml' ? one : { ...one, text }));
const put = (sent: object, as: Record<string, string>) =>
  service.call('PUT', '/config/files', { files, ruleset, ...sent }, as);
const refusal = (words: string) =>
  `A change of ${words} needs the permission config.push. Without it, rules, cases, match, calendars, workflows may change. An administrator can give it.`;

const { service, shop } = await testShop({ config: 'rules: []\n' });
const as = async (permissions: string[]) => {
  const email = `${permissions.length}@example.com`;
  const { id } = await shop.done('/user', { first_name: 'Ana', last_name: 'Weber', email, permissions });
  return { authorization: `Basic ${btoa(`${(await shop.done(`/user/${id}/apikey`)).api_key}:`)}` };
};
const editor = await as(['config.reload']);
const pusher = await as(['config.reload', 'config.push']);
beforeEach(async () => {
  service.write(head.replace('more/*.yaml', 'more.yaml') + rules);
  writeFileSync(path(), 'match: first\n');
  await shop.done('/config/reload');
  ({ ruleset, files } = await shop.get('/config/files'));
});

test.each([
  ['rules', (text: string) => text.replace('100', '200')],
  ['cases', (text: string) => `${text}cases:\n  - { name: C, given: { total: 5 }, expect: { pick: automatic } }\n`],
  ['match', (text: string) => `${text}match: first\n`],
  ['calendars', (text: string) => `${text}calendars: { House: { hours: { mon: "08:00-17:00" } } }\n`],
  ['workflows', (text: string) => `${text}workflows: { short: [pick, pickup] }\n`],
  [
    'comments beside the rules',
    (text: string) => `# Van comes at noon\n${text.replace('url: "http://van.test"', 'url: http://van.test')}`,
  ],
])('an editor may change %s', async (_, change) => {
  const { status, body } = await put({ files: withMain(change(files[0]?.text ?? '')) }, editor);
  expect([status, body.detail]).toEqual([200, undefined]);
});

test.each([
  ['the address of a carrier', 'van.test', 'evil.test', 'carriers (fulfillment.yaml:4)'],
  ['a key of a carrier', '"${VAN_API_KEY:-none}"', '"$${VAN_API_KEY:-none}"', 'carriers (fulfillment.yaml:4)'],
  [
    'the networks of webhooks',
    'timeout: 10s',
    'timeout: 10s, allow_networks: [127.0.0.1]',
    'webhooks (fulfillment.yaml:3)',
  ],
  ['printers', '\nrules:', '\nprinters: { P: { url: "http://evil.test" } }\nrules:', 'printers (fulfillment.yaml:6)'],
  [
    'schedules',
    '\nrules:',
    '\nschedules: { s: { cron: "@daily", run: { action: void, select: id > 0 } } }\nrules:',
    'schedules (fulfillment.yaml:6)',
  ],
  ['defaults', '\nrules:', '\ndefaults: { steps: { pick: automatic } }\nrules:', 'defaults (fulfillment.yaml:6)'],
  ['settings', '\nrules:', '\nsettings: { start-in-carton: true }\nrules:', 'settings (fulfillment.yaml:6)'],
  ['the switch itself', 'true', 'false', 'console (fulfillment.yaml:2)'],
  ['the files', '[more.yaml]', '[more.yaml, other.yaml]', 'include (fulfillment.yaml:1)'],
  ['a section away', 'webhooks: { timeout: 10s }\n', '', 'webhooks (fulfillment.yaml:3)'],
])('an editor may not change %s, and somebody who may push may', async (_, part, other, named) => {
  const text = (files[0]?.text ?? '').replace(part, () => other);
  const sent = withMain(text);
  if (named.startsWith('include')) sent.push({ file: 'other.yaml', text: 'rules: []\n' });
  const before = readFileSync(service.file, 'utf8');
  for (const dry_run of [true, false]) {
    const { status, body } = await put({ files: sent, dry_run }, editor);
    expect([status, body.code, body.permission]).toEqual([403, 'permission.missing', 'config.push']);
    expect(body.detail).toBe(refusal(named));
  }
  expect(readFileSync(service.file, 'utf8')).toBe(before);
  expect((await put({ files: sent }, pusher)).status).toBe(200);
});

test('an included file and an alias bring no other section', async () => {
  const carrier = 'carriers:\n  Evil: { plugin: parcel, url: "http://evil.test" }\n';
  const included = await put({ files: [files[0], { file: 'more.yaml', text: carrier }] }, editor);
  expect([included.status, included.body.detail]).toEqual([403, refusal('carriers (more.yaml:1)')]);
  const text =
    rules.replace('Small', '&n Small') +
    head.replace('more/*.yaml', 'more.yaml').replace('"http://van.test"', '"http://van.test", service: *n');
  const aliased = await put({ files: withMain(text) }, editor);
  expect([aliased.status, aliased.body.detail]).toEqual([403, refusal('carriers (fulfillment.yaml:6)')]);
});

test('a rollback to other rules needs the permission of a reload, and one to other carriers that of a push', async () => {
  const rollback = (version: number, as: Record<string, string>) =>
    service.call('POST', '/config/rollback', { version }, as);
  const newest = async () => (await service.client.config.history.get())[0]?.version ?? 0;
  const first = await newest();
  await put({ files: withMain((files[0]?.text ?? '').replace('100', '200')) }, editor);
  expect((await rollback(first, editor)).status).toBe(200);
  ({ ruleset } = await shop.get('/config/files'));
  await put({ files: withMain((files[0]?.text ?? '').replace('van.test', 'evil.test')) }, pusher);
  const { status, body } = await rollback(first, editor);
  expect([status, body.permission]).toEqual([403, 'config.push']);
  expect(body.detail).toMatch(/^A change of carriers \(.*fulfillment\.yaml:4\) needs the permission config\.push\./);
  expect((await rollback(first, pusher)).status).toBe(200);
});
