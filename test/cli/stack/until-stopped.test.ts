import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../../config/root.ts';
import { until } from '../../support/stack.ts';

const compiled = join(projectRoot, 'dist', 'cli', 'server', 'until-stopped.js');
const folder = mkdtempSync(join(tmpdir(), 'conveyor-until-'));
let runs = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server that takes 100 ms to stop; `begin` is its start. */
function run(begin: string) {
  const script = `
    import { untilStopped } from ${JSON.stringify(compiled)};
    setInterval(() => {}, 1000);
    const server = { stop: () => new Promise((resolve) => setTimeout(() => { console.log('stopped'); resolve(); }, 100)) };
    await untilStopped(async () => { console.log('begun'); ${begin} }).catch((fault) => {
      console.log(fault.message);
      process.exit(1);
    });
  `;
  const file = join(folder, `${++runs}.log`);
  const output = openSync(file, 'w');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  closeSync(output);
  const said = () => readFileSync(file, 'utf8');
  const ready = new Promise((resolve) => child.once('message', resolve));
  const ended = new Promise<[number | null, string]>((resolve) =>
    child.once('exit', (code) => resolve([code, said()])),
  );
  return { child, said, ready, ended };
}

test('a server says when it is ready and stops gracefully at SIGTERM', async () => {
  const { child, ready, ended } = run('return server');
  expect(await ready).toBe('ready');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, 'begun\nstopped\n']);
});

test('a server stops gracefully when the process that started it is gone', async () => {
  const { child, ready, ended } = run('return server');
  await ready;
  child.disconnect();
  expect(await ended).toEqual([0, 'begun\nstopped\n']);
});

test('a server that is still starting ends at once', async () => {
  const { child, said, ended } = run('await new Promise(() => {})');
  await until(() => said() !== '');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, 'begun\n']);
});

test('a server that ends by a fault ends the process with a failure', async () => {
  const { ended } = run("return { ...server, ended: Promise.reject(new Error('lost')) }");
  expect(await ended).toEqual([1, 'begun\nlost\n']);
});
