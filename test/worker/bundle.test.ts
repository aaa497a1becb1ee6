import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workflowBundle } from '../../worker/bundle.ts';

const folder = join(import.meta.dirname, '../../workflows');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** The names that change the object of a variable. */
const changes = [
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
];

/** Returns the parts of a module that a run of a workflow could change: all runs share the modules of the bundle. */
function stateOf(code: string): string[] {
  const variables = [...code.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => `variable ${name}`);
  const constants = [...code.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name);
  const changed = constants.filter((name) =>
    new RegExp(
      `\\b${name}(?:\\.(?:${changes.join('|')})\\(|(?:\\.\\w+|\\[[^\\]]+\\])+\\s*(?:\\+\\+|--|(?:[-+*|&]|\\?\\?|\\|\\|)?=[^=>]))`,
    ).test(code),
  );
  return [...variables, ...changed.map((name) => `constant ${name} that changes`)];
}

test('modules of workflows hold no state, since all runs of a worker share them', () => {
  const found = files.flatMap((file) =>
    stateOf(readFileSync(join(folder, file), 'utf8')).map((one) => `${file}: ${one}`),
  );
  expect(found).toEqual([]);
});

test('a variable, a changed container and a changed field of a module are state', () => {
  expect(stateOf('let next = 0;')).toEqual(['variable next']);
  expect(stateOf('const seen = new Map();\nseen.set(1, 2);')).toEqual(['constant seen that changes']);
  expect(stateOf('export const totals = { all: 0 };\nfunction count() { totals.all += 1; }')).toHaveLength(1);
  expect(stateOf("const names = ['a'];\nconst first = names[0] === 'a' && names.includes('b');")).toEqual([]);
});

test('the bundle takes no stack traces, and evaluates the modules once', async () => {
  const code = readFileSync((await workflowBundle()).codePath, 'utf8');
  expect(code.slice(0, 40)).toContain('Error.stackTraceLimit = 0;');
  const preloaded = /exports\.preloadModules = function preloadModules\(\) \{([^}]*)\}/.exec(code)?.[1];
  expect(preloaded).toContain('workflows/all.ts');
});
