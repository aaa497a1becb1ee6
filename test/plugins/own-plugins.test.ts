import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createPlanner } from '../../config/planning/planner.ts';
import { projectRoot } from '../../config/root.ts';
import { loadText } from '../config/load-text.ts';
import { orderFacts, withCarrier } from '../config/planning/facts.ts';

const odd = `
export default ({ carrierPlugin, byHand, skip, z }) =>
  carrierPlugin({
    name: 'odd',
    options: z.strictObject({
      does: z.enum(['loops', 'promises', 'spoils', 'floods', 'says_nothing_why', 'well']),
      depot: z.strictObject({ city: z.string(), doors: z.int().min(1) }).optional(),
    }),
    plan(order, { does }) {
      if (does === 'loops') for (;;);
      if (does === 'promises') return Promise.reject(new Error('later'));
      if (does === 'spoils') { order.total = '0'; order.customer.name = 'X'; order.lines.length = 0; return []; }
      if (does === 'floods') return Array.from({ length: 101 }, () => byHand('ship', 'x'));
      if (does === 'says_nothing_why') return [byHand('ship')];
      return [byHand('ship', 'well meant')];
    },
  });
`;

const planned = async (does: string, rules = '') => {
  const text = `carriers: { Odd: { plugin: ./odd.mjs, does: ${does} } }\n${rules}`;
  const configuration = await loadText(text, {}, { 'odd.mjs': odd });
  const order = withCarrier('Odd', orderFacts({ total: '36.00' }));
  return { plan: createPlanner(configuration).plan(order), order };
};

test.each([
  ['loops', 'The plugin odd failed: plan gave no answer within 1 s'],
  ['promises', 'The plugin odd failed: plan gave no list of directives, but a promise: it must not be async'],
  ['floods', 'The plugin odd failed: plan gave more than 100 directives'],
  ['says_nothing_why', 'The plugin odd failed: plan gave no reason for "ship by hand"'],
])('a plan that %s puts the order on hold, with the name of the plugin', async (does, hold) => {
  const { plan } = await planned(does);
  expect(plan.hold).toBe(hold);
  expect(plan.steps).toHaveLength(4);
});

test('an error of a plan, of a file and of its function names the line of the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-faults-'));
  // Vitest changes the lines of the files that it loads, so that another process loads these.
  const faultOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    const load = pathToFileURL(join(projectRoot, 'dist/plugins/load.js'));
    const place = pathToFileURL(join(projectRoot, 'dist/plugins/fault-place.js'));
    const program = `import { loadPlugin } from '${load}'; import { atPlace, publicMessage } from '${place}';
      try { const plugin = await loadPlugin('${join(folder, name)}'); plugin.plan({}, {}); }
      catch (error) { console.log(error.name === 'PluginLoadError' ? error.message : publicMessage(error) + atPlace(error)); }`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim();
  };
  try {
    const plan = `export default ({ carrierPlugin, z }) =>
  carrierPlugin({
    name: 'odd',
    options: z.strictObject({}),
    plan: (order) => order.nothing.there,
  });
`;
    expect(faultOf('plan.mjs', plan)).toMatch(/reading 'there'\) \(plan\.mjs:5:36\)$/);
    const opening = plan.replace('order.nothing.there', `fs.readFileSync('${folder}/secrets/key.pem')`);
    const opened = faultOf('open.mjs', `import fs from 'node:fs';\n${opening}`);
    expect(opened).toMatch(/ENOENT: no such file or directory, open 'key\.pem' \(open\.mjs:6:\d+\)$/);
    expect(faultOf('import.mjs', "import './no-such-file.mjs';\n")).not.toContain(folder);
    expect(faultOf('top.mjs', 'const one = 1;\nthrow new Error("at load");\n')).toMatch(
      /^it cannot be read: at load \(top\.mjs:2:7\)$/,
    );
    expect(faultOf('syntax.mjs', 'const one = 1;\nconst = 2;\n')).toMatch(/^it cannot be read: .* \(syntax\.mjs:2\)$/);
    expect(faultOf('make.mjs', 'export default () => {\n  missing();\n};')).toMatch(
      /function failed: missing is not defined \(make\.mjs:2:3\)$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a plan cannot change the order for rules', async () => {
  const { plan, order } = await planned('spoils', 'rules: [{ name: Paid, when: total > 30, then: { note: Paid } }]');
  expect(plan.notes).toEqual(['Paid']);
  expect(order.customer?.name).not.toBe('X');
});

test.each([
  ['bookAt: () => order.step, book: async () => []', 'bookAt of plugin "odd" failed: order is not defined'],
  [
    'pickupWhen: () => order.day, schedulePickup: async () => ({})',
    'pickupWhen of plugin "odd" failed: order is not defined',
  ],
  ['plan: () => []', 'the schema of plugin "odd" failed: order is not defined'],
])('a fault of %s refuses the file with both places', async (members, words) => {
  const transform = members.startsWith('plan') ? '.transform(() => order.does)' : '';
  const source = `export default ({ carrierPlugin, z }) => carrierPlugin({
  name: 'odd',
  options: z.strictObject({ does: z.string()${transform} }),
  ${members},
});
`;
  const loading = loadText('carriers:\n  Odd: { plugin: ./odd.mjs, does: well }\n', {}, { 'odd.mjs': source });
  await expect(loading).rejects.toThrow(new RegExp(`f\\.yaml:2:\\d+ ${words} \\(odd\\.mjs:\\d+:\\d+\\)$`));
});

test('wrong options of an own plugin are refused with their position', async () => {
  const text = `carriers:
  Odd:
    plugin: ./odd.mjs
    does: wel
    depot:
      city: Berlin
      doors: 0
`;
  const loading = loadText(text, {}, { 'odd.mjs': odd });
  await expect(loading).rejects.toThrow(/f\.yaml:4:11 .*well/);
  await expect(loading).rejects.toThrow(/f\.yaml:7:14 .*1/);
});

test.each([
  ['book: {}', 'its book is not a function'],
  [
    "pickupWhen: () => 'noon', schedulePickup: async () => ({})",
    'asks for a pickup at "noon"; expected one of order, day',
  ],
])('a plugin with %s is refused', async (member, words) => {
  const source = `export default ({ carrierPlugin, z }) => carrierPlugin({ name: 'odd', options: z.strictObject({}), ${member} });`;
  await expect(loadText('carriers: { Odd: { plugin: ./odd.mjs } }', {}, { 'odd.mjs': source })).rejects.toThrow(words);
});
