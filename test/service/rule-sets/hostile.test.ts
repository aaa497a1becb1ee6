// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment, as the file writes them
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../support/shop.ts';
import { startTestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';

/** Texts of somebody who means harm, or who has pasted the wrong file. */

const filesOf = (text: string) => [{ file: 'fulfillment.yaml', text }];
const check = (files: { file: string; text: string }[]) => service.call('POST', '/rules/check', { files });
const faultsOf = async (text: string): Promise<string[]> =>
  (await check(filesOf(text))).body.faults.map(({ message }: { message: string }) => message);

const plugin = (file: string, mark: string) => `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(mark)}, 'ran');
export default ({ carrierPlugin, z, skip }) =>
  carrierPlugin({ name: '${file}', options: z.strictObject({ key: z.string().optional() }), plan: () => [skip('pack', 'it has no room')] });
`;

process.env.RULES_TEST_USED = 'a-key-of-the-carrier';
process.env.RULES_TEST_SECRET = 'a-secret-of-the-process';
const service = await untilEnd(startTestService({ config: 'rules: []\n' }));
const shop = await openShop(service);
const folder = dirname(service.file);
for (const name of ['bicycle', 'evil'])
  writeFileSync(join(folder, `${name}.mjs`), plugin(name, join(folder, `${name}.ran`)));
service.write('carriers:\n  Bicycle: { plugin: ./bicycle.mjs, key: "${RULES_TEST_USED}" }\nrules: []\n');
await shop.done('/config/reload');
afterAll(async () => {
  delete process.env.RULES_TEST_USED;
  delete process.env.RULES_TEST_SECRET;
});

test('a plugin runs only if it is active, wherever the text names it', async () => {
  expect(existsSync(join(folder, 'bicycle.ran'))).toBe(true);
  expect(await faultsOf('carriers:\n  Bicycle: { plugin: ./bicycle.mjs }\n')).toEqual([]);
  for (const name of ['./evil.mjs', join(folder, 'evil.mjs'), './missing.mjs', 'zod', 'data:text/javascript,1']) {
    const [message] = await faultsOf(`carriers:\n  X: { plugin: ${JSON.stringify(name)} }\n`);
    expect(message, name).toMatch(/^the active configuration does not use the plugin|^unknown plugin/);
    expect(await faultsOf(`plugins: [${JSON.stringify(name)}]\n`), name).toHaveLength(1);
  }
  expect(existsSync(join(folder, 'evil.ran'))).toBe(false);
});

test('a text reads no variable that the active configuration does not read', async () => {
  const text = (name: string) => `rules:\n  - { name: "\${${name}}", then: { priority: 9 } }\n`;
  for (const name of ['RULES_TEST_SECRET', 'RULES_TEST_SECRET:-x', 'PATH', 'NO_SUCH_VARIABLE']) {
    const { body } = await check(filesOf(text(name)));
    expect(JSON.stringify(body)).not.toContain('a-secret-of');
    expect(body.faults[0].message).toMatch(/^the active configuration does not use the environment variable/);
  }
  expect(await faultsOf('carriers:\n  B: { plugin: ./bicycle.mjs, key: "${RULES_TEST_USED}" }\n')).toEqual([]);
});

test('a text shows no secret that the active configuration uses', async () => {
  const text =
    'rules:\n  - { name: R, then: { hold: "${RULES_TEST_USED}" } }\ncases:\n  - { name: C, given: {}, expect: { hold: null } }\n';
  const tested = await service.call('POST', '/rules/test', { files: filesOf(text) });
  expect([tested.status, tested.body.code]).toEqual([422, 'config.faulty']);
  expect(tested.body.faults).toMatchObject([{ file: 'fulfillment.yaml', line: 2, column: 31 }]);
  for (const call of ['check', 'test']) {
    const { body } = await service.call('POST', `/rules/${call}`, { files: filesOf(text) });
    expect(JSON.stringify(body)).not.toContain('a-key-of');
  }
});

test('a text finds no file of the machine', async () => {
  for (const font of ['/etc/passwd', '/dev/zero', './nothing.ttf']) {
    expect(await faultsOf(`documents: { font: ${font} }\n`)).toEqual([
      `"${font}" is not a font of the active configuration; write it into the file on the machine, and reload that`,
    ]);
  }
  expect(await faultsOf('include: [/etc/hostname, ../*.yaml, "*.mjs"]\n')).toHaveLength(3);
  const names = [
    ['../f.yaml'],
    ['/etc/passwd'],
    ['f.yaml', 'a/../../b.yaml'],
    ['f.yaml', 'f.yaml'],
    ['node_modules/x'],
  ];
  for (const list of names) {
    const { body } = await check(list.map((file) => ({ file, text: 'rules: []\n' })));
    expect(body.faults.length, list.join()).toBeGreaterThan(0);
  }
});

test.each([
  ['deep lists', `rules: ${'['.repeat(200_000)}`],
  ['deep keys', `a: ${'{a: '.repeat(100_000)}`],
  [
    'aliases of aliases',
    Array.from({ length: 12 }, (_, n) => `k${n}: &a${n} [${`*a${n - 1},`.repeat(n === 0 ? 0 : 9)}1]`).join('\n'),
  ],
  ['no YAML', '\u0001: ][{'],
  ['an empty text', ''],
  ['a list', '- 1\n- 2\n'],
  ['names of JavaScript', '__proto__: { rules: [] }\nconstructor: 1\n'],
  [
    'a condition of a hundred kilobytes',
    `rules:\n  - { name: A, when: ${'(total < 1) && '.repeat(8_000)}total < 1, then: { priority: 1 } }\n`,
  ],
])('a text gets an answer: %s', async (_, text) => {
  const { status, body } = await check(filesOf(text));
  expect(status).toBe(200);
  expect(body.faults.length + (text === '' ? 1 : 0)).toBeGreaterThan(0);
});

test('while somebody checks three megabytes of rules, others are answered', async () => {
  const rule = (n: number) =>
    `  - { name: Rule ${n}, when: total < ${n} && ship_city = "City ${n}", then: { priority: 1 } }\n`;
  const text = `rules:\n${Array.from({ length: 30_000 }, (_, n) => rule(n)).join('')}`;
  const long = check(filesOf(text));
  let slowest = 0;
  let isDone = false;
  void long.finally(() => (isDone = true));
  while (!isDone) {
    const start = performance.now();
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { status, body } = await long;
  expect(status).toBe(200);
  // It is valid, or the fault is that it took too long.
  if (body.ruleset === null) expect(body.faults[0].message).toMatch(/^the check needs more than 15 s or 256 MB/);
  else expect(body.rules).toBe(30_000);
  expect(slowest).toBeLessThan(3_000);
  expect((await check(filesOf('rules: []\n'))).body.faults).toEqual([]);
}, 60_000);

test('a body of more than four megabytes is refused', async () => {
  const { status, body } = await check(filesOf(`# ${'x'.repeat(4.5 * 1_048_576)}\n`));
  expect([status, body.code]).toEqual([413, 'body.too-large']);
});
