// `npm test`: installs and builds in a fresh clone, then runs the tests; arguments are vitest's (`npm test -- test/lib/expressions`).
// Without a file or folder, the longest files (test/support/long-files.ts) are left out; with `CONVEYOR_TESTS=all` all run.
// TEST_NODE, TEST_POSTGRES and TEST_TEMPORAL choose the versions that they run on (versions.mjs).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareOrExit, root } from '../bin/prepare.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
await prepareOrExit(say);

// The build has to be there before its modules are.
const { cacheFolder } = await import('../dist/cli/stack/temporal/programs.js');
const { chosenVersions } = await import('./versions.mjs');
const { program, env } = await chosenVersions(process.env, cacheFolder(process.env), say).catch((error) => {
  say(error.message);
  process.exit(1);
});

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = process.argv.slice(2);
const isNamed = args.some((arg) => !arg.startsWith('-'));
env.CONVEYOR_TESTS ??= isNamed ? 'all' : 'usual';
const tests = spawn(program, [vitest, 'run', ...args], { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
tests.once('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
  if (env.CONVEYOR_TESTS !== 'all') say('The longest tests were left out: CONVEYOR_TESTS=all npm test');
});
