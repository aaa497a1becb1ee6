import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Shop } from './shop.ts';
import type { Reply, TestService } from './test-service.ts';

/** A call with its answer. */
export interface AnsweredCall {
  /** When the call was sent and answered, by `performance.now()`. */
  readonly from: number;
  readonly to: number;
  readonly caller: number;
  readonly status: number;
}

export interface ParallelCalls {
  /** All answered calls so far. */
  readonly calls: readonly AnsweredCall[];
  /** Calls whose answer is neither a success nor "try again". */
  readonly wrong: readonly string[];
  /** Ids of the orders whose creation was confirmed. */
  readonly created: readonly number[];
  /** Ids of the orders whose issue was confirmed. */
  readonly issued: readonly number[];
  /**
   * Returns the milliseconds from `moment` until each caller has had a success to a call that ended later; null
   * before that.
   */
  successAfter(moment: number): number | null;
  /** Ends the callers after their present order. */
  stop(): Promise<void>;
}

/**
 * Starts callers that create an order, issue it and read a list, again and again, each with an `Idempotency-Key`. They share two
 * parts, so that they meet at the same locks. After 503, or without an answer, they send the same request again.
 * @param timeout time until a caller gives up a request and sends it again, in milliseconds
 * @param rest the milliseconds that a caller rests after each order
 * @param readBack whether a caller also reads its order, which has to be issued
 */
export async function startParallelCalls(
  service: Pick<TestService, 'call'>,
  shop: Shop,
  {
    callers = 24,
    timeout = 60_000,
    rest = 0,
    order = {},
    readBack = false,
  }: { callers?: number; timeout?: number; rest?: number; order?: object; readBack?: boolean } = {},
): Promise<ParallelCalls> {
  const parts = [await shop.part({}, 100_000), await shop.part({}, 100_000)];
  const calls: AnsweredCall[] = [];
  const wrong: string[] = [];
  const created: number[] = [];
  const issued: number[] = [];
  const load = randomUUID();
  let stopping = false;

  async function send(caller: number, method: string, path: string, key: string, body?: object): Promise<Reply> {
    for (;;) {
      const from = performance.now();
      const answer = service.call(method, path, body, method === 'GET' ? {} : { 'idempotency-key': key });
      const reply = await Promise.race([answer, pause(timeout, null, { ref: false })]).catch(() => null);
      const status = reply?.status ?? 0;
      calls.push({ from, to: performance.now(), caller, status });
      if (reply && status < 300) return reply;
      const again = status === 0 || status === 503 || reply?.body?.code === 'idempotency.running';
      if (!again) {
        wrong.push(`${method} ${path}: ${status} ${JSON.stringify(reply?.body)}`);
        throw new Error(wrong.at(-1));
      }
      await pause(100);
    }
  }

  /** The caller got the answer that the order is issued, so every read shows it. */
  async function expectIssued(caller: number, id: number): Promise<void> {
    const { body: list } = await send(caller, 'GET', `/salesorder?id=${id}&fields=id,status_id`, '');
    const { body: one } = await send(caller, 'GET', `/salesorder/${id}?fields=id,status_id`, '');
    for (const order of [list.data[0], one])
      if (!order || order.status_id < issuedStatus)
        wrong.push(`order ${id} is issued, and shown as ${JSON.stringify(order)}`);
  }

  async function call(caller: number): Promise<void> {
    for (let round = 0; !stopping; round++) {
      const lines = parts.map((part_id) => ({ part_id, qty: 1, unit_price: 2 }));
      const body = { customer_id: shop.customerId, ...address, ...order, lines };
      const key = `${load}/${caller}/${round}`;
      const { id } = (await send(caller, 'POST', '/salesorder', `create ${key}`, body)).body;
      created.push(id);
      await send(caller, 'POST', `/salesorder/${id}/issue`, `issue ${key}`, { ignore_warnings: 1 });
      issued.push(id);
      await send(caller, 'GET', '/salesorder?perPage=5&sort=-id', '');
      if (readBack) await expectIssued(caller, id);
      if (rest > 0 && !stopping) await pause(rest);
    }
  }

  const running = Promise.allSettled(Array.from({ length: callers }, (_, caller) => call(caller)));
  return {
    calls,
    wrong,
    created,
    issued,
    successAfter(moment) {
      const first = new Map<number, number>();
      for (const { caller, to, status } of calls)
        if (to > moment && status > 0 && status < 300 && !first.has(caller)) first.set(caller, to - moment);
      return first.size < callers ? null : Math.max(...first.values());
    },
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** `Issued`; a draft has 1, and later states have more. */
const issuedStatus = 2;

const address = {
  ship_to_name: 'Alfreds',
  ship_address_1: 'Obere Str. 57',
  ship_city: 'Berlin',
  ship_postal_code: '12209',
  ship_country: 'DE',
};
