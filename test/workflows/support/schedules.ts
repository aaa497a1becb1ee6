import { randomInt, randomUUID } from 'node:crypto';
import type { Client, IntervalSpec } from '@temporalio/client';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import type { Overlap, Schedule } from '../../../config/schedules.ts';
import { applyChanges, changesOf } from '../../../service/schedules/apply.ts';
import { definitionOf } from '../../../service/schedules/definition.ts';
import { described } from '../../../service/schedules/owned.ts';
import type { ScheduleStatus } from '../../../service/schedules/schema.ts';
import { triggerRequest } from '../../../service/schedules/start.ts';
import { readSchedule } from '../../../service/schedules/status.ts';
import { startRuns } from '../../../worker/relay/start-runs.ts';
import { type RunningWorker, startWorker } from '../../../worker.ts';
import { scheduleId } from '../../../workflows/contract/scheduled-run.ts';
import { loadText } from '../../config/load-text.ts';
import { BulkRunStandIn } from '../bulk-run/stand-in.ts';
import { connectToNamespace } from './test-namespace.ts';

/** A cron expression that is not due while tests run. */
export const yearly = '0 6 1 1 *';

/** The bulk run of a schedule, as its file has it. */
export const run = `run: { action: issue, select: 'status.name = "Draft"' }`;

export const plainTerminal = { live: false, columns: 100, colors: false, write: () => undefined };

/** Returns when a run was due, in milliseconds. */
export const dueOf = ({ key }: { key: string }) => Date.parse(key.slice(-'2026-03-27T05:00:00Z'.length));

/** Schedules on a real Temporal server, with a worker and a stand-in for the service's bulk runs. */
export class TestSchedules {
  readonly service = new BulkRunStandIn();
  temporal!: Client;
  /** Name of the schedule: each test has its own. */
  name = '';
  #worker!: RunningWorker;

  /** Registers the hooks of the test file. */
  static open(): TestSchedules {
    const own = new TestSchedules();
    beforeAll(() => own.#start());
    afterAll(() => own.#stop());
    beforeEach(() => {
      own.name = `test-${randomInt(2 ** 40)}`;
      own.service.begins = 'done';
      own.service.refusal = null;
    });
    afterEach(async () => {
      for (const each of own.service.runs) each.state = 'done';
      await own.handle.delete();
    });
    return own;
  }

  async #start(): Promise<void> {
    await this.service.start();
    this.temporal = await connectToNamespace();
    const environment = readEnvironment({ CONVEYOR_URL: this.service.url, CONVEYOR_API_KEY: 'engine' });
    this.#worker = await startWorker(environment, { carriers: [], logger: pino({ level: 'silent' }) });
    await this.#worker.ready;
  }

  async #stop(): Promise<void> {
    await this.#worker.stop();
    await this.temporal.connection.close();
    await this.service.stop();
  }

  /** Loads a configuration file with the test's schedule. */
  readonly schedules = async (...lines: string[]): Promise<readonly Schedule[]> => {
    const text = ['schedules:', `  ${this.name}:`, ...lines.map((line) => `    ${line}`), ''].join('\n');
    return (await loadText(text)).schedules;
  };

  readonly apply = async (wanted: readonly Schedule[]): Promise<void> => {
    await applyChanges(this.temporal, wanted, await changesOf(this.temporal, wanted));
  };

  /** Creates the schedule with an interval in place of a cron expression: no test should wait for minutes. */
  readonly every = async (interval: IntervalSpec['every'], ...lines: string[]): Promise<void> => {
    const [schedule] = await this.schedules(`cron: ${yearly}`, run, ...lines);
    const definition = definitionOf(schedule!);
    const intervals: IntervalSpec[] = [{ every: interval }];
    await this.temporal.schedule.create({ ...definition, spec: { ...definition.spec, calendars: [], intervals } });
  };

  readonly often = (...lines: string[]): Promise<void> => this.every('2s', ...lines);

  get handle() {
    return this.temporal.schedule.getHandle(scheduleId(this.name));
  }

  readonly description = async () => (await described(this.temporal, this.name))!;

  readonly counts = async () => (await this.description()).info;

  readonly buffered = async () => Number((await this.description()).raw.info?.bufferSize ?? 0);

  readonly trigger = (overlap?: Overlap) => triggerSchedule(this.temporal, this.name, overlap);

  readonly status = () => statusOf(this.temporal, this.name);
}

/** Has a schedule start a run now, as the relay does. */
export const triggerSchedule = (temporal: Client, name: string, overlap: Overlap = 'skip') =>
  startRuns(temporal, name, triggerRequest(overlap, new Date()), randomUUID());

/** Returns what the service shows of a schedule, for a caller without rights. */
export async function statusOf(temporal: Client, name: string): Promise<ScheduleStatus> {
  const rights = { permissions: new Set<string>(), readAccess: null, closedSite: null };
  // The database has only the names of people.
  const database = { kysely: null as never };
  return (await readSchedule({ temporal, database, file: [], rights }, name))!;
}
