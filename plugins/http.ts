import { NoAnswer, type OutgoingAnswer, type OutgoingRequest, Sender } from '../lib/outgoing/sender.ts';
import { TargetRefused } from '../lib/outgoing/target.ts';
import { answerText } from '../lib/outgoing/text.ts';
import { CarrierRefused, CarrierUnavailable, FailedRequest, PluginDefect } from './errors.ts';
import type { LabelDocument } from './label-document.ts';

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
  /** The parsed JSON, or the text if it is not JSON. Bytes are read in the charset of the answer. */
  readonly body: unknown;
}

/**
 * The HTTP client for plugins. Its errors do not name the host: everybody who works on an order reads them. The worker's log has the
 * address.
 */
export interface PluginHttp {
  /**
   * Sends one request and returns any answer below 500 but 429.
   * @throws CarrierUnavailable for no answer, and for 429 and 5xx
   */
  request(url: string, options: PluginRequest): Promise<PluginAnswer>;
  /**
   * Like `request`, for a successful answer in JSON.
   * @throws CarrierRefused for 3xx and 4xx, with the message of the carrier
   */
  json(url: string, options: PluginRequest): Promise<unknown>;
  /**
   * Like `json`, for the bytes of a document, such as a label in PDF or PNG.
   * @throws CarrierRefused for 3xx and 4xx, with the message of the carrier
   */
  document(url: string, options: PluginRequest): Promise<LabelDocument>;
}

/** Greatest size of an answer in bytes. A label is some kilobytes of JSON. */
const answerLimit = 1024 * 1024;

/**
 * At most 16 concurrent requests, so that an order of a hundred cartons does not overload the carrier. All
 * addresses are allowed, because the operators' own file names them.
 */
export const carrierSender: Transport = new Sender({
  allow: 'anything',
  timeoutMs: 15_000,
  answerLimit,
  connections: 16,
});

/** Allows http and https without credentials in the address and without redirects, for 15 s and 1 MiB a request. */
export const pluginHttp: PluginHttp = pluginHttpOver(carrierSender);

/** A request of a plugin on its way: its body is JSON. */
export type TextRequest = OutgoingRequest & { readonly body?: string | null };

/** Sends a request, or answers it in another way. */
export interface Transport {
  send(url: string, request: TextRequest): Promise<OutgoingAnswer>;
}

/** Returns the client of plugins over a transport. */
export function pluginHttpOver(transport: Transport): PluginHttp {
  const send = (url: string, options: PluginRequest) => sendOver(transport, url, options);
  return {
    async request(url, options) {
      const answer = await send(url, options);
      return { status: answer.status, headers: answer.headers, body: parsed(answerText(answer)) };
    },
    async json(url, options) {
      const answer = await successful(url, options, send(url, options));
      const body = parsed(answerText(answer));
      if (typeof body !== 'string') return body;
      const cause = failedRequest(url, options, 'did not answer in JSON');
      throw new CarrierUnavailable('the carrier did not answer in JSON', undefined, cause);
    },
    async document(url, options) {
      const sent = send(url, { ...options, headers: { accept: '*/*', ...options.headers } });
      const { headers, body } = await successful(url, options, sent);
      if (body.length === 0) {
        throw new CarrierRefused('the carrier answered with an empty document', {
          cause: failedRequest(url, options, 'answered with an empty document'),
        });
      }
      const [media_type = ''] = String(headers['content-type'] ?? '').split(';');
      return { media_type: media_type.trim() || 'application/octet-stream', content: new Uint8Array(body) };
    },
  };
}

/** Returns the request for the log: parameters of an address may be secret. @param fault such as `answered 404` */
function failedRequest(url: string, { method = 'GET' }: PluginRequest, fault: string, cause?: unknown): FailedRequest {
  const address = URL.canParse(url) ? `${new URL(url).origin}${new URL(url).pathname}` : url;
  return new FailedRequest(`${method} ${address} ${fault}`, { cause });
}

async function successful(url: string, options: PluginRequest, sent: Promise<OutgoingAnswer>): Promise<OutgoingAnswer> {
  const answer = await sent;
  if (answer.status >= 200 && answer.status <= 299) return answer;
  throw new CarrierRefused(`the carrier answered ${answer.status}: ${sentenceOf(answerText(answer))}`, {
    cause: failedRequest(url, options, `answered ${answer.status}`),
  });
}

async function sendOver(transport: Transport, url: string, options: PluginRequest): Promise<OutgoingAnswer> {
  const failed = (fault: string, cause?: unknown) => failedRequest(url, options, fault, cause);
  try {
    const answer = await transport.send(url, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...options.headers },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal,
    });
    if (answer.truncated) {
      const fault = `answered with more than ${answerLimit} bytes`;
      throw new CarrierUnavailable(`the carrier ${fault}`, undefined, failed(fault));
    }
    if (answer.status === 429 || answer.status >= 500) {
      throw new CarrierUnavailable(
        `the carrier answered ${answer.status}: ${sentenceOf(answerText(answer))}`,
        seconds(answer.headers['retry-after']),
        failed(`answered ${answer.status}`),
      );
    }
    return answer;
  } catch (error) {
    if (error instanceof CarrierUnavailable || error instanceof PluginDefect) throw error;
    if (error instanceof TargetRefused) {
      throw new PluginDefect('asked for an address that is not http or https, or that has credentials', {
        cause: failed(`was not sent: ${error.message}`),
      });
    }
    if (options.signal.aborted) throw options.signal.reason;
    const cause = failed(`has no answer: ${(error as Error).message}`, error);
    throw new CarrierUnavailable(`the carrier cannot be reached: ${whyUnreachable(error)}`, undefined, cause);
  }
}

/** Returns why there is no answer, without the host. The messages of certificate errors name it, and so their code stands for them. */
function whyUnreachable(error: unknown): string {
  if (error instanceof NoAnswer) return error.of('it').replace(/^(Nobody|No) /, (word) => word.toLowerCase());
  const { code, name } = error as Error & { code?: unknown };
  return `the connection failed (${typeof code === 'string' ? code : name})`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the message of an answer: the `detail` of problem+json, or the beginning of the text. */
function sentenceOf(body: unknown): string {
  const value = typeof body === 'string' ? parsed(body) : body;
  if (value !== null && typeof value === 'object') {
    for (const member of ['detail', 'message', 'error', 'title']) {
      const sentence = (value as Record<string, unknown>)[member];
      if (typeof sentence === 'string') return sentence;
      // Many services answer with `{"error": {"code": …, "message": …}}`.
      if (sentence !== null && typeof sentence === 'object' && 'message' in sentence) return sentenceOf(sentence);
    }
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 200) || 'nothing';
}

/** Returns the seconds of a `Retry-After` header, which holds seconds or a date. */
function seconds(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const value = Number(header);
  if (Number.isFinite(value)) return value >= 0 ? value : undefined;
  const at = Date.parse(String(header));
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
