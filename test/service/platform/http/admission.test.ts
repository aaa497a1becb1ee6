import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Admission } from '../../../../service/platform/http/admission.ts';
import { priorityKeys } from '../../../../workflows/contract/priority.ts';

const limits = { alone: 3, deliveries: 2, besidePrograms: 1, besidePeople: 200, linger: 100, quiet: 300 };
const bulk = { priority: priorityKeys.bulk, counts: true };
const webhook = { priority: priorityKeys.webhook, counts: true };
const program = { priority: priorityKeys.program, counts: true };
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
  const calls = [bulk, bulk, bulk, bulk, bulk].map((kind) => call(admission, kind));
  expect(running(calls)).toEqual([true, true, true, false, false]);
  calls[1]?.end();
  await calls[1]?.done;
  expect(running(calls)).toEqual([true, false, true, true, false]);
});

test('beside a call of a program one call of bulk work runs, and all places are free again after the linger', async () => {
  const admission = new Admission(limits);
  const issue = call(admission, program);
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

test('beside a call of a person a call of bulk work starts one interval after the one before has ended', async () => {
  const admission = new Admission(limits);
  const before = call(admission, bulk);
  const issue = call(admission, person);
  const calls = [bulk, bulk].map((kind) => call(admission, kind));
  expect(running([before, issue, ...calls])).toEqual([true, true, false, false]);
  before.end();
  await before.done;
  await pause(limits.besidePeople / 2);
  expect(running(calls)).toEqual([false, false]);
  await pause(limits.besidePeople);
  expect(running(calls)).toEqual([true, false]);
  issue.end();
  await issue.done;
  await pause(2 * limits.linger);
  expect(running(calls)).toEqual([true, true]);
});

test('deliveries have places of their own, fewer while people or programs are there, and never wait for bulk work', async () => {
  const admission = new Admission(limits);
  const bulkWork = [bulk, bulk, bulk, bulk].map((kind) => call(admission, kind));
  const alone = [webhook, webhook, webhook, webhook].map((kind) => call(admission, kind));
  expect(running(bulkWork)).toEqual([true, true, true, false]);
  expect(running(alone)).toEqual([true, true, true, false]);
  for (const others of [person, program]) {
    const busy = new Admission(limits);
    call(busy, others);
    const [first, ...rest] = [webhook, webhook, webhook, webhook].map((kind) => call(busy, kind));
    expect(running(rest)).toEqual([true, false, false]);
    first?.end();
    await first?.done;
    expect(running(rest)).toEqual([true, true, false]);
  }
});

test('while people never stop calling, deliveries go on without pauses', async () => {
  const admission = new Admission(limits);
  let isOver = false;
  const people = (async () => {
    while (!isOver) await admission.admit(person, () => pause(5));
  })();
  const start = performance.now();
  await Promise.all(Array.from({ length: 100 }, () => admission.admit(webhook, () => pause(5))));
  isOver = true;
  await people;
  // Two at once take 0.25 s and the timers. With the pause of bulk work it would be 20 s.
  expect(performance.now() - start).toBeLessThan(5_000);
});

test('bulk work is alone from some time after the last call of others, and its own calls are none of others', async () => {
  const admission = new Admission(limits);
  expect(admission.isQuiet()).toBe(true);
  call(admission, bulk);
  call(admission, read);
  expect(admission.isQuiet()).toBe(true);
  const issue = call(admission, person);
  expect(admission.isQuiet()).toBe(false);
  issue.end();
  await issue.done;
  await pause(limits.quiet / 2);
  expect(admission.isQuiet()).toBe(false);
  await pause(limits.quiet);
  expect(admission.isQuiet()).toBe(true);
});

test.each([
  ['people', person, { besidePeople: 10 }],
  ['programs', program, {}],
])('bulk work goes on while %s never stop calling', async (_, other, shorter) => {
  const admission = new Admission({ ...limits, ...shorter });
  const stop = Date.now() + 1_000;
  const others = (async () => {
    while (Date.now() < stop) await admission.admit(other, () => pause(5));
  })();
  let done = 0;
  const work = async () => {
    await admission.admit(bulk, () => pause(5));
    if (Date.now() < stop) done += 1;
  };
  await Promise.all(Array.from({ length: 20 }, work));
  await others;
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
  const admission = new Admission({ ...limits, alone: 1 });
  await expect(admission.admit(bulk, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await admission.admit(bulk, async () => 'next')).toBe('next');
});
