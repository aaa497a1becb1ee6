import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';

/**
 * Opens a port that answers `/metrics` alone, without credentials: everybody who reaches it may read it, so it is not the public port.
 * @param address such as `127.0.0.1:9464`
 * @throws Error for anything that is no host with a port
 */
export async function openMetricsPort(address: string, registry: Registry): Promise<{ close(): Promise<void> }> {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(address) ?? [];
  if (host === '') throw new Error(`CONVEYOR_METRICS is ${address}. Write a host and a port, such as 127.0.0.1:9464.`);
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.url?.replace(/\?.*$/, '') !== '/metrics') return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  server.listen({ host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) });
  await once(server, 'listening');
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
