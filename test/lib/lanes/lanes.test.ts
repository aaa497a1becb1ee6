import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Lanes } from '../../../lib/lanes/lanes.ts';

/** A gate for each call: the test decides when it ends. */
function gated() {
  const calls: { items: readonly number[]; end: (without?: readonly number[]) => void }[] = [];
  const call = (items: readonly number[]) =>
    new Promise<(string | null)[]>((resolve) => {
      calls.push({
        items,
        end: (without = []) => resolve(items.map((item) => (without.includes(item) ? null : `done ${item}`))),
      });
    });
  const alone = async (item: number) => `alone ${String((await call([item]))[0])}`;
  const lanes = new Lanes<number, string>({
    fits: (batch) => batch.length < 3,
    run: async (items) => {
      const [first = 0, ...others] = items;
      if (others.length === 0) return [await alone(first)];
      const results = await call(items);
      return items.map((item, at) => results[at] ?? alone(item));
    },
    longestTurn: 50,
  });
  const sent = () => calls.map(({ items }) => items);
  const end = async (at: number, without?: readonly number[]) => {
    calls[at]?.end(without);
    await pause(1);
  };
  return { lanes, sent, end };
}

test('an item without company goes at once and alone, and those that come meanwhile go together', async () => {
  const { lanes, sent, end } = gated();
  const results = [1, 2, 3, 4, 5].map((item) => lanes.perform('a', item));
  expect(sent()).toEqual([[1]]);
  await end(0);
  expect(sent()).toEqual([[1], [2, 3, 4]]);
  await end(1);
  expect(sent()).toEqual([[1], [2, 3, 4], [5]]);
  await end(2);
  expect(await Promise.all(results)).toEqual(['alone done 1', 'done 2', 'done 3', 'done 4', 'alone done 5']);
  const last = lanes.perform('a', 6);
  expect(sent().at(-1)).toEqual([6]);
  await end(3);
  expect(await last).toBe('alone done 6');
});

test('an item that is left out goes alone afterwards, and holds up nobody', async () => {
  const { lanes, sent, end } = gated();
  const results = [1, 2, 3, 4].map((item) => lanes.perform('a', item));
  await end(0);
  await end(1, [3]);
  expect(sent()).toEqual([[1], [2, 3, 4], [3]]);
  const next = lanes.perform('a', 5);
  expect(sent().at(-1)).toEqual([5]);
  await end(2);
  await end(3);
  expect(await Promise.all(results)).toEqual(['alone done 1', 'done 2', 'alone done 3', 'done 4']);
  expect(await next).toBe('alone done 5');
});

test('lanes do not wait for each other', async () => {
  const { lanes, sent, end } = gated();
  const results = [lanes.perform('a', 1), lanes.perform('b', 2)];
  expect(sent()).toEqual([[1], [2]]);
  await end(1);
  await end(0);
  expect(await Promise.all(results)).toEqual(['alone done 1', 'alone done 2']);
});

test('a slow call holds up the next ones for a moment alone', async () => {
  const { lanes, sent, end } = gated();
  const results = [1, 2, 3].map((item) => lanes.perform('a', item));
  await pause(120);
  expect(sent()).toEqual([[1], [2, 3]]);
  await end(1);
  expect(await Promise.all(results.slice(1))).toEqual(['done 2', 'done 3']);
  await end(0);
  expect(await results[0]).toBe('alone done 1');
});

test('a call that fails ends its turn', async () => {
  let fails = true;
  const lanes = new Lanes<number, number>({
    fits: (batch) => batch.length < 3,
    run: async (items) => {
      if (items.length > 1) return items;
      await pause(5);
      if (fails) throw new Error('away');
      return items;
    },
  });
  const [first, ...others] = [1, 2, 3].map((item) => lanes.perform('a', item));
  await expect(first).rejects.toThrow('away');
  expect(await Promise.all(others)).toEqual([2, 3]);
  fails = false;
  expect(await lanes.perform('a', 4)).toBe(4);
});
