import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';

const home = mkdtempSync(join(tmpdir(), 'conveyor-writer-'));
afterAll(() => rmSync(home, { recursive: true }));

const page = readFileSync(join(projectRoot, 'docs/plugins.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, text = '']) => text.trim().split('\n'));

/** Runs a line of the page in a project of somebody's own, which has Conveyor and vitest installed. */
function run(line: string, cwd = home): string {
  const [npx, program, ...args] = line.split(' ');
  expect(npx).toBe('npx');
  const script = program === 'conveyor' ? 'bin/conveyor.mjs' : 'node_modules/vitest/vitest.mjs';
  const { VITEST: _, ...inherited } = process.env;
  const env = { ...inherited, CONVEYOR_CONFIG: join(home, 'config/fulfillment.yaml'), NO_COLOR: '1' };
  return execFileSync(process.execPath, [join(projectRoot, script), ...args], { cwd, env, encoding: 'utf8' });
}

test('the commands of the page for plugin writers do what it says, in a project of their own', () => {
  mkdirSync(join(home, 'node_modules'));
  symlinkSync(projectRoot, join(home, 'node_modules/conveyor'));
  symlinkSync(join(projectRoot, 'node_modules/vitest'), join(home, 'node_modules/vitest'));
  writeFileSync(join(home, 'package.json'), '{"type": "module", "private": true}');
  mkdirSync(join(home, 'config'));
  expect(commands).toHaveLength(5);
  // The last ones need an order: test/cli/plugin-run.test.ts runs them.
  const [make = '', tested = '', list = ''] = commands;
  const output = run(make);
  expect(output).toContain('config/plugins/bike-courier.mjs, config/plugins/bike-courier.test.mjs');
  expect(output).toContain(tested);
  expect(run(tested)).toMatch(/Tests\s+4 passed \(4\)/);
  const yaml = output.split('\n').filter((line) => line.startsWith('  ') && !line.includes('npx'));
  writeFileSync(join(home, 'config/fulfillment.yaml'), `${yaml.map((line) => line.slice(2)).join('\n')}\n`);
  const listed = run(list);
  expect(listed).toMatch(/^bike-courier\s+carrier\s+plan book cancel\s/m);
  expect(listed).toMatch(/^bike-courier\s+0\.1\.0\s+config\/plugins\/bike-courier\.mjs$/m);
  expect(listed).toMatch(/Bike\s+Courier/);
});

test('a setting’s test passes as written too', () => {
  run('npx conveyor plugin new light-first --kind setting --out settings');
  expect(run('npx vitest run --root settings')).toMatch(/Tests\s+1 passed \(1\)/);
});

test('in a checkout of Conveyor it passes as well; elsewhere the command says what is missing', () => {
  // Kept out of the repository, and yet inside it.
  const folder = join(projectRoot, '.conveyor', `own-plugins-${process.pid}`);
  try {
    expect(run(`npx conveyor plugin new bike-courier --out ${folder}`)).toContain('To run its test:');
    expect(run(`npx vitest run --root ${folder}`, projectRoot)).toMatch(/Tests\s+4 passed \(4\)/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const elsewhere = mkdtempSync(join(tmpdir(), 'conveyor-elsewhere-'));
  try {
    expect(run(`npx conveyor plugin new bike-courier --out ${elsewhere}`)).toContain(
      'install the packages conveyor and vitest in that folder first',
    );
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
