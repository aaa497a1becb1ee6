import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, type ClientOptions, createClient } from '../../client/client.ts';

export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (seen: Seen, response: ServerResponse, count: number) => void;

/** Starts a server that answers as the test defines, and a client for it. */
export const answering = (answer: Answer, options: Partial<ClientOptions> = {}) =>
  answeringTo((url) => createClient({ url, apiKey: 'key', ...options }), answer);

/** The same, with a client of another kind. */
export async function answeringTo(
  connect: (url: string) => Client,
  answer: Answer,
): Promise<{ url: string; client: Client; seen: Seen[]; connections: () => number; close(): Promise<void> }> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '/', 'http://service');
    const { method = '', headers } = request;
    seen.push({ method, path: url.pathname, query: url.searchParams, headers, body });
    answer(seen.at(-1) as Seen, response, seen.length);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connect(url);
  return {
    url,
    client,
    seen,
    connections: () => connections,
    async close() {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
