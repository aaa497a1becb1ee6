import { setTimeout as pause } from 'node:timers/promises';
import { type Client, isProblem } from '../../../../client/client.ts';
import type { CrashShop } from '../crash/shop.ts';
import type { CrashWebhook } from '../crash/webhooks.ts';

/** The next calls of an order by hand are no more than these. */
const mostCalls = 60;

interface Parts {
  /** A client that repeats nothing. */
  readonly client: Client;
  readonly shop: CrashShop;
  readonly webhook: CrashWebhook;
}

/** A shop that works without a pause: orders that the engine drives, orders by hand, events for a webhook, and lists. */
export class ContinuousLoad {
  /** Errors of the callers. Answers are recorded by their client. */
  readonly failures: string[] = [];
  readonly #parts: Parts;
  readonly #callers: Promise<void>[];
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { client, shop, webhook } = parts;
    const automatic = async () => {
      await shop.issueOrder({});
    };
    const byHand = () => this.#orderByHand();
    const lists = async () => {
      await client.salesorder.list({ perPage: 20, sort: '-id', embed: 'customer,lines.part,picks,packs.cartons' });
      await client.salesorder.summary.get({});
    };
    const preference = async () => {
      await client.preference.update({ name: 'rolling', value: [1] });
    };
    this.#callers = [
      ...[automatic, automatic].map((work) => this.#repeat(work, 600)),
      ...[byHand, byHand].map((work) => this.#repeat(work, 300)),
      this.#repeat(lists, 400),
      this.#repeat(preference, 150),
      this.#repeat(() => webhook.createEvents(2), 1_000),
    ];
  }

  /** Stops the callers. Each brings what it has begun to its end. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  /** Issues an order and does each of its steps by the calls that its progress names. */
  async #orderByHand(): Promise<void> {
    const id = await this.#parts.shop.issueOrder({ note: 'by hand' });
    await finishByHand(this.#parts.client, id);
  }

  async #repeat(work: () => Promise<void>, milliseconds: number): Promise<void> {
    while (!this.#isOver) {
      await work().catch((error) => this.failures.push(String(error)));
      await pause(milliseconds);
    }
  }
}

/** Does the steps of an order by the calls that its progress names, until it ends. @throws Error if it does not */
export async function finishByHand(client: Client, id: number): Promise<void> {
  for (let calls = 0; calls < mostCalls; calls += 1) {
    const { next, state } = await client.salesorder.progress(id);
    if (state === 'done') return;
    const [first] = next;
    if (!first) throw new Error(`Order ${id} is ${state}, and its progress names no call.`);
    const { method, path, body } = first;
    await client.request({ method: method as 'POST', path, body }).catch((error) => pauseForLabel(error));
  }
  throw new Error(`Order ${id} did not end after ${mostCalls} calls.`);
}

/** A person cannot ship an order whose label is under way. @throws the error of any other refusal */
async function pauseForLabel(error: unknown): Promise<void> {
  if (!isProblem(error, 'order.warnings')) throw error;
  await pause(500);
}
