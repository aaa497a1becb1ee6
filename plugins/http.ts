import { Sender } from '../outgoing/sender.ts';
import { TargetRefused } from '../outgoing/target.ts';
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
  request: send,
  async json(url, options) {
    const { status, body } = await send(url, options);
    if (status < 200 || status > 299) {
      throw new CarrierRefused(`${new URL(url).host} answered ${status}: ${said(body)}`);
    }
    if (typeof body === 'string') throw new CarrierUnavailable(`${new URL(url).host} did not answer in JSON`);
    return body;
  },
};

async function send(url: string, options: PluginRequest): Promise<PluginAnswer> {
  const { host } = URL.canParse(url) ? new URL(url) : { host: url };
  try {
    const answer = await sender.send(url, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...options.headers },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal,
    });
    if (answer.truncated) throw new CarrierUnavailable(`${host} answered with more than ${answerLimit} bytes`);
    const text = answer.body.toString('utf8');
    if (answer.status === 429 || answer.status >= 500) {
      throw new CarrierUnavailable(
        `${host} answered ${answer.status}: ${said(text)}`,
        seconds(answer.headers['retry-after']),
      );
    }
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
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
    }
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 200) || 'nothing';
}

function seconds(header: string | string[] | undefined): number | undefined {
  const value = Number(header);
  return header !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
