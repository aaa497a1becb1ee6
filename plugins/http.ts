import { type OutgoingAnswer, Sender } from '../outgoing/sender.ts';
import { TargetRefused } from '../outgoing/target.ts';
import type { LabelDocument } from './label-document.ts';
import { CarrierRefused, CarrierUnavailable, PluginDefect } from './refusal.ts';

export interface PluginRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

export interface PluginAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
}

/** The only way out for plugins. */
export interface PluginHttp {
  /**
   * Sends one request and gives any answer below 500, whatever it says.
   * @throws CarrierUnavailable when there is no answer, or one of 429 or 5xx
   */
  request(url: string, options: PluginRequest): Promise<PluginAnswer>;
  /**
   * Like `request`, for a JSON answer of success.
   * @throws CarrierRefused for an answer of 3xx or 4xx, with what the carrier said
   */
  json(url: string, options: PluginRequest): Promise<unknown>;
  /**
   * Like `json`, for a document: a label in PDF or PNG, byte by byte.
   * @throws CarrierRefused for an answer of 3xx or 4xx, with what the carrier said
   */
  document(url: string, options: PluginRequest): Promise<LabelDocument>;
}

/** A label is some kilobytes of JSON; more than this is not an answer but a fault. */
const answerLimit = 1024 * 1024;

/**
 * Sixteen requests at once for each carrier: an order of a hundred cartons queues up instead of flooding it. The addresses are
 * out of the operators' own file, and so they may lead anywhere.
 */
const sender = new Sender({ allow: 'anything', timeoutMs: 15_000, answerLimit, connections: 16 });

/**
 * The client handed to plugins: http(s) only, no credentials in the address, no redirects, fifteen seconds
 * for all of it, at most one megabyte.
 */
export const pluginHttp: PluginHttp = {
  async request(url, options) {
    const { status, headers, body } = await send(url, options);
    return { status, headers, body: parsed(body.toString('utf8')) };
  },
  async json(url, options) {
    const answer = await succeeded(url, options);
    const body = parsed(answer.body.toString('utf8'));
    if (typeof body === 'string') throw new CarrierUnavailable(`${new URL(url).host} did not answer in JSON`);
    return body;
  },
  async document(url, options) {
    const { headers, body } = await succeeded(url, { ...options, headers: { accept: '*/*', ...options.headers } });
    const [media_type = ''] = String(headers['content-type'] ?? 'application/octet-stream').split(';');
    return { media_type: media_type.trim(), content: new Uint8Array(body) };
  },
};

async function succeeded(url: string, options: PluginRequest): Promise<OutgoingAnswer> {
  const answer = await send(url, options);
  if (answer.status >= 200 && answer.status <= 299) return answer;
  throw new CarrierRefused(`${new URL(url).host} answered ${answer.status}: ${said(answer.body.toString('utf8'))}`);
}

async function send(url: string, options: PluginRequest): Promise<OutgoingAnswer> {
  const { host } = URL.canParse(url) ? new URL(url) : { host: url };
  try {
    const answer = await sender.send(url, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...options.headers },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal,
    });
    if (answer.truncated) throw new CarrierUnavailable(`${host} answered with more than ${answerLimit} bytes`);
    if (answer.status === 429 || answer.status >= 500) {
      throw new CarrierUnavailable(
        `${host} answered ${answer.status}: ${said(answer.body.toString('utf8'))}`,
        seconds(answer.headers['retry-after']),
      );
    }
    return answer;
  } catch (error) {
    if (error instanceof CarrierUnavailable) throw error;
    if (error instanceof TargetRefused) throw new PluginDefect(error.message);
    if (options.signal.aborted) throw options.signal.reason;
    throw new CarrierUnavailable(`${host} cannot be reached: ${(error as Error).message}`, undefined, error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The sentence in an answer: what problem+json calls `detail`, or the beginning of the text. */
function said(body: unknown): string {
  const value = typeof body === 'string' ? parsed(body) : body;
  if (value !== null && typeof value === 'object') {
    for (const member of ['detail', 'message', 'error', 'title']) {
      const sentence = (value as Record<string, unknown>)[member];
      if (typeof sentence === 'string') return sentence;
      // `{"error": {"code": …, "message": …}}`, as many services say it.
      if (sentence !== null && typeof sentence === 'object' && 'message' in sentence) return said(sentence);
    }
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 200) || 'nothing';
}

/** `Retry-After`: seconds, or a date. */
function seconds(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const value = Number(header);
  if (Number.isFinite(value)) return value >= 0 ? value : undefined;
  const at = Date.parse(String(header));
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
