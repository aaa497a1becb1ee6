import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testShop } from '../../../../support/shop.ts';

/** How long a count takes while ten people scan. With PRINT_FIGURES, it prints the figures of docs/measurements.md. */

const people = 10;
const scans = process.env.PRINT_FIGURES ? 60 : 8;
/** Milliseconds between two scans of a person. */
const between = 250;
const strict = process.env.CONVEYOR_STRICT_TIMES === '1';

const { service, shop } = await testShop();

/** Makes a pick with a line for each person, or with one line for all of them. */
async function linesFor(oneLine: boolean): Promise<number[]> {
  const qty = scans * (oneLine ? people : 1) + 1;
  const parts: number[] = [];
  for (let at = 0; at < (oneLine ? 1 : people); at++) parts.push(await shop.part({}, qty));
  const order = await shop.issued(parts.map((part_id) => ({ part_id, qty })));
  const { lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  return Array.from({ length: people }, (_, at) => lines[oneLine ? 0 : at].id);
}

/** Without the check of each answer that `service.call` makes: its time would count, too. */
async function count(line: number, key: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${service.adminKey}:`).toString('base64')}`;
  const headers = { authorization, 'idempotency-key': key, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/pickline/${line}/count`, { method: 'POST', headers, body: '{}' });
  await answer.text();
  return answer.status;
}

async function measure(lines: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    lines.map(async (line, person) => {
      await pause((between * person) / people);
      for (let scan = 0; scan < scans; scan++) {
        const began = performance.now();
        const status = await count(line, `speed ${line} ${person} ${scan}`);
        const took = performance.now() - began;
        expect(status).toBe(200);
        if (scan > 1) times.push(took);
        await pause(Math.max(0, between - took));
      }
    }),
  );
  return times.sort((a, b) => a - b);
}

test.each([
  ['a line each', false],
  ['one line together', true],
])(
  `${people} people who count %s`,
  async (name, oneLine) => {
    const times = await measure(await linesFor(oneLine));
    const at = (share: number) => times[Math.floor(share * times.length)]!;
    if (process.env.PRINT_FIGURES)
      console.log(
        `${people} people, ${name}: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
      );
    // With the client in the same process. A busy machine may be late.
    expect(at(0.5)).toBeLessThan(strict ? 10 : 150);
    expect(await service.verify()).toEqual([]);
  },
  60_000,
);
