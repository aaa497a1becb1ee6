import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { HookContext } from '../../contract.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from '../../errors.ts';
import type { PluginAnswer } from '../../http.ts';

const text = z.string().nullish();
const address = z.looseObject({
  name: text,
  company: text,
  street1: text,
  street2: text,
  city: text,
  state: text,
  zip: text,
  country: text,
});
const rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  delivery_days: z.number().nullish(),
});
const tracker = z.object({
  status: text,
  est_delivery_date: text,
  tracking_details: z
    .array(
      z.object({
        datetime: text,
        status: text,
        message: text,
        tracking_location: z.object({ city: text, state: text, country: text }).nullish(),
      }),
    )
    .nullish(),
});

/** A shipment of the label service: one carton, and after its purchase one label. */
const shipment = z.object({
  id: z.string().min(1),
  to_address: address.nullish(),
  from_address: address.nullish(),
  parcel: z.looseObject({ weight: z.number().nullish() }).nullish(),
  rates: z.array(rate).nullish(),
  /** What carriers had against giving a rate. */
  messages: z.array(z.object({ carrier: text, message: text })).nullish(),
  selected_rate: rate.nullish(),
  postage_label: z.object({ label_url: text }).nullish(),
  tracking_code: text,
  refund_status: text,
  tracker: tracker.nullish(),
});
export type Shipment = z.output<typeof shipment>;

const fault = z.object({
  error: z.object({
    code: z.string().default(''),
    message: z.unknown(),
    errors: z.array(z.union([z.string(), z.looseObject({ field: text, message: text })])).nullish(),
  }),
});

export interface LabelServiceOptions {
  readonly url: string;
  readonly api_key: string;
}

/** An address as the service takes it. */
export interface ServiceAddress {
  readonly name: string | null;
  readonly company: string | null;
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
}

/** What a shipment is made of. */
export interface NewShipment {
  readonly to_address: ServiceAddress;
  readonly from_address: ServiceAddress;
  /** Ounces and inches. */
  readonly parcel: {
    readonly weight: number;
    readonly length?: number;
    readonly width?: number;
    readonly height?: number;
  };
  readonly options: { readonly label_format: string; readonly print_custom_1: string };
}

/** Answers to a purchase after which nobody knows whether it happened: asked again, the service says. */
const unsettled = ['SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.TIMED_OUT', 'SHIPMENT.POSTAGE.NO_RESPONSE'];

/**
 * The calls of the label service. All of them may be repeated: a shipment is found by the reference that it was made with, and
 * is bought once only.
 * @throws CarrierRefused with the words of the service; CarrierUnavailable for what may be tried again
 */
export class LabelService {
  readonly #url: string;
  readonly #host: string;
  readonly #context: HookContext<LabelServiceOptions>;
  readonly #until = Date.now() + patienceMs;

  constructor(context: HookContext<LabelServiceOptions>) {
    this.#context = context;
    this.#url = context.options.url;
    this.#host = new URL(context.options.url).host;
  }

  /** @param id the service's own id, or the reference that it was made with */
  async find(id: string): Promise<Shipment | undefined> {
    const answer = await this.#ask('GET', id);
    return answer.status === 404 ? undefined : this.#shipment(answer);
  }

  /** Makes a shipment, with the rates of all carriers. Nothing is bought yet. */
  async make(reference: string, made: NewShipment): Promise<Shipment> {
    return this.#shipment(await this.#ask('POST', '', { shipment: { reference, ...made } }));
  }

  /** The same shipment with rates of now. */
  async rateAgain({ id }: Shipment): Promise<Shipment> {
    return this.#shipment(await this.#ask('POST', `${id}/rerate`, {}));
  }

  /** Buys the label. Where it was bought before, gives what was bought then. */
  async buy({ id }: Shipment, rateId: string): Promise<Shipment> {
    const answer = await this.#ask('POST', `${id}/buy`, { rate: { id: rateId } });
    const code = faultOf(answer)?.code ?? '';
    if (code === 'SHIPMENT.POSTAGE.EXISTS') return (await this.find(id)) ?? this.#shipment(answer);
    if (unsettled.includes(code)) throw new CarrierUnavailable(this.#words(answer), unsettledSeconds);
    return this.#shipment(answer);
  }

  /**
   * Asks for the price of an unused label back.
   * @returns undefined where the service does not know the shipment; a sentence where it takes nothing back
   */
  async refund(id: string): Promise<Shipment | string | undefined> {
    const answer = await this.#ask('POST', `${id}/refund`, {});
    if (answer.status === 404) return undefined;
    if (answer.status === 422) return this.#words(answer);
    return this.#shipment(answer);
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<PluginAnswer> {
    const { http, options, signal } = this.#context;
    const address = `${this.#url}/shipments${path === '' ? '' : `/${path}`}`;
    const key = Buffer.from(`${options.api_key}:`).toString('base64');
    const answer = await this.#patiently(() =>
      http.request(address, { method, body, signal, headers: { authorization: `Basic ${key}` } }),
    );
    if (answer.status === 401 || answer.status === 403) {
      throw new CarrierRefused(`${this.#words(answer)}; check api_key in the configuration of this carrier`);
    }
    return answer;
  }

  /**
   * Waits where the service wants it for seconds only. An order of a hundred cartons asks more often than a second may have, and
   * would begin from the first carton at every attempt.
   */
  async #patiently(ask: () => Promise<PluginAnswer>): Promise<PluginAnswer> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const seconds = error instanceof CarrierUnavailable ? error.retryAfterSeconds : undefined;
        if (seconds === undefined || seconds > longestWait || Date.now() > this.#until) throw error;
        // Those who were refused together do not come again together.
        await setTimeout((seconds + Math.random() / 2) * 1000, undefined, { signal: this.#context.signal });
      }
    }
  }

  #shipment(answer: PluginAnswer): Shipment {
    if (answer.status < 200 || answer.status > 299) throw new CarrierRefused(this.#words(answer));
    const read = shipment.safeParse(answer.body);
    if (read.success) return read.data;
    const [{ path, message } = { path: [], message: '' }] = read.error.issues;
    throw new PluginDefect(`${this.#host} gave a shipment that cannot be used: ${path.join('.')}: ${message}`);
  }

  /** What the service said, with what it said of each field. */
  #words(answer: PluginAnswer): string {
    const told = faultOf(answer);
    if (!told) return `${this.#host} answered ${answer.status}`;
    const fields = (told.errors ?? []).map((one) =>
      typeof one === 'string' ? one : [one.field, one.message].filter(Boolean).join(': '),
    );
    const message = typeof told.message === 'string' ? told.message : JSON.stringify(told.message ?? told.code);
    const details = fields.length === 0 ? '' : ` (${fields.join('; ')})`;
    return `${this.#host} answered ${answer.status}: ${message}${details}`.slice(0, 1000);
  }
}

/** Seconds that are waited for within an attempt, and how long one goes on doing so: half of what a booking may take. */
const longestWait = 5;
const patienceMs = 60_000;

/** A purchase that is under way ends within seconds. */
const unsettledSeconds = 10;

function faultOf({ status, body }: PluginAnswer): z.output<typeof fault>['error'] | undefined {
  if (status < 400) return undefined;
  const read = fault.safeParse(body);
  return read.success ? read.data.error : undefined;
}
