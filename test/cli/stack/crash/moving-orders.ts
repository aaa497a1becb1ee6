import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Carton, Client, SalesOrder } from '../../../../client/client.ts';
import { until } from '../../../support/stack.ts';
import type { CrashShop } from './shop.ts';

/** The task that ships orders. */
const shipTask = 3;

/** Orders that are packed and wait for a person who ships them, and whose address changes while programs are killed. */
export class MovingOrders {
  readonly ids: readonly number[];
  readonly #client: Client;
  #moves = 0;

  private constructor(client: Client, ids: readonly number[]) {
    this.#client = client;
    this.ids = ids;
  }

  static async issue(client: Client, shop: CrashShop, carrier: string, count: number): Promise<MovingOrders> {
    const { data } = await client.carrier.list({ filter: `name = "${carrier}"` });
    const values = { carrier_id: data[0]!.id, note: 'moves' };
    const ids = await Promise.all(Array.from({ length: count }, () => shop.issueOrder(values)));
    return new MovingOrders(client, ids);
  }

  get #address(): string {
    return `Kirchgasse ${100 + this.#moves}`;
  }

  /** Returns whether a label was booked for a former address. Its answer may have been lost with a killed worker. */
  isFormer(drawing: string): boolean {
    return /Kirchgasse 1\d\d/.test(drawing) && !drawing.includes(this.#address);
  }

  /** Gives all orders another address. Their labels are voided, and the carrier books again. */
  async move(): Promise<void> {
    this.#moves += 1;
    await Promise.all(this.ids.map((id) => this.#client.salesorder.update(id, { ship_address_1: this.#address })));
  }

  /** Ships the orders after their labels match their last address. */
  async ship(): Promise<void> {
    for (const id of this.ids) {
      const state = async () => {
        const { waiting_for, relabel } = await this.#client.salesorder.progress(id);
        return { waiting_for, relabel };
      };
      await until(async () => (await state()).waiting_for === 'ship by hand' && !(await state()).relabel, 120_000);
      await this.#client.task.perform(shipTask, { order_id: [id] });
    }
  }

  /** Checks that each carton has a label of the last address, and that the carrier has taken all others back. */
  async expectLastAddress(labels: string): Promise<void> {
    for (const id of this.ids) {
      const embedded = await this.#client.salesorder.get(id, { embed: 'packs.cartons' });
      const { packs } = embedded as Omit<SalesOrder, 'packs'> & { packs: { cartons: Carton[] }[] };
      const tracking = packs.flatMap(({ cartons }) => cartons.map((carton) => carton.tracking_number!));
      for (const number of tracking) {
        expect(readFileSync(join(labels, `${number}.svg`), 'utf8')).toContain(this.#address);
      }
      const bookings = (await this.#client.booking.list({ filter: `order_id = ${id}`, perPage: 100 })).data;
      const booked = bookings.filter(({ state }) => state === 'booked');
      expect(booked.map(({ tracking_number }) => tracking_number).sort()).toEqual(tracking.sort());
      expect(bookings.length).toBeGreaterThan(booked.length);
      expect(new Set(bookings.map(({ state }) => state))).toEqual(new Set(['booked', 'canceled']));
      for (const { state, tracking_number } of bookings) {
        expect([tracking_number, existsSync(join(labels, `${tracking_number}.svg`))]).toEqual([
          tracking_number,
          state === 'booked',
        ]);
      }
    }
  }
}
