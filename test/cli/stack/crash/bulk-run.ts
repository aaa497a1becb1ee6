import { expect } from 'vitest';
import type { Client } from '../../../../client/client.ts';
import { until } from '../../../support/stack.ts';

/** A bulk run that issues the drafts of the shop, and keeps running during the kills: this many orders start per second. */
const rate = 10;

export class CrashBulkRun {
  readonly orders: readonly number[];
  readonly #client: Client;
  readonly #id: number;

  private constructor(client: Client, orders: readonly number[], id: number) {
    this.#client = client;
    this.orders = orders;
    this.#id = id;
  }

  /** @param select the orders, if there are other drafts too */
  static async start(
    client: Client,
    orders: readonly number[],
    select = 'status.name = "Draft"',
  ): Promise<CrashBulkRun> {
    const { id, total } = await client.bulkrun.create({ select, action: 'issue', rate });
    expect(total).toBe(orders.length);
    return new CrashBulkRun(client, orders, id);
  }

  /** Waits until the run has finished this fraction of its orders. It is still in progress then. */
  async reaches(fraction: number): Promise<void> {
    await until(async () => (await this.#run()).done >= fraction * this.orders.length, 240_000);
    await this.expectRunning();
  }

  async expectRunning(): Promise<void> {
    expect(await this.#run()).toMatchObject({ state: 'running' });
  }

  async ends(): Promise<void> {
    await until(async () => (await this.#run()).state === 'done', 240_000);
  }

  /** Checks that each order has one outcome at the first attempt, and that a second run over the same orders skips them all. */
  async expectEachOrderOnce(): Promise<void> {
    const total = this.orders.length;
    const counts = { state: 'done', total, done: total, skipped: 0, warned: 0, failed: 0 };
    expect(await this.#run()).toMatchObject(counts);
    const outcomes: number[] = [];
    for await (const { order_id, outcome, attempts } of this.#client.bulkrunorder.each({
      where: { bulkrun_id: this.#id },
    })) {
      expect({ order_id, outcome, attempts }).toEqual({ order_id, outcome: 'done', attempts: 1 });
      outcomes.push(order_id);
    }
    expect(outcomes.sort((a, b) => a - b)).toEqual([...this.orders].sort((a, b) => a - b));
    const again = await this.#client.bulkrun.create({ order_id: outcomes, action: 'issue' });
    await until(async () => (await this.#client.bulkrun.get(again.id)).state === 'done', 120_000);
    expect(await this.#client.bulkrun.get(again.id)).toMatchObject({ done: 0, skipped: total });
  }

  #run() {
    return this.#client.bulkrun.get(this.#id);
  }
}
