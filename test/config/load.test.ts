// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to the environment, as the file writes them
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFileSet } from '../../config/file/file-set.ts';
import { defaultConfigurationFile, loadConfiguration } from '../../config/load.ts';
import { createPlanner } from '../../config/planning/planner.ts';
import { configuredCarrier } from '../../config/planning/rule-set.ts';
import { customerTree, usual } from '../../records/facts.ts';
import { faultsOf, folderWith, loadText } from './load-text.ts';
import { fromSource, lineFacts, orderFacts, partFacts, withCarrier } from './planning/facts.ts';

describe('an empty file', () => {
  test.each(['', '# nothing\n', 'rules:\ncarriers:\nsettings:\n'])('%j has the defaults', async (text) => {
    const configuration = await loadText(text);
    expect(configuration).toMatchObject({
      carriers: [],
      settings: [],
      rules: [],
      webhooks: { attempts: 3, retryEverySeconds: 300, timeoutSeconds: 15, allowNetworks: [] },
      documents: { paper: 'a4', labels: 'sheet' },
      defaults: { pick: { by: 'hand', place: null }, pickup: { by: 'hand', place: null } },
    });
  });
});

test('documents use the configured fonts, and the regular font for bold text by default', async () => {
  const folder = folderWith({
    'a.yaml': 'documents: { paper: letter, font: fonts/a.ttf }',
    'fonts/a.ttf': '\0\u0001\0\0…',
  });
  const regular = join(folder, 'fonts', 'a.ttf');
  const { documents } = await loadConfiguration(join(folder, 'a.yaml'));
  expect(documents).toEqual({ paper: 'letter', labels: 'sheet', fonts: { regular, bold: regular } });
});

test.each(['start_in_carton', 'Start In Carton', 'START-in_carton'])('a setting may be written %s', async (name) => {
  const { settings } = await loadText(`settings:\n  Auto-Create Pick By Order: true\n  ${name}: true\n`);
  expect(settings).toMatchObject([
    { name: 'auto-create-pick-by-order', value: true, line: 2 },
    { name: 'start-in-carton', value: true, line: 3 },
  ]);
});

test('all sections are read with their positions', async () => {
  const configuration = await loadText(
    [
      'defaults: { steps: { pick: automatic } }',
      'settings:',
      '  start-in-carton: true',
      'carriers:',
      '  Speedy Express:',
      '    plugin: parcel',
      '    url: http://carrier.test/',
      '    rate: 600 per minute',
      '  Own Van:',
      'webhooks: { retry_every: 90s }',
      'rules:',
      '  - name: Large orders go first',
      '    when: total >= 100',
      '    then: { priority: 1, skip: pack, ship: by hand, carrier: Own Van }',
    ].join('\n'),
  );
  expect(configuration.defaults.pick).toMatchObject({ by: 'automatic', place: { line: 1 } });
  expect(configuration.settings).toMatchObject([{ name: 'start-in-carton', value: true, line: 3 }]);
  expect(configuration.carriers).toMatchObject([
    {
      name: 'Speedy Express',
      line: 5,
      rate: 10,
      bookAt: 'ship',
      options: { url: 'http://carrier.test', service: 'Standard' },
    },
    { name: 'Own Van', line: 9, rate: null, bookAt: null, plugin: { name: 'plain' } },
  ]);
  expect(configuration.webhooks.retryEverySeconds).toBe(90);
  expect(configuration.rules).toMatchObject([
    {
      name: 'Large orders go first',
      line: 12,
      unless: null,
      actions: { skip: ['pack'], require: [], by: { ship: 'hand' }, priority: 1, carrier: 'Own Van' },
    },
  ]);
  const [rule] = configuration.rules;
  expect(rule?.when?.holds(orderFacts({ total: '100.00' }), new Date())).toBe(true);
  expect(rule?.when?.holds(orderFacts({ total: '99.99' }), new Date())).toBe(false);
});

test('the names of carriers ignore case', async () => {
  const configuration = await loadText('carriers:\n  Own Van: {}\n');
  expect(configuredCarrier(configuration, 'own van')?.name).toBe('Own Van');
  expect(configuredCarrier(configuration, 'van')).toBeUndefined();
});

test('conditions may use every fact', async () => {
  const conditions = [
    'customer.groups.name = "Wholesale"',
    'customer.customertype.name = "Company"',
    'lines.part.number = "P-1"',
    'lines.part.custom.colour = "red"',
    'lines[qty > 3 && part.groups.name = "Fragile"]',
    'count(lines) <= 3 && sum(lines.qty) > 1',
    'source.name = "Counter" || source.service_id IS NULL',
    'ship_city = "Berlin" && site.city != "Berlin"',
    'carrier.name IN ("A", "B") && carrierservicelevel.name IS NOT NULL',
    'created_at > now-48h && NOT (weight_g > 30000)',
  ];
  const rules = conditions.map((when, index) => `  - { name: R${index}, when: '${when}', then: { priority: 1 } }`);
  expect(await faultsOf(['rules:', ...rules, ''].join('\n'))).toEqual([]);
});

test('rules see custom fields of parts, and now', async () => {
  const configuration = await loadText(
    'rules:\n  - { name: R, when: lines.part.custom.handling = "cold" && created_at > now-1h, then: { hold: Cold } }\n',
  );
  const order = orderFacts({ lines: [lineFacts({ part: partFacts({ custom: { handling: 'Cold' } }) })] });
  const planner = createPlanner(configuration);
  expect(planner.plan(order, undefined, new Date('2026-04-23T23:00:00Z')).hold).toBe('Cold');
  expect(planner.plan(order, undefined, new Date('2026-04-24T23:00:00Z')).hold).toBeNull();
});

describe('references to the environment', () => {
  const url = async (reference: string, variables: Record<string, string>) => {
    const configuration = await loadText(`carriers:\n  A:\n    plugin: parcel\n    url: ${reference}\n`, variables);
    return (configuration.carriers[0]?.options as { url: string } | undefined)?.url;
  };

  test('are filled in, several in one text too', async () => {
    expect(await url('http://${HOST}:${PORT}/x', { HOST: 'h.test', PORT: '81' })).toBe('http://h.test:81/x');
  });

  test('fall back to their default where the variable is unset or empty', async () => {
    expect(await url('${A:-http://d.test}', {})).toBe('http://d.test');
    expect(await url('${A:-http://d.test}', { A: '' })).toBe('http://d.test');
    expect(await url('${A:-http://d.test}', { A: 'http://a.test' })).toBe('http://a.test');
  });

  test('are left alone behind a second dollar', async () => {
    const configuration = await loadText('rules:\n  - { name: "costs $${A}", then: { priority: 1 } }\n');
    expect(configuration.rules[0]?.name).toBe('costs ${A}');
  });

  test('leave secrets out of the stored text and out of the hash', async () => {
    const text = 'carriers:\n  A:\n    plugin: parcel\n    url: http://a.test\n    api_key: ${KEY}\n';
    const one = await loadText(text, { KEY: 'secret-1' });
    const other = await loadText(text, { KEY: 'secret-2' });
    expect(one.source).toBe(text);
    expect(one.hash).toBe(other.hash);
  });
});

describe('a plugin of the user', () => {
  const bicycle = `
    export default ({ carrierPlugin, byHand, z }) => carrierPlugin({
      name: 'bicycle',
      options: z.strictObject({ greatest_weight_g: z.int().default(8000) }),
      plan: (order, { greatest_weight_g }) =>
        Number(order.weight_g ?? 0) > greatest_weight_g ? [byHand('ship', 'too heavy for one bicycle')] : [],
      book: async ({ cartons }) => cartons.map(({ id }) => ({ carton_id: id, tracking_number: 'B' + id })),
    });`;
  const text = 'carriers:\n  Courier: { plugin: ./plugins/bicycle.mjs, greatest_weight_g: 500 }\n';
  const automatic = 'defaults: { steps: { ship: automatic } }\n';

  test('loads from a path relative to the file, with nothing installed beside it', async () => {
    const configuration = await loadText(automatic + text, {}, { 'plugins/bicycle.mjs': bicycle });
    const plan = createPlanner(configuration).plan(withCarrier('Courier', orderFacts({ weight_g: '600' })));
    expect(plan.carrier).toEqual({ name: 'Courier', plugin: 'bicycle', book_at: 'ship', own_queue: false });
    expect(plan.steps[2]).toMatchObject({ step: 'ship', by: 'hand' });
    expect(plan.steps[2]?.reasons[0]).toMatchObject({
      source: 'carrier',
      name: 'Courier',
      line: 3,
      why: 'too heavy for one bicycle',
    });
  });

  test.each([
    ['with main', { main: 'plugin.mjs' }],
    ['for import alone', { exports: { '.': { import: './plugin.mjs' } } }],
  ])('loads from a package %s', async (_name, manifest) => {
    const files = {
      'node_modules/conveyor-bicycle/package.json': JSON.stringify({ name: 'conveyor-bicycle', ...manifest }),
      'node_modules/conveyor-bicycle/plugin.mjs': bicycle,
    };
    const configuration = await loadText('carriers:\n  Courier: { plugin: conveyor-bicycle }\n', {}, files);
    expect(configuration.carriers[0]?.plugin.name).toBe('bicycle');
  });

  test('that is not UTF-8 is refused: its text is stored with the version', async () => {
    const folder = folderWith({ 'fulfillment.yaml': text });
    mkdirSync(join(folder, 'plugins'), { recursive: true });
    writeFileSync(join(folder, 'plugins/bicycle.mjs'), Buffer.from(`${bicycle}\n// gr\xfcn\n`, 'latin1'));
    const file = join(folder, 'fulfillment.yaml');
    const refusal = /plugins\/bicycle\.mjs:1:1 it is not UTF-8; save it with this encoding/;
    await expect(loadConfiguration(file)).rejects.toThrow(refusal);
    await expect(readFileSet(file)).rejects.toThrow(refusal);
  });

  test('listed under plugins, a carrier plugin has a name and a setting plugin a key', async () => {
    const night = `export default ({ settingPlugin, automatic, z }) => settingPlugin({
      name: 'night-shift',
      value: z.boolean(),
      plan: (order, on) => (on ? [automatic('pick', 'nobody is there at night')] : []),
    });`;
    const configuration = await loadText(
      'plugins: [./bicycle.mjs, ./night.mjs]\nsettings: { night-shift: true }\ncarriers:\n  Courier: { plugin: bicycle }\n',
      {},
      { 'bicycle.mjs': bicycle, 'night.mjs': night },
    );
    expect(createPlanner(configuration).decide(orderFacts()).steps[0]?.by).toBe('automatic');
    expect(configuration.carriers[0]?.plugin.name).toBe('bicycle');
  });

  test('changes the hash of the configuration when it changes', async () => {
    const one = await loadText(text, {}, { 'plugins/bicycle.mjs': bicycle });
    const same = await loadText(text, {}, { 'plugins/bicycle.mjs': bicycle });
    const other = await loadText(text, {}, { 'plugins/bicycle.mjs': `${bicycle}\n// changed` });
    expect(same.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
  });
});

describe('the file that comes with Conveyor', () => {
  const load = () => loadConfiguration(defaultConfigurationFile, {});
  const automatic = async (order: ReturnType<typeof orderFacts>) =>
    createPlanner(await load())
      .decide(order)
      .steps.map(({ by, required }) => (required ? by : 'skipped'));

  test('needs no environment', async () => {
    await expect(load()).resolves.toMatchObject({ file: 'config/fulfillment.yaml' });
  });

  test('takes the address of the stand-in carrier from the environment', async () => {
    const configuration = await loadConfiguration(defaultConfigurationFile, {
      CONVEYOR_STAND_IN_CARRIER_URL: 'http://s.test',
    });
    expect(configuredCarrier(configuration, 'Speedy Express')?.options).toMatchObject({ url: 'http://s.test' });
  });

  test('leaves orders of an unknown source to people', async () => {
    expect(await automatic(orderFacts())).toEqual(['hand', 'hand', 'hand', 'hand']);
  });

  test.each<[string, string, string[]]>([
    ['Northwind', 'Speedy Express', ['automatic', 'automatic', 'automatic', 'automatic']],
    ['Northwind', 'Will Call', ['automatic', 'skipped', 'skipped', 'automatic']],
    ['Sample shop', 'Will Call Counter Pack', ['automatic', 'automatic', 'skipped', 'automatic']],
    ['Sample shop', 'Own Van', ['automatic', 'automatic', 'automatic', 'automatic']],
  ])('takes orders of %s with %s by themselves', async (source, carrier, expected) => {
    expect(await automatic(withCarrier(carrier, fromSource(source)))).toEqual(expected);
  });

  test('has fragile goods packed by hand in the sample shop', async () => {
    const fragile = partFacts({ groups: [{ id: 1, name: 'Fragile' }] });
    const order = fromSource('Sample shop', { lines: [lineFacts({ part: fragile })] });
    expect(await automatic(order)).toEqual(['automatic', 'hand', 'automatic', 'automatic']);
  });

  test('holds new wholesale customers of the sample shop, and no Northwind order', async () => {
    const customer = {
      ...usual(customerTree),
      created_at: new Date(Date.now() - 86_400_000).toISOString(),
      groups: [{ id: 1, name: 'Wholesale' }],
    };
    const planner = createPlanner(await load());
    expect(planner.decide(fromSource('Sample shop', { customer, total: '250.00' })).hold).toBe('Credit check');
    expect(planner.decide(fromSource('Northwind', { customer, total: '250.00' })).hold).toBeNull();
  });
});

test('a path outside of the current folder is shown whole', async () => {
  const folder = folderWith({ 'f.yaml': '' });
  expect((await loadConfiguration(join(folder, 'f.yaml'), {})).file).toBe(join(folder, 'f.yaml'));
});
