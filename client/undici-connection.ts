import { type Dispatcher, Pool } from 'undici';
import { type Answer, answerTimeout, type Connection } from './connection.ts';

/** The part of a client's options that its connections need. */
export interface UndiciOptions {
  /** Address of the service, including a path prefix if it has one. */
  readonly url: string;
  /** API key or session token. Without one the client can only call public operations, such as `login`. */
  readonly apiKey?: string;
  /** Name of your program, for the audit trail (`X-User-Agent`). */
  readonly userAgent?: string;
  /** Maximum number of open connections; the default is 32. */
  readonly connections?: number;
}

/** Opens connections of undici to a service, for programs on Node. */
export function undiciConnection({ url, apiKey, userAgent, connections = 32 }: UndiciOptions): Connection {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections,
    // With pipelining a request would wait for a slow one before it on the same connection.
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: answerTimeout,
    bodyTimeout: answerTimeout,
  });
  return {
    name: base.origin,
    headers: {
      ...(apiKey ? { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` } : {}),
      ...(userAgent ? { 'user-agent': userAgent } : {}),
    },
    async exchange({ method, path, headers, body = null, signal }) {
      const answer = await pool.request({
        method: method as Dispatcher.HttpMethod,
        path: prefix + path,
        headers,
        body,
        signal,
      });
      return toAnswer(answer, await answer.body.arrayBuffer());
    },
    close: () => pool.close(),
  };
}

function toAnswer({ statusCode, headers }: Dispatcher.ResponseData, body: ArrayBuffer): Answer {
  return {
    status: statusCode,
    header(name) {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    // Buffer decodes short texts faster than TextDecoder.
    text: () => Buffer.from(body).toString(),
    bytes: () => new Uint8Array(body),
  };
}
