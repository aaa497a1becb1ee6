import type { OutgoingAnswer } from '../../lib/outgoing/sender.ts';
import { answerText } from '../../lib/outgoing/text.ts';
import { PluginDefect } from '../errors.ts';
import { carrierSender, type TextRequest, type Transport } from '../http.ts';

/** An answer that replaces the carrier's. */
export interface TrialAnswer {
  /** 200 by default. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A text is sent unchanged, everything else as JSON. */
  readonly body?: unknown;
}

/** How the requests of a trial are answered. A trial runs a hook of a carrier whose result is not used. */
export interface Trial {
  /** Whether requests are sent. Otherwise the answers are used, in the order of the requests. */
  readonly live: boolean;
  readonly answers: readonly TrialAnswer[];
}

/** A request of a plugin in a trial. */
export interface TrialRequest {
  /** Number of the request in its trial, from 1. */
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The way to the answer: from the carrier, from the list of answers, or `not sent`. */
  readonly answered: 'by the carrier' | 'from the list' | 'not sent';
  /** Null without an answer. */
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** Why a sent request has no answer. */
  readonly error?: string;
}

/** Message of the error that a plugin gets for a request that is not sent. */
export const notSent = 'the request was not sent, because this is a trial';

/**
 * Returns the transport of a trial.
 * @param report gets each request when its answer is known
 */
export function trialTransport({ live, answers }: Trial, report: (request: TrialRequest) => void): Transport {
  let count = 0;
  return {
    async send(url, request) {
      count += 1;
      const { method, headers, body = null } = request;
      const sent = { number: count, method, url, headers: { ...headers }, body };
      if (live) return sendLive(url, request, (outcome) => report({ ...sent, ...outcome }));
      const standIn = answers[count - 1];
      if (!standIn) {
        report({ ...sent, answered: 'not sent', answer: null });
        throw new PluginDefect(notSent);
      }
      const answer = answerOf(standIn);
      report({ ...sent, answered: 'from the list', answer: shown(answer) });
      return answer;
    },
  };
}

async function sendLive(
  url: string,
  request: TextRequest,
  report: (outcome: Pick<TrialRequest, 'answered' | 'answer' | 'error'>) => void,
): Promise<OutgoingAnswer> {
  try {
    const answer = await carrierSender.send(url, request);
    report({ answered: 'by the carrier', answer: shown(answer) });
    return answer;
  } catch (error) {
    report({ answered: 'by the carrier', answer: null, error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

function answerOf({ status = 200, headers = {}, body = '' }: TrialAnswer): OutgoingAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, body: Buffer.from(text), truncated: false };
}

/** Greatest length of an answer's text in a report. */
const longestAnswer = 4_000;

/** Returns an answer for a report. A body that is no text is counted only. */
function shown({ status, ...answer }: OutgoingAnswer): { status: number; body: string } {
  const { body } = answer;
  const text = answerText(answer);
  if (text.includes('\0')) return { status, body: `(${body.length} bytes)` };
  return { status, body: text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text };
}

/** Takes `fetch` from the plugin of this thread, for a trial that sends nothing. */
export function refuseFetch(): void {
  globalThis.fetch = async () => {
    throw new PluginDefect(`fetch: ${notSent}; a plugin sends its requests with http`);
  };
}
