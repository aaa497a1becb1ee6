import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { expect, test } from 'vitest';
import { workflowBundle } from '../../workflows/bundle.ts';

Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const bundle = workflowBundle();

test('histories of at least four kinds of order are kept', () => {
  expect(files.length).toBeGreaterThanOrEqual(4);
});

test.each(files)('an order that went like %s replays with the workflows as they are now', async (file) => {
  await Worker.runReplayHistory({ workflowBundle: await bundle }, read(file), 'order/1');
});

test('a history that the workflows would not have made is noticed', async () => {
  const history = read('service-away.json');
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
    if (scheduled) scheduled.activityType.name = 'pack';
  }
  const replay = Worker.runReplayHistory({ workflowBundle: await bundle }, history, 'order/1');
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});
