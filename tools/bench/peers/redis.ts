import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../cli/stack/ports.ts';
import { Failure } from '../../../lib/failure.ts';
import { pidOf, startProgram } from '../support/supervision.ts';
import type { Redis } from './shop.ts';

const run = promisify(execFile);

export interface OwnRedis extends Redis {
  stop(): Promise<void>;
}

/**
 * Starts Redis as its Debian package sets it up for production: it writes snapshots. Its commands are never lost to memory pressure
 * (`noeviction`), as BullMQ demands.
 * @throws Failure if the machine has no `redis-server`
 */
export async function startRedis(folder: string): Promise<OwnRedis> {
  const version = await run('redis-server', ['--version']).then(
    ({ stdout }) => /v=([\d.]+)/.exec(stdout)?.[1] ?? 'unknown',
    () => {
      throw new Failure('The peers need Redis in production. Install the package redis-server.');
    },
  );
  const port = await freePort();
  mkdirSync(join(folder, 'data'), { recursive: true });
  const program = await startProgram(folder, {
    name: 'redis',
    command: 'redis-server',
    args: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      join(folder, 'data'),
      '--maxmemory-policy',
      'noeviction',
    ],
    isReady: async () =>
      (await run('redis-cli', ['-p', String(port), 'ping']).catch(() => ({ stdout: '' }))).stdout === 'PONG\n',
  });
  return { pid: pidOf(program), url: `redis://127.0.0.1:${port}`, version, stop: () => program.stop() };
}
