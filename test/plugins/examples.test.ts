import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { faultsOf } from '../config/load-text.ts';

/** The carriers that `fulfillment.yaml` shows in comments, with the comment signs taken away. */
function commentedCarriers(): Record<string, string> {
  const text = readFileSync(join(projectRoot, 'config/fulfillment.yaml'), 'utf8');
  const matches = [...text.matchAll(/^ {2}# ([A-Z][\w ]*):\n((?: {2}# {3}.*\n)+)/gm)];
  return Object.fromEntries(matches.map(([whole, name]) => [name, whole.replaceAll(/^ {2}# /gm, '  ')]));
}

const variables = { LABEL_SERVICE_API_KEY: 'k' };

test('the carriers in comments are valid without a change', async () => {
  const carriers = commentedCarriers();
  expect(Object.keys(carriers)).toEqual(['City Vans', 'Label Service', 'Village Courier']);
  for (const example of Object.values(carriers)) expect(await faultsOf(`carriers:\n${example}`, variables)).toEqual([]);
});

test('the carriers of docs/carriers.md are valid without a change', async () => {
  const page = readFileSync(join(projectRoot, 'docs/carriers.md'), 'utf8');
  const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text.replaceAll(/^(?=.)/gm, '  '));
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(await faultsOf(`carriers:\n${block}`, variables)).toEqual([]);
});
