import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Admission } from '../../../../service/platform/http/admission.ts';
import { priorityKeys } from '../../../../workflows/contract/priority.ts';

const limits = { atOnce: 3, beside: 1, linger: 100 };
const bulk = { priority: priorityKeys.bulkRun, counts: true };
const webhook = { priority: priorityKeys.webhook, counts: true };
const person = { priority: priorityKeys.person, counts: true };
const read = { priority: priorityKeys.person, counts: false };
const nobody = { priority: undefined, counts: true };

/** A call that runs until the test ends it. */
function call(admission: Admission, kind: Parameters<Admission['admit']>[0]) {
  let end = (): void => undefined;
  const state = { running: false, end: () => end(), done: Promise.resolve() };
  state.done = admission.admit(kind, async () => {
    state.running = true;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    state.running = false;
  });
  return state;
}

const running = (calls: readonly { running: boolean }[]) => calls.map((one) => one.running);

test('without others, bulk work has its places, and the longest waiting call gets the next free one', async () => {
  const admission = new Admission(limits);
  const calls = [bulk, bulk, webhook, bulk, webhook].map((kind) => call(admission, kind));
  expect(running(calls)).toEqual([true, true, true, false, false]);
  calls[1]?.end();
  await calls[1]?.done;
  expect(running(calls)).toEqual([true, false, true, true, false]);
});

test('beside a call of a person one call of bulk work runs, and all places are free again after the linger', async () => {
  const admission = new Admission(limits);
  const issue = call(admission, person);
  expect(issue.running).toBe(true);
  const calls = [bulk, bulk, bulk].map((kind) => call(admission, kind));
  expect(running(calls)).toEqual([true, false, false]);
  issue.end();
  await issue.done;
  await pause(limits.linger / 2);
  expect(running(calls)).toEqual([true, false, false]);
  await pause(limits.linger);
  expect(running(calls)).toEqual([true, true, true]);
});

test('bulk work goes on while people never stop calling', async () => {
  const admission = new Admission(limits);
  const stop = Date.now() + 500;
  const people = (async () => {
    while (Date.now() < stop) await admission.admit(person, () => pause(5));
  })();
  let done = 0;
  const work = async () => {
    await admission.admit(bulk, () => pause(5));
    if (Date.now() < stop) done += 1;
  };
  await Promise.all(Array.from({ length: 20 }, work));
  await people;
  expect(done).toBe(20);
});

test('reads of people, and calls of nobody, neither wait nor make others wait', async () => {
  const admission = new Admission(limits);
  const calls = [bulk, bulk, bulk, bulk, read, nobody].map((kind) => call(admission, kind));
  expect(running(calls)).toEqual([true, true, true, false, true, true]);
  calls[0]?.end();
  await calls[0]?.done;
  expect(running(calls)).toEqual([false, true, true, true, true, true]);
});

test('a call that fails gives its place back', async () => {
  const admission = new Admission({ ...limits, atOnce: 1 });
  await expect(admission.admit(bulk, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await admission.admit(bulk, async () => 'next')).toBe('next');
});
