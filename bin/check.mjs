// `.ci/run` runs this: build, types, lint, drift, tests, each to its end. Prints the coverage of the tests, and as its last
// line `N passed, N failed`: the checks and every single test.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

let passed = 0;
let failed = 0;

await check('build', async () => {
  await prepare((line) => process.stdout.write(`${line}\n`));
  return true;
});
await check('types', () => succeeds(join('node_modules', 'typescript', 'bin', 'tsc'), ['--noEmit']));
await check('lint', () => succeeds(join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), ['check', '.']));
await check('drift', () => succeeds(join('bin', 'generate.mjs'), ['--check']));
await runTests();

process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function check(name, work) {
  process.stdout.write(`\n== ${name}\n`);
  const held = await work().catch((error) => {
    process.stdout.write(`${error.message}\n`);
    return false;
  });
  if (held) passed += 1;
  else failed += 1;
  process.stdout.write(`${name}: ${held ? 'passed' : 'failed'}\n`);
  return held;
}

async function runTests() {
  process.stdout.write('\n== tests\n');
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-check-'));
  const report = join(folder, 'tests.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const coverage = ['--coverage', `--coverage.reportsDirectory=${join(folder, 'coverage')}`];
    const held = await succeeds(join('bin', 'test.mjs'), [...reporters, ...coverage]);
    printCoverage(join(folder, 'coverage', 'coverage-summary.json'));
    const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
    const tests = files.flatMap((file) => file.assertionResults);
    const broken = tests.filter((test) => test.status === 'failed').length;
    // A file that cannot be loaded has no tests that could fail.
    const unloadable = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
    passed += tests.filter((test) => test.status === 'passed').length;
    failed += broken + unloadable;
    // Vitest may fail for other reasons: no tests at all, an error outside of tests.
    if (!held && broken + unloadable === 0) failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printCoverage(summary) {
  if (!existsSync(summary)) return;
  const { lines, branches } = JSON.parse(readFileSync(summary, 'utf8')).total;
  process.stdout.write(`\nCoverage: ${lines.pct} % of lines, ${branches.pct} % of branches\n`);
}

function succeeds(script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
