import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planText } from '../../../cli/order/plan-text.ts';
import { checkResultText, checkRules } from '../../../cli/rules/check.ts';
import { testResultText, testRules } from '../../../cli/rules/test.ts';
import { precedence } from '../../../config/planning/plan.ts';
import { createPlanner } from '../../../config/planning/planner.ts';
import { projectRoot } from '../../../config/root.ts';
import { folderWith, loadText } from '../load-text.ts';

const page = readFileSync(join(projectRoot, 'docs/rules.md'), 'utf8');

/** The blocks of one language, in the order of the page; those of a terminal have none. */
function blocks(language: string): string[] {
  const all = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  return all.filter(([, of]) => of === language).map(([, , text]) => text ?? '');
}

const block = (language: string, of: string) => blocks(language).find((text) => text.includes(of))!;
const examples = blocks('yaml');
const beside = { 'rules/a.yaml': 'rules: []\n', 'carriers.yaml': 'carriers: {}\n' };

test.each(examples.map((text) => [/name: ([^,\n]*)/.exec(text)?.[1] ?? 'include', text]))(
  'the example loads, and its cases pass: %s',
  async (_name, text) => {
    const folder = folderWith({ ...beside, 'f.yaml': text });
    const tested = await testRules(join(folder, 'f.yaml'));
    expect(testResultText(tested)).toMatch(/^\d+ cases passed, 0 failed\.\n/);
  },
);

test('the page shows the output of check for the example', async () => {
  const folder = folderWith({ 'new.yaml': block('yaml', 'Tiny and large') });
  const text = checkResultText(await checkRules(join(folder, 'new.yaml')));
  expect(text.replaceAll(join(folder, 'new.yaml'), 'new.yaml')).toBe(block('', 'can never fire'));
});

test('the other examples have no findings', async () => {
  for (const text of examples.filter((each) => !each.includes('Tiny and large'))) {
    const folder = folderWith({ ...beside, 'f.yaml': text });
    expect(await checkRules(join(folder, 'f.yaml'))).toMatchObject({ faults: [], findings: [] });
  }
});

test('the plan that the page shows is the plan of its example', async () => {
  const { cases, ...configuration } = await loadText(block('yaml', 'Gifts are packed'));
  const plan = createPlanner(configuration).plan(cases[0]!.facts);
  const terminal = { columns: 100, live: false, colors: false, write: () => undefined };
  const text = planText(plan, new Set(), 'brief', terminal).replaceAll(/\S+\/f\.yaml/g, 'f.yaml');
  const shown = block('', '○ pick').split('…\n');
  for (const part of shown) expect(text.replaceAll(/\s+/g, ' ')).toContain(part.replaceAll(/\s+/g, ' ').trim());
});

test('the page names the sources in their order of precedence', () => {
  const named = [...page.matchAll(/^\| \d \| \*\*([a-z]+)/gm)].map(([, source]) => source);
  expect(named).toEqual([...precedence]);
});

test('the page names every action of a rule', async () => {
  const schema = JSON.parse(readFileSync(join(projectRoot, 'config/fulfillment.schema.json'), 'utf8'));
  const actions = Object.keys(schema.properties.rules.items.properties.then.properties);
  const [, list = ''] = page.split('| `then:` |');
  const actionList = list.split('\n## ')[0]!;
  for (const action of actions) if (!['pack', 'pickup'].includes(action)) expect(actionList).toContain(`${action}:`);
});
