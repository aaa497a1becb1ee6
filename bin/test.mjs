// `npm test`: installs and builds in a fresh clone, then runs the tests; arguments are vitest's (`npm test -- test/expressions`).
// Without a file or folder, the longest files (test/support/long-files.ts) are left out; with `CONVEYOR_TESTS=all` all run.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareOrExit, root } from './prepare.mjs';

await prepareOrExit((line) => process.stderr.write(`${line}\n`));

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const args = process.argv.slice(2);
const isNamed = args.some((arg) => !arg.startsWith('-'));
const env = { CONVEYOR_TESTS: isNamed ? 'all' : 'usual', ...process.env };
const tests = spawn(process.execPath, [vitest, 'run', ...args], { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
tests.once('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
  if (env.CONVEYOR_TESTS !== 'all')
    process.stderr.write('The longest tests were left out: CONVEYOR_TESTS=all npm test\n');
});
