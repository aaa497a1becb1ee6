import { setTimeout as pause } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type HonestReport, startHonestCallers } from '../../support/honest-callers.ts';
import { type ServiceProcess, serviceProcess } from '../crash/service.ts';

/** Milliseconds of an attack. The measured form is longer, because a p99 of three seconds is the slowest of two calls. */
const attackMilliseconds = process.env.CONVEYOR_STRICT_TIMES === '1' ? 10_000 : 3_000;

/** A service in a process of its own, with honest callers beside an attack. */
export interface Attacked {
  readonly service: ServiceProcess;
  readonly data: TestDatabase;
  /** Makes a call as the administrator, and returns the record. @throws Error for a refusal */
  done(path: string, body?: unknown): Promise<{ id: number; api_key?: string }>;
  /**
   * Sends calls of an attack one after the other, in several streams, and returns what the honest callers saw.
   * @param streams calls under way at once
   * @param pace the shortest time from one call of a stream to the next, in milliseconds
   */
  reportBeside(attack: (count: number) => Promise<unknown>, streams: number, pace: number): Promise<HonestReport>;
  close(): Promise<void>;
}

export async function attacked(): Promise<Attacked> {
  const data = await testDatabase();
  const service = await serviceProcess(data.url);
  await service.start();
  const { url, adminKey } = service;
  return {
    service,
    data,
    async done(path, body) {
      const { status, body: answer } = await service.call('POST', path, body);
      if (status > 202) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
      return answer;
    },
    async reportBeside(attack, streams, pace) {
      const callers = await startHonestCallers({ url, adminKey, pid: service.pid() });
      const until = performance.now() + attackMilliseconds;
      let calls = 0;
      const stream = async () => {
        while (performance.now() < until) {
          const next = performance.now() + pace;
          await attack(calls++);
          await pause(Math.max(0, next - performance.now()));
        }
      };
      await Promise.all(Array.from({ length: streams }, stream));
      const report = await callers.stop();
      const { failed, ...figures } = report;
      if (process.env.PRINT_FIGURES) console.log(JSON.stringify({ attack: calls, ...figures, failed: failed.length }));
      return report;
    },
    async close() {
      await service.kill();
      await data.drop();
    },
  };
}
