import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Label, labelDrawing } from './stand-in-label.ts';

export interface StandInCarrier {
  readonly url: string;
  stop(): Promise<void>;
}

export interface StandInAddress {
  /** The address that it listens on; 127.0.0.1 by default. */
  readonly host?: string;
  /** The beginning of the addresses of labels, if callers reach the carrier at another one. */
  readonly publicUrl?: string;
}

interface CarrierResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly type?: string;
}

const longestBody = 64 * 1024;

/**
 * Starts a parcel carrier for stacks without a contract with a real carrier. `POST /labels {reference, carrier, service,
 * weight_g, ship_to}` books a label and answers 201 with `tracking_number`, `label_url` and `label`. `POST /returns` books one for the
 * way back, with `ship_from` in the body, too. `GET` and
 * `DELETE /labels/{tracking}` read and void a label. The tracking number is derived from the header `idempotency-key`, and from the
 * reference where it is absent: a repeated booking returns the label of the first one, even after a restart. `folder` stores the labels, so their addresses survive a restart.
 *
 * For demonstrations the carrier fails on demand. The postal code "FAIL" of the customer gives 422 and "BUSY" gives 503. The header
 * `x-fail: <status>` gives that status.
 */
export async function startStandInCarrier(
  folder: string,
  port = 0,
  { host = '127.0.0.1', publicUrl }: StandInAddress = {},
): Promise<StandInCarrier> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let url = '';
  const server = createServer((request, response) => {
    respond(request, folder, url).then(
      (result) => send(response, result),
      () => send(response, { status: 400, body: { error: 'The body is not a JSON object of at most 64 KiB.' } }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const own = `http://${host}:${typeof address === 'object' && address ? address.port : port}`;
  url = publicUrl ?? own;
  return {
    url: own,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Derives `1Z` and 16 digits and letters from the key of a booking. */
export function trackingNumber(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return `1Z${BigInt(`0x${digest}`).toString(36).toUpperCase().slice(0, 16)}`;
}

async function respond(request: IncomingMessage, folder: string, url: string): Promise<CarrierResponse> {
  const [, collection, tracking] = new URL(request.url ?? '/', 'http://stand-in').pathname.split('/');
  if (collection !== 'labels' && collection !== 'returns')
    return { status: 404, body: { error: 'This server has only /labels and /returns.' } };
  if (!tracking || collection === 'returns') {
    if (request.method !== 'POST') return { status: 405, body: { error: 'Use POST to book a label.' } };
    return book(await readBody(request), request.headers, folder, url);
  }
  const file = fileOf(folder, tracking);
  if (!existsSync(file)) return { status: 404, body: { error: `There is no label ${tracking}.` } };
  if (request.method !== 'DELETE') return { status: 200, body: readFileSync(file, 'utf8'), type: 'image/svg+xml' };
  rmSync(file);
  return { status: 204 };
}

function book(
  body: Record<string, unknown>,
  headers: IncomingHttpHeaders,
  folder: string,
  url: string,
): CarrierResponse {
  const reference = text(body.reference);
  if (!reference) return { status: 422, body: { error: 'A label needs a reference.' } };
  const shipTo = (body.ship_to ?? {}) as Record<string, unknown>;
  const customer = (body.ship_from ?? shipTo) as Record<string, unknown>;
  const refusal = refusalFor(text(customer.postal_code), headers['x-fail']);
  if (refusal) return refusal;
  const label: Label = {
    reference,
    tracking_number: trackingNumber(text(headers['idempotency-key']) || reference),
    carrier: text(body.carrier),
    service: text(body.service),
    weight_g: Number(body.weight_g) || 0,
    lines: ['name', 'company', 'address', 'address_2', 'city', 'region', 'postal_code', 'country'].map((part) =>
      text(shipTo[part]),
    ),
  };
  const file = fileOf(folder, label.tracking_number);
  const drawing = existsSync(file) ? readFileSync(file, 'utf8') : labelDrawing(label);
  // A label has the address of a customer.
  writeFileSync(file, drawing, { mode: 0o600 });
  return {
    status: 201,
    body: {
      reference,
      tracking_number: label.tracking_number,
      label_url: `${url}/labels/${label.tracking_number}`,
      label: drawing,
    },
  };
}

/** Returns the file of a label. Only letters and digits of the tracking number get into the path. */
function fileOf(folder: string, tracking: string): string {
  return join(folder, `${tracking.replaceAll(/[^0-9A-Za-z]/g, '')}.svg`);
}

function refusalFor(postalCode: string, header: string | string[] | undefined): CarrierResponse | undefined {
  if (header !== undefined)
    return { status: Number(header) || 422, body: { error: 'The header x-fail requested this failure.' } };
  if (postalCode === 'FAIL') return { status: 422, body: { error: 'The carrier does not deliver to this address.' } };
  if (postalCode === 'BUSY') return { status: 503, body: { error: 'The carrier is busy; try again.' } };
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > longestBody) throw new Error('too long');
    parts.push(part);
  }
  const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
  if (typeof body !== 'object' || body === null) throw new Error('not an object');
  return body as Record<string, unknown>;
}

function send(response: ServerResponse, { status, body, type = 'application/json' }: CarrierResponse): void {
  const content = body === undefined ? '' : type === 'application/json' ? JSON.stringify(body) : String(body);
  response.writeHead(status, content === '' ? {} : { 'content-type': type });
  response.end(content);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
