import { readFileSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, test } from 'vitest';
import { workflowBundle } from '../../worker/bundle.ts';
import { readHistory, readText, recordedKinds } from './files.ts';

Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

const kinds = recordedKinds();
const workflowId = 'order/1';

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

function* histories() {
  for (const kind of kinds) yield { workflowId, history: readHistory(kind) };
}

describe.each([
  ['the current workflows', false],
  ['the current workflows with tracing switched on', true],
])('%s', (_, withSpans) => {
  const results: { error?: Error }[] = [];
  // One worker replays them all, because it takes ten times as long to load the bundle as to replay a history.
  beforeAll(async () => {
    const options = { workflowBundle: await workflowBundle(withSpans) };
    for await (const result of Worker.runReplayHistories(options, histories())) results.push(result);
  });

  test.each(kinds)('replay the history %s', (kind) => {
    const result = results[kinds.indexOf(kind)];
    expect(result, 'a result').toBeDefined();
    if (result?.error) throw result.error;
  });
});

test.runIf(process.env.HISTORY)('the current workflows replay the history of the file that HISTORY names', async () => {
  const history = JSON.parse(readFileSync(process.env.HISTORY ?? '', 'utf8'));
  await Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history);
});

test('a replay rejects a history that the workflows would not produce', async () => {
  const history = readHistory('service-away');
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
    if (scheduled) scheduled.activityType.name = 'pack';
  }
  const replay = Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, history, workflowId);
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});
