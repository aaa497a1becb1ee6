import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** A request as the service got it. */
export interface LabelRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
}

/** A fault of a request, besides its answer. */
export type Mishap =
  | { readonly answer: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: Json } }
  /** The work is done, and the connection ends before the answer, or never ends. */
  | { readonly after: 'cut' | 'silence' }
  | { readonly delayMs: number };

interface Rate {
  readonly id: string;
  readonly carrier: string;
  readonly service: string;
  readonly rate: string;
  readonly currency: string;
  readonly delivery_days: number | null;
}

interface Shipment {
  readonly id: string;
  readonly reference: string;
  to_address: Json;
  readonly from_address: Json;
  readonly parcel: Json;
  readonly options: Json;
  readonly is_return: boolean;
  rates: (Rate & Json)[];
  messages: Json[];
  selected_rate: Rate | null;
  tracking_code: string | null;
  postage_label: Json | null;
  refund_status: string | null;
  tracker: Json | null;
  boughtAt: number;
}

/** Times, and other members of every answer that the plugin does not read. */
const times = { created_at: '2026-11-24T09:00:00Z', updated_at: '2026-11-24T09:00:00Z' };

/** An address as the service answers it. */
const addressOf = (id: string, mode: string, address: Json): Json => ({
  id,
  object: 'Address',
  ...times,
  name: null,
  company: null,
  street1: null,
  street2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  phone: null,
  email: null,
  mode,
  carrier_facility: null,
  residential: null,
  federal_tax_id: null,
  state_tax_id: null,
  verifications: {},
  ...address,
});

/** A parcel as the service answers it. */
const parcelOf = (id: string, mode: string, parcel: Json): Json => ({
  id,
  object: 'Parcel',
  ...times,
  length: null,
  width: null,
  height: null,
  predefined_package: null,
  weight: 0,
  mode,
  ...parcel,
});

/** Further members of a shipment's answer. */
const ofShipment: Json = {
  object: 'Shipment',
  ...times,
  status: 'unknown',
  batch_id: null,
  batch_status: null,
  batch_message: null,
  customs_info: null,
  insurance: null,
  order_id: null,
  scan_form: null,
  usps_zone: 4,
  forms: [],
  fees: [],
};

/** Further members of a label's answer. */
const ofLabel: Json = {
  object: 'PostageLabel',
  ...times,
  date_advance: 0,
  integrated_form: 'none',
  label_date: '2026-11-24T09:00:00Z',
  label_resolution: 300,
  label_size: '4x6',
  label_type: 'default',
  label_file_type: 'application/pdf',
  label_pdf_url: null,
  label_zpl_url: null,
  label_epl2_url: null,
  label_file: null,
};

/** Further members of a rate's answer. */
const ofRate: Json = {
  object: 'Rate',
  ...times,
  retail_rate: null,
  retail_currency: null,
  list_rate: null,
  list_currency: null,
  billing_type: 'easypost',
  delivery_date: null,
  delivery_date_guaranteed: false,
};

const ofTracker: Json = {
  object: 'Tracker',
  ...times,
  status_detail: 'status_update',
  signed_by: null,
  weight: null,
  fees: [],
  carrier_detail: null,
  public_url: 'https://track.test/1',
};

/** A scan as the service answers it. */
const detailOf = (detail: Json): Json => ({
  object: 'TrackingDetail',
  description: '',
  status_detail: 'status_update',
  source: null,
  carrier_code: '',
  ...detail,
  tracking_location: {
    object: 'TrackingLocation',
    city: null,
    state: null,
    country: null,
    zip: null,
    ...(detail.tracking_location as Json | null),
  },
});

/** Carrier, service, price per pound, currency, days. */
type Tariff = readonly [carrier: string, service: string, price: number, currency: string, days: number | null];

const tariffs: readonly Tariff[] = [
  ['USPS', 'GroundAdvantage', 4, 'USD', 5],
  ['USPS', 'Priority', 7, 'USD', 2],
  ['USPS', 'Express', 28, 'USD', 1],
  ['UPS', 'Ground', 6, 'USD', 4],
  ['UPS', 'NextDayAir', 45, 'USD', 1],
  ['FedEx', 'FEDEX_GROUND', 5, 'USD', null],
  ['DHLExpress', 'ExpressWorldwide', 1, 'EUR', 3],
];

/** Number of days that the post takes an unused label back. */
const voidWindowDays = 30;

/**
 * A label service on a socket. Its answers have the members of recorded ones, which `recordings.test.ts` compares. Recorded are a
 * new shipment, its rates, new rates (which come alone), a purchase, a refund, trackers, and errors 403, 404 and 422.
 *
 * The following behavior is from the documentation of the service, without a recording: a reference finds a
 * shipment, a shipment is bought once (`SHIPMENT.POSTAGE.EXISTS`, `SHIPMENT.PURCHASE.IN_PROGRESS`), a limit of
 * requests a second answers with `Retry-After`, a label is taken back for thirty days until it is scanned, a
 * repeated reading has the newest `messages`, `is_return` exchanges the two addresses. Whether answers about a return have them
 * exchanged is not documented: `exchanges` chooses.
 *
 * Postal codes cause faults: `00001` is unknown, `00002` gets no rate, `00003` is refused at the purchase.
 */
export class LabelApi {
  url = '';
  readonly key = 'EZTK-test';
  readonly requests: LabelRequest[] = [];
  readonly shipments: Shipment[] = [];
  /** Every label that was paid for. */
  readonly purchases: string[] = [];
  /** Called once for each request; undefined for a normal answer. */
  mishap: (request: LabelRequest, nth: number) => Mishap | undefined = () => undefined;
  /** Duration of a purchase in milliseconds; further requests in that time get the answer that it is in progress. */
  purchaseMs = 0;
  /** Limit of requests in a second; further requests are refused with a time to wait. */
  perSecond = Number.POSITIVE_INFINITY;
  /** Requests that came too soon. */
  refused = 0;
  /** Carriers that are too busy to say a rate. */
  busy: readonly string[] = [];
  /** `test` for a key of the test mode, whose labels no carrier takes. */
  mode: 'production' | 'test' = 'production';
  /** Whether answers about a return have its addresses exchanged. */
  exchanges = true;
  /** Moves on the clock of the service. */
  daysAhead = 0;
  readonly #buying = new Set<string>();
  #windowAt = 0;
  #inWindow = 0;
  #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** The parcel was seen on its way. */
  scan(reference: string, ...details: Json[]): void {
    const shipment = this.#shipment(reference)!;
    const last = details.at(-1);
    shipment.tracker = {
      ...shipment.tracker,
      status: last?.status ?? 'in_transit',
      est_delivery_date: '2026-11-27T00:00:00Z',
      tracking_details: details.map(detailOf),
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const labelRequest = { method: request.method ?? '', path: request.url ?? '', body: await bodyOf(request) };
    this.requests.push(labelRequest);
    const same = this.requests.filter(
      ({ method, path }) => method === labelRequest.method && path === labelRequest.path,
    );
    const mishap = this.mishap(labelRequest, same.length);
    if (mishap && 'delayMs' in mishap) await new Promise((done) => setTimeout(done, mishap.delayMs));
    if (mishap && 'answer' in mishap) return send(response, mishap.answer);
    const answer = await this.#answer(request, labelRequest);
    if (mishap && 'after' in mishap) {
      if (mishap.after === 'cut') response.destroy();
      return;
    }
    send(response, answer);
  }

  async #answer(request: IncomingMessage, { method, path, body }: LabelRequest) {
    if (path.startsWith('/label/')) return { status: 200, document: Buffer.from(`%PDF ${path}`) };
    const key = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    if (key !== `${this.key}:`) return fault(401, 'UNAUTHORIZED', 'You need to provide a valid API key.');
    if (this.#tooMany()) {
      this.refused += 1;
      return { ...fault(429, 'RATE_LIMITED', 'You have been rate limited.'), headers: { 'retry-after': '1' } };
    }
    const [, , room, name, verb] = path.split('/');
    if (room !== 'shipments') return fault(404, 'NOT_FOUND', 'The requested resource could not be found.');
    if (name === undefined) return this.#make((body.shipment ?? {}) as Json);
    const shipment = this.#shipment(name);
    if (!shipment) return fault(404, 'NOT_FOUND', 'The requested resource could not be found.');
    if (method === 'GET') return this.#shown(shipment);
    if (verb === 'rerate') return { status: 200, body: { rates: this.#rate(shipment) } };
    return verb === 'buy' ? this.#buy(shipment, body) : this.#refund(shipment);
  }

  #tooMany(): boolean {
    const now = Date.now();
    if (now - this.#windowAt >= 1000) {
      this.#windowAt = now;
      this.#inWindow = 0;
    }
    this.#inWindow += 1;
    return this.#inWindow > this.perSecond;
  }

  #shipment(name: string): Shipment | undefined {
    return this.shipments.find(({ id, reference }) => id === name || reference === decodeURIComponent(name));
  }

  #make({ reference, to_address, from_address, parcel, options, is_return = false }: Json) {
    const to = (to_address ?? {}) as Json;
    const missing = ['street1', 'city', 'zip', 'country'].filter((member) => !to[member]);
    if (missing.length > 0) {
      const errors = missing.map((member) => ({ field: `to_address.${member}`, message: 'cannot be blank' }));
      return fault(
        422,
        'SHIPMENT.INVALID_PARAMS',
        'Unable to create shipment, one or more parameters were invalid.',
        errors,
      );
    }
    if (to.zip === '00001') {
      const errors = [
        { code: 'E.ADDRESS.NOT_FOUND', field: 'address', message: 'Address not found', suggestion: null },
      ];
      return fault(422, 'ADDRESS.VERIFY.FAILURE', 'Unable to verify address.', errors);
    }
    const nth = this.shipments.length + 1;
    // The stored form: in capitals, as the post writes addresses.
    const kept = Object.fromEntries(
      Object.entries(to).map(([member, value]) => [member, typeof value === 'string' ? value.toUpperCase() : value]),
    );
    const shipment: Shipment = {
      id: `shp_${nth}`,
      reference: String(reference),
      to_address: addressOf(`adr_${nth}`, this.mode, kept),
      from_address: addressOf(`adr_${nth}_from`, this.mode, (from_address ?? {}) as Json),
      parcel: parcelOf(`prcl_${nth}`, this.mode, (parcel ?? {}) as Json),
      options: { currency: 'USD', payment: { type: 'SENDER' }, date_advance: 0, ...(options as Json) },
      is_return: is_return as boolean,
      rates: [],
      messages: [],
      selected_rate: null,
      tracking_code: null,
      postage_label: null,
      refund_status: null,
      tracker: null,
      boughtAt: 0,
    };
    this.shipments.push(shipment);
    this.#rate(shipment);
    return { ...this.#shown(shipment), status: 201 };
  }

  /** Asks the carriers for rates. Those without one say why. */
  #rate(shipment: Shipment): Rate[] {
    const pounds = Math.max(1, Math.ceil(Number(shipment.parcel.weight) / 16));
    const served = shipment.to_address.zip !== '00002';
    const reason = (carrier: string, message: string) => {
      return { carrier, carrier_account_id: `ca_${carrier}`, type: 'rate_error', message };
    };
    const busy = this.busy.map((carrier) => reason(carrier, 'Too Many Requests'));
    shipment.messages = served ? busy : [reason('USPS', 'Invalid destination.')];
    const offered = served ? tariffs.filter(([carrier]) => !this.busy.includes(carrier)) : [];
    shipment.rates = offered.map(([carrier, service, price, currency, days], index) => ({
      ...ofRate,
      id: `rate_${shipment.id}_${index}_${this.requests.length}`,
      mode: this.mode,
      carrier,
      service,
      rate: (price * pounds).toFixed(2),
      currency,
      delivery_days: days,
      est_delivery_days: days,
      shipment_id: shipment.id,
      carrier_account_id: `ca_${carrier}`,
    }));
    return shipment.rates;
  }

  async #buy(shipment: Shipment, { rate }: Json) {
    if (shipment.tracking_code)
      return fault(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.');
    if (this.#buying.has(shipment.id)) {
      return fault(422, 'SHIPMENT.PURCHASE.IN_PROGRESS', 'A purchase of this shipment is in progress.');
    }
    const selected = shipment.rates.find(({ id }) => id === (rate as Json | undefined)?.id);
    if (!selected) return fault(422, 'SHIPMENT.POSTAGE.FAILURE', 'The rate is not one of this shipment.');
    if (shipment.to_address.zip === '00003') {
      return fault(422, 'SHIPMENT.POSTAGE.FAILURE', 'The carrier does not deliver to this address.');
    }
    this.#buying.add(shipment.id);
    if (this.purchaseMs > 0) await new Promise((done) => setTimeout(done, this.purchaseMs));
    this.#buying.delete(shipment.id);
    this.purchases.push(shipment.reference);
    shipment.selected_rate = selected;
    shipment.tracking_code = `94${String(this.purchases.length).padStart(6, '0')}`;
    const label_url = `${this.url.replace('/v2', '')}/label/${shipment.tracking_code}.pdf`;
    shipment.postage_label = { ...ofLabel, id: `pl_${shipment.id}`, label_url };
    shipment.tracker = {
      ...ofTracker,
      id: `trk_${shipment.id}`,
      mode: this.mode,
      tracking_code: shipment.tracking_code,
      status: 'pre_transit',
      est_delivery_date: null,
      shipment_id: shipment.id,
      carrier: selected.carrier,
      tracking_details: [],
    };
    shipment.boughtAt = this.#now();
    shipment.to_address = completed(shipment.to_address);
    return this.#shown(shipment);
  }

  #refund(shipment: Shipment) {
    if (!shipment.tracking_code) {
      return fault(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'A refund is not available for this shipment.');
    }
    const old = this.#now() - shipment.boughtAt > voidWindowDays * 86_400_000;
    const used = shipment.tracker?.status !== 'pre_transit';
    // UPS bills scanned labels, so an unscanned label has no refund.
    const billedOnScan = shipment.selected_rate?.carrier === 'UPS';
    shipment.refund_status = billedOnScan ? 'not_applicable' : old || used ? 'rejected' : 'submitted';
    return this.#shown(shipment);
  }

  #now(): number {
    return Date.now() + this.daysAhead * 86_400_000;
  }

  #shown({ boughtAt: _, ...shipment }: Shipment) {
    const { from_address: return_address, to_address: buyer_address, is_return } = shipment;
    const ways = is_return && this.exchanges ? { to_address: return_address, from_address: buyer_address } : {};
    const body = { ...ofShipment, mode: this.mode, ...shipment, return_address, buyer_address, ...ways };
    return { status: 200, body };
  }
}

/** At the purchase the post completes an address: one line of street, ZIP+4. */
function completed({ street1, street2, zip, ...rest }: Json): Json {
  const street = [street1, street2].filter(Boolean).join(' ');
  return { ...rest, street1: street, street2: null, zip: /^\d{5}$/.test(String(zip)) ? `${zip}-1670` : zip };
}

function fault(status: number, code: string, message: string, errors: Json[] = []) {
  return { status, body: { error: { code, message, errors } } };
}

function send(
  response: ServerResponse,
  answer: { status: number; headers?: Record<string, string>; body?: object; document?: Buffer },
): void {
  const type = answer.document ? 'application/pdf' : 'application/json; charset=utf-8';
  response.writeHead(answer.status, { 'content-type': type, ...answer.headers });
  response.end(answer.document ?? JSON.stringify(answer.body ?? {}));
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Json;
}
