import { Agent, request } from 'undici';
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

/** Sixteen requests at once for each carrier: an order of a hundred cartons queues up instead of flooding it. */
const agent = new Agent({ connections: 16, connect: { timeout: 5_000 }, headersTimeout: 15_000, bodyTimeout: 15_000 });

/**
 * The client handed to plugins: http(s) only, no credentials in the address, no redirects, five seconds to connect,
 * fifteen to answer, at most one megabyte.
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
  const target = checked(url);
  try {
    const answer = await request(target, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...options.headers },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal,
      dispatcher: agent,
    });
    const text = await limited(answer.body, target.host);
    if (answer.statusCode === 429 || answer.statusCode >= 500) {
      throw new CarrierUnavailable(
        `${target.host} answered ${answer.statusCode}: ${said(text)}`,
        seconds(answer.headers['retry-after']),
      );
    }
    return { status: answer.statusCode, headers: answer.headers, body: parsed(text) };
  } catch (error) {
    if (error instanceof CarrierUnavailable) throw error;
    if (options.signal.aborted) throw options.signal.reason;
    const { message } = error as Error;
    throw new CarrierUnavailable(`${target.host} cannot be reached: ${message}`, undefined, error);
  }
}

function checked(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !['http:', 'https:'].includes(target.protocol)) {
    throw new PluginDefect(`"${url}" is no http or https address`);
  }
  if (target.username || target.password) {
    throw new PluginDefect(`The address of ${target.host} carries credentials; send them in a header`);
  }
  return target;
}

async function limited(body: AsyncIterable<Buffer>, host: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > answerLimit) throw new CarrierUnavailable(`${host} answered with more than ${answerLimit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
