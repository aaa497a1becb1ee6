import { createServer, type IncomingHttpHeaders, request as onward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server before the service that adds the credentials of the session to each request, as a browser adds its cookie. */
export interface CookieJar {
  readonly url: string;
  /** The session of the browser; empty without one. */
  token: string;
  /** Every request, as the page has sent it, with the status of its answer. */
  readonly seen: { call: string; headers: IncomingHttpHeaders; status: number }[];
  close(): Promise<void>;
}

export async function startCookieJar(service: string): Promise<CookieJar> {
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const authorization = `Basic ${Buffer.from(`${jar.token}:`).toString('base64')}`;
    const sent = onward(new URL(url, service), {
      method,
      headers: jar.token === '' ? headers : { ...headers, authorization },
    });
    sent.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      jar.seen.push({ call: `${method} ${url}`, headers, status });
      response.writeHead(status, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jar: CookieJar = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: '',
    seen: [],
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return jar;
}
