import type { ClientOptions } from '../../../../client/client.ts';
import type { Connection } from '../../../../client/connection.ts';
import { type EngineClient, engineClient } from '../../../../client/engine.ts';
import { transport } from '../../../../client/transport.ts';
import { undiciConnection } from '../../../../client/undici-connection.ts';

/** A call as its caller saw it. Times are in milliseconds of `performance.now()`. */
interface RecordedCall {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Observations of the calls in a period. */
export interface CallsOfAWhile {
  readonly calls: number;
  /** The milliseconds of 99 of 100 calls, and of the longest ones with their names. */
  readonly p99: number;
  readonly longest: readonly string[];
}

/** A person who ships an order before its label has come is refused, and waits for the label. */
const waitsForLabel = 'carrier.not-booked';

/** The calls of a client that repeats nothing: how long each took, and each answer that is not a success. */
export class RecordedCalls {
  /** A line for each call without an answer or with another answer than a success. */
  readonly failures: string[] = [];
  readonly #calls: RecordedCall[] = [];

  client(options: Pick<ClientOptions, 'url' | 'apiKey'>): EngineClient {
    return engineClient(transport(this.#recorded(undiciConnection(options)), { retries: 0 }));
  }

  /** Returns the observations of the calls while `work` ran, including calls that began before or ended after it. */
  async during(work: () => Promise<void>): Promise<CallsOfAWhile> {
    const from = performance.now();
    await work();
    const to = performance.now();
    const calls = this.#calls.filter((call) => call.to >= from && call.from <= to);
    const byLength = calls.map(({ name, ...call }) => ({ name, took: Math.round(call.to - call.from) }));
    byLength.sort((a, b) => b.took - a.took);
    return {
      calls: calls.length,
      p99: byLength[Math.floor(calls.length / 100)]?.took ?? 0,
      longest: byLength.slice(0, 3).map(({ name, took }) => `${took} ms ${name}`),
    };
  }

  get count(): number {
    return this.#calls.length;
  }

  #recorded(connection: Connection): Connection {
    return {
      ...connection,
      exchange: async (message) => {
        const from = performance.now();
        const name = `${message.method} ${message.path}`;
        try {
          const answer = await connection.exchange(message);
          if (answer.status >= 400 && !answer.text().includes(waitsForLabel))
            this.failures.push(`${name}: ${answer.status} ${answer.text()}`);
          return answer;
        } catch (error) {
          this.failures.push(`${name}: ${error}`);
          throw error;
        } finally {
          this.#calls.push({ name, from, to: performance.now() });
        }
      },
    };
  }
}
