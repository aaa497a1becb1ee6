import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { HookContext } from '../../contract.ts';
import { CarrierRefused, CarrierUnavailable } from '../../errors.ts';
import type { PluginAnswer } from '../../http.ts';

/**
 * The service answers through the systems of many carriers. A member of another type than the documented one counts as missing, and an
 * unusable entry of a list is left out. A sentence asks for a value that the plugin cannot do without.
 */
const text = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().nullish())
  .catch(null);
const number = z
  .preprocess(
    (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
    z.number().nullish(),
  )
  .catch(null);
/** Returns the entries of a list that can be used; null for what is no list. */
const usable =
  <Entry extends z.ZodType>(entry: Entry) =>
  (list: unknown): z.output<Entry>[] | null => {
    if (!Array.isArray(list)) return null;
    return list.map((one) => entry.safeParse(one)).flatMap((read) => (read.success ? [read.data] : []));
  };
const listOf = <Entry extends z.ZodType>(entry: Entry) => z.unknown().transform(usable(entry)).optional();

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
/** A name or number that people read on one line. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*\S\P{Cc}*$/u);
const rate = z.object({
  id: line(200),
  carrier: line(100),
  service: line(90),
  rate: z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().regex(/^\d{1,12}(\.\d+)?$/))
    .transform((amount) => amount.replace(/(?<=\.\d{6})\d+$/, '')),
  currency: z.string().regex(/^[A-Z]{3}$/),
  delivery_days: number,
});
const tracker = z.object({
  status: text,
  est_delivery_date: text,
  tracking_details: listOf(
    z.object({
      datetime: text,
      status: text,
      message: text,
      tracking_location: z.object({ city: text, state: text, country: text }).nullish().catch(null),
    }),
  ),
});
/** Reasons of carriers without a rate. One may be a text, and its message an object or a list. */
const messages = listOf(
  z.preprocess(
    (one) => (typeof one === 'string' ? { message: one } : one),
    z.object({ carrier: text, message: z.unknown().transform((message) => sentenceOf(message).slice(0, 500)) }),
  ),
);

const webAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\//i);

/** A shipment of the label service: one parcel, and after its purchase one label. */
const shipment = z.object({
  id: line(200),
  object: z.literal('Shipment').nullish(),
  to_address: address.nullish().catch(null),
  from_address: address.nullish().catch(null),
  parcel: z.looseObject({ weight: number }).nullish().catch(null),
  is_return: z.boolean().nullish().catch(null),
  /** `test` for labels that no carrier takes: the key of the account is one for tests. */
  mode: text,
  rates: listOf(rate),
  messages,
  selected_rate: rate.nullish().catch(null),
  postage_label: z
    .object({ label_url: webAddress.nullish().catch(null) })
    .nullish()
    .catch(null),
  tracking_code: line(200).nullish().catch(null),
  refund_status: text,
  tracker: tracker.nullish().catch(null),
});
export type Shipment = z.output<typeof shipment>;

/** The answer to a request for new rates: the rates alone, without their shipment. */
const newRates = z.object({ rates: z.array(z.unknown()).transform(usable(rate)), messages });

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
  readonly residential?: boolean;
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
  /** True for the way back: the service exchanges the two addresses. */
  readonly is_return?: boolean;
}

/** Answers to a purchase whose result is not known yet. A later request returns it. */
const pendingCodes = ['SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.TIMED_OUT', 'SHIPMENT.POSTAGE.NO_RESPONSE'];

/**
 * The calls of the label service. All may be repeated: a shipment is found by its reference, and is bought only once.
 * @throws CarrierRefused with the message of the service; CarrierUnavailable if a retry may help
 */
export class LabelService {
  readonly #url: string;
  readonly #context: HookContext<LabelServiceOptions>;
  readonly #until = Date.now() + patienceMs;

  constructor(context: HookContext<LabelServiceOptions>) {
    this.#context = context;
    this.#url = context.options.url;
  }

  /** Returns a shipment, or undefined if it does not exist. @param id the service's own id, or the reference */
  async find(id: string): Promise<Shipment | undefined> {
    const answer = await this.#request('GET', encodeURIComponent(id));
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
    const { rates, messages } = this.#read(
      newRates,
      await this.#request('POST', `${encodeURIComponent(former.id)}/rerate`, {}),
      'rates',
    );
    const rated = { ...former, rates, messages: messages ?? former.messages };
    const isCurrent = messages != null || carriersWithoutRate(rated).length === 0;
    return isCurrent ? rated : { ...rated, messages: (await this.find(former.id))?.messages ?? [] };
  }

  /** Buys the label, or returns the shipment with an earlier label. */
  async buy({ id }: Shipment, rateId: string): Promise<Shipment> {
    const answer = await this.#request('POST', `${encodeURIComponent(id)}/buy`, { rate: { id: rateId } });
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
    const answer = await this.#request('POST', `${encodeURIComponent(id)}/refund`, {});
    if (answer.status === 404) return undefined;
    if (answer.status === 422) return this.#message(answer);
    return this.#shipment(answer);
  }

  async #request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<PluginAnswer> {
    const { http, options, signal, log } = this.#context;
    const address = `${this.#url}/shipments${path === '' ? '' : `/${path}`}`;
    const key = Buffer.from(`${options.api_key}:`).toString('base64');
    const answer = await this.#withWaiting(() =>
      http.request(address, { method, body, signal, headers: { authorization: `Basic ${key}` } }),
    );
    // Everybody reads the refusal, which does not name the host. A shipment that does not exist yet is no fault.
    if (answer.status >= 400 && answer.status !== 404) log.warn(`${method} ${address} answered ${answer.status}`);
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
    if (typeof answer.body === 'string') throw new CarrierUnavailable('the label service did not answer in JSON');
    const read = form.safeParse(answer.body);
    if (read.success) return read.data;
    const [{ path } = { path: [] }] = read.error.issues;
    const member = path.length === 0 ? '' : `: its "${path.join('.')}" cannot be used`;
    throw new CarrierRefused(`the label service answered ${answer.status} with something that is not ${what}${member}`);
  }

  /** Returns the message of the service, with its messages about fields. */
  #message(answer: PluginAnswer): string {
    const { sentence = '' } = faultOf(answer) ?? {};
    return `the label service answered ${answer.status}: ${sentence || 'It gives no reason.'}`.slice(0, 1000);
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

/** Returns the code and the sentence of an error. Its parts are texts, objects or lists. */
function faultOf({ status, body }: PluginAnswer): { readonly code: string; readonly sentence: string } | undefined {
  if (status < 400 || !isObject(body)) return undefined;
  const error = isObject(body.error) ? body.error : { ...body, message: body.error ?? body.message };
  const code = typeof error.code === 'string' ? error.code : '';
  const message = sentenceOf(error.message) || code;
  const details = sentenceOf(error.errors);
  if (message === '' || details === '') return { code, sentence: message || details };
  return { code, sentence: `${message} (${details})` };
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Greatest depth of lists and objects in a message. */
const deepest = 5;

/** Returns the texts in a message: that of a field as `street1: House number is missing`. */
function sentenceOf(message: unknown, depth = 0): string {
  if (message === null || message === undefined || depth > deepest) return '';
  const each = (value: unknown) => sentenceOf(value, depth + 1);
  const joined = (texts: readonly string[]) => texts.filter((one) => one !== '').join('; ');
  if (Array.isArray(message)) return joined(message.map(each));
  if (!isObject(message)) return String(message).trim();
  const { field, message: text, errors } = message;
  const own = [field, each(text)].filter((part) => typeof part === 'string' && part !== '').join(': ');
  if (own !== '' || errors !== undefined) return joined([own, each(errors)]);
  return joined(Object.entries(message).map(([name, value]) => [name, each(value)].filter(Boolean).join(': ')));
}
