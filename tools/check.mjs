// `.ci/run` runs this: build, types, lint, drift, tests, each to its end. Its last line is `N passed, N failed`: the
// checks and every single test. A few failed test files run once more without the others: most of them wait for
// processes, timers and sockets, and a busy machine may be late. Files that pass only then are named.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { prepare, root } from '../bin/prepare.mjs';

/** More failing files than these are no accident: they do not run again. */
const fewFiles = 3;

let passed = 0;
let failed = 0;

await check('build', async () => {
  await prepare((line) => process.stdout.write(`${line}\n`));
  return true;
});
const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
await check('types', () => succeeds(compiler, ['--noEmit']));
await check('types of the console', () => succeeds(compiler, ['--noEmit', '--project', 'console']));
await check('lint', () => succeeds(join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), ['check', '.']));
await check('drift', () => succeeds(join('tools', 'generate.mjs'), ['--check']));
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
  try {
    const first = await runVitest(join(folder, 'tests.json'), []);
    const failing = first.files.filter((file) => file.status === 'failed');
    const again = failing.length > 0 && failing.length <= fewFiles ? await runAgain(folder, failing) : undefined;
    // Vitest may fail for other reasons: no tests at all, an error outside of tests.
    if (!first.held && failing.length === 0) failed += 1;
    for (const file of first.files) count(again?.get(file.name) ?? file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the failed files without the others. @returns their results, by path */
async function runAgain(folder, failing) {
  process.stdout.write(`\n== tests that failed, once more\n`);
  const paths = failing.map((file) => relative(root, file.name));
  const { files } = await runVitest(join(folder, 'again.json'), paths);
  for (const file of files.filter(({ status }) => status === 'passed'))
    process.stdout.write(`Passed only when it ran by itself: ${relative(root, file.name)}\n`);
  return new Map(files.map((file) => [file.name, file]));
}

/** Runs the tests. @returns the results by file, and whether Vitest ended well */
async function runVitest(report, options) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const held = await succeeds(join('tools', 'test.mjs'), [...reporters, ...options], { CONVEYOR_TESTS: 'all' });
  return { held, files: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [] };
}

/** Counts the tests of a file. A file that cannot be loaded has no tests that could fail, and counts as one. */
function count(file) {
  const having = (status) => file.assertionResults.filter((test) => test.status === status).length;
  passed += having('passed');
  failed += file.status === 'failed' ? Math.max(having('failed'), 1) : 0;
}

function succeeds(script, args, variables = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...variables },
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
