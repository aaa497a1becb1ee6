// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment, as the file writes them
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/file/faults.ts';
import { givenBeside, loadTexts } from '../../../config/load-texts.ts';
import { faultsOf, loadText } from '../load-text.ts';

/** A variable of a secret has its value only where a secret belongs. */

const variables = {
  LABELS: 'sk_live_2b7e151628',
  SPEEDY_API_KEY: 'sk_live_aed2a6abf7',
  DATABASE: 'postgres://conveyor:hunter22@db/conveyor',
  PACKERS: '3',
};
const carrier = 'carriers:\n  A: { plugin: parcel, url: "http://a.test", api_key: "${LABELS}" }\n';
const where =
  'its value would be seen here; a secret belongs in an option of a carrier or a printer, such as "api_key"';
const fault = (place: string, name: string) => `f.yaml:${place} ${name} is a secret, and ${where}`;
const rule = (then: string) => `rules:\n  - { name: R, then: ${then} }\n`;

test.each([
  ['the reason of a hold', rule('{ hold: "${SPEEDY_API_KEY}" }'), '2:31'],
  ['a default beside it', rule('{ hold: "${SPEEDY_API_KEY:-none}" }'), '2:31'],
  ['a note', rule('{ note: "Call ${SPEEDY_API_KEY}" }'), '2:36'],
  ['a condition', 'rules:\n  - { name: R, when: \'note = "${SPEEDY_API_KEY}"\', then: { priority: 1 } }\n', '2:31'],
  ['the name of a rule', 'rules:\n  - { name: "${SPEEDY_API_KEY}", then: { priority: 1 } }\n', '2:14'],
  ['a case', 'cases:\n  - { name: C, given: { note: "${SPEEDY_API_KEY}" }, expect: {} }\n', '2:32'],
  [
    'the note of a schedule',
    'schedules:\n  s:\n    cron: "@daily"\n    note: "${SPEEDY_API_KEY}"\n    run: { action: issue, select: "id = 1" }\n',
    '4:12',
  ],
  ['a plugin', 'carriers:\n  A: { plugin: "${SPEEDY_API_KEY}" }\n', '2:17'],
  ['a file to include', 'include: "${SPEEDY_API_KEY}"\n', '1:11'],
  ['a network', 'webhooks: { allow_networks: ["${SPEEDY_API_KEY}"] }\n', '1:31'],
  ['the site of a printer', 'printers:\n  P: { url: "ipp://a.test", site: "${SPEEDY_API_KEY}" }\n', '2:36'],
])('a secret is a fault in %s', async (_, text, place) => {
  const faults = await faultsOf(text, variables);
  expect(faults).toContain(fault(place, 'SPEEDY_API_KEY'));
  expect(faults.join()).not.toContain('sk_live');
});

test('the option that a variable fills, or its value, shows that it is a secret', async () => {
  expect(await faultsOf(`${carrier}${rule('{ hold: "${LABELS}" }')}`, variables)).toEqual([fault('4:31', 'LABELS')]);
  expect(await faultsOf(`${rule('{ hold: "${LABELS}" }')}${carrier}`, variables)).toEqual([fault('2:31', 'LABELS')]);
  expect(await faultsOf(rule('{ hold: "${DATABASE}" }'), variables)).toEqual([fault('2:31', 'DATABASE')]);
});

test('an alias brings a secret to no other place', async () => {
  const text = `${carrier.replace('"${LABELS}"', '&key "${LABELS}"')}${rule('{ hold: *key }')}`;
  expect(await faultsOf(text, variables)).toEqual([fault('4:30', 'LABELS')]);
});

test('a secret stands in options of carriers and printers, and other variables stand everywhere', async () => {
  const printer = 'printers:\n  P: { url: "ipp://a.test", user: u, password: "${LABELS}" }\n';
  const text = `${carrier}${printer}${rule('{ note: "${PACKERS} pack it" }')}`;
  const { carriers, printers, rules } = await loadText(text, variables);
  expect(carriers[0]?.options).toMatchObject({ api_key: variables.LABELS });
  expect(printers[0]?.account?.password).toBe(variables.LABELS);
  expect(rules[0]?.actions.note).toBe('3 pack it');
});

test('a fault of an option does not quote a secret', async () => {
  const bicycle = `export default ({ carrierPlugin, z }) => carrierPlugin({ name: 'bicycle', plan: () => [],
    options: z.strictObject({ api_key: z.string().refine((key) => key.startsWith('pk'), { error: ({ input }) => \`no key: \${input}\` }) }) });`;
  const text = 'carriers:\n  B: { plugin: ./bicycle.mjs, api_key: "${LABELS}" }\n';
  const [only] = await faultsOf(text, variables, { 'bicycle.mjs': bicycle });
  expect(only).toBe('f.yaml:2:40 no key: ${LABELS}, found "${LABELS}"');
});

test('a text of a request cannot move a secret to an option that shows it', async () => {
  const active = await loadText(carrier.replace('http://a.test', '${DATABASE}').replace('postgres', 'http'), {
    ...variables,
    DATABASE: 'http://conveyor:hunter22@a.test',
  });
  const folder = dirname(active.files[0]?.path ?? '');
  const load = async (text: string) => {
    const files = [{ file: 'f.yaml', text }];
    try {
      await loadTexts(
        givenBeside(files, { reach: active.reach, folder }, { ...variables, DATABASE: 'http://c:hunter22@a.test' }),
      );
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.faults.map(({ line, message }) => `${line} ${message}`);
    }
  };
  expect(await load(active.source)).toEqual([]);
  expect(await load(`${active.source}${rule('{ hold: "${LABELS}" }')}`)).toEqual([
    `4 LABELS is a secret, and ${where}`,
  ]);
  for (const name of ['LABELS', 'DATABASE']) {
    const text = `carriers:\n  A: { plugin: parcel, url: "http://a.test", service: "\${${name}}" }\n`;
    expect(await load(text)).toEqual([`2 ${name} is a secret, and ${where}`]);
  }
});
