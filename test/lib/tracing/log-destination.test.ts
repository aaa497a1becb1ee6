import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LogDestination } from '../../../lib/tracing/log-destination.ts';
import { createLogger } from '../../../service/platform/http/observability/logger.ts';

const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n');

test('lines are written whole and in order, also while many are added', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-log-'));
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'a');
  const destination = new LogDestination(descriptor);
  const logger = createLogger({ destination });
  for (let number = 0; number < 2_000; number++) logger.info({ number, text: 'ü'.repeat(50) }, 'a line');
  await expect.poll(() => linesOf(file).length, { timeout: 10_000 }).toBe(2_000);
  logger.info('the last line');
  destination.flushSync();
  expect(linesOf(file).map((line) => JSON.parse(line).number)).toEqual([
    ...Array.from({ length: 2_000 }, (_, number) => number),
    undefined,
  ]);
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

test.skipIf(!existsSync('/dev/full'))('a full disk ends neither the process nor the log', async () => {
  const descriptor = openSync('/dev/full', 'w');
  const destination = new LogDestination(descriptor);
  const logger = createLogger({ destination });
  const from = performance.now();
  for (let line = 0; line < 20_000; line++) logger.info({ line, text: 'x'.repeat(200) }, 'a line that is lost');
  expect(performance.now() - from).toBeLessThan(5_000);
  await pause(1_200);
  destination.flushSync();
  closeSync(descriptor);
});

test('a reader that does not read blocks nobody, and learns how many lines were lost', async () => {
  const reader = spawn('sh', ['-c', 'read start; cat <&3'], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] });
  const pipe = reader.stdio[3] as unknown as { _handle: { fd: number } };
  const destination = new LogDestination(pipe._handle.fd);
  const from = performance.now();
  for (let line = 0; line < 20_000; line++) destination.write(`${JSON.stringify({ line, text: 'x'.repeat(200) })}\n`);
  expect(performance.now() - from).toBeLessThan(5_000);
  let read = '';
  reader.stdout?.on('data', (chunk) => {
    read += chunk;
  });
  reader.stdin?.write('start\n');
  await expect.poll(() => /"lost":\d+/.exec(read)?.[0], { timeout: 10_000 }).toBeDefined();
  reader.stdio[3]?.destroy();
  reader.kill();
  await once(reader, 'exit');
  const lines = read
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lost = lines.findIndex((line) => line.lost > 0);
  expect(lines.slice(0, lost).map(({ line }) => line)).toEqual(Array.from({ length: lost }, (_, line) => line));
  expect(lines[lost].lost).toBe(20_000 - lost);
});
