import { type Answer, answerTimeout, type Connection, type Message } from './connection.ts';

/**
 * Sends requests by the `fetch` of a browser, with the cookie of the session. The header `X-Conveyor-Console` tells the service
 * that a page of its own has sent the request: another site cannot add it to a request.
 * @param url address of the service, without a slash at its end; empty for the address of the page
 * @param timeout milliseconds of silence that end a request, because `fetch` itself would wait for minutes
 */
export function fetchConnection(url: string, timeout: number = answerTimeout): Connection {
  const underWay = new Set<Promise<unknown>>();
  return {
    name: url || 'The service',
    headers: { 'x-conveyor-console': '1' },
    exchange(message) {
      const answer = exchange(url, message, timeout);
      underWay.add(answer);
      const end = () => underWay.delete(answer);
      answer.then(end, end);
      return answer;
    },
    // The browser owns the connections.
    async close() {
      await Promise.allSettled(underWay);
    },
  };
}

async function exchange(url: string, message: Message, timeout: number): Promise<Answer> {
  const { method, path, headers, body = null, signal } = message;
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), timeout);
  };
  let answer: Response;
  let bytes: Uint8Array;
  try {
    restart();
    answer = await fetch(url + path, {
      method,
      headers,
      body,
      credentials: 'same-origin',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    bytes = await bytesOf(answer, restart);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (silence.signal.aborted) throw withCode('ANSWER_TIMEOUT', `There was silence for ${timeout / 1000} s.`, error);
    throw withCode('NO_CONNECTION', 'The service cannot be reached.', error);
  } finally {
    clearTimeout(timer);
  }
  // The service redirects no call. A proxy does, to the page of its own sign-in.
  if (answer.type === 'opaqueredirect') throw withCode('REDIRECTED', 'The answer leads to another address.');
  return toAnswer(answer, bytes);
}

/** Reads a body chunk by chunk: a large PDF on a slow phone may take minutes. @param onChunk is called after each chunk */
async function bytesOf({ body }: Response, onChunk: () => void): Promise<Uint8Array> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    chunks.push(next.value);
    onChunk();
  }
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Browsers give no codes, and each has its own sentence. */
const withCode = (code: string, message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

function toAnswer({ status, headers }: Response, bytes: Uint8Array): Answer {
  return {
    status,
    header: (name) => headers.get(name) ?? undefined,
    text: () => new TextDecoder().decode(bytes),
    bytes: () => bytes,
  };
}
