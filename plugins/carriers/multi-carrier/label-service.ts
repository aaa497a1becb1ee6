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
  /** `test` for labels that no carrier takes: the key of the account is one for tests. */
  mode: text,
  rates: z.array(rate).nullish(),
  /** Reasons of carriers without a rate. */
  messages: z.array(z.object({ carrier: text, message: text })).nullish(),
  selected_rate: rate.nullish(),
  postage_label: z.object({ label_url: text }).nullish(),
  tracking_code: text,
  refund_status: text,
  tracker: tracker.nullish(),
});
export type Shipment = z.output<typeof shipment>;

/** The answer to a request for new rates: the rates alone, without their shipment. */
const newRates = z.object({ rates: z.array(rate), messages: shipment.shape.messages });

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

/** An address in the form of the service. */
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

/** The content of a new shipment. */
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

/** Answers to a purchase whose result is not known yet. A later request returns it. */
const pendingCodes = ['SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.TIMED_OUT', 'SHIPMENT.POSTAGE.NO_RESPONSE'];

/**
 * The calls of the label service. All may be repeated: a shipment is found by its reference, and is bought only once.
 * @throws CarrierRefused with the message of the service; CarrierUnavailable if a retry may help
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

  /** Returns a shipment, or undefined if it does not exist. @param id the service's own id, or the reference */
  async find(id: string): Promise<Shipment | undefined> {
    const answer = await this.#request('GET', id);
    return answer.status === 404 ? undefined : this.#shipment(answer);
  }

  /** Creates a shipment with the rates of all carriers. It buys nothing. */
  async make(reference: string, content: NewShipment): Promise<Shipment> {
    return this.#shipment(await this.#request('POST', '', { shipment: { reference, ...content } }));
  }

  /**
   * Returns the same shipment with new rates. The answer has the rates alone. Earlier reasons may not hold any more, so the shipment
   * is read again if one of their carriers still has no rate.
   */
  async rateAgain(former: Shipment): Promise<Shipment> {
    const { rates, messages } = this.#read(newRates, await this.#request('POST', `${former.id}/rerate`, {}), 'rates');
    const rated = { ...former, rates, messages: messages ?? former.messages };
    const isCurrent = messages != null || carriersWithoutRate(rated).length === 0;
    return isCurrent ? rated : { ...rated, messages: (await this.find(former.id))?.messages ?? [] };
  }

  /** Buys the label, or returns the shipment with an earlier label. */
  async buy({ id }: Shipment, rateId: string): Promise<Shipment> {
    const answer = await this.#request('POST', `${id}/buy`, { rate: { id: rateId } });
    const code = faultOf(answer)?.code ?? '';
    if (code === 'SHIPMENT.POSTAGE.EXISTS') return (await this.find(id)) ?? this.#shipment(answer);
    if (pendingCodes.includes(code)) throw new CarrierUnavailable(this.#message(answer), pendingSeconds);
    return this.#shipment(answer);
  }

  /**
   * Requests a refund for an unused label.
   * @returns undefined if the service does not know the shipment; a sentence if it refuses the refund
   */
  async refund(id: string): Promise<Shipment | string | undefined> {
    const answer = await this.#request('POST', `${id}/refund`, {});
    if (answer.status === 404) return undefined;
    if (answer.status === 422) return this.#message(answer);
    return this.#shipment(answer);
  }

  async #request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<PluginAnswer> {
    const { http, options, signal } = this.#context;
    const address = `${this.#url}/shipments${path === '' ? '' : `/${path}`}`;
    const key = Buffer.from(`${options.api_key}:`).toString('base64');
    const answer = await this.#withWaiting(() =>
      http.request(address, { method, body, signal, headers: { authorization: `Basic ${key}` } }),
    );
    if (answer.status === 401 || answer.status === 403) {
      throw new CarrierRefused(`${this.#message(answer)}; check api_key in the configuration of this carrier`);
    }
    return answer;
  }

  /**
   * Repeats a request after the waiting time of the service if that is short. An order of a hundred cartons exceeds the rate limit of
   * the service, and a new attempt of the booking would start from the first carton.
   */
  async #withWaiting(request: () => Promise<PluginAnswer>): Promise<PluginAnswer> {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        const seconds = error instanceof CarrierUnavailable ? error.retryAfterSeconds : undefined;
        if (seconds === undefined || seconds > longestWait || Date.now() > this.#until) throw error;
        // The random part separates requests that were refused at the same time.
        await setTimeout((seconds + Math.random() / 2) * 1000, undefined, { signal: this.#context.signal });
      }
    }
  }

  #shipment(answer: PluginAnswer): Shipment {
    return this.#read(shipment, answer, 'a shipment');
  }

  #read<Content>(form: z.ZodType<Content>, answer: PluginAnswer, what: string): Content {
    if (answer.status < 200 || answer.status > 299) throw new CarrierRefused(this.#message(answer));
    const read = form.safeParse(answer.body);
    if (read.success) return read.data;
    const [{ path, message } = { path: [], message: '' }] = read.error.issues;
    throw new PluginDefect(`${this.#host} gave ${what} that cannot be used: ${path.join('.')}: ${message}`);
  }

  /** Returns the message of the service, with its messages about fields. */
  #message(answer: PluginAnswer): string {
    const error = faultOf(answer);
    if (!error) return `${this.#host} answered ${answer.status}`;
    const fields = (error.errors ?? []).map((one) =>
      typeof one === 'string' ? one : [one.field, one.message].filter(Boolean).join(': '),
    );
    const message = typeof error.message === 'string' ? error.message : JSON.stringify(error.message ?? error.code);
    const details = fields.length === 0 ? '' : ` (${fields.join('; ')})`;
    return `${this.#host} answered ${answer.status}: ${message}${details}`.slice(0, 1000);
  }
}

/** Longest waiting time within an attempt in seconds, and time limit for all of them: half the time limit of a booking. */
const longestWait = 5;
const patienceMs = 60_000;

/** Seconds until a pending purchase has a result. */
const pendingSeconds = 10;

/** Returns the reasons of the carriers that have no rate for a shipment. */
export function carriersWithoutRate({ rates, messages }: Shipment): { carrier: string; message: string }[] {
  const rated = new Set(rates?.map(({ carrier }) => carrier.toLowerCase()));
  return (messages ?? []).flatMap(({ carrier, message }) =>
    rated.has((carrier ?? '').toLowerCase()) ? [] : [{ carrier: carrier ?? 'one', message: message ?? '' }],
  );
}

function faultOf({ status, body }: PluginAnswer): z.output<typeof fault>['error'] | undefined {
  if (status < 400) return undefined;
  const read = fault.safeParse(body);
  return read.success ? read.data.error : undefined;
}
