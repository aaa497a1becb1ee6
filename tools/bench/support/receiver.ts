import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchStack } from './bench-stack.ts';
import { present } from './series-figures.ts';

/** The target of a webhook. */
export interface Receiver {
  /** The number of deliveries that arrived; a repeated one counts once. */
  arrived(): number;
  close(): void;
}

/** Opens a receiver, and makes the webhook that sends it every fulfilled order. */
export async function openReceiver({ client }: BenchStack): Promise<Receiver> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    seen.add(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const event = present((await client.event.list({ where: { name: 'salesorder.fulfilled' } })).data[0], 'event').id;
  await client.webhook.create({ url: `http://127.0.0.1:${port}/`, event_id: event });
  return {
    arrived: () => seen.size,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
