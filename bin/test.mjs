// `npm test`: installs and builds in a fresh clone, then runs the tests; arguments are vitest's (`npm test -- test/expressions`).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareOrExit, root } from './prepare.mjs';

await prepareOrExit((line) => process.stderr.write(`${line}\n`));

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const tests = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
tests.once('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
