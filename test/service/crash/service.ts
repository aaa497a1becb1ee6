import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../cli/stack/ports.ts';
import { projectRoot } from '../../../config/root.ts';
import { newKey } from '../../../service/platform/access/keys.ts';
import type { Reply } from '../../support/test-service.ts';

export const newKeys = () => [newKey(), newKey()] as const;

/** The service as `conveyor serve` runs it: a process that can be killed and started again at the same address. */
export interface ServiceProcess {
  readonly url: string;
  readonly adminKey: string;
  /** Starts the service, and resolves when it answers. */
  start(): Promise<void>;
  /** Sends `kill -9`, and resolves when the process has ended. */
  kill(): Promise<void>;
  pid(): number | undefined;
  /** Makes one call as the administrator. @throws Error without an answer */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/** @param keys API keys of the administrator and of the engine; processes of one database need the same keys */
export async function serviceProcess(
  databaseUrl: string,
  {
    configFile,
    keys: [adminKey, engineKey] = newKeys(),
  }: { configFile?: string; keys?: readonly [string, string] } = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const authorization = `Basic ${Buffer.from(`${adminKey}:`).toString('base64')}`;
  let child: ChildProcess | null = null;
  let gone: Promise<unknown> = Promise.resolve();
  const service: ServiceProcess = {
    url: `http://127.0.0.1:${port}`,
    adminKey,
    async start() {
      child = spawn(process.execPath, [join(projectRoot, 'bin', 'conveyor.mjs'), 'serve'], {
        cwd: projectRoot,
        env: {
          ...process.env,
          CONVEYOR_DATABASE_URL: databaseUrl,
          ...(configFile === undefined ? {} : { CONVEYOR_CONFIG: configFile }),
          CONVEYOR_PORT: String(port),
          CONVEYOR_ADMIN_KEY: adminKey,
          CONVEYOR_ENGINE_KEY: engineKey,
          LOG_LEVEL: 'fatal',
          // No server listens there, so that rows stay in the outbox.
          TEMPORAL_ADDRESS: '127.0.0.1:9',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      gone = once(child, 'exit');
      for (;;) {
        const answer = await service.call('GET', '/session').catch(() => null);
        if (answer?.status === 200) return;
        if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
        await pause(20);
      }
    },
    pid: () => child?.pid,
    async kill() {
      child?.kill('SIGKILL');
      await gone;
    },
    async call(method, path, body, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
    },
  };
  return service;
}
