import { describe, expect, test } from 'vitest';
import { until } from '../support/engine.ts';
import { dueOf, run, TestSchedules, yearly } from '../support/schedules.ts';

const own = TestSchedules.open();

describe('a schedule', () => {
  test('that skips does not start a run while the last one is in progress', async () => {
    const { service, name, often, counts } = own;
    service.begins = 'running';
    await often('overlap: skip');
    await until(async () => (await counts()).numActionsSkippedOverlap >= 2, 'two skipped');
    expect(service.of(name)).toHaveLength(1);
    service.of(name)[0]!.state = 'done';
    await until(() => service.of(name).length === 2, 'the next');
  });

  test('that buffers one starts one more run after the one in progress', async () => {
    const { service, name, often, counts } = own;
    service.begins = 'running';
    await often('overlap: buffer one');
    await until(async () => (await counts()).numActionsSkippedOverlap >= 2, 'more than one due');
    expect(service.of(name)).toHaveLength(1);
    service.of(name)[0]!.state = 'done';
    await until(() => service.of(name).length === 2, 'the one kept');
    const [first, kept] = service.of(name).map(dueOf);
    expect(kept! - first!).toBe(2_000);
  });

  test('that buffers all starts each run when the one before has ended, and leaves none out', async () => {
    const { service, name, often, counts, buffered } = own;
    service.begins = 'running';
    await often('overlap: buffer all');
    await until(() => service.of(name).length === 1, 'the first');
    await until(async () => (await counts()).numActionsTaken + (await buffered()) >= 4, 'three that wait');
    expect(service.of(name)).toHaveLength(1);
    service.begins = 'done';
    service.of(name)[0]!.state = 'done';
    await until(() => service.of(name).length >= 4, 'those that waited');
    const due = service.of(name).map(dueOf);
    expect(due).toEqual(due.map((_, index) => due[0]! + index * 2_000));
  });

  test('that allows all starts the next run beside the one in progress', async () => {
    const { service, name, often } = own;
    service.begins = 'running';
    await often('overlap: allow all');
    await until(() => service.of(name).length >= 2, 'the second');
    expect(service.of(name)[0]!.state).toBe('running');
  });

  test('that cancels others cancels their bulk run before it starts its own', async () => {
    const { service, name, schedules, apply, status } = own;
    service.begins = 'running';
    const [schedule] = await schedules(`cron: ${yearly}`, 'overlap: cancel other', run);
    await apply([schedule!]);
    await own.trigger('cancel other');
    await until(() => service.of(name).length === 1, 'the first');
    // A second later, or its workflow would have the same id.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await own.trigger('cancel other');
    await until(() => service.of(name).length === 2, 'the second');
    expect(service.of(name).map(({ state }) => state)).toEqual(['canceled', 'running']);
    expect((await status()).last.map(({ outcome }) => outcome)).toEqual(['running', 'canceled']);
  });
});
