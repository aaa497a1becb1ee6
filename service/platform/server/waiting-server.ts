import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { problemBody, problemType } from '../http/failure.ts';
import { problem } from '../problems/problems.ts';

/**
 * Answers in place of a service that cannot start yet: `/healthz` says that the process is alive, and every other address answers 503
 * with the reason, `/readyz` included.
 * @param reason returns why the service is not ready, in one sentence
 */
export async function openWaitingServer(
  { host, port }: { readonly host: string; readonly port: number },
  reason: () => string,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url?.replace(/\?.*$/, '') ?? '/';
    // Connections are not kept, because the service opens its port after this server has closed it.
    const headers = { connection: 'close' };
    if (path === '/healthz') {
      response.writeHead(200, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end('{"status":"ok"}');
      return;
    }
    const failure = problem('service.unavailable', reason());
    response
      .writeHead(failure.status, { ...headers, ...failure.headers, 'content-type': problemType })
      .end(problemBody(failure, path, randomUUID()));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
