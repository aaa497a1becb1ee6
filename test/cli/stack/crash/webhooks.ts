import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Client } from '../../../../client/client.ts';
import { until } from '../../../support/stack.ts';

/** Number of events that are created at the same time. */
const atOnce = 8;
const secret = `whsec_${Buffer.from('a secret of twenty-eight bytes').toString('base64')}`;

interface Arrival {
  id: string;
  name: string;
  customer: number;
  answered: number;
}

/** A webhook, its receiver, and events that are created during the kills. */
export class CrashWebhook {
  /** The customers whose creation was confirmed to the client. */
  readonly names: string[] = [];
  readonly #client: Client;
  readonly #arrivals: Arrival[] = [];
  readonly #unsigned: string[] = [];
  /** Ids of the refused deliveries. Every tenth is refused the first time, so that retry timers run when a program dies. */
  readonly #refused = new Set<string>();
  readonly #receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      response.writeHead(this.#receive(body, request.headers as Record<string, string>)).end();
    });
  });
  #id = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#receiver.listen(0, '127.0.0.1', resolve));
    const { data: events } = await this.#client.event.list({ where: { name: 'customer.created' } });
    const url = `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/`;
    this.#id = (await this.#client.webhook.create({ url, event_id: events[0]!.id, secret })).id;
    return this;
  }

  close(): void {
    this.#receiver.close();
    this.#receiver.closeAllConnections();
  }

  /** Creates `count` events, eight at a time. */
  async createEvents(count: number): Promise<void> {
    let left = count;
    const one = async () => {
      while (left-- > 0) {
        const name = `Customer ${randomUUID()}`;
        await this.#client.customer.create({ type: 'Company', name }, { idempotencyKey: name });
        this.names.push(name);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  /** Waits until every event has arrived and no delivery waits. */
  async ends(): Promise<void> {
    const delivered = () => new Set(this.#arrivals.filter(({ answered }) => answered === 200).map(({ name }) => name));
    await until(() => delivered().size >= this.names.length, 120_000);
    expect(this.names.filter((name) => !delivered().has(name))).toEqual([]);
    await until(async () => (await this.#waiting()) === 0, 60_000);
  }

  /** Checks that every event was delivered, signed, and that the log has each arrival. */
  async expectAllDeliveredAndLogged(): Promise<void> {
    expect(this.#unsigned).toEqual([]);
    const where = { webhook_id: this.#id };
    const deliveries = new Map<string, string>();
    for await (const { id, state } of this.#client.webhookdelivery.each({ where })) deliveries.set(`msg_${id}`, state);
    expect(deliveries.size).toBe(this.names.length);
    expect([...deliveries.values()].filter((state) => state !== 'delivered')).toEqual([]);

    const logged = new Map<string, string[]>();
    for await (const { webhookdelivery_id, outcome } of this.#client.webhooklog.each({ where }))
      logged.set(`msg_${webhookdelivery_id}`, [...(logged.get(`msg_${webhookdelivery_id}`) ?? []), outcome]);
    // The log has every arrival, it has each accepted arrival as delivered, and no attempt is still open.
    expect(this.#arrivals.filter(({ id }) => !logged.has(id))).toEqual([]);
    expect([...logged.values()].filter((outcomes) => !outcomes.includes('delivered'))).toEqual([]);
    const outcomes = [...logged.values()].flat();
    expect(outcomes.filter((outcome) => outcome === 'sending')).toEqual([]);
    expect(new Set(this.#arrivals.map(({ id }) => id))).toEqual(new Set(deliveries.keys()));
    if (!process.env.PRINT_FIGURES) return;
    const repeated = this.#arrivals.length - deliveries.size - this.#refused.size;
    console.log(
      `${this.names.length} events, ${this.#arrivals.length} arrivals (${this.#refused.size} refused once, ${repeated} repeated), ${outcomes.length} log entries`,
    );
  }

  #receive(body: string, headers: Record<string, string>): number {
    const id = String(headers['webhook-id']);
    try {
      new Webhook(secret).verify(body, headers);
    } catch {
      this.#unsigned.push(id);
    }
    const { id: customer, name } = JSON.parse(body) as { id: number; name: string };
    const answered = customer % 10 === 0 && !this.#refused.has(id) ? 503 : 200;
    if (answered === 503) this.#refused.add(id);
    this.#arrivals.push({ id, name, customer, answered });
    return answered;
  }

  async #waiting(): Promise<number> {
    const filter = `webhook_id = ${this.#id} && state = "waiting"`;
    return (await this.#client.webhookdelivery.list({ filter, perPage: 0 })).total;
  }
}
