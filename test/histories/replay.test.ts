import { readFileSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { expect, test } from 'vitest';
import { workflowBundle } from '../../worker/bundle.ts';
import { readHistory, readText, recordedKinds } from './files.ts';

Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

const kinds = recordedKinds();
const bundle = workflowBundle();
const bundleWithSpans = workflowBundle(true);

test('histories of at least four kinds of order are recorded, and five from the whole stack', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(4);
  expect(kinds.filter((kind) => kind.startsWith('whole-stack-')).length).toBeGreaterThanOrEqual(5);
});

test.each(kinds)('the history %s names nothing of the machine that recorded it', (kind) => {
  const text = readText(kind);
  expect(text).not.toContain('"identity"');
  // Processes as `pid@host`, addresses, and paths beneath the folders of people and programs.
  const ofMachines =
    /\d+@|\d+\.\d+\.\d+\.\d+|localhost|[a-z]+:\/\/(?!shop\.example\/)|\/(?:home|root|tmp|usr|var|work|Users)\/|\.ts:\d/i;
  expect(text.match(ofMachines)?.[0]).toBeUndefined();
});

test.each(kinds)('the current workflows replay the history %s', async (kind) => {
  await Worker.runReplayHistory({ workflowBundle: await bundle }, readHistory(kind), 'order/1');
});

test.each(kinds)('the history %s replays with tracing switched on', async (kind) => {
  await Worker.runReplayHistory({ workflowBundle: await bundleWithSpans }, readHistory(kind), 'order/1');
});

test.runIf(process.env.HISTORY)('the current workflows replay the history of the file that HISTORY names', async () => {
  const history = JSON.parse(readFileSync(process.env.HISTORY ?? '', 'utf8'));
  await Worker.runReplayHistory({ workflowBundle: await bundle }, history);
});

test('a replay rejects a history that the workflows would not produce', async () => {
  const history = readHistory('service-away');
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
    if (scheduled) scheduled.activityType.name = 'pack';
  }
  const replay = Worker.runReplayHistory({ workflowBundle: await bundle }, history, 'order/1');
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});
