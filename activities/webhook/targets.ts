import { Sender } from '../../lib/outgoing/sender.ts';
import { answerText } from '../../lib/outgoing/text.ts';
import { TargetGate } from './target-gate.ts';

export interface DeliverySettings {
  readonly timeoutSeconds: number;
  readonly allowNetworks: readonly string[];
}

/** The signed request of an attempt. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of an attempt, as the service logs it: the answer of the target, or the reason why it gave none. */
export type TargetResult =
  | {
      status: number;
      headers: Record<string, unknown>;
      body: string;
      duration_ms: number;
      retry_after_seconds: number | null;
    }
  | { error: string; duration_ms: number };

/** Bytes of an answer that the log stores. */
const loggedBytes = 16 * 1024;
/**
 * Deliveries to one webhook at once, and deliveries of resends beside them. Those wait in the service while others work there, and must
 * not make new ones wait for a place.
 */
const places = { deliveries: 10, resends: 5 } as const;
/** Response time of a slow target, in milliseconds. */
const slow = 2_000;

/** The targets of webhooks, as one worker sends to them. First attempts and further ones share the places of a target. */
export class Targets {
  readonly deliveries = new TargetGate({ places: places.deliveries, slow });
  readonly resends = new TargetGate({ places: places.resends, slow });
  /** The time limit of an attempt in milliseconds. */
  readonly timeout: number;
  readonly #sender: Sender;

  constructor({ timeoutSeconds, allowNetworks }: DeliverySettings) {
    this.timeout = timeoutSeconds * 1000;
    this.#sender = new Sender({
      allow: allowNetworks,
      timeoutMs: this.timeout,
      answerLimit: loggedBytes,
      // Webhooks with the same host share connections; the gate limits the deliveries of each webhook.
      connections: 256,
    });
  }

  /** Sends a message. @throws the reason of the signal after an abort */
  async send({ url, headers, body }: OutgoingMessage, signal: AbortSignal): Promise<TargetResult> {
    const start = performance.now();
    const duration = () => Math.round(performance.now() - start);
    try {
      const answer = await this.#sender.send(url, { method: 'POST', headers, body, signal });
      return {
        status: answer.status,
        headers: answer.headers,
        body: heldText(answerText(answer)),
        duration_ms: duration(),
        retry_after_seconds: retryAfter(answer.headers['retry-after']),
      };
    } catch (error) {
      if (signal.aborted) throw error;
      return {
        error: (error instanceof Error ? error.message : String(error)).slice(0, 1_000),
        duration_ms: duration(),
      };
    }
  }
}

/** PostgreSQL's text cannot hold NUL, so its sign is stored. */
const heldText = (text: string): string => text.replaceAll('\0', '\u2400');

/** The longest `retry-after`, which fits an integer: a target may name the year 9999. */
const maxSeconds = 10 ** 9;

/** Reads `retry-after`: seconds or a time (RFC 9110). @returns seconds; null if the header has no useful value */
function retryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(Math.min(seconds, maxSeconds)) : null;
}
