import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { expect, test } from 'vitest';
import { workflowBundle } from '../../worker/bundle.ts';

Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
const bundle = workflowBundle();
const bundleWithSpans = workflowBundle(true);

test('histories of at least four kinds of order are kept, and five from the whole stack', () => {
  expect(files.length).toBeGreaterThanOrEqual(4);
  expect(files.filter((file) => file.startsWith('whole-stack-')).length).toBeGreaterThanOrEqual(5);
});

test.each(files)('%s says nothing of the machine it was recorded on', (file) => {
  const payload = /"(?:data|encodedAttributes)": "([^"]*)"/g;
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const payloads = [...text.matchAll(payload)].map(([, data]) => Buffer.from(data!, 'base64').toString('utf8'));
  const identities = [...text.matchAll(/"identity": "([^"]*)"/g)].map(([, identity]) => identity);
  expect(new Set(identities)).toEqual(new Set(['recorded']));
  // Processes as `pid@host`, addresses, and paths beneath the folders where people and programs have theirs.
  const ofMachines =
    /\d+@|\d+\.\d+\.\d+\.\d+|localhost|[a-z]+:\/\/(?!shop\.example\/)|\/(?:home|root|tmp|usr|var|work|Users)\/|\.ts:\d/i;
  for (const said of [text.replace(payload, ''), ...payloads]) expect(said.match(ofMachines)?.[0]).toBeUndefined();
});

test.each(files)('what went like %s replays with the workflows as they are now', async (file) => {
  await Worker.runReplayHistory({ workflowBundle: await bundle }, read(file), 'order/1');
});

test.each(files)('what went like %s goes on where traces are switched on meanwhile', async (file) => {
  await Worker.runReplayHistory({ workflowBundle: await bundleWithSpans }, read(file), 'order/1');
});

test('a delivery that fails is tried three times in all, five minutes apart', () => {
  const { events } = read('webhook-three-attempts.json');
  // biome-ignore lint/suspicious/noExplicitAny: histories are JSON
  const waits = events.flatMap((event: any) => event.timerStartedEventAttributes?.startToFireTimeout ?? []);
  expect(waits).toEqual(['300s', '300s']);
});

test('a history that the workflows would not have made is noticed', async () => {
  const history = read('service-away.json');
  for (const { activityTaskScheduledEventAttributes: scheduled } of history.events) {
    if (scheduled) scheduled.activityType.name = 'pack';
  }
  const replay = Worker.runReplayHistory({ workflowBundle: await bundle }, history, 'order/1');
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});
