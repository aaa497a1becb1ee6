import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server on this machine before another one, which it has a connection to for each connection of its own. */
export interface ServerProxy {
  /** The address to use instead of the server's. */
  readonly url: string;
  /** Destroys all connections. */
  close(): Promise<void>;
}

/**
 * Opens a proxy. Its caller passes on the bytes.
 * @param address of the server, such as a database
 * @param current returns the address for the next connection, if that changes
 * @param connected gets the socket of each program that connects, and the one to the server
 */
export async function openProxy(
  address: string,
  connected: (client: Socket, upstream: Socket) => void,
  current: () => string = () => address,
): Promise<ServerProxy> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const target = new URL(current());
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    connected(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
